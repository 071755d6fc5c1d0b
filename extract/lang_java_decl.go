package extract

import "strings"

func (j *javaLowering) typeDecl(n node, in int32, kind string, flags declFlag) {
	body := n.field("body")
	d := decl{
		kind: declType, node: kind, name: n.field("name").text(), scope: in, line: n.field("name").line(), pos: n.start(), flags: flags | isUnordered,
		sig: j.keep(n.head(body)), doc: j.doc(n),
	}
	d.line = n.line()
	if b := n.parent(); b.is("block") {
		d.from, d.to = b.start(), b.end()
		d.flags |= isBlock
	}
	c := j.declare(d)
	j.annotations(n, c)
	j.typeParams(n, c)
	add := func(t node, relation string) {
		if e := j.typ(t, c, "", c); e != 0 {
			j.at(c).bases = append(j.at(c).bases, base{e, relation, t.line()})
		}
	}
	if s := n.field("superclass"); s.ok() {
		add(s.first(), RelInherits)
	}
	for h := range n.children() {
		relation := RelImplements
		switch h.kind() {
		case "extends_interfaces":
			relation = RelInherits
		case "super_interfaces":
		default:
			continue
		}
		for t := range h.child("type_list").children() {
			add(t, relation)
		}
	}
	for p := range n.field("parameters").children() { // of a record
		t := j.typ(p.field("type"), c, ctxField, c)
		name := p.field("name").text()
		j.declare(decl{kind: declVar, name: name, scope: c, line: p.line(), pos: p.start(), typ: t, flags: isUnordered})
	}
	for m := range body.children() {
		if !j.enter() {
			return
		}
		j.member(m, c)
		j.leave()
	}
}

func (j *javaLowering) annotations(n node, of int32) {
	for a := range n.child("modifiers").children() {
		if a.is("marker_annotation", "annotation") {
			e := j.typeName(a.field("name"), j.at(of).scope)
			j.use(use{what: useMark, in: of, expr: e, line: a.line(), context: ctxAttribute})
			for x := range a.field("arguments").children() {
				if x.is("element_value_pair") {
					x = x.field("value")
				}
				j.ex(x, j.at(of).scope)
			}
		}
	}
}

func (j *javaLowering) typeParams(n node, of int32) {
	for p := range n.field("type_parameters").children() {
		d := decl{kind: declTypeParam, name: p.first().text(), scope: of, line: p.line(), pos: p.start(), flags: isUnordered}
		if p.first().is("annotation", "marker_annotation") {
			d.name = p.child("type_identifier", "identifier").text()
		}
		x := j.declare(d)
		if b := p.child("type_bound"); b.ok() {
			var bounds []int32
			for t := range b.children() {
				bounds = append(bounds, j.typ(t, of, ctxConstraint, of))
			}
			j.setType(x, j.union(bounds...))
		}
	}
}

func (j *javaLowering) method(n node, in int32) {
	name := n.field("name")
	d := decl{
		kind: declFunc, node: KindMethod, name: name.text(), scope: in, line: n.line(), pos: n.start(), flags: isUnordered,
		sig: j.keep(n.head(n.field("body"))), doc: j.doc(n),
	}
	if m := n.child("modifiers"); m.has("static") {
		d.flags |= isStatic
	}
	switch n.kind() {
	case "constructor_declaration", "compact_constructor_declaration":
		d.flags |= isCtor
	}
	if j.at(in).node == "" && j.at(in).owner == 0 { // of an anonymous class: what it does counts for what it stands in
		d.node = ""
	}
	var types []string
	for p := range n.field("parameters").children() {
		types = append(types, oneLine(p.field("type").text()))
	}
	d.salt = j.keep(strings.Join(types, ","))
	f := j.declare(d)
	j.annotations(n, f)
	j.typeParams(n, f)
	for p := range n.field("parameters").children() {
		j.param(p, f)
	}
	if t := n.field("type"); t.ok() {
		j.setType(f, j.array(j.typ(t, f, ctxReturn, f), n.field("dimensions")))
	}
	if t := n.child("throws"); t.ok() {
		for c := range t.children() {
			j.typ(c, f, ctxType, f)
		}
	}
	j.statement(n.field("body"), f)
}

func (j *javaLowering) array(e int32, dimensions node) int32 {
	if e == 0 {
		return 0
	}
	for range min(strings.Count(dimensions.text(), "["), maxTypeDepth) {
		e = j.withList(expr{op: opIndex, x: j.lit("Array")}, []int32{e})
	}
	return e
}

func (j *javaLowering) param(p node, f int32) {
	d := decl{kind: declVar, scope: f, line: p.line(), pos: p.start(), flags: isParam}
	switch p.kind() {
	case "formal_parameter":
		d.name = p.field("name").text()
		d.typ = j.array(j.typ(p.field("type"), f, ctxParameter, f), p.field("dimensions"))
	case "spread_parameter":
		d.flags |= isRest
		for c := range p.children() {
			switch {
			case c.is("variable_declarator"):
				d.name = c.field("name").text()
			case !c.is("modifiers"):
				d.typ = j.withList(expr{op: opIndex, x: j.lit("Array")}, []int32{j.typ(c, f, ctxParameter, f)})
			}
		}
	case "receiver_parameter":
		return
	default:
		d.name = p.text()
	}
	j.declare(d)
}

func (j *javaLowering) fields(n node, in int32) {
	t := j.typ(n.field("type"), in, ctxField, in)
	for a := range n.child("modifiers").children() {
		if a.is("marker_annotation", "annotation") {
			e := j.typeName(a.field("name"), in)
			j.use(use{what: useMark, in: in, expr: e, line: a.line(), context: ctxAttribute})
		}
	}
	for v := range n.fieldAll("declarator") {
		d := decl{kind: declVar, name: v.field("name").text(), scope: in, line: v.line(), pos: v.start(), typ: j.array(t, v.field("dimensions")), flags: isUnordered}
		if n.child("modifiers").has("static") {
			d.flags |= isStatic
		}
		x := j.declare(d)
		if value := v.field("value"); value.ok() {
			j.setInit(x, j.ex(value, in))
		}
	}
}

// local declares a variable that is known up to the end of the block around n.
func (j *javaLowering) local(name node, typ, init, in int32, block node) {
	j.declare(decl{
		kind: declVar, name: name.text(), scope: in, line: name.line(), pos: name.start(), typ: typ, init: init,
		from: block.start(), to: block.end(), flags: isBlock,
	})
}

func (j *javaLowering) blockOf(n node) node {
	for b := n.parent(); b.ok(); b = b.parent() {
		if b.is("block", "constructor_body", "for_statement", "enhanced_for_statement", "switch_block_statement_group", "switch_rule", "lambda_expression", "class_body", "try_with_resources_statement", "program") {
			return b
		}
	}
	return n.t.root()
}
