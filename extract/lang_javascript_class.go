package extract

func (j *jsLowering) class(n node, in int32, flags declFlag) int32 {
	return j.classNamed(n, n.field("name").text(), in, flags)
}

func (j *jsLowering) classNamed(n node, name string, in int32, flags declFlag) int32 {
	body := n.field("body")
	d := decl{
		kind: declType, node: KindClass, name: name, scope: in, line: n.line(), pos: n.start(), flags: flags | isUnordered,
		sig: j.keep(n.head(body)), doc: j.doc(n),
	}
	if name == "" {
		d.node, d.flags = "", d.flags|isHidden
	}
	var block declFlag
	d.from, d.to, block = j.reach(n, in)
	d.flags |= block
	c := j.declare(d)
	for m := range n.all() {
		if m.is("decorator") {
			j.decorator(m, c, in)
		}
	}
	if p := n.parent(); p.is("export_statement") {
		for m := range p.all() {
			if m.is("decorator") {
				j.decorator(m, c, in)
			}
		}
	}
	j.typeParams(n, c)
	if h := n.child("class_heritage"); h.ok() {
		j.heritage(h, c, in)
	}
	for m := range body.children() {
		j.classMember(m, c, in)
	}
	return c
}

func (j *jsLowering) decorator(n node, of, in int32) {
	e := j.callee(n.first(), in)
	if e != 0 && j.u.exprs[e].op == opCall {
		e = j.u.exprs[e].x
	}
	j.use(use{what: useMark, in: of, expr: e, line: n.line(), context: ctxDecorator})
}

func (j *jsLowering) heritage(h node, c, in int32) {
	add := func(e int32, relation string, line int32) {
		if e != 0 {
			j.at(c).bases = append(j.at(c).bases, base{e, relation, line})
		}
	}
	for x := range h.children() {
		switch x.kind() {
		case "extends_clause":
			e := j.ex(x.field("value"), in)
			if args := x.field("type_arguments"); args.ok() {
				e = j.applied(e, args, in, c)
			}
			add(e, RelInherits, x.line())
		case "implements_clause":
			for t := range x.children() {
				add(j.typ(t, c, "", c), RelImplements, t.line())
			}
		default:
			add(j.ex(x, in), RelInherits, x.line())
		}
	}
}

func (j *jsLowering) classMember(m node, c, in int32) {
	switch m.kind() {
	case "method_definition", "method_signature", "abstract_method_signature":
		name := jsKey(m.field("name"))
		flags := isHidden
		switch {
		case m.has("get"):
			flags |= isProperty
		case m.has("set"):
			flags |= isMore
		case m.has("static"):
			flags |= isStatic
		}
		if name == "constructor" {
			flags |= isCtor
		}
		f := j.declare(decl{
			kind: declFunc, node: KindMethod, name: name, scope: c, line: m.line(), pos: m.start(), flags: flags | isUnordered,
			sig: j.keep(m.head(m.field("body"))), doc: j.keep(docComment(m, "/**", "//")),
		})
		if b := j.u.more(f); b != 0 && (j.at(b).flags&isStatic == flags&isStatic) {
			j.at(f).flags |= isMore
			if !m.has("set") {
				j.moved(m, f)
			}
		}
		for x := range m.all() {
			if x.is("decorator") {
				j.decorator(x, f, in)
			}
		}
		j.body(m, f)
	case "public_field_definition", "field_definition":
		nameNode := m.field("name")
		if !nameNode.ok() {
			nameNode = m.field("property")
		}
		name := jsKey(nameNode)
		value := m.field("value")
		if v := unwrapJS(value); isJSFunction(v.kind()) {
			f := j.function(v, m, name, c, isHidden)
			j.at(f).node = KindMethod
			j.at(f).sig = j.keep(m.head(v.field("body")))
			j.at(f).doc = j.keep(docComment(m, "/**", "//"))
			return
		}
		var t int32
		if ty := m.field("type"); ty.ok() {
			t = j.typ(ty, c, ctxField, c)
		}
		d := j.declare(decl{kind: declVar, name: name, scope: c, line: m.line(), pos: m.start(), typ: t, flags: isUnordered | isHidden})
		for x := range m.all() {
			if x.is("decorator") {
				j.decorator(x, c, in)
			}
		}
		if value.ok() {
			e := j.value(value, c, d)
			j.at(d).init = e
			j.handOn(e, value, c, ctxAssignment)
		}
	case "class_static_block":
		j.block(m.field("body"), c)
	case "decorator":
	}
}
