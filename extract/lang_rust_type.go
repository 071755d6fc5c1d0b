package extract

import "strings"

// tokens finds calls in the arguments of a macro, which have no syntax of their own: names, joined by :: and ., before a parenthesis.
func (r *rustLowering) tokens(n node, in int32) {
	if !n.ok() || !r.enter() {
		return
	}
	defer r.leave()
	var e int32
	join := ""
	for c := range n.all() {
		switch k := c.kind(); {
		case k == "identifier" || k == "self" || k == "crate" || k == "super":
			switch {
			case join == "" || e == 0 && join != ".":
				e = r.first(c.text(), in, c.start())
			default:
				e = r.member(e, c.text())
			}
			join = ""
		case k == "::" || k == ".":
			join = k
		case k == "token_tree":
			if e != 0 && strings.HasPrefix(c.text(), "(") {
				r.use(use{what: useCall, in: in, expr: e, args: -1, line: c.line(), context: ctxCall})
				e = r.expr(expr{op: opCall, x: e})
			} else {
				e = 0
			}
			r.tokens(c, in)
			join = ""
		case k == "!":
			e, join = 0, ""
		default:
			e, join = 0, ""
			if c.named() {
				r.tokens(c, in)
			}
		}
	}
}

// first is the first name of a path.
func (r *rustLowering) first(name string, in int32, pos uint32) int32 {
	switch name {
	case "Self":
		return r.expr(expr{op: opSelfType, x: in})
	case "crate", "super":
		return r.expr(expr{op: opImport, name: r.keep(name), x: in})
	case "self":
		if r.around(in, declFunc) < 0 {
			return r.expr(expr{op: opImport, name: "self", x: in})
		}
	}
	return r.name(name, in, pos)
}

// pathExpr lowers a path.
func (r *rustLowering) pathExpr(n node, in int32) int32 {
	switch n.kind() {
	case "scoped_identifier", "scoped_type_identifier":
		p := n.field("path")
		if !p.ok() {
			return r.first(n.field("name").text(), in, n.start())
		}
		return r.member(r.pathExpr(p, in), n.field("name").text())
	case "generic_type":
		return r.typ(n, in, ctxType, in)
	case "bracketed_type": // <T as Trait>::f
		t := n.first()
		if t.is("qualified_type") {
			return r.typ(t.field("type"), in, ctxType, in)
		}
		return r.typ(t, in, ctxType, in)
	}
	return r.first(n.text(), in, n.start())
}

// typ lowers a type and notes what it names.
func (r *rustLowering) typ(n node, in int32, context string, of int32) int32 {
	if !n.ok() || !r.enter() {
		return 0
	}
	defer r.leave()
	named := func(e int32) int32 {
		if context != "" {
			r.use(use{what: useType, in: of, expr: e, line: n.line(), context: context})
		}
		return e
	}
	switch n.kind() {
	case "type_identifier", "identifier", "scoped_type_identifier", "scoped_identifier":
		return named(r.pathExpr(n, in))
	case "generic_type", "generic_type_with_turbofish":
		e := r.typ(n.field("type"), in, context, of)
		var xs []int32
		for a := range n.field("type_arguments").children() {
			if !a.is("lifetime") {
				xs = append(xs, r.typ(a, in, ctxGeneric, of))
			}
		}
		if e == 0 {
			return 0
		}
		return r.withList(expr{op: opIndex, x: e}, xs)
	case "primitive_type":
		return r.lit(n.text())
	case "tuple_type":
		var xs []int32
		for c := range n.children() {
			xs = append(xs, r.unary(opOf, r.typ(c, in, context, of)))
		}
		return r.list(opTuple, xs)
	case "array_type":
		e := r.typ(n.field("element"), in, context, of)
		return r.withList(expr{op: opIndex, x: r.lit("Array")}, []int32{e})
	case "function_type":
		for p := range n.field("parameters").children() {
			r.typ(p, in, context, of)
		}
		return r.expr(expr{op: opFunc, x: r.unary(opOf, r.typ(n.field("return_type"), in, context, of))})
	case "type_binding":
		return r.typ(n.field("type"), in, context, of)
	case "lifetime", "mutable_specifier", "unit_type", "never_type", "inferred_type":
		return 0
	}
	var e int32
	for c := range n.children() { // references, impl Trait, dyn Trait, A + B
		e = r.union(e, r.typ(c, in, context, of))
	}
	return e
}
