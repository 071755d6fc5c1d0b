package extract

func (c *cLowering) ex(n node, in int32) int32 {
	if !n.ok() || !c.enter() {
		return 0
	}
	defer c.leave()
	switch n.kind() {
	case "identifier", "field_identifier", "namespace_identifier":
		return c.name(n.text(), in, n.start())
	case "type_identifier", "template_type":
		return c.typ(n, in, ctxType, in)
	case "this":
		return c.expr(expr{op: opThis, x: in})
	case "qualified_identifier":
		x := c.scopeOf(n, in)
		last := n
		for last.is("qualified_identifier") {
			last = last.field("name")
		}
		name := last.text()
		if last.is("template_function", "template_method", "template_type") {
			for a := range last.field("arguments").children() {
				c.typ(a, in, ctxGeneric, in)
			}
			name = last.field("name").text()
		}
		if x == 0 {
			return c.expr(expr{op: opRoot, name: c.keep(name), x: in, pos: n.start()})
		}
		return c.member(x, name)
	case "template_function":
		for a := range n.field("arguments").children() {
			c.typ(a, in, ctxGeneric, in)
		}
		return c.name(n.field("name").text(), in, n.start())
	case "field_expression":
		x := c.ex(n.field("argument"), in)
		f := n.field("field")
		name := f.text()
		if f.is("template_method") {
			name = f.field("name").text()
		}
		return c.member(x, name)
	case "call_expression":
		f := c.ex(n.field("function"), in)
		var xs []int32
		for a := range n.field("arguments").children() {
			e := c.ex(a, in)
			if a.is("identifier", "pointer_expression", "qualified_identifier") {
				c.use(use{what: useValue, in: in, expr: e, line: a.line(), context: ctxArgument})
			}
			xs = append(xs, e)
		}
		if f == 0 {
			return 0
		}
		call := c.withList(expr{op: opCall, x: f}, xs)
		if of := c.castTo(n.field("function"), in); of != 0 {
			c.use(use{what: useCall, in: in, expr: f, call: call, args: int32(len(xs)), line: n.line(), context: ctxCall})
			return c.unary(opOf, of)
		}
		c.use(use{what: useCall, in: in, expr: f, call: call, args: int32(len(xs)), line: n.line(), context: ctxCall})
		if x := &c.u.exprs[f]; x.op == opMember {
			switch x.name {
			case "get", "operator->", "value", "lock", "front", "back", "at", "top", "begin", "end":
				return c.union(call, c.unary(opElem, x.x), x.x)
			case "find", "lower_bound", "upper_bound", "emplace", "insert", "extract", "rbegin", "cbegin":
				return c.union(call, c.unary(opElem, x.x))
			case "move", "forward", "ref":
				if len(xs) == 1 {
					return c.union(call, xs[0])
				}
			}
		}
		return call
	case "new_expression":
		t := c.typ(n.field("type"), in, ctxType, in)
		for a := range n.field("arguments").children() {
			c.ex(a, in)
		}
		c.use(use{what: useNew, in: in, expr: t, args: -1, line: n.line(), context: ctxCall})
		return c.unary(opOf, t)
	case "pointer_expression", "parenthesized_expression", "unary_expression", "co_await_expression":
		e := c.ex(n.last(), in)
		if n.has("!") {
			return 0
		}
		return e
	case "cast_expression":
		c.ex(n.field("value"), in)
		return c.unary(opOf, c.typ(n.field("type"), in, ctxType, in))
	case "compound_literal_expression":
		t := c.typ(n.field("type"), in, ctxType, in)
		c.ex(n.field("value"), in)
		return c.unary(opOf, t)
	case "assignment_expression":
		c.ex(n.field("left"), in)
		r := n.field("right")
		e := c.ex(r, in)
		if r.is("identifier", "pointer_expression") {
			c.use(use{what: useValue, in: in, expr: e, line: r.line(), context: ctxAssignment})
		}
		return e
	case "conditional_expression":
		c.ex(n.field("condition"), in)
		return c.union(c.ex(n.field("consequence"), in), c.ex(n.field("alternative"), in))
	case "subscript_expression":
		x := c.ex(n.field("argument"), in)
		for a := range n.children() {
			if a.i != n.field("argument").i {
				c.ex(a, in)
			}
		}
		if x == 0 {
			return 0
		}
		return c.withList(expr{op: opIndex, x: x}, nil)
	case "lambda_expression":
		f := c.declare(decl{kind: declFunc, scope: in, line: n.line(), pos: n.start(), flags: isHidden | isArrow})
		c.params(n.field("declarator"), f)
		c.statement(n.field("body"), f)
		return c.expr(expr{op: opLambda, x: f})
	case "initializer_list":
		for a := range n.children() {
			e := c.ex(a, in)
			if a.is("identifier", "pointer_expression") {
				c.use(use{what: useValue, in: in, expr: e, line: a.line(), context: ctxCollection})
			}
		}
		return 0
	case "initializer_pair":
		v := n.field("value")
		e := c.ex(v, in)
		if v.is("identifier", "pointer_expression") {
			c.use(use{what: useValue, in: in, expr: e, line: v.line(), context: ctxCollection})
		}
		return 0
	case "field_designator", "sizeof_expression", "comment":
		return 0
	case "number_literal":
		return c.lit("int")
	case "string_literal", "raw_string_literal", "concatenated_string":
		return c.lit("text")
	case "binary_expression":
		e := c.ex(n.field("left"), in)
		c.ex(n.field("right"), in)
		switch n.field("operator").text() {
		case "+", "-":
			return e
		}
		return 0
	}
	for x := range n.children() {
		c.statement(x, in)
	}
	return 0
}

// castTo is the type that a call of a cast or a maker of pointers gives, as static_cast<T>(x) and std::make_unique<T>(x) do, 0 for others.
func (c *cLowering) castTo(f node, in int32) int32 {
	for f.is("qualified_identifier") {
		f = f.field("name")
	}
	if !f.is("template_function") {
		return 0
	}
	switch f.field("name").text() {
	case "static_cast", "dynamic_cast", "reinterpret_cast", "const_cast", "make_shared", "make_unique", "static_pointer_cast", "dynamic_pointer_cast", "const_pointer_cast":
		return c.typ(f.field("arguments").first(), in, "", in)
	}
	return 0
}
