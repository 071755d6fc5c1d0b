package page

import (
	"cmp"
	"slices"
	"strings"

	"brain/rank"
	"brain/vec"
)

// The numbers of GBrain's dedup.
const (
	similarAbove = 0.85
	typeShare    = 0.6
	hitsPerPage  = 2 // with Detail High; else one
)

// maxLooked is how many chunks of a page are looked through for the one to show.
const maxLooked = 64

// A row is a chunk of a candidate on its way through the dedup.
type row struct {
	place  int // in the ranking
	page   int64
	slug   string
	kind   string // type of the page
	chunk  HitChunk
	cite   string
	vector []float32
	worth  float64 // how well the chunk shows why the page was found
}

// hits takes the best candidates through the dedup: twice as many as are asked for, so that the type cap has others to choose
// from though not such as are far below, and more if the layers leave too few.
func (s *search) hits() error {
	m := newMatcher(s.q)
	var rows []row
	for from, n := 0, 2*s.q.Limit; ; from, n = n, 2*n {
		n = min(n, len(s.ranked))
		for _, id := range s.ranked[from:n] {
			of, err := s.rowsOf(id, m)
			if err != nil {
				return err
			}
			rows = append(rows, of...)
		}
		kept, removed := s.dedup(rows)
		if len(kept) < s.q.Limit && n < len(s.ranked) {
			continue
		}
		s.answer.Removed = removed
		last := -1
		for _, r := range kept {
			h, err := s.hit(r, m, removed)
			if err != nil {
				return err
			}
			h.Explain.Capped = r.place < last
			last = max(last, r.place)
			s.answer.Hits = append(s.answer.Hits, h)
		}
		return nil
	}
}

// rowsOf gives up to chunksPerPage chunks of a page, that which shows best why it was found first: the words of the question
// that a chunk has, as a share of those that any of them has, and its cosine count alike.
func (s *search) rowsOf(id int64, m *matcher) (rows []row, err error) {
	c := s.found[id]
	near := map[int]float64{}
	for _, h := range c.chunks {
		near[h.number] = h.cosine
	}
	err = s.tx.Each(`SELECT p.slug, p.type, p.title, c.chunk_index, c.chunk_text, c.chunk_source = 'timeline', coalesce(e.citation_id, ''), e.embedding
		FROM pages p CROSS JOIN content_chunks c ON c.page_id = p.id CROSS JOIN brain_entries e ON e.id = c.entry_id
		WHERE p.id = ? ORDER BY c.chunk_index LIMIT ?`, []any{id, maxLooked}, func(scan func(...any) error) error {
		var title string
		var embedding []byte
		r := row{page: id}
		err := scan(&r.slug, &r.kind, &title, &r.chunk.Number, &r.chunk.Text, &r.chunk.Timeline, &r.cite, &embedding)
		if err != nil || s.q.Detail == Low && r.chunk.Timeline && len(rows) > 0 {
			return err
		}
		if embedding != nil {
			if r.vector, err = vec.FromBytes(embedding); err != nil {
				return err
			}
		}
		r.chunk.Text = withoutHead(r.chunk.Text, title)
		r.worth = m.share(r.chunk.Text) + near[r.chunk.Number]
		r.chunk.Number++
		rows = append(rows, r)
		return nil
	})
	slices.SortStableFunc(rows, func(a, b row) int { return cmp.Compare(b.worth, a.worth) })
	return rows, err
}

// dedup is GBrain's, in four layers, of which the type cap comes last since it fills the answer. A question that names the
// type it wants, or that links answer, has no cap; relations are told whole.
func (s *search) dedup(rows []row) (kept []row, removed []Removed) {
	for i := range rows {
		if i > 0 {
			rows[i].place = rows[i-1].place
			if rows[i].page != rows[i-1].page {
				rows[i].place++
			}
		}
	}
	page := func(r row) int64 { return r.page }
	kept, dropped := rank.PerKey(rows, chunksPerPage, page)
	removed = told(removed, LayerSource, dropped)
	if s.q.Detail != High {
		kept, dropped = rank.Unlike(kept, similarAbove, func(r row) []float32 {
			if s.found[r.page].explain.Relation != nil {
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

// hit completes a row.
func (s *search) hit(r row, m *matcher, removed []Removed) (Hit, error) {
	h := Hit{Slug: r.slug, Type: r.kind, Chunk: r.chunk, Citation: r.cite, Explain: s.found[r.page].explain}
	h.Score = h.Explain.Tier + h.Explain.Fused
	h.Snippet = m.snippet(r.chunk.Text, snippetRunes)
	for _, d := range removed {
		if d.Layer == LayerSimilar && d.For == r.slug && d.ForChunk == r.chunk.Number && d.Slug != r.slug {
			h.Explain.Folded = append(h.Explain.Folded, Folded{d.Slug, d.Chunk, d.Cosine})
		}
	}
	var truthAt, newest string
	err := s.tx.QueryRow(`SELECT title, truth_at, coalesce((SELECT max(date) FROM timeline_entries WHERE page_id = pages.id AND date <= ?), '') FROM pages WHERE id = ?`,
		[]any{today(s.tx), r.page}, &h.Title, &truthAt, &newest)
	h.Stale = staleness(truthAt, newest)
	return h, err
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
