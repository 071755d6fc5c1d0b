package extract

import "strings"

func (p *phpLowering) useDecl(n node, in int32) {
	var prefix string
	for c := range n.children() {
		if c.is("namespace_name") {
			prefix = c.text() + `\`
		}
	}
	clause := func(c node) {
		var name node
		for x := range c.children() {
			if x.is("name", "qualified_name", "namespace_name") && x.i != c.field("alias").i {
				name = x
				break
			}
		}
		full := strings.TrimPrefix(prefix+name.text(), `\`)
		local := full[strings.LastIndexByte(full, '\\')+1:]
		if a := c.field("alias"); a.ok() {
			local = a.text()
		}
		p.u.imports = append(p.u.imports, imported{path: p.keep(full), local: p.keep(local), scope: in, line: c.line(), pos: c.start()})
	}
	for c := range n.children() {
		switch c.kind() {
		case "namespace_use_clause":
			clause(c)
		case "namespace_use_group":
			for x := range c.children() {
				clause(x)
			}
		}
	}
}

func (p *phpLowering) typeDecl(n node, in int32, kind string, flags declFlag) {
	body := n.field("body")
	c := p.declare(decl{
		kind: declType, node: kind, name: n.field("name").text(), scope: in, line: n.line(), pos: n.start(), flags: flags | isUnordered,
		sig: p.keep(n.head(body)), doc: p.doc(n),
	})
	p.attributes(n, c)
	p.bases(n, c, in, kind)
	p.block(body, c)
}

func (p *phpLowering) bases(n node, c, in int32, kind string) {
	for h := range n.children() {
		relation := RelInherits
		switch h.kind() {
		case "base_clause":
		case "class_interface_clause":
			relation = RelImplements
		default:
			continue
		}
		for t := range h.children() {
			if e := p.className(t, in); e != 0 {
				p.at(c).bases = append(p.at(c).bases, base{e, relation, t.line()})
			}
		}
	}
}

func (p *phpLowering) attributes(n node, of int32) {
	for g := range n.field("attributes").children() {
		for a := range g.children() {
			if a.is("attribute") {
				e := p.className(a.first(), p.at(of).scope)
				p.use(use{what: useMark, in: of, expr: e, line: a.line(), context: ctxAttribute})
			}
		}
	}
}

func (p *phpLowering) function(n node, in int32) int32 {
	d := decl{
		kind: declFunc, node: KindFunction, name: n.field("name").text(), scope: in, line: n.line(), pos: n.start(), flags: isUnordered,
		sig: p.keep(n.head(n.field("body"))), doc: p.doc(n),
	}
	if n.is("method_declaration") {
		d.node, d.flags = KindMethod, d.flags|isHidden
		if n.has("static_modifier") {
			d.flags |= isStatic
		}
		if d.name == "__construct" {
			d.flags |= isCtor
		}
		if p.at(in).node == "" {
			d.node = ""
		}
	}
	f := p.declare(d)
	p.attributes(n, f)
	p.signature(n, f)
	p.block(n.field("body"), f)
	return f
}

func (p *phpLowering) signature(n node, f int32) {
	for x := range n.field("parameters").children() {
		t := p.typ(x.field("type"), f, ctxParameter, f)
		name := phpName(x.field("name"))
		d := decl{kind: declVar, name: name, scope: f, line: x.line(), pos: x.start(), typ: t, flags: isParam}
		if v := x.field("default_value"); v.ok() {
			d.init = p.ex(v, f)
			d.flags |= isOptional
		}
		if x.is("variadic_parameter") {
			d.flags |= isRest
		}
		p.declare(d)
		if x.is("property_promotion_parameter") && p.at(p.at(f).scope).kind == declType {
			p.declare(decl{kind: declVar, name: name, scope: p.at(f).scope, line: x.line(), pos: x.start(), typ: t, flags: isUnordered | isHidden})
		}
	}
	if t := n.field("return_type"); t.ok() {
		p.setType(f, p.typ(t, f, ctxReturn, f))
	}
}

// phpName is a variable's name without the dollar.
func phpName(n node) string {
	if n.is("by_ref") {
		n = n.first()
	}
	return strings.TrimLeft(n.text(), "$&")
}
