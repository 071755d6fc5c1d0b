package fts

// positions tells an evaluation where the operands of a query stand.
type positions interface {
	// has reports whether the operand node matches at all.
	has(n *node, i int32) bool
	// at appends to buf the ascending positions at which the operand node matches.
	at(n *node, i int32, buf []int32) (truth, []int32)
}

// truth is the result of a part of a phrase. It is unknown if lexemes are there, but their positions are not.
type truth uint8

const (
	no truth = iota
	yes
	unknown
)

// place is where a part of a phrase matches: at the positions pos, each the last one of a match, or everywhere but
// there. width is how many positions before it a match begins.
type place struct {
	truth  truth
	negate bool
	width  int
	pos    []int32
}

// evaluation is the memory that one evaluation after the other uses.
type evaluation struct {
	places []place
	buf    []int32
}

// holds reports whether the query, which is not empty, is true of the positions.
//
// It runs through the nodes once, from the first operand to the root, with one result in hand. A left operand that
// decides its operator jumps over the right one; so whenever a run reaches an AND or OR, the result in hand is its
// result, too.
func (e *evaluation) holds(nodes []node, p positions) bool {
	result := false
	for i := int32(0); ; i++ {
		n := &nodes[i]
		switch {
		case n.phrase >= 0:
			i = n.phrase
			result = e.phrase(nodes, i, p)
			n = &nodes[i]
		case n.kind == operandNode:
			result = p.has(n, i)
		case n.kind == notNode:
			result = !result
		}
		for n.parent >= 0 && n.isLeft && result == (nodes[n.parent].kind == orNode) {
			i = n.parent
			n = &nodes[i]
		}
		if n.parent < 0 {
			return result
		}
	}
}

// phrase reports whether the phrase at root matches somewhere. It runs through the nodes as holds does, with a stack of
// places. The rules for parts that are not lexemes are those of TS_phrase_execute; what cannot be decided without
// positions is no match.
func (e *evaluation) phrase(nodes []node, root int32, p positions) bool {
	e.places, e.buf = e.places[:0], e.buf[:0]
	for i := nodes[root].first; ; i++ {
		n := &nodes[i]
		top := len(e.places) - 1
		switch n.kind {
		case operandNode:
			start := len(e.buf)
			var t truth
			t, e.buf = p.at(n, i, e.buf)
			e.places = append(e.places, place{truth: t, pos: e.buf[start:len(e.buf):len(e.buf)]})
		case notNode:
			e.places[top].not()
		default:
			e.places[top-1] = e.join(n, &e.places[top-1], &e.places[top])
			e.places = e.places[:top]
		}
		// Without its left operand an AND or a phrase is nowhere.
		for i != root && n.isLeft && nodes[n.parent].kind != orNode && e.places[len(e.places)-1].truth == no {
			e.places[len(e.places)-1] = place{}
			i = n.parent
			n = &nodes[i]
		}
		if i == root {
			return e.places[0].truth == yes
		}
	}
}

// not turns "at these positions" into "everywhere else". The width stays what it is, also that of a failed match.
func (p *place) not() {
	switch {
	case p.truth == no:
		p.truth, p.negate = yes, true
	case p.truth == yes && len(p.pos) > 0:
		p.negate = !p.negate
	case p.truth == yes:
		p.truth, p.negate = no, false
	}
}

// join is where AND, OR and phrase match, given where their operands do.
func (e *evaluation) join(n *node, l, r *place) place {
	if n.kind == orNode {
		if l.truth == no && r.truth == no {
			return place{}
		}
		if l.truth == no {
			l.width = 0
		}
		if r.truth == no {
			r.width = 0
		}
	} else if r.truth == no {
		return place{}
	}
	if l.truth == unknown || r.truth == unknown {
		return place{truth: unknown}
	}

	// The right ends of a match of a phrase are those of its right operand; AND and OR want both to end together.
	width := max(l.width, r.width)
	shiftL, shiftR := width-l.width, width-r.width
	if n.kind == phraseNode {
		width = int(n.distance) + l.width + r.width
		shiftL, shiftR = int(n.distance)+r.width, 0
	}

	// Where the operands are negated, so is the result: !l & !r is !(l | r), l | !r is !(!l & r).
	left, both, right := true, true, true
	negate := l.negate && r.negate
	if n.kind == orNode {
		negate = l.negate || r.negate
		switch {
		case l.negate && r.negate:
			left, right = false, false
		case l.negate:
			both, right = false, false
		case r.negate:
			both, left = false, false
		}
	} else {
		switch {
		case l.negate && r.negate:
		case l.negate:
			left, both = false, false
		case r.negate:
			right, both = false, false
		default:
			left, right = false, false
		}
	}
	joined := place{negate: negate, width: width, pos: e.merge(l.pos, shiftL, r.pos, shiftR, left, both, right)}
	if negate || len(joined.pos) > 0 {
		joined.truth = yes
	}
	return joined
}

// merge lists, in order, the shifted positions that only the left list, both or only the right list has.
func (e *evaluation) merge(l []int32, shiftL int, r []int32, shiftR int, left, both, right bool) []int32 {
	start := len(e.buf)
	for len(l) > 0 || len(r) > 0 {
		if len(l) == 0 && !right || len(r) == 0 && !left {
			break
		}
		var p int32
		var keep bool
		switch {
		case len(r) == 0 || len(l) > 0 && int(l[0])+shiftL < int(r[0])+shiftR:
			p, keep, l = l[0]+int32(shiftL), left, l[1:]
		case len(l) == 0 || int(l[0])+shiftL > int(r[0])+shiftR:
			p, keep, r = r[0]+int32(shiftR), right, r[1:]
		default:
			p, keep, l, r = l[0]+int32(shiftL), both, l[1:], r[1:]
		}
		if keep {
			e.buf = append(e.buf, p)
		}
	}
	return e.buf[start:len(e.buf):len(e.buf)]
}
