package extract

func (c *csharpLowering) ex(n node, in int32) int32 {
	if !n.ok() || !c.enter() {
		return 0
	}
	defer c.leave()
	switch n.kind() {
	case "identifier":
		return c.name(n.text(), in, n.start())
	case "generic_name":
		for a := range n.child("type_argument_list").children() {
			c.typ(a, in, ctxGeneric, in)
		}
		return c.name(n.first().text(), in, n.start())
	case "this", "this_expression":
		return c.expr(expr{op: opThis, x: in})
	case "base", "base_expression":
		return c.expr(expr{op: opSuper, x: in})
	case "qualified_name", "alias_qualified_name", "predefined_type":
		return c.typ(n, in, "", in)
	case "member_access_expression":
		x := c.ex(n.field("expression"), in)
		name := n.field("name")
		if name.is("generic_name") {
			for a := range name.child("type_argument_list").children() {
				c.typ(a, in, ctxGeneric, in)
			}
			name = name.first()
		}
		return c.member(x, name.text())
	case "conditional_access_expression":
		x := c.ex(n.field("condition"), in)
		return c.bound(n.last(), x, in)
	case "invocation_expression":
		f := c.ex(n.field("function"), in)
		return c.call(n, f, in)
	case "object_creation_expression":
		t := c.typ(n.field("type"), in, ctxType, in)
		xs := c.args(n.field("arguments"), in)
		c.ex(n.field("initializer"), in)
		c.use(use{what: useNew, in: in, expr: t, args: int32(len(xs)), line: n.line(), context: ctxCall})
		return c.unary(opOf, t)
	case "implicit_object_creation_expression":
		for x := range n.children() {
			c.args(x, in)
		}
		return 0
	case "cast_expression":
		c.ex(n.field("value"), in)
		return c.unary(opOf, c.typ(n.field("type"), in, ctxType, in))
	case "as_expression":
		c.ex(n.field("left"), in)
		return c.unary(opOf, c.typ(n.field("right"), in, ctxType, in))
	case "is_expression":
		c.ex(n.field("left"), in)
		c.typ(n.field("right"), in, ctxType, in)
		return c.lit("bool")
	case "is_pattern_expression":
		c.ex(n.field("expression"), in)
		c.pattern(n.field("pattern"), in)
		return c.lit("bool")
	case "declaration_expression", "declaration_pattern":
		c.pattern(n, in)
		return 0
	case "await_expression":
		return c.unary(opAwait, c.ex(n.first(), in))
	case "parenthesized_expression", "checked_expression", "postfix_unary_expression":
		return c.ex(n.first(), in)
	case "conditional_expression":
		c.ex(n.field("condition"), in)
		return c.union(c.ex(n.field("consequence"), in), c.ex(n.field("alternative"), in))
	case "binary_expression":
		a, b := c.ex(n.field("left"), in), c.ex(n.field("right"), in)
		if n.field("operator").text() == "??" {
			return c.union(a, b)
		}
		return 0
	case "assignment_expression":
		c.ex(n.field("left"), in)
		r := n.field("right")
		e := c.ex(r, in)
		if r.is("identifier", "member_access_expression") {
			c.use(use{what: useValue, in: in, expr: e, line: r.line(), context: ctxAssignment})
		}
		return e
	case "element_access_expression":
		x := c.ex(n.field("expression"), in)
		c.args(n.field("subscript"), in)
		if x == 0 {
			return 0
		}
		return c.withList(expr{op: opIndex, x: x}, nil)
	case "lambda_expression", "anonymous_method_expression":
		f := c.declare(decl{kind: declFunc, scope: in, line: n.line(), pos: n.start(), flags: isHidden | isArrow})
		ps := n.field("parameters")
		if ps.is("implicit_parameter") {
			c.declare(decl{kind: declVar, name: ps.text(), scope: f, line: ps.line(), pos: ps.start(), flags: isParam})
		} else {
			c.params(ps, f)
		}
		if b := n.field("body"); b.is("block") {
			c.statement(b, f)
		} else {
			e := c.ex(b, f)
			c.at(f).rets = append(c.at(f).rets, e)
		}
		return c.expr(expr{op: opLambda, x: f})
	case "typeof_expression", "default_expression", "sizeof_expression":
		c.typ(n.field("type"), in, ctxType, in)
		return 0
	case "string_literal", "verbatim_string_literal", "raw_string_literal":
		return c.lit("string")
	case "interpolated_string_expression":
		for x := range n.children() {
			if x.is("interpolation") {
				c.ex(x.first(), in)
			}
		}
		return c.lit("string")
	case "integer_literal":
		return c.lit("int")
	case "boolean_literal":
		return c.lit("bool")
	case "null_literal":
		return c.lit("null")
	}
	for x := range n.children() {
		c.statement(x, in)
	}
	return 0
}

// bound lowers what follows ?. on x.
func (c *csharpLowering) bound(n node, x, in int32) int32 {
	switch n.kind() {
	case "member_binding_expression":
		return c.member(x, n.field("name").text())
	case "member_access_expression":
		return c.member(c.bound(n.field("expression"), x, in), n.field("name").text())
	case "invocation_expression":
		return c.call(n, c.bound(n.field("function"), x, in), in)
	case "conditional_access_expression":
		return c.bound(n.last(), c.bound(n.field("condition"), x, in), in)
	}
	return 0
}

func (c *csharpLowering) call(n node, f, in int32) int32 {
	xs := c.args(n.field("arguments"), in)
	if f == 0 {
		return 0
	}
	call := c.withList(expr{op: opCall, x: f}, xs)
	c.use(use{what: useCall, in: in, expr: f, call: call, args: int32(len(xs)), line: n.line(), context: ctxCall})
	return call
}
