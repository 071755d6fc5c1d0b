package page

import (
	"cmp"
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"brain/merge"
	"brain/rank"
	"brain/vec"
)

// The numbers of GBrain's dedup.
const (
	similarAbove = 0.85
	typeShare    = 0.6
	hitsPerPage  = 2 // with Detail High; else one
)

// maxLooked is how many chunks of a page are looked through for the one to show, beside those that are near.
const maxLooked = 32

// A row is a chunk of a candidate on its way through the dedup.
type row struct {
	*pageHead
	chunk  HitChunk
	cite   string
	vector []float32
	worth  float64 // how well the chunk shows why the page was found
}

// A pageHead is what a hit says of its page.
type pageHead struct {
	id                int64
	place             int // in the ranking
	slug, kind, title string
	chunks, truth     int // how many chunks it has, and how many of them are of the truth
	stale             *Stale
}

// hits takes the best candidates through the dedup: twice as many as are asked for, so that the type cap has others to choose
// from though not such as are far below, and more if the layers leave too few.
func (s *search) hits() error {
	m := newMatcher(s.q)
	var rows []row
	for from, n := 0, 2*s.q.Limit; ; from, n = n, 2*n {
		n = min(n, len(s.ranked))
		more, err := s.rows(from, s.ranked[from:n], m)
		if err != nil {
			return err
		}
		rows = append(rows, more...)
		kept, removed := s.dedup(rows)
		if len(kept) < s.q.Limit && n < len(s.ranked) {
			continue
		}
		s.answer.Removed = removed
		last := -1
		for _, r := range kept {
			h := s.hit(r, m, removed)
			h.Explain.Capped = r.place < last
			last = max(last, r.place)
			s.answer.Hits = append(s.answer.Hits, h)
		}
		return nil
	}
}

// rows gives the chunks of pages that lie in the ranking from a place on. Of each page that comes first which shows best why
// the page was found: the words of the question that a chunk has, as a share of all, and its cosine count alike.
func (s *search) rows(from int, pages []int64, m *matcher) ([]row, error) {
	heads, err := s.heads(from, pages)
	if err != nil {
		return nil, err
	}
	type at struct {
		head   *pageHead
		number int
	}
	wanted := map[string]at{} // by entity id
	near := map[string]float64{}
	for i := range heads {
		h, c := &heads[i], s.found[heads[i].id]
		for _, n := range c.chunks {
			near[chunkID(h.slug, n.number)] = n.cosine
			wanted[chunkID(h.slug, n.number)] = at{h, n.number}
		}
		looked := maxLooked
		if len(c.chunks) > 0 && c.explain.Keyword.Rank == 0 {
			looked = 0 // found by its meaning alone
		}
		if s.q.Detail == Low {
			looked = min(looked, max(h.truth, 1))
		}
		for number := range min(h.chunks, looked) {
			wanted[chunkID(h.slug, number)] = at{h, number}
		}
	}
	ids, err := json.Marshal(slices.Sorted(maps.Keys(wanted)))
	if err != nil {
		return nil, err
	}
	var rows []row
	err = s.tx.Each(`SELECT s.entity_id, e.content, coalesce(e.citation_id, ''), e.embedding FROM json_each(?) j
		CROSS JOIN entry_spans s ON s.source = ? AND s.entity_id = j.value AND s.valid_to IS NULL CROSS JOIN brain_entries e ON e.id = s.entry_id`,
		[]any{string(ids), merge.GBrain}, func(scan func(...any) error) error {
			var id string
			var r row
			var embedding []byte
			if err := scan(&id, &r.chunk.Text, &r.cite, &embedding); err != nil {
				return err
			}
			if embedding != nil {
				var err error
				if r.vector, err = vec.FromBytes(embedding); err != nil {
					return err
				}
			}
			w := wanted[id]
			r.pageHead = w.head
			r.chunk.Number, r.chunk.Timeline = w.number+1, w.number >= w.head.truth
			r.chunk.Text = withoutHead(r.chunk.Text, w.head.title)
			r.worth = m.share(r.chunk.Text) + near[id]
			rows = append(rows, r)
			return nil
		})
	slices.SortFunc(rows, func(a, b row) int {
		return cmp.Or(cmp.Compare(a.place, b.place), cmp.Compare(b.worth, a.worth), cmp.Compare(a.chunk.Number, b.chunk.Number))
	})
	return rows, err
}

