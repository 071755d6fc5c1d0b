package extract

import "strings"

// variable reports whether what looks like a function declared in the middle of another one, T x(y), makes a variable: as most do.
func (c *cLowering) variable(f node, in int32) bool {
	if c.around(in, declFunc) < 0 || c.at(in).kind == declType || !f.field("declarator").is("identifier") || c.u.path[len(c.u.path)-2:] == ".c" {
		return false
	}
	some := false
	for p := range f.field("parameters").children() {
		if !p.is("parameter_declaration") || p.field("declarator").ok() || !p.field("type").is("type_identifier", "qualified_identifier") || p.has("type_qualifier") {
			return false
		}
		some = true
	}
	return some
}

// prototype declares a function without its body: a method of a type is a node, any other leads to its definition.
func (c *cLowering) prototype(n, f node, in int32) {
	name := cName(f.field("declarator"))
	if name.is("qualified_identifier") || !name.ok() {
		return
	}
	d := decl{kind: declFunc, name: oneLine(name.text()), scope: in, line: n.line(), pos: n.start(), flags: isUnordered, sig: c.keep(cut(oneLine(strings.TrimRight(n.text(), ";")))), doc: c.doc(n)}
	if c.at(in).kind == declType {
		if d.name == c.at(in).name || name.is("destructor_name") {
			d.flags |= isCtor
		} else if c.at(in).node != "" {
			d.node = KindMethod
		}
		if n.has("storage_class_specifier") && strings.Contains(n.child("storage_class_specifier").text(), "static") {
			d.flags |= isStatic
		}
	}
	if b := c.around(in, declFunc); b >= 0 {
		bl := c.block(n)
		d.from, d.to, d.flags = bl.start(), bl.end(), d.flags|isBlock
	}
	i := c.declare(d)
	c.params(f, i)
	c.setType(i, c.result(n, f, i))
}

// result is the type that a function gives.
func (c *cLowering) result(n, f node, i int32) int32 {
	if t := f.child("trailing_return_type"); t.ok() {
		return c.typ(t.first(), i, ctxReturn, i)
	}
	return c.typ(n.field("type"), i, ctxReturn, i)
}

func (c *cLowering) params(f node, i int32) {
	for p := range f.field("parameters").children() {
		switch p.kind() {
		case "parameter_declaration", "optional_parameter_declaration", "variadic_parameter_declaration":
		case "variadic_parameter":
			c.declare(decl{kind: declVar, scope: i, flags: isParam | isRest})
			continue
		default:
			continue
		}
		t := c.typ(p.field("type"), i, ctxParameter, i)
		d := p.field("declarator")
		if t == 0 && !d.ok() && p.field("type").text() == "void" {
			continue
		}
		x := decl{kind: declVar, name: cName(d).text(), scope: i, line: p.line(), pos: p.start(), typ: c.pointed(t, p.field("type"), d), flags: isParam}
		if v := p.field("default_value"); v.ok() {
			x.flags |= isOptional
			c.ex(v, i)
		}
		if p.is("variadic_parameter_declaration") {
			x.flags |= isRest
		}
		if cFunction(d).ok() || d.is("function_declarator") {
			x.typ = 0
		}
		c.declare(x)
	}
	for x := range f.all() {
		if x.is("...") {
			c.declare(decl{kind: declVar, scope: i, flags: isParam | isRest})
		}
	}
	if strings.HasSuffix(strings.TrimSpace(strings.TrimSuffix(f.field("parameters").text(), ")")), "...") {
		c.declare(decl{kind: declVar, scope: i, flags: isParam | isRest})
	}
}
