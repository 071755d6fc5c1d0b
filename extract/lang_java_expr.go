package extract

import "strings"

func (j *javaLowering) ex(n node, in int32) int32 {
	if !n.ok() || !j.enter() {
		return 0
	}
	defer j.leave()
	switch n.kind() {
	case "identifier":
		return j.name(n.text(), in, n.start())
	case "this":
		return j.expr(expr{op: opThis, x: in})
	case "super":
		return j.expr(expr{op: opSuper, x: in})
	case "field_access":
		o := n.field("object")
		if f := n.field("field"); f.is("this") { // Outer.this
			return j.unary(opOf, j.ex(o, in))
		}
		x := j.ex(o, in)
		return j.lowering.member(x, n.field("field").text())
	case "scoped_identifier":
		x := j.ex(n.field("scope"), in)
		return j.lowering.member(x, n.field("name").text())
	case "method_invocation":
		return j.call(n, in)
	case "object_creation_expression":
		t := j.typ(n.field("type"), in, ctxType, in)
		xs := j.args(n.field("arguments"), 0, "", in)
		for c := range n.children() { // outer.new Inner()
			if c.i != n.field("type").i && !c.is("argument_list", "class_body", "type_arguments") {
				j.ex(c, in)
			}
		}
		j.use(use{what: useNew, in: in, expr: t, args: int32(len(xs)), line: n.line(), context: ctxCall})
		if b := n.child("class_body"); b.ok() {
			return j.expr(expr{op: opNew, x: j.anonymous(b, t, in, 0)})
		}
		return j.unary(opNew, t)
	case "array_creation_expression":
		t := j.typ(n.field("type"), in, ctxType, in)
		for c := range n.children() {
			switch c.kind() {
			case "dimensions_expr":
				j.ex(c.first(), in)
				t = j.array(t, c)
			case "dimensions":
				t = j.array(t, c)
			}
		}
		j.ex(n.field("value"), in)
		return j.unary(opOf, t)
	case "array_initializer", "element_value_array_initializer":
		var xs []int32
		for c := range n.children() {
			xs = append(xs, j.ex(c, in))
		}
		return j.list(opList, xs)
	case "array_access":
		x := j.ex(n.field("array"), in)
		j.ex(n.field("index"), in)
		return j.unary(opElem, x)
	case "cast_expression":
		t := j.typ(n.field("type"), in, ctxType, in)
		j.ex(n.field("value"), in)
		return j.unary(opOf, t)
	case "parenthesized_expression":
		return j.ex(n.first(), in)
	case "ternary_expression":
		j.ex(n.field("condition"), in)
		return j.union(j.ex(n.field("consequence"), in), j.ex(n.field("alternative"), in))
	case "assignment_expression":
		j.ex(n.field("left"), in)
		return j.ex(n.field("right"), in)
	case "instanceof_expression":
		j.ex(n.field("left"), in)
		if t := n.field("right"); t.ok() {
			ty := j.typ(t, in, ctxType, in)
			if name := n.field("name"); name.ok() {
				j.local(name, ty, 0, in, j.blockOf(n))
			}
		}
		if p := n.field("pattern"); p.ok() {
			j.pattern(p, in, j.blockOf(n))
		}
		return j.lit("boolean")
	case "type_pattern", "record_pattern":
		j.pattern(n, in, j.blockOf(n))
		return 0
	case "lambda_expression":
		f := j.declare(decl{kind: declFunc, scope: in, line: n.line(), pos: n.start(), flags: isHidden | isArrow})
		ps := n.field("parameters")
		if ps.is("identifier") {
			j.param(ps, f)
		} else {
			for p := range ps.children() {
				j.param(p, f)
			}
		}
		if b := n.field("body"); b.is("block") {
			j.statement(b, f)
		} else {
			e := j.ex(b, f)
			j.at(f).rets = append(j.at(f).rets, e)
		}
		return j.expr(expr{op: opLambda, x: f})
	case "method_reference":
		var x int32
		var name string
		for c := range n.all() {
			switch {
			case c.is("identifier") && x != 0:
				name = c.text()
			case c.is("new"):
				name = "new"
			case c.named() && x == 0 && c.is("type_identifier", "scoped_type_identifier", "generic_type", "array_type"):
				x = j.typ(c, in, ctxType, in)
			case c.named() && x == 0:
				x = j.ex(c, in)
			}
		}
		if name == "new" || x == 0 {
			return 0
		}
		e := j.lowering.member(x, name)
		j.use(use{what: useValue, in: in, expr: e, line: n.line(), context: ctxArgument})
		return e
	case "class_literal":
		e := j.typ(n.first(), in, ctxType, in)
		return j.withList(expr{op: opIndex, x: j.lit("Class")}, []int32{e})
	case "string_literal", "text_block":
		return j.lit("String")
	case "character_literal":
		return j.lit("char")
	case "decimal_integer_literal", "hex_integer_literal", "octal_integer_literal", "binary_integer_literal":
		if t := n.text(); strings.HasSuffix(t, "L") || strings.HasSuffix(t, "l") {
			return j.lit("long")
		}
		return j.lit("int")
	case "decimal_floating_point_literal", "hex_floating_point_literal":
		if strings.HasSuffix(strings.ToLower(n.text()), "f") {
			return j.lit("float")
		}
		return j.lit("double")
	case "true", "false":
		return j.lit("boolean")
	case "null_literal":
		return j.lit("null")
	case "binary_expression":
		a, b := j.ex(n.field("left"), in), j.ex(n.field("right"), in)
		switch n.field("operator").text() {
		case "==", "!=", "<", ">", "<=", ">=", "&&", "||":
			return j.lit("boolean")
		}
		return j.withList(expr{op: opSum}, []int32{a, b})
	case "unary_expression", "update_expression":
		e := j.ex(n.first(), in)
		if n.has("!") {
			return j.lit("boolean")
		}
		return e
	case "switch_expression":
		j.ex(n.field("condition"), in)
		j.statement(n.field("body"), in)
		return 0
	case "type_identifier", "generic_type", "scoped_type_identifier":
		return j.typ(n, in, ctxType, in)
	}
	for c := range n.children() {
		j.statement(c, in)
	}
	return 0
}

