package extract

import "strings"

// typ lowers a type and notes what it names. of is the declaration that refers to it.
func (p *pythonLowering) typ(n node, in int32, context string, of int32) int32 {
	if !n.ok() || !p.enter() {
		return 0
	}
	defer p.leave()
	switch n.kind() {
	case "type", "parenthesized_expression", "constrained_type", "splat_type":
		return p.typ(n.first(), in, context, of)
	case "identifier", "attribute", "member_type":
		e := p.typeName(n, in)
		p.use(use{what: useType, in: of, expr: e, line: n.line(), context: context})
		return e
	case "generic_type":
		x := p.typ(n.first(), in, context, of)
		var args []int32
		for c := range n.child("type_parameter").children() {
			args = append(args, p.typ(c, in, ctxGeneric, of))
		}
		return p.applied(x, args)
	case "subscript":
		x := p.typ(n.field("value"), in, context, of)
		var args []int32
		for c := range n.fieldAll("subscript") {
			args = append(args, p.typ(c, in, ctxGeneric, of))
		}
		return p.applied(x, args)
	case "union_type", "binary_operator":
		var xs []int32
		for c := range n.children() {
			xs = append(xs, p.typ(c, in, context, of))
		}
		return p.union(xs...)
	case "list", "tuple", "expression_list":
		var xs []int32
		for c := range n.children() {
			xs = append(xs, p.typ(c, in, ctxGeneric, of))
		}
		return p.list(opTuple, xs)
	case "string":
		return p.typeText(stringContent(n), n, in, context, of)
	case "none":
		return p.lit("None")
	}
	return 0
}

func (p *pythonLowering) applied(x int32, args []int32) int32 {
	if x == 0 {
		return 0
	}
	return p.withList(expr{op: opIndex, x: x}, args)
}

func (p *pythonLowering) typeName(n node, in int32) int32 {
	switch n.kind() {
	case "identifier":
		return p.name(n.text(), in, n.start())
	case "attribute":
		return p.member(p.typeName(n.field("object"), in), n.field("attribute").text())
	case "member_type", "type":
		var e int32
		for c := range n.children() {
			if e == 0 {
				e = p.typeName(c, in)
			} else {
				e = p.member(e, c.text())
			}
		}
		return e
	}
	return 0
}

// typeText reads a type that is written as a string: names, dots, brackets, commas and bars.
func (p *pythonLowering) typeText(s string, n node, in int32, context string, of int32) int32 {
	t := typeScanner{p: p, s: s, n: n, in: in, of: of}
	e := t.union(context)
	if t.skip(); t.s != "" {
		return 0
	}
	return e
}

type typeScanner struct {
	p      *pythonLowering
	s      string
	n      node
	in, of int32
}

func (t *typeScanner) skip() { t.s = strings.TrimLeft(t.s, " \t\r\n") }

func (t *typeScanner) take(c byte) bool {
	t.skip()
	if t.s != "" && t.s[0] == c {
		t.s = t.s[1:]
		return true
	}
	return false
}

func (t *typeScanner) union(context string) int32 {
	xs := []int32{t.one(context)}
	for t.take('|') {
		xs = append(xs, t.one(context))
	}
	return t.p.union(xs...)
}

func (t *typeScanner) one(context string) int32 {
	if !t.p.enter() {
		return 0
	}
	defer t.p.leave()
	if t.take('[') {
		return t.args()
	}
	t.skip()
	end := strings.IndexAny(t.s, " |[],\t\r\n'\"()")
	if end < 0 {
		end = len(t.s)
	}
	name := t.s[:end]
	t.s = t.s[end:]
	if name == "" {
		return 0
	}
	var e int32
	for i, part := range strings.Split(name, ".") {
		if i == 0 {
			e = t.p.name(part, t.in, t.n.start())
		} else {
			e = t.p.member(e, part)
		}
	}
	t.p.use(use{what: useType, in: t.of, expr: e, line: t.n.line(), context: context})
	if t.take('[') {
		var args []int32
		for {
			args = append(args, t.union(ctxGeneric))
			if !t.take(',') {
				break
			}
		}
		t.take(']')
		return t.p.applied(e, args)
	}
	return e
}

func (t *typeScanner) args() int32 {
	for t.s != "" && !t.take(']') {
		t.union(ctxGeneric)
		if !t.take(',') {
			t.take(']')
			break
		}
	}
	return 0
}
