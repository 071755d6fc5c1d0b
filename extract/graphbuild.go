package extract

import (
	"path"
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

// graphBuilder collects the nodes and edges of a tree, whatever language they are of.
type graphBuilder struct {
	nodes  []Node
	claims []claim // of the same index
	edges  edgeSet
	lines  []string // lines as Graphify writes them, by their number
}

// edge adds an edge. Of several between the same nodes with the same relation the first stays, but a surer one takes its place.
func (b *graphBuilder) edge(e builtEdge) { b.edges.add(&e) }

func (b *graphBuilder) add(n Node, c claim) int {
	b.nodes = append(b.nodes, n)
	b.claims = append(b.claims, c)
	return len(b.nodes) - 1
}

// at is [at], with one text for a line of all files.
func (b *graphBuilder) at(line int32) string {
	const most = 1 << 16
	if line <= 0 || line >= most {
		return at(line)
	}
	if int(line) >= len(b.lines) {
		b.lines = append(b.lines, make([]string, int(line)+1-len(b.lines))...)
	}
	if b.lines[line] == "" {
		b.lines[line] = at(line)
	}
	return b.lines[line]
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
	base := MakeID(strings.TrimSuffix(file, path.Ext(file)), "rationale", strconv.Itoa(int(line)))
	n := b.add(Node{
		Label: headOf(text, maxRationale), FileType: "rationale", Kind: KindRationale, SourceFile: file, SourceLocation: b.at(line), Doc: clean(text),
	}, claim{base: base, rank: rankExternal << 8, name: base, who: "note " + file + "\x00" + base, file: file, path: file, final: true})
	b.edge(builtEdge{from: int32(n), to: of, relation: RelRationale, confidence: Extracted, file: file, line: line})
}

// maxRationale is how much of a rationale is its label, as in Graphify.
const maxRationale = 80

// headOf is what [oneLine] makes of a text, up to a number of characters.
func headOf(text string, most int) string {
	var b strings.Builder
	left := most
	for word := range strings.FieldsSeq(text) {
		if b.Len() > 0 {
			b.WriteByte(' ')
			left--
		}
		for i := range word {
			if left == 0 {
				b.WriteString(word[:i])
				return b.String()
			}
			left--
		}
		b.WriteString(word)
		if left == 0 {
			break
		}
	}
	return b.String()
}

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
	out := &Graph{Nodes: b.nodes, Edges: make([]Edge, 0, len(b.edges.list))}
	for i := range b.edges.bySource(len(b.nodes)) {
		e := b.edges.at(i)
		out.Edges = append(out.Edges, Edge{
			Source:          b.nodes[e.from].ID,
			Target:          b.nodes[e.to].ID,
			Relation:        e.relation,
			Confidence:      e.confidence,
			ConfidenceScore: score(scoreOf(&e)),
			SourceFile:      e.file,
			SourceLocation:  b.at(e.line),
			Context:         e.context,
			Weight:          score(1),
		})
	}
	return out
}
