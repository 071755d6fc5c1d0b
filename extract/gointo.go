package extract

import (
	"cmp"
	"slices"
	"strings"
)

// into puts the nodes and edges of the Go code into a graph: nodes by folder and package, what is outside of the tree last; edges by the
// nodes that they go from.
func (g *goNodes) into(b *graphBuilder, lists [][]goEdge) {
	g.externalsOf(lists)
	first := int32(len(b.nodes))
	b.nodes = append(b.nodes, g.nodes...)
	b.claims = append(b.claims, g.claims...)
	var group edgeGroup
	for _, e := range byFrom(lists, len(g.nodes)) {
		if e.external.path != "" {
			e.to = g.external(e.external)
		}
		group.add(b, builtEdge{
			from: first + int32(e.from), to: first + int32(e.to), relation: e.relation, context: e.context, confidence: e.confidence,
			file: e.file.rel, line: lineNumber(g.fset, e.pos),
		})
	}
}

// externalsOf makes the nodes of what is outside of the tree.
func (g *goNodes) externalsOf(lists [][]goEdge) {
	var externals []goExternal
	seen := map[goExternal]bool{}
	for _, list := range lists {
		for i := range list {
			if x := list[i].external; x.path != "" && !seen[x] {
				seen[x] = true
				externals = append(externals, x)
			}
		}
	}
	slices.SortFunc(externals, func(a, b goExternal) int {
		return cmp.Or(strings.Compare(a.path, b.path), strings.Compare(a.name, b.name), strings.Compare(a.pkg, b.pkg))
	})
	for _, x := range externals {
		g.external(x)
	}
}

// byFrom gives edges by the node that they go from, those of one as they come.
func byFrom(lists [][]goEdge, nodes int) []*goEdge {
	at := make([]int32, nodes+1)
	for _, list := range lists {
		for i := range list {
			at[list[i].from+1]++
		}
	}
	for i := 1; i < len(at); i++ {
		at[i] += at[i-1]
	}
	out := make([]*goEdge, at[nodes])
	for _, list := range lists {
		for i := range list {
			e := &list[i]
			out[at[e.from]] = e
			at[e.from]++
		}
	}
	return out
}

// edgeGroup adds the edges that go from one node after the other as [graphBuilder.edge] does, and remembers those of the last node only.
type edgeGroup struct {
	from  int32
	first int // in the builder's edges
	seen  map[edgeEnds]int
}

// fewEdges are looked through sooner than a map is kept of them.
const fewEdges = 16

func (g *edgeGroup) add(b *graphBuilder, e builtEdge) {
	if g.seen == nil {
		g.seen, g.from = map[edgeEnds]int{}, -1
	}
	if e.from != g.from {
		g.from, g.first = e.from, len(b.edges)
		clear(g.seen)
	}
	at, ok := -1, false
	if n := len(b.edges) - g.first; n <= fewEdges {
		for i := range b.edges[g.first:] {
			if o := &b.edges[g.first+i]; o.to == e.to && o.relation == e.relation {
				at, ok = g.first+i, true
			}
		}
	} else {
		if len(g.seen) == 0 {
			for i := range b.edges[g.first:] {
				o := &b.edges[g.first+i]
				g.seen[edgeEnds{o.from, o.to, o.relation}] = g.first + i
			}
		}
		at, ok = g.seen[edgeEnds{e.from, e.to, e.relation}]
	}
	switch {
	case !ok:
		if len(g.seen) > 0 {
			g.seen[edgeEnds{e.from, e.to, e.relation}] = len(b.edges)
		}
		b.edges = append(b.edges, e)
	case rankOf(e.confidence) < rankOf(b.edges[at].confidence):
		b.edges[at] = e
	}
}
