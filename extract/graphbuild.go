package extract

import (
	"cmp"
	"path"
	"slices"
	"strconv"
	"strings"
)

// builtEdge is an edge between nodes by index.
type builtEdge struct {
	from, to   int32
	line       int32
	relation   string
	context    string
	confidence string
	file       string
}

// edgeEnds is what edges that say the same have in common.
type edgeEnds struct {
	from, to int32
	relation string
}

// graphBuilder collects the nodes and edges of a tree, whatever language they are of.
type graphBuilder struct {
	nodes  []Node
	claims []claim // of the same index
	edges  []builtEdge
	seen   map[edgeEnds]int32 // index in edges
}

// edge adds an edge. Of several between the same nodes with the same relation the first stays, but a surer one takes its place.
func (b *graphBuilder) edge(e builtEdge) {
	if b.seen == nil {
		b.seen = map[edgeEnds]int32{}
	}
	k := edgeEnds{e.from, e.to, e.relation}
	at, ok := b.seen[k]
	if !ok {
		b.seen[k] = int32(len(b.edges))
		b.edges = append(b.edges, e)
	} else if rankOf(e.confidence) < rankOf(b.edges[at].confidence) {
		b.edges[at] = e
	}
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

// rationale adds a node for a text that tells why, and what it tells it of.
func (b *graphBuilder) rationale(text, file string, line, of int32) {
	label := oneLine(text)
	if r := []rune(label); len(r) > maxRationale {
		label = string(r[:maxRationale])
	}
	base := MakeID(strings.TrimSuffix(file, path.Ext(file)), "rationale", strconv.Itoa(int(line)))
	n := b.add(Node{
		Label: label, FileType: "rationale", Kind: KindRationale, SourceFile: file, SourceLocation: at(line), Doc: clean(text),
	}, claim{base: base, rank: rankExternal << 8, name: base, who: "note " + file + "\x00" + base, file: file, path: file, final: true})
	b.edge(builtEdge{from: int32(n), to: of, relation: RelRationale, confidence: Extracted, file: file, line: line})
}

// maxRationale is how much of a rationale is its label, as in Graphify.
const maxRationale = 80

// build gives out the ids and puts the graph together, edges in the order of their source.
func (b *graphBuilder) build() *Graph {
	for i, id := range assignIDs(b.claims) {
		b.nodes[i].ID = id
	}
	scores := map[float64]*float64{} // few, and shared
	score := func(s float64) *float64 {
		if scores[s] == nil {
			scores[s] = &s
		}
		return scores[s]
	}
	out := &Graph{Nodes: b.nodes, Edges: make([]Edge, len(b.edges))}
	slices.SortStableFunc(b.edges, func(a, b builtEdge) int { return cmp.Compare(a.from, b.from) })
	for i := range b.edges {
		e := &b.edges[i]
		out.Edges[i] = Edge{
			Source:          b.nodes[e.from].ID,
			Target:          b.nodes[e.to].ID,
			Relation:        e.relation,
			Confidence:      e.confidence,
			ConfidenceScore: score(scoreOf(e)),
			SourceFile:      e.file,
			SourceLocation:  at(e.line),
			Context:         e.context,
			Weight:          score(1),
		}
	}
	return out
}
