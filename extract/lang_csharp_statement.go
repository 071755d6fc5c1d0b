package extract

func (c *csharpLowering) statement(n node, in int32) {
	if !n.ok() || !c.enter() {
		return
	}
	defer c.leave()
	switch n.kind() {
	case "local_declaration_statement":
		c.variables(n.child("variable_declaration"), in, n)
	case "variable_declaration":
		c.variables(n, in, n)
	case "foreach_statement":
		it := c.ex(n.field("right"), in)
		t := int32(0)
		if n.field("type").text() != "var" {
			t = c.typ(n.field("type"), in, ctxType, in)
		}
		c.local(n.field("left"), t, c.unary(opElem, it), in, n)
		c.statement(n.field("body"), in)
	case "catch_clause":
		d := n.child("catch_declaration")
		t := c.typ(d.field("type"), in, ctxType, in)
		if name := d.field("name"); name.ok() {
			c.local(name, t, 0, in, n)
		}
		for x := range n.children() {
			if !x.is("catch_declaration") {
				c.statement(x, in)
			}
		}
	case "local_function_statement":
		d := c.named(n, declFunc, KindFunction, in)
		b := c.block(n)
		d.from, d.to, d.flags = b.start(), b.end(), d.flags|isBlock
		f := c.declare(d)
		c.typeParams(n, f)
		c.params(n.field("parameters"), f)
		c.setType(f, c.typ(n.field("type"), f, ctxReturn, f))
		c.statement(n.field("body"), f)
	case "return_statement", "arrow_expression_clause":
		v := n.first()
		e := c.ex(v, in)
		if f := c.around(in, declFunc); f >= 0 {
			c.at(f).rets = append(c.at(f).rets, e)
			t := c.at(f).typ
			if p := c.at(f).owner; t == 0 && p != 0 { // what a property gives
				t = c.at(p).typ
			}
			if c.at(f).flags&isArrow == 0 {
				c.made(v, t, in)
			}
		}
	case "expression_statement":
		c.ex(n.first(), in)
	case "block", "if_statement", "for_statement", "while_statement", "do_statement", "switch_statement", "switch_body", "switch_section", "try_statement",
		"finally_clause", "using_statement", "lock_statement", "checked_statement", "unsafe_statement", "fixed_statement", "labeled_statement", "throw_statement",
		"yield_statement", "catch_filter_clause", "case_switch_label", "global_statement", "preproc_if", "preproc_else", "preproc_region", "ERROR":
		for x := range n.children() {
			c.statement(x, in)
		}
	case "break_statement", "continue_statement", "empty_statement", "goto_statement", "comment":
	case "class_declaration", "struct_declaration", "interface_declaration", "enum_declaration", "record_declaration":
		c.item(n, in)
	default:
		c.ex(n, in)
	}
}

func (c *csharpLowering) args(n node, in int32) []int32 {
	var xs []int32
	for a := range n.children() {
		v := a
		if a.is("argument") {
			v = a.last()
		}
		e := c.ex(v, in)
		if v.is("identifier", "member_access_expression") {
			c.use(use{what: useValue, in: in, expr: e, line: v.line(), context: ctxArgument})
		}
		xs = append(xs, e)
	}
	return xs
}

func (c *csharpLowering) pattern(n node, in int32) {
	switch n.kind() {
	case "declaration_pattern", "declaration_expression", "recursive_pattern", "var_pattern":
		t := int32(0)
		if ty := n.field("type"); ty.ok() && ty.text() != "var" {
			t = c.typ(ty, in, ctxType, in)
		}
		if name := n.field("name"); name.ok() {
			c.local(name, t, 0, in, c.block(n))
		}
	}
	for x := range n.children() {
		if x.is("declaration_pattern", "recursive_pattern", "var_pattern", "and_pattern", "or_pattern", "negated_pattern", "parenthesized_pattern", "positional_pattern_clause", "property_pattern_clause", "subpattern") {
			c.pattern(x, in)
		}
	}
}
