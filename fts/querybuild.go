package fts

// maxDistance is the largest distance of a phrase operator (MAXENTRYPOS).
const maxDistance = MaxPos + 1

// builder makes a query out of operands and operators in the order they are written (the shunting-yard algorithm).
type builder struct {
	nodes   []node // postfix
	pending []node // operators whose right operand is still open; a stopNode is an open parenthesis
	stops   bool   // nodes holds a stopNode
}

// operator takes in an operator: those pending that bind as tightly or more are complete. NOT stands before its
// operand, so it completes nothing.
func (b *builder) operator(kind nodeKind, distance int) {
	if kind != notNode {
		b.complete(precedence[kind])
	}
	b.pending = append(b.pending, node{kind: kind, distance: int32(distance)})
}

// complete moves the pending operators, down to an open parenthesis, that bind at least as tightly as least.
func (b *builder) complete(least int) {
	for len(b.pending) > 0 {
		top := b.pending[len(b.pending)-1]
		if top.kind == stopNode || precedence[top.kind] < least {
			return
		}
		b.nodes = append(b.nodes, top)
		b.pending = b.pending[:len(b.pending)-1]
	}
}

// open takes in an opening parenthesis.
func (b *builder) open() { b.pending = append(b.pending, node{kind: stopNode}) }

// close takes in a closing parenthesis and reports whether one was open.
func (b *builder) close() bool {
	b.complete(0)
	if len(b.pending) == 0 {
		return false
	}
	b.pending = b.pending[:len(b.pending)-1]
	return true
}

// operand takes in a lexeme as it is.
func (b *builder) operand(lexeme string, weights uint8, prefix bool) {
	b.nodes = append(b.nodes, node{kind: operandNode, lexeme: lexeme, weights: weights, prefix: prefix})
}

// stop takes in an operand that has no lexeme.
func (b *builder) stop() {
	b.nodes = append(b.nodes, node{kind: stopNode})
	b.stops = true
}

// text takes in text: its lexemes joined by the operator, the distance of a phrase being the distance of the words.
// Words at the same position, which only happens at MaxPos, count as one operand of all of them. A lexeme that became
// longer than a tsquery can hold by lower-casing is left out as a stop word is; PostgreSQL fails.
func (b *builder) text(text string, join nodeKind, weights uint8, prefix bool) {
	last := 0
	tokens := analyze(text)
	for i := 0; i < len(tokens); {
		pos, group := min(tokens[i].pos, MaxPos), 0
		for ; i < len(tokens) && min(tokens[i].pos, MaxPos) == pos; i++ {
			if len(tokens[i].lexeme) > maxWordBytes {
				continue
			}
			b.operand(tokens[i].lexeme, weights, prefix)
			if group++; group > 1 {
				b.nodes = append(b.nodes, node{kind: andNode})
			}
		}
		if group == 0 {
			continue
		}
		if last > 0 {
			b.nodes = append(b.nodes, node{kind: join, distance: int32(pos - last)})
		}
		last = pos
	}
	if last == 0 {
		b.stop()
	}
}

// query completes the query.
func (b *builder) query() Query {
	b.complete(0)
	nodes := b.nodes
	if b.stops {
		nodes = dropStops(nodes)
	}
	return newQuery(nodes)
}

// dropStops removes the operands without lexemes and the operators that lose an operand by it. The distances of
// removed phrases go to the phrase around them, so that what is left keeps its place: 'cat' <-> stop <-> 'dog'
// becomes 'cat' <2> 'dog'.
func dropStops(nodes []node) []node {
	// part is a subtree: whether anything is left of it, and by how much more than it says its left and its right
	// end are away from its neighbours.
	type part struct {
		empty       bool
		left, right int
	}
	var parts []part
	kept := nodes[:0]
	for _, n := range nodes {
		top := len(parts) - 1
		switch n.kind {
		case operandNode:
			kept = append(kept, n)
			parts = append(parts, part{})
			continue
		case stopNode:
			parts = append(parts, part{empty: true})
			continue
		case notNode:
			if !parts[top].empty {
				kept = append(kept, n)
			}
			continue
		}
		l, r := parts[top-1], parts[top]
		parts = parts[:top]
		phrase, distance := n.kind == phraseNode, int(n.distance)
		var p part
		switch {
		case l.empty && r.empty && phrase:
			width := l.left + distance + r.left
			p = part{empty: true, left: width, right: width}
		case l.empty && r.empty:
			width := max(l.left, r.left)
			p = part{empty: true, left: width, right: width}
		case l.empty && phrase:
			p = part{left: l.left + distance + r.left, right: r.right}
		case l.empty:
			p = r
		case r.empty && phrase:
			p = part{left: l.left, right: l.right + distance + r.right}
		case r.empty:
			p = l
		case phrase:
			n.distance = int32(min(distance+l.right+r.left, maxDistance))
			kept = append(kept, n)
			p = part{left: l.left, right: r.right}
		default:
			kept = append(kept, n)
		}
		parts[top-1] = p
	}
	return kept
}
