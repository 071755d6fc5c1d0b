package extract

func (s *scalaLowering) typeDecl(n node, in int32, kind string, flags declFlag) {
	body := n.field("body")
	d := decl{
		kind: declType, node: kind, name: n.field("name").text(), scope: in, line: n.line(), pos: n.start(), flags: flags | isUnordered,
		sig: s.keep(n.head(body)), doc: s.doc(n),
	}
	if c, ok := s.last[nameKey{in, d.name}]; ok && s.at(c).kind == declType { // the companion of a class is a part of it, as far as names go
		switch {
		case kind == KindObject:
			d.flags |= isCompanion
		case s.at(c).node == KindObject:
			s.at(c).flags |= isCompanion
		}
	}
	c := s.declare(d)
	s.typeParams(n.field("type_parameters"), c)
	for l := range n.fieldAll("class_parameters") {
		for p := range l.children() {
			if p.is("class_parameter") {
				t := s.typ(p.field("type"), c, ctxField, c)
				s.declare(decl{kind: declVar, name: p.field("name").text(), scope: c, line: p.line(), pos: p.start(), typ: t, flags: isUnordered})
				s.ex(p.field("default_value"), c)
			}
		}
	}
	relation := RelInherits
	for t := range n.field("extend").children() {
		if t.is("arguments") {
			s.args(t, 0, "", c)
			continue
		}
		for _, x := range s.compound(t) {
			if e := s.typ(x, c, "", c); e != 0 {
				s.at(c).bases = append(s.at(c).bases, base{e, relation, x.line()})
			}
			relation = RelMixesIn
		}
	}
	s.body(body, c)
}

// compound are the types of A with B with C.
func (s *scalaLowering) compound(n node) []node {
	if !n.is("compound_type") {
		return []node{n}
	}
	var out []node
	for c := range n.children() {
		out = append(out, s.compound(c)...)
	}
	return out
}

func (s *scalaLowering) typeParams(n node, of int32) {
	for p := range n.children() {
		name := p.field("name")
		if !name.ok() {
			name = p
		}
		d := s.declare(decl{kind: declTypeParam, name: name.text(), scope: of, line: p.line(), pos: p.start(), flags: isUnordered})
		if b := p.child("upper_bound"); b.ok() {
			s.setType(d, s.typ(b.last(), of, ctxConstraint, of))
		}
	}
}

func (s *scalaLowering) function(n node, in int32) {
	d := decl{
		kind: declFunc, node: KindFunction, name: n.field("name").text(), scope: in, line: n.line(), pos: n.start(), flags: isUnordered,
		sig: s.keep(n.head(n.field("body"))), doc: s.doc(n),
	}
	if s.at(in).kind == declType {
		d.node = KindMethod
		if s.at(in).node == "" {
			d.node = ""
		}
	}
	f := s.declare(d)
	for l := range n.fieldAll("parameters") {
		if l.is("type_parameters") {
			s.typeParams(l, f)
			continue
		}
		for p := range l.children() {
			if p.is("parameter") {
				x := decl{kind: declVar, name: p.field("name").text(), scope: f, line: p.line(), pos: p.start(), flags: isParam, typ: s.typ(p.field("type"), f, ctxParameter, f)}
				if v := p.field("default_value"); v.ok() {
					x.flags |= isOptional
					s.ex(v, f)
				}
				if l.has("implicit") || l.has("using") {
					x.flags |= isOptional
				}
				if p.field("type").is("repeated_parameter_type") {
					x.flags |= isRest
				}
				s.declare(x)
			}
		}
	}
	s.typeParams(n.field("type_parameters"), f)
	if t := n.field("return_type"); t.ok() {
		s.setType(f, s.typ(t, f, ctxReturn, f))
	}
	if b := n.field("body"); b.ok() {
		e := s.ex(b, f)
		s.at(f).rets = append(s.at(f).rets, e)
	}
}

func (s *scalaLowering) value(n node, in int32) {
	pat := n.field("pattern")
	if !pat.ok() {
		pat = n.field("name")
	}
	isField := s.at(in).kind == declType
	context := ctxType
	if isField {
		context = ctxField
	}
	t := s.typ(n.field("type"), in, context, in)
	e := s.ex(n.field("value"), in)
	s.pattern(pat, e, t, in, s.blockOf(n), isField || in == 0)
}

func (s *scalaLowering) blockOf(n node) node {
	for b := n.parent(); b.ok(); b = b.parent() {
		if b.is("block", "indented_block", "case_clause", "function_definition", "lambda_expression", "template_body", "for_expression") {
			return b
		}
	}
	return n.t.root()
}

func (s *scalaLowering) pattern(n node, e, t, in int32, b node, open bool) {
	if !n.ok() || !s.enter() {
		return
	}
	defer s.leave()
	switch n.kind() {
	case "identifier":
		d := decl{kind: declVar, name: n.text(), scope: in, line: n.line(), pos: n.start(), init: e, typ: t, flags: isUnordered}
		if !open {
			d.from, d.to, d.flags = b.start(), b.end(), isBlock
		}
		s.declare(d)
	case "typed_pattern":
		s.pattern(n.field("pattern"), 0, s.typ(n.field("type"), in, ctxType, in), in, b, open)
	case "tuple_pattern":
		i := uint32(0)
		for c := range n.children() {
			v := e
			if v != 0 {
				v = s.expr(expr{op: opItem, x: v, pos: i})
			}
			s.pattern(c, v, 0, in, b, open)
			i++
		}
	case "case_class_pattern":
		ty := n.field("type").text()
		var v int32
		if ty == "Some" {
			v = s.unary(opElem, e)
		}
		for c := range n.children() {
			if c.i != n.field("type").i {
				s.pattern(c, v, 0, in, b, open)
			}
		}
	case "capture_pattern":
		s.pattern(n.field("name"), e, 0, in, b, open)
		s.pattern(n.field("pattern"), e, 0, in, b, open)
	case "infix_pattern", "alternative_pattern", "identifiers":
		for c := range n.children() {
			s.pattern(c, 0, t, in, b, open)
		}
	}
}
