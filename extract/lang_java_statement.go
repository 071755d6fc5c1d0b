package extract

func (j *javaLowering) statement(n node, in int32) {
	if !n.ok() || !j.enter() {
		return
	}
	defer j.leave()
	switch n.kind() {
	case "local_variable_declaration":
		t := j.varType(n.field("type"), in)
		for v := range n.fieldAll("declarator") {
			e := j.ex(v.field("value"), in)
			j.local(v.field("name"), j.array(t, v.field("dimensions")), e, in, j.blockOf(n))
		}
	case "enhanced_for_statement":
		it := j.ex(n.field("value"), in)
		t := j.varType(n.field("type"), in)
		j.local(n.field("name"), t, j.unary(opElem, it), in, n)
		j.statement(n.field("body"), in)
	case "resource":
		e := j.ex(n.field("value"), in)
		if name := n.field("name"); name.ok() {
			j.local(name, j.varType(n.field("type"), in), e, in, j.blockOf(n))
		}
	case "catch_clause":
		p := n.child("catch_formal_parameter")
		var types []int32
		for t := range p.child("catch_type").children() {
			types = append(types, j.typ(t, in, ctxType, in))
		}
		j.local(p.field("name"), j.union(types...), 0, in, n)
		j.statement(n.field("body"), in)
	case "return_statement":
		e := j.ex(n.first(), in)
		if f := j.around(in, declFunc); f >= 0 {
			j.at(f).rets = append(j.at(f).rets, e)
		}
	case "class_declaration", "interface_declaration", "enum_declaration", "record_declaration":
		j.member(n, in)
	case "explicit_constructor_invocation":
		j.args(n.field("arguments"), 0, "", in)
		op := opSelfType
		if n.field("constructor").is("super") {
			op = opSuperType
		}
		j.use(use{what: useNew, in: in, expr: j.expr(expr{op: op, x: in}), args: -1, line: n.line(), context: ctxCall})
	case "expression_statement":
		j.ex(n.first(), in)
	case "labeled_statement", "block", "constructor_body", "if_statement", "while_statement", "do_statement", "for_statement", "try_statement",
		"try_with_resources_statement", "resource_specification", "finally_clause", "synchronized_statement", "throw_statement", "switch_block",
		"switch_block_statement_group", "switch_rule", "switch_label", "yield_statement", "assert_statement":
		for c := range n.children() {
			j.statement(c, in)
		}
	case "break_statement", "continue_statement", "identifier", "comment":
		if n.is("identifier") && n.parent().is("labeled_statement") {
			return
		}
		if n.is("identifier") {
			j.ex(n, in)
		}
	default:
		j.ex(n, in)
	}
}

// varType is the type that a local variable is declared with, 0 for var.
func (j *javaLowering) varType(n node, in int32) int32 {
	if n.text() == "var" {
		return 0
	}
	return j.typ(n, in, ctxType, in)
}

func (j *javaLowering) pattern(n node, in int32, block node) {
	switch n.kind() {
	case "type_pattern":
		var t int32
		for c := range n.children() {
			if c.is("identifier") {
				j.local(c, t, 0, in, block)
			} else if !c.is("modifiers") {
				t = j.varType(c, in)
			}
		}
	case "record_pattern", "record_pattern_body", "record_pattern_component":
		var t int32
		for c := range n.children() {
			switch {
			case c.is("record_pattern_body", "record_pattern_component", "record_pattern", "type_pattern"):
				j.pattern(c, in, block)
			case c.is("identifier") && n.is("record_pattern_component"):
				j.local(c, t, 0, in, block)
			case !c.is("modifiers", "identifier"):
				t = j.varType(c, in)
			case c.is("identifier"):
				t = j.typeName(c, in)
			}
		}
	}
}

// anonymous declares a class without a name; its methods count for what it stands in.
func (j *javaLowering) anonymous(body node, t, in, owner int32) int32 {
	c := j.declare(decl{kind: declType, scope: in, line: body.line(), pos: body.start(), flags: isHidden, owner: owner})
	if t != 0 {
		j.at(c).bases = append(j.at(c).bases, base{expr: t, relation: relNone})
	}
	for m := range body.children() {
		if j.enter() {
			j.member(m, c)
			j.leave()
		}
	}
	return j.expr(expr{op: opDecl, x: c})
}
