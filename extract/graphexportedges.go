package extract

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"brain/db"
)

// edgeSaying is what the edges of a group say alike: before their location, and after it.
type edgeSaying struct {
	root                                int64
	file, relation, context, confidence string
	score, weight                       any

	before, after object
	// Where the group stands among all by relation, by file, and by what comes after the location.
	byRelation, byFile, byRest int32
}

// exportedEdge is an edge between nodes by rank.
type exportedEdge struct {
	source, target int32
	group          int32
	more           int32 // index of what few edges have, -1 for none
	line           int64 // -1 for none
}

// edgeMore is what few edges have: a location that is no line, other keys.
type edgeMore struct{ place, attrs string }

// edgeGroups are the groups of the roots that are exported, and their indices by number.
func (x *exporter) edgeGroups(tx *db.Tx) (list []edgeSaying, index map[int64]int32, err error) {
	index = map[int64]int32{}
	same := map[string]string{} // the few texts that they have
	text := func(s string) string {
		own, ok := same[s]
		if !ok {
			own = strings.Clone(s)
			same[own] = own
		}
		return own
	}
	number := func(n float64, ok bool) any {
		if !ok {
			return nil
		}
		return n
	}
	err = tx.EachRow(x.with+`SELECT id, root_id, source_file, relation, context, confidence, confidence_score, weight FROM edge_groups`, func(r *db.Row) error {
		id, _ := r.Int(0)
		root, _ := r.Int(1)
		if x.roots[root] {
			g := edgeSaying{root: root, file: text(r.Text(2)), relation: text(r.Text(3)), context: text(r.Text(4)), confidence: text(r.Text(5)),
				score: number(r.Float(6)), weight: number(r.Float(7))}
			g.before.text("relation", g.relation)
			g.before.some("context", g.context)
			g.before.text("confidence", g.confidence)
			g.before.number("confidence_score", g.score)
			g.before.text("source_file", g.file)
			g.after.number("weight", g.weight)
			index[id] = int32(len(list))
			list = append(list, g)
		}
		return nil
	})
	rank(list, func(a, b *edgeSaying) int { return strings.Compare(a.relation, b.relation) }, func(g *edgeSaying, n int32) { g.byRelation = n })
	rank(list, func(a, b *edgeSaying) int { return strings.Compare(a.file, b.file) }, func(g *edgeSaying, n int32) { g.byFile = n })
	rank(list, func(a, b *edgeSaying) int {
		return cmp.Or(strings.Compare(a.context, b.context), strings.Compare(a.confidence, b.confidence), compareNumbers(a.score, b.score), compareNumbers(a.weight, b.weight))
	}, func(g *edgeSaying, n int32) { g.byRest = n })
	return list, index, err
}

// rank tells each of a list how many different ones come before it in an order.
func rank[T any](list []T, compare func(a, b *T) int, tell func(*T, int32)) {
	order := make([]*T, len(list))
	for i := range list {
		order[i] = &list[i]
	}
	slices.SortFunc(order, compare)
	var n int32
	for i := range order {
		if i > 0 && compare(order[i-1], order[i]) != 0 {
			n++
		}
		tell(order[i], n)
	}
}

// compareNumbers orders stored numbers, of which none comes first.
func compareNumbers(a, b any) int {
	n, isA := a.(float64)
	m, isB := b.(float64)
	switch {
	case isA && isB:
		return cmp.Compare(n, m)
	case isA:
		return 1
	case isB:
		return -1
	}
	return 0
}

// edges writes the edges, once the nodes are written.
func (x *exporter) edges(tx *db.Tx) error {
	groups, index, err := x.edgeGroups(tx)
	if err != nil {
		return err
	}
	var list []exportedEdge
	var more []edgeMore
	from := make([]int32, len(x.names)+1) // how many edges come from nodes before that one
	err = tx.EachRow(x.with+`SELECT source, target, group_id, place, attrs FROM edge_rows`, func(r *db.Row) error {
		s, okS := x.rank(r.Int(0))
		t, okT := x.rank(r.Int(1))
		of, _ := r.Int(2)
		g, ok := index[of]
		if !ok || !okS || !okT {
			return nil
		}
		e := exportedEdge{source: s, target: t, group: g, line: -1, more: -1}
		if line, ok := r.Int(3); ok {
			e.line = line
		}
		if place, attrs := r.Text(3), r.Text(4); place != "" || attrs != "" {
			e.more = int32(len(more))
			more = append(more, edgeMore{strings.Clone(place), strings.Clone(attrs)})
		}
		from[s+1]++
		list = append(list, e)
		return nil
	})
	if err != nil {
		return err
	}
	for i := range x.names {
		from[i+1] += from[i]
	}
	order := make([]int32, len(list))
	next := slices.Clone(from)
	for i := range list {
		s := list[i].source
		order[next[s]] = int32(i)
		next[s]++
	}
	var o object
	out := objects{w: x.w}
	for s := range x.names {
		of := order[from[s]:from[s+1]]
		slices.SortFunc(of, func(i, j int32) int { return compareEdges(&list[i], &list[j], groups, more) })
		for _, i := range of {
			e := &list[i]
			g := &groups[e.group]
			o.begin()
			o.raw("source", x.names[e.source])
			o.raw("target", x.names[e.target])
			o.add(&g.before)
			var other edgeMore
			if e.more >= 0 {
				other = more[e.more]
			}
			if e.line >= 0 {
				o.line(e.line)
			} else {
				o.some("source_location", other.place)
			}
			o.add(&g.after)
			if err := out.add(&o, other.attrs); err != nil {
				return err
			}
		}
	}
	return nil
}

// rank is the place of a node among all, by its number as it is stored.
func (x *exporter) rank(n int64, ok bool) (int32, bool) {
	if !ok || n <= 0 || n >= int64(len(x.ranks)) {
		return 0, false
	}
	return x.ranks[n], true
}

// compareEdges orders edges of one source.
func compareEdges(a, b *exportedEdge, groups []edgeSaying, more []edgeMore) int {
	g, h := &groups[a.group], &groups[b.group]
	if c := cmp.Or(cmp.Compare(g.byRelation, h.byRelation), cmp.Compare(a.target, b.target), cmp.Compare(g.byFile, h.byFile)); c != 0 {
		return c
	}
	if a.more < 0 && b.more < 0 && a.line >= 0 && b.line >= 0 {
		return cmp.Or(cmp.Compare(a.line, b.line), cmp.Compare(g.byRest, h.byRest), cmp.Compare(g.root, h.root))
	}
	var m, n edgeMore
	if a.more >= 0 {
		m = more[a.more]
	}
	if b.more >= 0 {
		n = more[b.more]
	}
	p, q := locationOf(a.line, m.place), locationOf(b.line, n.place)
	return cmp.Or(cmp.Compare(utf8.RuneCountInString(p), utf8.RuneCountInString(q)), strings.Compare(p, q), cmp.Compare(g.byRest, h.byRest),
		strings.Compare(attrsOf(m.attrs), attrsOf(n.attrs)), cmp.Compare(g.root, h.root))
}

func locationOf(line int64, place string) string {
	if line >= 0 {
		return "L" + strconv.FormatInt(line, 10)
	}
	return place
}

func attrsOf(stored string) string {
	if stored == "" {
		return "{}"
	}
	return stored
}
