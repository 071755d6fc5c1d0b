package extract

import "strings"

func (c *cLowering) function(n node, in int32) {
	f := cFunction(n.field("declarator"))
	if !f.ok() {
		f = n.field("declarator")
	}
	name := cName(f)
	special := name.is("template_function") // for some type arguments: the name means the one for all
	if special {
		name = name.field("name")
	}
	if !name.ok() || cNoType[name.text()] { // a piece of a function whose beginning was not known as one
		c.statement(n.field("body"), in)
		return
	}
	d := decl{
		kind: declFunc, node: KindFunction, name: oneLine(name.text()), scope: in, line: n.line(), pos: n.start(), flags: isUnordered,
		sig: c.keep(n.head(n.field("body"))), doc: c.doc(n),
	}
	if special {
		d.flags |= isHidden
	}
	static := n.has("storage_class_specifier") && strings.Contains(n.child("storage_class_specifier").text(), "static")
	switch {
	case c.at(in).kind == declType:
		d.node = KindMethod
		if static {
			d.flags |= isStatic
		}
		if c.at(in).node == "" {
			d.node = ""
		}
		if d.name == c.at(in).name {
			d.flags |= isCtor
		}
	case name.is("qualified_identifier"):
		full := oneLine(strings.ReplaceAll(name.text(), " ", ""))
		last := name
		for last.is("qualified_identifier") {
			last = last.field("name")
		}
		d.name = oneLine(last.text())
		d.label = c.keep(full + "()")
		d.idName = c.keep(full)
		d.node = KindMethod
		d.contains = RelContains
		d.flags |= isHidden
		p := c.declare(decl{kind: declType, scope: in, line: n.line(), pos: n.start(), flags: isPartial | isHidden})
		c.setType(p, c.scopeOf(name, in))
		d.scope = p
	case static:
		d.flags |= isFileOnly
	}
	i := c.declare(d)
	c.params(f, i)
	c.setType(i, c.result(n, f, i))
	if l := n.child("field_initializer_list"); l.ok() {
		for x := range l.children() {
			for a := range x.children() {
				if a.is("argument_list", "initializer_list") {
					for e := range a.children() {
						c.ex(e, i)
					}
				}
			}
		}
	}
	c.statement(n.field("body"), i)
}

// scopeOf is the type that a qualified name is in.
func (c *cLowering) scopeOf(n node, in int32) int32 {
	var e int32
	for n.is("qualified_identifier") {
		s := n.field("scope")
		name := s.text()
		if s.is("template_type") {
			name = s.field("name").text()
		}
		switch {
		case !s.ok():
		case e == 0:
			e = c.name(name, in, n.start())
		default:
			e = c.member(e, name)
		}
		n = n.field("name")
	}
	return e
}

func (c *cLowering) statement(n node, in int32) {
	if !n.ok() || !c.enter() {
		return
	}
	defer c.leave()
	switch n.kind() {
	case "declaration":
		c.declaration(n, in)
	case "return_statement":
		v := n.first()
		e := c.ex(v, in)
		if f := c.around(in, declFunc); f >= 0 && v.ok() {
			c.at(f).rets = append(c.at(f).rets, e)
		}
	case "for_range_loop":
		it := c.ex(n.field("right"), in)
		t := c.typ(n.field("type"), in, ctxType, in)
		x := decl{kind: declVar, scope: in, line: n.line(), typ: t, init: c.unary(opElem, it), from: n.start(), to: n.end(), flags: isBlock}
		if name := cName(n.field("declarator")); name.ok() {
			x.name, x.pos = name.text(), name.start()
			c.declare(x)
		} else {
			c.parts(n.field("declarator"), x)
		}
		c.statement(n.field("body"), in)
	case "catch_clause":
		for p := range n.field("parameters").children() {
			t := c.typ(p.field("type"), in, ctxType, in)
			c.declare(decl{kind: declVar, name: cName(p.field("declarator")).text(), scope: in, line: n.line(), pos: p.start(), typ: t, from: n.start(), to: n.end(), flags: isBlock})
		}
		c.statement(n.field("body"), in)
	case "expression_statement":
		c.ex(n.first(), in)
	case "compound_statement", "if_statement", "else_clause", "for_statement", "while_statement", "do_statement", "switch_statement", "case_statement",
		"labeled_statement", "try_statement", "condition_clause", "init_statement", "parenthesized_expression", "preproc_if", "preproc_ifdef", "preproc_else", "preproc_elif", "ERROR":
		for x := range n.children() {
			c.statement(x, in)
		}
	case "struct_specifier", "class_specifier", "enum_specifier", "union_specifier", "type_definition", "alias_declaration", "using_declaration", "function_definition", "template_declaration", "namespace_definition", "preproc_function_def", "preproc_include":
		c.item(n, in)
	case "break_statement", "continue_statement", "goto_statement", "statement_identifier", "preproc_def", "preproc_call", "comment":
	default:
		c.ex(n, in)
	}
}
