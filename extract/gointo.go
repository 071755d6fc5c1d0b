package extract

import (
	"cmp"
	"slices"
	"strings"
)

// into puts the nodes and edges of the Go code into a graph: nodes by folder and package, what is outside of the tree last.
func (g *goNodes) into(b *graphBuilder, lists [][]goEdge) {
	g.externalsOf(lists)
	first := int32(len(b.nodes))
	b.nodes = append(b.nodes, g.nodes...)
	b.claims = append(b.claims, g.claims...)
	for _, list := range lists {
		for i := range list {
			e := &list[i]
			if e.external.path != "" {
				e.to = g.external(e.external)
			}
			b.edge(builtEdge{
				from: first + int32(e.from), to: first + int32(e.to), relation: e.relation, context: e.context, confidence: e.confidence,
				file: e.file.rel, line: lineNumber(g.fset, e.pos),
			})
		}
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
