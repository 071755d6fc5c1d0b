package extract

import (
	"fmt"
	"strings"
)

func (c *csharpLowering) named(n node, kind declKind, node string, in int32) decl {
	d := decl{
		kind: kind, node: node, name: n.field("name").text(), scope: in, line: n.field("name").line(), pos: n.start(), flags: isUnordered,
		sig: c.keep(n.head(n.field("body"))), doc: c.doc(n),
	}
	for m := range n.all() {
		switch {
		case !m.is("modifier"):
		case m.text() == "static":
			d.flags |= isStatic
		case m.text() == "partial":
			d.flags |= isShared
		}
	}
	var spaces []string
	for s := in; s != 0; s = c.at(s).scope {
		if c.at(s).kind == declSpace {
			spaces = append([]string{c.at(s).name}, spaces...)
		}
	}
	if kind == declType && len(spaces) > 0 {
		d.idName = c.keep(strings.Join(append(spaces, d.name), "."))
	}
	return d
}

func (c *csharpLowering) typeDecl(n node, in int32, kind string, flags declFlag) {
	d := c.named(n, declType, kind, in)
	d.flags |= flags
	t := c.declare(d)
	c.attributes(n, t)
	c.typeParams(n, t)
	for b := range n.child("base_list").children() {
		if b.is("argument_list") {
			c.args(b, t)
			continue
		}
		if b.is("primary_constructor_base_type") {
			b = b.field("type")
		}
		relation := ""
		if kind == KindInterface {
			relation = RelInherits
		}
		if e := c.typ(b, t, "", t); e != 0 {
			c.at(t).bases = append(c.at(t).bases, base{e, relation, b.line()})
		}
	}
	if p := n.child("parameter_list"); p.ok() { // a primary constructor
		for x := range p.children() {
			if x.is("parameter") {
				c.declare(decl{kind: declVar, name: x.field("name").text(), scope: t, line: x.line(), pos: x.start(), typ: c.typ(x.field("type"), t, ctxField, t), flags: isUnordered})
			}
		}
	}
	c.items(n.field("body"), t)
}

func (c *csharpLowering) attributes(n node, of int32) {
	for l := range n.all() {
		if !l.is("attribute_list") {
			continue
		}
		for a := range l.children() {
			if a.is("attribute") {
				e := c.typ(a.field("name"), c.at(of).scope, "", of)
				c.use(use{what: useMark, in: of, expr: e, line: a.line(), context: ctxAttribute})
			}
		}
	}
}

func (c *csharpLowering) typeParams(n node, of int32) {
	l := n.field("type_parameters")
	if !l.ok() {
		l = n.child("type_parameter_list")
	}
	for p := range l.children() {
		if p.is("type_parameter") {
			c.declare(decl{kind: declTypeParam, name: p.field("name").text(), scope: of, line: p.line(), pos: p.start(), flags: isUnordered})
		}
	}
	for k := range n.all() {
		if k.is("type_parameter_constraints_clause") {
			name := k.first().text()
			for x := range k.children() {
				if x.is("type_parameter_constraint") {
					if d, ok := c.last[nameKey{of, name}]; ok {
						c.setType(d, c.union(c.at(d).typ, c.typ(x.first(), of, ctxConstraint, of)))
					}
				}
			}
		}
	}
}

// csharpSignature is what tells a method from others of its name, as Graphify writes it: the number of its type parameters and the
// types of its parameters.
func csharpSignature(n node) string {
	var types []string
	rest := false // params comes before its type, both beside the parameters
	for p := range n.field("parameters").all() {
		var words []string
		t := p.field("type")
		switch {
		case rest:
			words, t, rest = []string{"params"}, p, false
		case p.is("params"):
			rest = true
			continue
		case !p.is("parameter"):
			continue
		}
		for m := range p.all() {
			if m.is("modifier") {
				words = append(words, m.text())
			}
		}
		types = append(types, strings.Join(append(words, strings.Join(strings.Fields(t.text()), "")), " "))
	}
	generic := 0
	for range n.child("type_parameter_list").children() {
		generic++
	}
	if generic == 0 {
		return strings.Join(types, ",")
	}
	return fmt.Sprintf("`%d:%s", generic, strings.Join(types, ","))
}

