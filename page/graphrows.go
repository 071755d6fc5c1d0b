package page

import (
	"cmp"
	"slices"
	"strings"
)

// nodes lists the pages that were reached by slug, and notes the place of each in that list.
func (w *walk) nodes(list string) ([]GraphNode, error) {
	nodes := make([]GraphNode, 0, len(w.reached))
	var id int64
	var n GraphNode
	read := func(scan func(...any) error) error {
		err := scan(&id, &n.Slug, &n.Type, &n.Title)
		if far := w.far.get(id); far > 0 {
			n.Depth = int(far) - 1
			nodes = append(nodes, n)
			w.place.set(id, int32(len(nodes)))
		}
		return err
	}
	query, args := `SELECT id, slug, type, title FROM pages WHERE deleted_at IS NULL ORDER BY slug`, []any(nil) // an index has all of it
	if len(w.reached) < w.pages/manyReached {
		query, args = `SELECT p.id, p.slug, p.type, p.title FROM json_each(?1) j CROSS JOIN pages p ON p.id = j.value ORDER BY p.slug`, []any{list}
	}
	err := w.tx.Each(query, args, read)
	return nodes, err
}

// tie is a link between two pages and of a type, which are said by their numbers or places: few bytes are moved where ties are sorted.
type tie struct {
	from, to, kind int32
	at             int32 // of what is said of it
}

// edgeList is the links between the pages that were reached.
type edgeList struct {
	links []tie
	kinds kinds
	said  []said
}

// said is what is said of a link.
type said struct {
	id              int64
	source, context string
}

// The links between the pages that were reached: those that an index gives of each, or, where there are so many that the index would
// lead to most rows, all rows one after the other, which takes half the time for each.
const (
	edgesOf    = `SELECT l.from_page_id, l.to_page_id, l.link_type, l.id, l.link_source, l.context FROM json_each(?1) j CROSS JOIN links l ON l.from_page_id = j.value AND l.other_id IS NOT NULL AND (?2 = '' OR l.link_type = ?2)`
	edgesAll   = `SELECT l.from_page_id, l.to_page_id, l.link_type, l.id, l.link_source, l.context FROM links l NOT INDEXED WHERE ?1 <> '' AND l.other_id IS NOT NULL AND (?2 = '' OR l.link_type = ?2)`
	edgesBrief = `SELECT l.from_page_id, l.to_page_id, l.link_type FROM json_each(?1) j CROSS JOIN links l ON l.from_page_id = j.value AND l.other_id IS NOT NULL AND (?2 = '' OR l.link_type = ?2)`
)

// edges lists the links that the walk may take between its pages, by the slugs at their ends, then by type.
func (w *walk) edges(list string) (*edgeList, error) {
	out := &edgeList{}
	if w.Brief && w.ties != nil {
		out.links, out.kinds = w.ties.between(w.place), w.ties.kinds
	} else if err := w.readEdges(out, list); err != nil {
		return nil, err
	}
	slices.SortFunc(out.links, func(a, b tie) int {
		switch {
		case a.from != b.from:
			return cmp.Compare(a.from, b.from)
		case a.to != b.to:
			return cmp.Compare(a.to, b.to)
		case a.kind != b.kind:
			return strings.Compare(out.kinds.list[a.kind], out.kinds.list[b.kind])
		case w.Brief:
			return 0
		}
		return cmp.Compare(out.said[a.at].id, out.said[b.at].id)
	})
	return out, nil
}

func (w *walk) readEdges(out *edgeList, list string) error {
	query := edgesOf
	switch {
	case w.Brief:
		query = edgesBrief
	case len(w.reached) >= w.pages/manyReached:
		query = edgesAll
	}
	var sources kinds
	var from, to int64
	var id int64
	var kind, source, context string
	columns := []any{&from, &to, &kind, &id, &source, &context}
	if w.Brief {
		columns = columns[:3]
	}
	return w.tx.Each(query, []any{list, w.Type}, func(scan func(...any) error) error {
		if err := scan(columns...); err != nil {
			return err
		}
		a, b := w.place.get(from), w.place.get(to)
		if a == 0 || b == 0 {
			return nil
		}
		out.links = append(out.links, tie{a - 1, b - 1, out.kinds.of(kind), int32(len(out.said))})
		if !w.Brief {
			out.said = append(out.said, said{id, sources.list[sources.of(source)], context})
		}
		return nil
	})
}

// kinds gives numbers to a few texts that come again and again, and keeps one string of each.
type kinds struct {
	list   []string
	number map[string]int32
	last   int32 // that was given
}

func (k *kinds) of(text string) int32 {
	if k.last < int32(len(k.list)) && k.list[k.last] == text {
		return k.last // of a thousand links in a row most are of one type
	}
	n, ok := k.number[text]
	if !ok {
		if k.number == nil {
			k.number = map[string]int32{}
		}
		n, text = int32(len(k.list)), strings.Clone(text)
		k.list, k.number[text] = append(k.list, text), n
	}
	k.last = n
	return n
}
