package page

import (
	"cmp"
	"maps"
	"slices"

	"brain/db"
	"brain/merge"
	"brain/rank"
	"brain/vec"
)

// A search is a question on its way to the answer.
type search struct {
	tx     *db.Tx
	q      Question
	keep   *pageSet
	found  map[int64]*candidate
	lists  []rank.Weighted // of words and vectors, of each wording
	ranked []int64         // pages, the best first
	asked  bool            // for a relation, and links answered it
	answer Answer
}

// A candidate is a page that some way of searching has found.
type candidate struct {
	explain Explain
	place   int        // among those of its tier
	chunks  []chunkHit // the nearest first
}

// The tiers that come before what is ranked by its score.
const (
	exactTier    = 2
	relationTier = 1
)

// at gives the candidate for a page.
func (s *search) at(page int64) *candidate {
	c := s.found[page]
	if c == nil {
		c = &candidate{}
		s.found[page] = c
	}
	return c
}

func (s *search) filter() (err error) {
	s.keep, err = pagesOfFilter(s.tx, s.q.Filter)
	return err
}

func (s *search) names() error {
	named, err := namesakes(s.tx, s.q.Text)
	for id, place := range named {
		if s.keep.has(id) {
			c := s.at(id)
			c.explain.Tier, c.explain.Exact, c.place = exactTier, nameKinds[place], place
		}
	}
	return err
}

func (s *search) links() error {
	a, ok := readAsked(s.q.Text)
	if !ok {
		return nil
	}
	of, list, err := relatedTo(s.tx, a)
	for i, r := range list {
		if !s.keep.has(r.page) {
			continue
		}
		s.asked = true
		c := s.at(r.page)
		c.explain.Relation = &Relation{a.types, of, r.links}
		if c.explain.Tier < relationTier {
			c.explain.Tier, c.place = relationTier, i
		}
	}
	return err
}

// wordings are the question and its expansions, with what each counts.
func (s *search) wordings(each func(w Wording, weight float64, first bool) error) error {
	err := each(Wording{s.q.Text, s.q.Vector}, 1, true)
	for _, w := range s.q.Expansions {
		if err == nil {
			w.Text = merge.Clean(w.Text)
			err = each(w, 1/float64(len(s.q.Expansions)), false)
		}
	}
	return err
}

func (s *search) words() error {
	if err := s.emptied(); err != nil {
		return err
	}
	return s.wordings(func(w Wording, weight float64, first bool) error {
		list, fault, err := byWords(s.tx, w.Text, s.keep, s.q.Detail != Low)
		if fault != "" {
			s.lacks(fault)
		}
		s.lists = append(s.lists, rank.Weighted{List: list, Weight: weight})
		for i, row := range list {
			c := s.at(row.ID)
			c.explain.Keyword.better(i+1, row.Score)
		}
		return err
	})
}

// emptied tells where the index of pages has nothing of them, as after its table was lost.
func (s *search) emptied() error {
	var words, names bool
	err := s.tx.QueryRow(`SELECT NOT EXISTS (SELECT 1 FROM pages_fts) AND EXISTS (SELECT 1 FROM pages WHERE deleted_at IS NULL),
		NOT EXISTS (SELECT 1 FROM page_names) AND EXISTS (SELECT 1 FROM pages WHERE deleted_at IS NULL)`, nil, &words, &names)
	if err != nil && !db.Fatal(s.tx, err) {
		return nil // the stages that ask it say so
	}
	if names {
		s.lacks("the index of the pages' names is empty")
	}
	if words {
		s.lacks("the index of the pages' words is empty")
	}
	return err
}

// better keeps the best place that a page has in the lists of all wordings.
func (a *Arm) better(rank int, score float64) {
	if a.Rank == 0 || rank < a.Rank {
		a.Rank, a.Score = rank, score
	}
}

func (s *search) vectors() error {
	dim, model, ok, err := vec.Entries.Info(s.tx)
	if err != nil || s.q.Vector == nil {
		return err
	}
	if !ok {
		s.because("no page has a vector yet")
		return nil
	}
	if len(s.q.Vector) != dim {
		return &merge.VectorsOther{HaveDim: dim, HaveModel: model, WantDim: len(s.q.Vector)}
	}
	err = s.wordings(func(w Wording, weight float64, first bool) error {
		if len(w.Vector) != dim {
			return nil
		}
		near, err := byVector(s.tx, s.q.Cache, w.Vector, s.keep, s.q.Detail != Low)
		var list []rank.Scored
		seen := map[int64]bool{}
		for _, h := range near {
			c := s.at(h.page)
			c.chunks = append(c.chunks, h)
			if !seen[h.page] {
				seen[h.page] = true
				list = append(list, rank.Scored{ID: h.page, Score: h.cosine})
				c.explain.Vector.better(len(list), h.cosine)
			}
		}
		if len(list) > 0 {
			s.answer.Semantic = true
			// The list ends by its length, not where pages stop to be alike: its last is as good as none.
			s.lists = append(s.lists, rank.Weighted{List: list, Weight: weight, Floor: list[len(list)-1].Score})
		}
		return err
	})
	if err == nil && !s.answer.Semantic {
		s.because("no page that takes part has a vector yet")
	}
	return err
}

// fuse puts the lists together, then the tiers before all others.
func (s *search) fuse() error {
	lists := make([][]rank.Scored, len(s.lists))
	for i, l := range s.lists {
		lists[i] = l.List
	}
	for _, row := range rank.Convex(s.lists...) {
		s.at(row.ID).explain.Fused = row.Score
	}
	for _, row := range rank.Reciprocal(lists...) {
		s.at(row.ID).explain.RRF = row.Score
	}
	for _, c := range s.found {
		// Two wordings can find the same chunk.
		slices.SortStableFunc(c.chunks, func(a, b chunkHit) int {
			return cmp.Or(cmp.Compare(a.number, b.number), cmp.Compare(b.cosine, a.cosine))
		})
		c.chunks = slices.CompactFunc(c.chunks, func(a, b chunkHit) bool { return a.number == b.number })
	}
	s.ranked = slices.SortedFunc(maps.Keys(s.found), func(a, b int64) int {
		x, y := s.found[a], s.found[b]
		return cmp.Or(cmp.Compare(y.explain.Tier, x.explain.Tier), cmp.Compare(x.place, y.place),
			cmp.Compare(y.explain.Fused, x.explain.Fused), cmp.Compare(a, b))
	})
	return nil
}
