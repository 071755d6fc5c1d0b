package extract

import (
	"crypto/sha256"
	"encoding/binary"
	"io"
	"strconv"

	"brain/merge"
)

// group is what the graph has of one source file, or of none: a digest of its nodes with their contents, and one of its edges, which are
// stored one after the other.
type group struct {
	nodes, edges string
	first, last  int64 // ids of the edges
}

// groupsOf are the digests of a graph by source file.
func groupsOf(g *Graph, contents []string) map[string]group {
	nodes, edges := map[string]*digester{}, map[string]*digester{}
	of := func(m map[string]*digester, file string) *digester {
		d := m[file]
		if d == nil {
			d = newDigester()
			m[file] = d
		}
		return d
	}
	for i := range g.Nodes {
		n := &g.Nodes[i]
		d := of(nodes, merge.Clean(n.SourceFile))
		d.text(n.ID)
		d.node(n, contents[i])
	}
	for i := range g.Edges {
		of(edges, merge.Clean(g.Edges[i].SourceFile)).edge(&g.Edges[i])
	}
	out := make(map[string]group, len(nodes))
	for file, d := range nodes {
		out[file] = group{nodes: d.sum()}
	}
	for file, d := range edges {
		out[file] = group{nodes: out[file].nodes, edges: d.sum()}
	}
	return out
}

// fingerprint is equal for nodes that would be stored alike. The id is the key, not a part.
func fingerprint(n *Node, content string) string {
	d := newDigester()
	d.node(n, content)
	return d.sum()
}

// digester makes a digest of texts and numbers, each told from the next.
type digester struct {
	h interface {
		io.Writer
		Sum([]byte) []byte
	}
	buf  []byte
	last [7]string // what was found to be clean of the last edge
}

// digestAt is how much a digester gathers before it hashes it: most texts are a few bytes.
const digestAt = 4 << 10

func newDigester() *digester { return &digester{h: sha256.New()} }

func (d *digester) text(s string) { d.clean(merge.Clean(s)) }

// clean is text for one that is clean.
func (d *digester) clean(s string) {
	d.buf = binary.AppendUvarint(d.buf, uint64(len(s)))
	d.buf = append(d.buf, s...)
	if len(d.buf) >= digestAt {
		d.h.Write(d.buf)
		d.buf = d.buf[:0]
	}
}

func (d *digester) number(n *float64) {
	switch {
	case n == nil:
		d.text("")
		return
	case *n == 1: // most are
		d.text("1")
		return
	}
	d.text(strconv.FormatFloat(*n, 'g', -1, 64))
}

func (d *digester) node(n *Node, content string) {
	for _, s := range []string{n.Label, n.FileType, n.Kind, n.SourceFile, n.SourceLocation, n.Container, n.Signature, n.Doc, n.Description,
		objectText(n.Attrs), content} {
		d.text(s)
	}
	if n.Community != nil {
		d.text(strconv.Itoa(*n.Community))
	}
}

func (d *digester) edge(e *Edge) {
	for i, s := range [...]string{e.Source, e.Target, e.Relation, e.Confidence, e.SourceFile, e.SourceLocation, e.Context} {
		if s == d.last[i] { // as most are
			d.clean(s)
			continue
		}
		c := merge.Clean(s)
		d.clean(c)
		if c == s {
			d.last[i] = s
		}
	}
	d.clean(objectText(e.Attrs))
	d.number(e.ConfidenceScore)
	d.number(e.Weight)
}

// sum is the first half of the hash, which is enough to tell states apart.
func (d *digester) sum() string {
	d.h.Write(d.buf)
	return string(d.h.Sum(nil)[:sha256.Size/2])
}
