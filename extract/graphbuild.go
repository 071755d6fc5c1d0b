package extract

import (
	"cmp"
	"slices"
)

// builtEdge is an edge between nodes by index.
type builtEdge struct {
	from, to   int
	relation   string
	context    string
	confidence string
	file, line string
}

// graphBuilder collects the nodes and edges of a tree, whatever language they are of.
type graphBuilder struct {
	nodes  []Node
	claims []claim // of the same index
	edges  []builtEdge
}

func (b *graphBuilder) add(n Node, c claim) int {
	b.nodes = append(b.nodes, n)
	b.claims = append(b.claims, c)
	return len(b.nodes) - 1
}

// scores are what Graphify 0.9.96 gives to edges by confidence; edges that are inferred for other reasons have their own.
func scoreOf(e *builtEdge) float64 {
	switch {
	case e.confidence == Extracted:
		return 1
	case e.confidence == Ambiguous:
		return ambiguousScore
	case e.relation == RelUses || e.relation == RelReferences && e.context != ctxRead:
		return 0.95
	}
	return inferredScore
}

// ambiguousScore is Graphify's default for one reading of several.
const ambiguousScore = 0.2

// rankOf orders what is said of one relation: what is written comes before what is concluded.
func rankOf(confidence string) int {
	switch confidence {
	case Extracted:
		return 0
	case Inferred:
		return 1
	}
	return 2
}

// build gives out the ids and puts the graph together: edges in the order of their source, of which the first of several alike
// stays, but a surer one before a less sure one.
func (b *graphBuilder) build() *Graph {
	for i, id := range assignIDs(b.claims) {
		b.nodes[i].ID = id
	}
	type key struct {
		from, to int
		relation string
	}
	seen := make(map[key]int, len(b.edges)) // index in out.Edges
	out := &Graph{Nodes: b.nodes, Edges: make([]Edge, 0, len(b.edges))}
	slices.SortStableFunc(b.edges, func(a, b builtEdge) int { return cmp.Compare(a.from, b.from) })
	for i := range b.edges {
		e := &b.edges[i]
		k := key{e.from, e.to, e.relation}
		at, ok := seen[k]
		if ok && rankOf(e.confidence) >= rankOf(out.Edges[at].Confidence) {
			continue
		}
		score, weight := scoreOf(e), 1.0
		edge := Edge{
			Source:          b.nodes[e.from].ID,
			Target:          b.nodes[e.to].ID,
			Relation:        e.relation,
			Confidence:      e.confidence,
			ConfidenceScore: &score,
			SourceFile:      e.file,
			SourceLocation:  e.line,
			Context:         e.context,
			Weight:          &weight,
		}
		if ok {
			out.Edges[at] = edge
			continue
		}
		seen[k] = len(out.Edges)
		out.Edges = append(out.Edges, edge)
	}
	return out
}