// heads reads what is said of pages.
func (s *search) heads(from int, pages []int64) ([]pageHead, error) {
	ids, err := json.Marshal(pages)
	if err != nil {
		return nil, err
	}
	heads := make([]pageHead, 0, len(pages))
	err = s.tx.Each(`SELECT j.key, p.id, p.slug, p.type, p.title, p.chunks, p.truth_chunks, p.truth_at,
		  coalesce((SELECT max(date) FROM timeline_entries WHERE page_id = p.id AND date <= ?), '')
		FROM json_each(?) j CROSS JOIN pages p ON p.id = j.value`, []any{today(s.tx), string(ids)}, func(scan func(...any) error) error {
		var h pageHead
		var truthAt, newest string
		err := scan(&h.place, &h.id, &h.slug, &h.kind, &h.title, &h.chunks, &h.truth, &truthAt, &newest)
		h.place += from
		h.stale = staleness(truthAt, newest)
		heads = append(heads, h)
		return err
	})
	return heads, err
}

// dedup is GBrain's, in four layers, of which the type cap comes last since it fills the answer. A question that names the
// type it wants, or that links answer, has no cap; relations are told whole.
func (s *search) dedup(rows []row) (kept []row, removed []Removed) {
	page := func(r row) int64 { return r.id }
	kept, dropped := rank.PerKey(rows, chunksPerPage, page)
	removed = told(removed, LayerSource, dropped)
	if s.q.Detail != High {
		kept, dropped = rank.Unlike(kept, similarAbove, func(r row) []float32 {
			if s.found[r.id].explain.Relation != nil {
				return nil
			}
			return r.vector
		})
		removed = told(removed, LayerSimilar, dropped)
	}
	perPage := 1
	if s.q.Detail == High {
		perPage = hitsPerPage
	}
	kept, dropped = rank.PerKey(kept, perPage, page)
	removed = told(removed, LayerPage, dropped)
	if len(s.q.Filter.Types) > 0 || s.asked {
		return kept[:min(len(kept), s.q.Limit)], removed
	}
	kept, capped := rank.CapShare(kept, s.q.Limit, typeShare, func(r row) string { return r.kind })
	for _, r := range capped {
		removed = append(removed, Removed{Layer: LayerType, Slug: r.slug, Chunk: r.chunk.Number})
	}
	return kept, removed
}

func told(list []Removed, layer string, dropped []rank.Dropped[row]) []Removed {
	for _, d := range dropped {
		list = append(list, Removed{layer, d.Row.slug, d.Row.chunk.Number, d.For.slug, d.For.chunk.Number, d.Cosine})
	}
	return list
}

// hit tells a row.
func (s *search) hit(r row, m *matcher, removed []Removed) Hit {
	h := Hit{Slug: r.slug, Title: r.title, Type: r.kind, Chunk: r.chunk, Stale: r.stale, Citation: r.cite, Explain: s.found[r.id].explain}
	h.Score = h.Explain.Tier + h.Explain.Fused
	h.Snippet = m.snippet(r.chunk.Text, snippetRunes)
	for _, d := range removed {
		if d.Layer == LayerSimilar && d.For == r.slug && d.ForChunk == r.chunk.Number && d.Slug != r.slug {
			h.Explain.Folded = append(h.Explain.Folded, Folded{d.Slug, d.Chunk, d.Cosine})
		}
	}
	return h
}

// withoutHead is the text of an entry behind the title that it begins with.
func withoutHead(content, title string) string {
	heads := []string{title}
	if runes := []rune(title); len(runes) > maxHead {
		heads = append(heads, string(runes[:maxHead-1])+"…")
	}
	for _, head := range heads {
		if rest, ok := strings.CutPrefix(content, head+"\n\n"); ok {
			return rest
		}
	}
	return content
}
