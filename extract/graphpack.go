package extract

// pack gives what has been built so far as bytes, for a state of the sources.
func (b *graphBuilder) pack(state string) []byte {
	p := newPacker()
	p.numbers = make(map[string]uint64, 4*len(b.nodes)) // a node has that many texts of its own, of some 300 bytes
	p.out = make([]byte, 0, 300*len(b.nodes))
	p.text(&state)
	p.graph(b)
	return p.out
}

// unpack reads into an empty builder what pack wrote for that state; it says whether it could.
func (b *graphBuilder) unpack(packed []byte, state string) bool {
	p := newUnpacker(packed)
	var of string
	if p.text(&of); of != state || p.failed {
		return false
	}
	var read graphBuilder
	if p.graph(&read); !p.ok() || len(read.nodes) != len(read.claims) {
		return false
	}
	*b = read
	for i := range b.edges.list {
		e := &b.edges.list[i]
		if n := int32(len(b.nodes)); e.from < 0 || e.from >= n || e.to < 0 || e.to >= n {
			*b = graphBuilder{}
			return false
		}
	}
	return true
}

func (p *packer) graph(b *graphBuilder) {
	packList(p, &b.nodes, (*packer).node)
	packList(p, &b.claims, (*packer).claim)
	edges := make([]builtEdge, len(b.edges.list))
	for i := range edges {
		edges[i] = b.edges.at(int32(i))
	}
	packList(p, &edges, (*packer).builtEdge)
	if p.reading {
		for i := range edges {
			b.edge(edges[i])
		}
	}
}

// node packs what a node has before ids are given out, of those that Go and Tree make.
func (p *packer) node(n *Node) {
	p.text(&n.Label)
	p.text(&n.FileType)
	p.text(&n.Kind)
	p.text(&n.SourceFile)
	p.text(&n.SourceLocation)
	p.text(&n.Container)
	p.text(&n.Signature)
	p.text(&n.Doc)
}

func (p *packer) claim(c *claim) {
	p.text(&c.base)
	packNumber(p, &c.rank)
	p.text(&c.name)
	p.text(&c.who)
	p.text(&c.file)
	p.text(&c.path)
	p.bool(&c.final)
}

func (p *packer) builtEdge(e *builtEdge) {
	packNumber(p, &e.from)
	packNumber(p, &e.to)
	packNumber(p, &e.line)
	p.text(&e.relation)
	p.text(&e.context)
	p.text(&e.confidence)
	p.text(&e.file)
}
