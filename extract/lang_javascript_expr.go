package extract

func (j *jsLowering) handOn(e int32, n node, in int32, context string) {
	if n.is("identifier", "member_expression") {
		j.use(use{what: useValue, in: in, expr: e, line: n.line(), context: context})
	}
}

// ex lowers an expression and notes what it uses.
func (j *jsLowering) ex(n node, in int32) int32 { return j.callee(n, in) }

func (j *jsLowering) callee(n node, in int32) int32 {
	if !n.ok() || !j.enter() {
		return 0
	}
	defer j.leave()
	switch n.kind() {
	case "identifier", "shorthand_property_identifier":
		if t := n.text(); t != "undefined" {
			return j.name(t, in, n.start())
		}
		return 0
	case "this":
		return j.expr(expr{op: opThis, x: in})
	case "super":
		return j.expr(expr{op: opSuper, x: in})
	case "member_expression":
		if spec, member, ok := j.required(n); ok {
			j.callee(n.field("object"), in)
			return j.member(j.expr(expr{op: opImport, name: j.keep(spec)}), member)
		}
		x := j.ex(n.field("object"), in)
		return j.member(x, n.field("property").text())
	case "subscript_expression":
		x := j.ex(n.field("object"), in)
		i := n.field("index")
		e := j.ex(i, in)
		if i.is("string") {
			return j.member(x, stringContent(i))
		}
		if x == 0 {
			return 0
		}
		idx := expr{op: opIndex, x: x}
		if i.is("number") {
			idx.pos = smallNumber(i.text()) + 1
		}
		return j.withList(idx, []int32{e})
	case "call_expression":
		return j.call(n, in)
	case "new_expression":
		t := j.callee(n.field("constructor"), in)
		args := j.args(n.field("arguments"), 0, "", in)
		if ta := n.field("type_arguments"); ta.ok() {
			t = j.applied(t, ta, in, in)
		}
		j.use(use{what: useNew, in: in, expr: t, args: int32(len(args)), line: n.line(), context: ctxCall})
		return j.unary(opNew, t)
	case "await_expression":
		return j.unary(opAwait, j.ex(n.first(), in))
	case "parenthesized_expression", "non_null_expression", "spread_element", "unary_expression", "update_expression":
		e := j.ex(n.first(), in)
		if n.is("unary_expression", "update_expression") {
			return 0
		}
		return e
	case "as_expression", "satisfies_expression":
		e := j.ex(n.first(), in)
		if t := n.last(); t.i != n.first().i {
			return j.union(j.unary(opOf, j.typ(t, in, ctxType, in)), e)
		}
		return e
	case "type_assertion":
		t := j.typ(n.child("type_arguments").first(), in, ctxType, in)
		e := j.ex(n.last(), in)
		return j.union(j.unary(opOf, t), e)
	case "ternary_expression":
		j.ex(n.field("condition"), in)
		return j.union(j.ex(n.field("consequence"), in), j.ex(n.field("alternative"), in))
	case "binary_expression":
		a, b := j.ex(n.field("left"), in), j.ex(n.field("right"), in)
		switch n.field("operator").text() {
		case "||", "&&", "??":
			return j.union(a, b)
		}
		return 0
	case "sequence_expression":
		var e int32
		for c := range n.children() {
			e = j.ex(c, in)
		}
		return e
	case "assignment_expression":
		return j.assign(n, in)
	case "augmented_assignment_expression":
		j.ex(n.field("left"), in)
		j.ex(n.field("right"), in)
		return 0
	case "arrow_function", "function_expression", "function", "generator_function":
		f := j.function(n, n, "", in, 0)
		return j.expr(expr{op: opLambda, x: f})
	case "class":
		c := j.class(n, in, 0)
		return j.expr(expr{op: opDecl, x: c})
	case "object":
		d := j.declare(decl{kind: declVar, scope: in, line: n.line(), pos: n.start(), flags: isHidden})
		j.object(n, in, d)
		return j.expr(expr{op: opDecl, x: d})
	case "array":
		var xs []int32
		for c := range n.children() {
			e := j.ex(c, in)
			j.handOn(e, c, in, ctxCollection)
			if c.is("spread_element") {
				e = j.unary(opElem, e)
			}
			xs = append(xs, e)
		}
		return j.list(opList, xs)
	case "yield_expression":
		v := j.ex(n.first(), in)
		if f := j.around(in, declFunc); f >= 0 {
			j.at(f).rets = append(j.at(f).rets, v)
		}
		return 0
	case "jsx_element", "jsx_self_closing_element", "jsx_fragment", "jsx_expression", "jsx_attribute", "jsx_opening_element":
		j.jsx(n, in)
		return 0
	case "string", "template_string":
		for c := range n.all() {
			if c.is("template_substitution") {
				j.ex(c.first(), in)
			}
		}
		return j.lit("string")
	case "number":
		return j.lit("number")
	case "regex":
		return j.lit("RegExp")
	case "true", "false":
		return j.lit("boolean")
	case "null":
		return 0
	case "class_declaration", "function_declaration", "lexical_declaration", "statement_block":
		j.statement(n, in)
		return 0
	case "instantiation_expression":
		return j.ex(n.first(), in)
	}
	for c := range n.children() {
		j.statement(c, in)
	}
	return 0
}
