package extract

import "strings"

// cName is the name in a declarator.
func cName(d node) node {
	for d.ok() {
		switch d.kind() {
		case "identifier", "field_identifier", "type_identifier", "qualified_identifier", "operator_name", "destructor_name", "template_function", "operator_cast":
			return d
		}
		next := d.field("declarator")
		if !next.ok() {
			next = d.first()
			if !next.is("identifier", "field_identifier", "type_identifier", "qualified_identifier", "operator_name", "destructor_name", "pointer_declarator", "function_declarator", "parenthesized_declarator", "reference_declarator", "array_declarator", "template_function") {
				return node{}
			}
		}
		d = next
	}
	return node{}
}

// cFunction is the function declarator in a declarator, none for variables and pointers to functions.
func cFunction(d node) node {
	for d.ok() {
		switch d.kind() {
		case "function_declarator":
			if d.field("declarator").is("parenthesized_declarator") {
				return node{}
			}
			return d
		case "pointer_declarator", "reference_declarator", "attributed_declarator":
			next := d.field("declarator")
			if !next.ok() {
				next = d.last()
			}
			d = next
		default:
			return node{}
		}
	}
	return node{}
}

func (c *cLowering) typeDecl(n node, in int32, name string) int32 {
	body := n.field("body")
	if name == "" {
		name = n.field("name").text()
	}
	if i := strings.IndexByte(name, '<'); i > 0 {
		name = name[:i]
	}
	if !body.ok() {
		return 0
	}
	d := decl{
		kind: declType, node: KindClass, name: name, scope: in, line: n.line(), pos: n.start(), flags: isUnordered, sig: c.keep(n.head(body)), doc: c.doc(n),
	}
	switch n.kind() {
	case "struct_specifier", "union_specifier":
		d.node = KindStruct
	case "enum_specifier":
		d.node = KindEnum
	}
	switch {
	case name == "":
		d.node, d.flags = "", d.flags|isHidden
	case n.field("name").is("template_type"): // for some type arguments: the name means the one for all
		d.label = c.keep(oneLine(n.field("name").text()))
		d.idName, d.flags = d.label, d.flags|isHidden
	}
	t := c.declare(d)
	if n.is("enum_specifier") {
		scoped := n.has("class") || n.has("struct")
		for e := range body.children() {
			if e.is("enumerator") {
				c.declare(decl{kind: declVar, node: KindEnumCase, name: e.field("name").text(), scope: t, line: e.line(), pos: e.start(), flags: isUnordered | isEnumCase})
				if !scoped {
					c.ex(e.field("value"), in)
				}
			}
		}
		return t
	}
	for b := range n.child("base_class_clause").children() {
		if b.is("access_specifier", "attribute_declaration") {
			continue
		}
		if e := c.typ(b, t, "", t); e != 0 {
			c.at(t).bases = append(c.at(t).bases, base{e, RelInherits, b.line()})
		}
	}
	c.items(body, t)
	return t
}

// declaration declares variables, fields and functions without a body.
func (c *cLowering) declaration(n node, in int32) {
	t := n.field("type")
	if t.is("struct_specifier", "class_specifier", "union_specifier", "enum_specifier") && t.field("body").ok() {
		c.typeDecl(t, in, "")
	}
	inType := c.at(in).kind == declType
	context := ctxType
	if inType {
		context = ctxField
	}
	typ := int32(0)
	typed := false
	for d := range n.fieldAll("declarator") {
		value := node{}
		if d.is("operator_cast") { // broken code before a type
			c.item(d.field("type"), in)
			continue
		}
		if d.is("init_declarator") {
			value = d.field("value")
			d = d.field("declarator")
		}
		if f := cFunction(d); f.ok() {
			if !c.variable(f, in) {
				c.prototype(n, f, in)
				continue
			}
			for p := range f.field("parameters").children() { // what looks like a type is a value
				c.ex(p.field("type"), in)
			}
			d, value = f.field("declarator"), node{}
		}
		if !typed {
			typ, typed = c.typ(t, in, context, in), true
		}
		name := cName(d)
		if b := c.block(n); !name.ok() && c.parts(d, decl{kind: declVar, scope: in, line: n.line(), init: c.ex(value, in), from: b.start(), to: b.end(), flags: isBlock}) {
			continue
		}
		x := decl{kind: declVar, name: name.text(), scope: in, line: n.line(), pos: name.start(), typ: c.pointed(typ, t, d)}
		if d.is("array_declarator") && x.typ != 0 && x.typ == typ {
			x.typ = c.withList(expr{op: opIndex, x: c.lit("array")}, []int32{typ})
		}
		switch {
		case inType:
			x.node, x.flags = KindField, isUnordered
			if name.text() == "" || c.at(in).node == "" {
				x.node = ""
			}
		case c.around(in, declFunc) >= 0:
			b := c.block(n)
			x.from, x.to, x.flags = b.start(), b.end(), isBlock
		default:
			x.flags = isUnordered
		}
		i := c.declare(x)
		if value.ok() {
			var e int32
			if value.is("argument_list", "initializer_list") {
				for a := range value.children() {
					c.ex(a, in)
				}
			} else {
				e = c.ex(value, in)
				if value.is("identifier", "pointer_expression") {
					c.use(use{what: useValue, in: in, expr: e, line: value.line(), context: ctxAssignment})
				}
			}
			c.at(i).init = e
		}
	}
	if v := n.field("default_value"); v.ok() {
		c.ex(v, in)
	}
}

// parts declares the names that a value is taken apart into, auto [a, b] = f(), and reports whether d has any. What is the same for
// all of them is x.
func (c *cLowering) parts(d node, x decl) bool {
	for d.ok() && !d.is("structured_binding_declarator") {
		d = d.last()
	}
	i, whole := uint32(0), x.init
	for name := range d.children() {
		x.name, x.pos, x.init = name.text(), name.start(), 0
		if whole != 0 {
			x.init = c.expr(expr{op: opItem, x: whole, pos: i})
		}
		c.declare(x)
		i++
	}
	return i > 0
}

func (c *cLowering) block(n node) node {
	for b := n.parent(); b.ok(); b = b.parent() {
		if b.is("compound_statement", "for_statement", "for_range_loop", "if_statement", "while_statement", "lambda_expression", "function_definition", "switch_statement", "catch_clause") {
			return b
		}
	}
	return n.t.root()
}