// streaming are the methods that call their argument with the elements of the receiver.
var streaming = setOf("forEach map filter flatMap anyMatch allMatch noneMatch mapToInt mapToLong mapToObj peek removeIf sorted ifPresent orElseGet takeWhile dropWhile ifPresentOrElse")

func (j *javaLowering) call(n node, in int32) int32 {
	name := n.field("name").text()
	o := n.field("object")
	var f, x int32
	if o.ok() {
		x = j.ex(o, in)
		f = j.lowering.member(x, name)
	} else {
		f = j.expr(expr{op: opName, n: 1, name: j.keep(name), x: in, pos: n.field("name").start()})
	}
	xs := j.args(n.field("arguments"), x, name, in)
	if f == 0 {
		return 0
	}
	call := j.withList(expr{op: opCall, x: f}, xs)
	j.use(use{what: useCall, in: in, expr: f, call: call, args: int32(len(xs)), line: n.line(), context: ctxCall})
	if (name == "map" || name == "flatMap" || name == "mapToObj") && len(xs) == 1 && xs[0] != 0 && j.u.exprs[xs[0]].op == opLambda {
		return j.list(opList, []int32{j.expr(expr{op: opCall, x: xs[0]})})
	}
	return call
}

func (j *javaLowering) args(n node, receiver int32, method string, in int32) []int32 {
	var xs []int32
	for c := range n.children() {
		e := j.ex(c, in)
		if e != 0 && receiver != 0 && streaming[method] && j.u.exprs[e].op == opLambda {
			if ps := j.at(j.u.exprs[e].x).params; len(ps) == 1 && j.at(ps[0]).typ == 0 {
				j.setInit(ps[0], j.unary(opElem, receiver))
			}
		}
		xs = append(xs, e)
	}
	return xs
}
