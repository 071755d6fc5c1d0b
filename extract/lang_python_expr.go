package extract

import "strings"

// handOn notes a function that is not called but handed on.
func (p *pythonLowering) handOn(e int32, n node, in int32, context string) {
	if n.is("identifier", "attribute") {
		p.use(use{what: useValue, in: in, expr: e, line: n.line(), context: context})
	}
}

// ex lowers an expression and notes what it uses.
func (p *pythonLowering) ex(n node, in int32) int32 {
	e := p.callee(n, in)
	if e == 0 {
		return 0
	}
	switch n.kind() {
	case "attribute":
		p.use(use{what: useRead, in: in, expr: e, line: n.line(), context: "property_read"})
	case "identifier":
		if t := strings.TrimLeft(n.text(), "_"); t != "" && t[0] >= 'A' && t[0] <= 'Z' { // a class by custom
			p.use(use{what: useName, in: in, expr: e, line: n.line()})
		}
	}
	return e
}

// callee is ex without taking the expression itself for a read.
func (p *pythonLowering) callee(n node, in int32) int32 {
	if !n.ok() || !p.enter() {
		return 0
	}
	defer p.leave()
	switch n.kind() {
	case "identifier":
		return p.name(n.text(), in, n.start())
	case "attribute":
		x := p.ex(n.field("object"), in)
		return p.member(x, n.field("attribute").text())
	case "call":
		return p.call(n, in)
	case "subscript":
		x := p.ex(n.field("value"), in)
		var args []int32
		for c := range n.fieldAll("subscript") {
			args = append(args, p.ex(c, in))
		}
		if x == 0 {
			return 0
		}
		e := expr{op: opIndex, x: x}
		if s := n.field("subscript"); s.is("integer") && len(args) == 1 {
			e.pos = smallNumber(s.text()) + 1
		}
		return p.withList(e, args)
	case "await":
		return p.unary(opAwait, p.ex(n.first(), in))
	case "parenthesized_expression", "type", "list_splat", "dictionary_splat":
		return p.ex(n.first(), in)
	case "assignment":
		return p.assign(n, in)
	case "augmented_assignment":
		p.ex(n.field("left"), in)
		p.ex(n.field("right"), in)
		return 0
	case "named_expression":
		v := p.ex(n.field("value"), in)
		p.bindName(n.field("name"), v, 0, in, n)
		return v
	case "conditional_expression":
		var xs []int32
		for c := range n.children() {
			xs = append(xs, p.ex(c, in))
		}
		if len(xs) == 3 {
			return p.union(xs[0], xs[2])
		}
		return 0
	case "boolean_operator":
		return p.union(p.ex(n.field("left"), in), p.ex(n.field("right"), in))
	case "tuple", "expression_list", "pattern_list":
		return p.several(opTuple, n, in)
	case "list", "set":
		return p.several(opList, n, in)
	case "dictionary":
		var values []int32
		for c := range n.children() {
			if c.is("pair") {
				p.ex(c.field("key"), in)
				v := p.ex(c.field("value"), in)
				p.handOn(v, c.field("value"), in, ctxCollection)
				values = append(values, v)
			} else {
				p.ex(c, in)
			}
		}
		return p.list(opMap, []int32{0, p.union(values...)})
	case "list_comprehension", "set_comprehension", "generator_expression", "dictionary_comprehension":
		for c := range n.children() { // the clauses bind what the body uses
			if c.is("for_in_clause") {
				it := p.ex(c.field("right"), in)
				p.bind(c.field("left"), p.unary(opElem, it), in, c)
			}
		}
		for c := range n.children() {
			if c.is("if_clause") {
				p.ex(c.first(), in)
			}
		}
		body := n.field("body")
		if body.is("pair") {
			p.ex(body.field("key"), in)
			return p.list(opMap, []int32{0, p.ex(body.field("value"), in)})
		}
		return p.list(opList, []int32{p.ex(body, in)})
	case "lambda":
		f := p.declare(decl{kind: declFunc, scope: in, line: n.line(), pos: n.start(), flags: isHidden})
		for c := range n.field("parameters").children() {
			p.param(c, f, false)
		}
		r := p.ex(n.field("body"), f)
		p.at(f).rets = append(p.at(f).rets, r)
		return p.expr(expr{op: opLambda, x: f})
	case "yield":
		f := p.around(in, declFunc)
		v := p.ex(n.first(), in)
		if f >= 0 {
			p.at(f).flags |= isGenerator
			if !n.has("from") {
				p.at(f).rets = append(p.at(f).rets, v)
			} else {
				p.at(f).rets = append(p.at(f).rets, p.unary(opElem, v))
			}
		}
		return 0
	case "string", "concatenated_string":
		for c := range n.below() {
			if c.is("interpolation") {
				p.ex(c.first(), in)
			}
		}
		return p.lit("str")
	case "integer":
		return p.lit("int")
	case "float":
		return p.lit("float")
	case "true", "false":
		return p.lit("bool")
	case "none":
		return p.lit("None")
	case "function_definition", "class_definition", "decorated_definition":
		p.statement(n, in)
		return 0
	case "block":
		p.block(n, in)
		return 0
	case "binary_operator":
		return p.union(p.ex(n.field("left"), in), p.ex(n.field("right"), in)) // A | B as a type, and most sums
	case "comparison_operator", "not_operator":
		for c := range n.children() {
			p.ex(c, in)
		}
		return p.lit("bool")
	case "as_pattern":
		v := p.ex(n.first(), in)
		p.bind(n.field("alias").first(), v, in, n)
		return v
	}
	for c := range n.children() {
		p.statement(c, in)
	}
	return 0
}

func smallNumber(s string) uint32 {
	n := uint32(0)
	for _, c := range s {
		if c < '0' || c > '9' || n > 1000 {
			return 1 << 20
		}
		n = n*10 + uint32(c-'0')
	}
	return n
}

func (p *pythonLowering) several(o op, n node, in int32) int32 {
	var xs []int32
	for c := range n.children() {
		e := p.ex(c, in)
		p.handOn(e, c, in, ctxCollection)
		xs = append(xs, e)
	}
	return p.list(o, xs)
}

func (p *pythonLowering) call(n node, in int32) int32 {
	f := p.callee(n.field("function"), in)
	args := n.field("arguments")
	var xs []int32
	count := int32(0)
	if args.is("generator_expression") {
		xs = append(xs, p.ex(args, in))
	} else {
		for c := range args.children() {
			value := c
			if c.is("keyword_argument") {
				value = c.field("value")
			}
			e := p.ex(value, in)
			p.handOn(e, value, in, ctxArgument)
			count++
			if !c.is("keyword_argument") {
				xs = append(xs, e)
			}
		}
	}
	if f == 0 {
		return 0
	}
	e := p.withList(expr{op: opCall, x: f}, xs)
	p.use(use{what: useCall, in: in, expr: f, args: count, line: n.line(), context: ctxCall})
	return e
}
