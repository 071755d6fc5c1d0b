package extract

import "slices"

// whereAllKnown is of a union that says nothing if one of its parts is unknown: which branch of a condition on types holds is not decided
// here, so that one branch alone would be a guess.
const whereAllKnown = 1

// typ lowers a type and notes what it names.
func (j *jsLowering) typ(n node, in int32, context string, of int32) int32 {
	if !n.ok() || !j.enter() {
		return 0
	}
	defer j.leave()
	switch n.kind() {
	case "type_annotation", "parenthesized_type", "readonly_type", "optional_type", "rest_type", "constraint", "default_type", "asserts", "asserts_annotation":
		return j.typ(n.first(), in, context, of)
	case "type_predicate_annotation", "type_predicate":
		for c := range n.children() {
			if c.is("type_predicate") {
				return j.typ(c, in, context, of)
			}
		}
		j.typ(n.field("type"), in, context, of)
		return 0
	case "type_identifier", "identifier":
		e := j.typeName(n.text(), in, n.start())
		j.typeUse(e, n, context, of)
		return e
	case "nested_type_identifier":
		e := j.qualified(n.field("module"), in)
		e = j.member(e, n.field("name").text())
		j.typeUse(e, n, context, of)
		return e
	case "generic_type":
		e := j.typ(n.field("name"), in, context, of)
		return j.applied(e, n.field("type_arguments"), in, of)
	case "union_type", "intersection_type":
		var xs []int32
		for c := range n.children() {
			xs = append(xs, j.typ(c, in, context, of))
		}
		return j.union(xs...)
	case "array_type":
		e := j.typ(n.first(), in, context, of)
		return j.withList(expr{op: opIndex, x: j.lit("Array")}, []int32{e})
	case "tuple_type":
		var xs []int32
		for c := range n.children() {
			xs = append(xs, j.unary(opOf, j.typ(c, in, context, of)))
		}
		return j.list(opTuple, xs)
	case "function_type":
		f := j.declare(decl{kind: declFunc, scope: in, line: n.line(), pos: n.start(), flags: isHidden})
		j.typeParams(n, f)
		for c := range n.field("parameters").children() {
			if t := c.field("type"); t.ok() {
				j.typ(t, f, context, of)
			}
		}
		r := j.typ(n.field("return_type"), f, context, of)
		return j.expr(expr{op: opFunc, x: j.unary(opOf, r)})
	case "object_type":
		c := j.declare(decl{kind: declType, scope: in, line: n.line(), pos: n.start(), flags: isHidden})
		kind := ""
		if slices.Contains(j.own, n.i) {
			kind = KindMethod
		}
		j.members(n, c, kind)
		return j.expr(expr{op: opDecl, x: c})
	case "type_query":
		e := j.ex(n.first(), in)
		j.typeUse(e, n, context, of)
		return e
	case "this_type":
		return j.expr(expr{op: opSelfType, x: in})
	case "lookup_type":
		e := j.typ(n.first(), in, context, of)
		if k := n.last(); k.is("literal_type") && k.first().is("string") {
			return j.member(j.unary(opOf, e), stringContent(k.first()))
		}
		j.typ(n.last(), in, context, of)
		return 0
	case "predefined_type", "literal_type":
		if t := n.text(); t == "string" || t == "number" || t == "boolean" {
			return j.lit(t)
		}
		return 0
	case "conditional_type":
		j.typ(n.field("left"), in, context, of)
		j.typ(n.field("right"), in, context, of)
		then, other := n.field("consequence"), n.field("alternative")
		a, b := j.typ(then, in, context, of), j.typ(other, in, context, of)
		switch {
		case other.text() == "never":
			return a
		case then.text() == "never":
			return b
		}
		e := j.list(opUnion, []int32{a, b})
		j.u.exprs[e].pos = whereAllKnown
		return e
	}
	for c := range n.children() {
		j.typ(c, in, context, of)
	}
	return 0
}

func (j *jsLowering) typeUse(e int32, n node, context string, of int32) {
	if context != "" {
		j.use(use{what: useType, in: of, expr: e, line: n.line(), context: context})
	}
}

func (j *jsLowering) qualified(n node, in int32) int32 {
	if n.is("nested_identifier") {
		return j.member(j.qualified(n.field("object"), in), n.field("property").text())
	}
	return j.name(n.text(), in, n.start())
}

func (j *jsLowering) applied(e int32, args node, in, of int32) int32 {
	var xs []int32
	for c := range args.children() {
		xs = append(xs, j.typ(c, in, ctxGeneric, of))
	}
	if e == 0 {
		return 0
	}
	return j.withList(expr{op: opIndex, x: e}, xs)
}
