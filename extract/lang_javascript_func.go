package extract

// function declares a function, and lowers what it does.
func (j *jsLowering) function(n, at node, name string, in int32, flags declFlag) int32 {
	d := decl{
		kind: declFunc, node: KindFunction, name: name, scope: in, line: at.line(), pos: at.start(), flags: flags | isUnordered,
		sig: j.keep(n.head(n.field("body"))), doc: j.doc(at),
	}
	if at.is("variable_declarator", "pair", "assignment_expression") {
		d.sig = j.keep(at.head(n.field("body")))
	}
	if name == "" {
		d.node, d.flags = "", d.flags|isHidden
	}
	if n.is("arrow_function") {
		d.flags |= isArrow
	}
	if !at.is("method_definition", "pair", "public_field_definition", "field_definition", "assignment_expression") && name != "" {
		var block declFlag
		d.from, d.to, block = j.reach(at, in)
		d.flags |= block
	}
	_, again := j.last[nameKey{in, name}]
	f := j.declare(d)
	if !again {
		j.body(n, f)
		return f
	}
	if before := j.u.more(f); n.is("function_declaration", "generator_function_declaration", "function_signature") && before != 0 && before == f-1-j.inside(before, f) {
		j.at(f).flags |= isMore
		j.moved(n, f)
	}
	j.body(n, f)
	return f
}

// moved puts the node of overloads where the function is.
func (j *jsLowering) moved(n node, f int32) {
	if !n.field("body").ok() {
		return
	}
	first, own := j.at(j.u.primary(f)), j.at(f)
	first.line, first.sig = own.line, own.sig
	if own.doc != "" {
		first.doc = own.doc
	}
}

// inside is how many declarations between two belong to the first.
func (j *jsLowering) inside(a, f int32) int32 {
	n := int32(0)
	for i := a + 1; i < f; i++ {
		for s := j.at(i).scope; s >= a; s = j.at(s).scope {
			if s == a {
				n++
				break
			}
			if s == 0 {
				break
			}
		}
	}
	return n
}

// body lowers type parameters, parameters, result and body of a function.
func (j *jsLowering) body(n node, f int32) {
	if !j.enter() {
		return
	}
	defer j.leave()
	if n.has("async") {
		j.at(f).flags |= isAsync
	}
	if n.has("*") || n.is("generator_function", "generator_function_declaration") {
		j.at(f).flags |= isGenerator
	}
	j.typeParams(n, f)
	if p := n.field("parameter"); p.ok() {
		j.param(p, f)
	}
	for c := range n.field("parameters").children() {
		j.param(c, f)
	}
	if t := n.field("return_type"); t.ok() {
		j.setType(f, j.typ(t, f, ctxReturn, f))
	}
	b := n.field("body")
	switch {
	case b.is("statement_block"):
		j.block(b, f)
	case b.ok():
		e := j.ex(b, f)
		j.at(f).rets = append(j.at(f).rets, e)
	}
}

func (j *jsLowering) typeParams(n node, of int32) {
	for c := range n.field("type_parameters").children() {
		d := decl{kind: declTypeParam, name: c.field("name").text(), scope: of, line: c.line(), pos: c.start(), flags: isUnordered}
		p := j.declare(d)
		if b := c.field("constraint"); b.ok() {
			j.setType(p, j.typ(b.first(), of, ctxConstraint, of))
		}
	}
}

func (j *jsLowering) param(n node, f int32) {
	pat, typ, value := n, n.field("type"), n.field("value")
	var flags declFlag
	switch n.kind() {
	case "required_parameter":
		pat = n.field("pattern")
	case "optional_parameter":
		pat = n.field("pattern")
		flags |= isOptional
	case "assignment_pattern":
		pat, value = n.field("left"), n.field("right")
	}
	if pat.is("rest_pattern") {
		flags |= isRest
		pat = pat.first()
	}
	if pat.is("this") {
		if typ.ok() {
			j.typ(typ, f, ctxParameter, f)
		}
		return
	}
	var t, v int32
	if typ.ok() {
		t = j.typ(typ, f, ctxParameter, f)
	}
	if value.ok() {
		v = j.ex(value, f)
	}
	if pat.is("identifier") {
		d := decl{kind: declVar, name: pat.text(), scope: f, line: n.line(), pos: n.start(), typ: t, init: v, flags: isParam | flags}
		if v != 0 {
			d.flags |= isOptional
		}
		j.declare(d)
		if n.field("pattern").ok() && (n.has("accessibility_modifier") || n.has("readonly")) { // a field of the class
			if c := j.at(f).scope; j.at(c).kind == declType {
				j.declare(decl{kind: declVar, name: pat.text(), scope: c, line: n.line(), pos: n.start(), typ: t, flags: isUnordered | isHidden})
			}
		}
		return
	}
	whole := j.declare(decl{kind: declVar, scope: f, line: n.line(), pos: n.start(), typ: t, init: v, flags: isParam | flags})
	j.pattern(pat, j.expr(expr{op: opDecl, x: whole}), 0, f, n)
}