func (c *csharpLowering) method(n node, in int32) {
	d := c.named(n, declFunc, KindMethod, in)
	d.idName = ""
	switch n.kind() {
	case "constructor_declaration", "destructor_declaration":
		d.flags |= isCtor
	case "operator_declaration":
		d.name = "operator " + n.field("operator").text()
	case "conversion_operator_declaration":
		d.name = "operator " + n.field("type").text()
	}
	d.line = n.line()
	d.salt = c.keep(csharpSignature(n))
	f := c.declare(d)
	c.attributes(n, f)
	c.typeParams(n, f)
	c.params(n.field("parameters"), f)
	t := n.field("returns")
	if !t.ok() {
		t = n.field("type")
	}
	c.setType(f, c.typ(t, f, ctxReturn, f))
	if i := n.child("constructor_initializer"); i.ok() {
		c.args(i.child("argument_list"), f)
		op := opSelfType
		if i.has("base") {
			op = opSuperType
		}
		c.use(use{what: useNew, in: f, expr: c.expr(expr{op: op, x: f}), args: -1, line: i.line(), context: ctxCall})
	}
	c.statement(n.field("body"), f)
}

func (c *csharpLowering) params(n node, f int32) {
	for p := range n.children() {
		if p.is("parameter") {
			x := decl{kind: declVar, name: p.field("name").text(), scope: f, line: p.line(), pos: p.start(), flags: isParam, typ: c.typ(p.field("type"), f, ctxParameter, f)}
			for m := range p.all() {
				switch {
				case m.is("modifier") && m.text() == "params":
					x.flags |= isRest
				case m.is("modifier") && m.text() == "this":
					x.flags |= isExtended
				case m.is("="):
					x.flags |= isOptional
				}
			}
			c.declare(x)
		}
	}
	if n.has("params") {
		name, t := n.field("name"), n.field("type")
		c.declare(decl{kind: declVar, name: name.text(), scope: f, line: n.line(), pos: name.start(), flags: isParam | isRest, typ: c.typ(t, f, ctxParameter, f)})
	}
}

func (c *csharpLowering) property(n node, in int32) {
	d := c.named(n, declVar, KindProperty, in)
	d.idName = ""
	if n.is("indexer_declaration") {
		d.name = "this[]"
	}
	d.line = n.line()
	d.sig = c.keep(n.head(n.field("accessors")))
	p := c.declare(d)
	c.setType(p, c.typ(n.field("type"), in, ctxField, in))
	run := func(body node) {
		if !body.ok() {
			return
		}
		f := c.declare(decl{kind: declFunc, scope: in, line: body.line(), pos: body.start(), flags: isHidden, owner: p})
		c.statement(body, f)
		c.made(body, c.at(p).typ, f)
	}
	for a := range n.field("accessors").children() {
		run(a.field("body"))
	}
	run(n.field("value"))
}

func (c *csharpLowering) variables(n node, in int32, at node) {
	t := n.field("type")
	context := ctxType
	isField := c.at(in).kind == declType
	if isField {
		context = ctxField
	}
	typ := int32(0)
	if t.text() != "var" {
		typ = c.typ(t, in, context, in)
	}
	for v := range n.children() {
		if !v.is("variable_declarator") {
			continue
		}
		x := decl{kind: declVar, name: v.field("name").text(), scope: in, line: v.line(), pos: v.start(), typ: typ}
		if isField {
			x.flags = isUnordered
		} else {
			b := c.block(at)
			x.from, x.to, x.flags = b.start(), b.end(), isBlock
		}
		i := c.declare(x)
		for e := range v.children() {
			if e.i != v.field("name").i {
				value := c.ex(e, in)
				c.made(e, typ, in)
				c.at(i).init = value
			}
		}
	}
}

// made notes the call of a constructor that new() is where a type is expected.
func (c *csharpLowering) made(n node, typ, in int32) {
	if n.is("implicit_object_creation_expression") && typ != 0 {
		c.use(use{what: useNew, in: in, expr: typ, args: -1, line: n.line(), context: ctxCall})
	}
}

func (c *csharpLowering) block(n node) node {
	for b := n.parent(); b.ok(); b = b.parent() {
		if b.is("block", "for_statement", "foreach_statement", "using_statement", "switch_section", "lambda_expression", "method_declaration", "local_function_statement", "constructor_declaration", "accessor_declaration") {
			return b
		}
	}
	return n.t.root()
}

func (c *csharpLowering) local(name node, typ, init, in int32, b node) {
	c.declare(decl{kind: declVar, name: name.text(), scope: in, line: name.line(), pos: name.start(), typ: typ, init: init, from: b.start(), to: b.end(), flags: isBlock})
}
