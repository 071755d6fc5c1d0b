package extract

import "strings"

func (p *pythonLowering) function(n, whole node, in int32) {
	name := n.field("name")
	d := decl{
		kind: declFunc, node: KindFunction, name: name.text(), scope: in, line: n.line(), pos: n.start(),
		sig: p.keep(n.head(n.field("body"))),
	}
	d.from, d.to = p.reach(whole)
	inType := p.at(in).kind == declType
	if inType {
		d.node = KindMethod
		switch d.name {
		case "__init__":
			d.flags |= isCtor
		case "__new__", "__init_subclass__", "__class_getitem__":
			d.flags |= isClassMethod
		}
	}
	if n.has("async") {
		d.flags |= isAsync
	}
	d.line = whole.line()
	if whole.i != n.i {
		d.line = n.line()
	}
	var marks []node
	for c := range whole.all() {
		if c.is("decorator") {
			marks = append(marks, c.first())
			switch t := c.first().text(); {
			case t == "staticmethod":
				d.flags |= isStatic
			case t == "classmethod":
				d.flags |= isClassMethod
			case t == "property" || strings.HasSuffix(t, "cached_property") || t == "abc.abstractproperty":
				d.flags |= isProperty
			case strings.HasSuffix(t, ".setter") || strings.HasSuffix(t, ".deleter") || t == "overload" || strings.HasSuffix(t, ".overload"):
				d.flags |= isMore
			}
		}
	}
	f := p.declare(d)
	impl := d.flags&isMore == 0 && p.overloaded(f)
	if d.flags&isMore != 0 || impl {
		p.at(f).flags |= isMore
	}
	var by []int32
	for _, m := range marks {
		e := p.callee(m, in)
		by = append(by, e)
		e = p.marked(e)
		p.use(use{what: useMark, in: f, expr: e, line: m.line(), context: "decorator"})
	}
	if len(by) > 0 {
		p.setInit(f, p.list(opDecorated, by))
	}
	for c := range n.field("type_parameters").children() {
		p.declare(decl{kind: declTypeParam, name: c.text(), scope: f, pos: c.start(), flags: isUnordered})
	}
	first := inType && d.flags&isStatic == 0
	for c := range n.field("parameters").children() {
		p.param(c, f, first)
		first = false
	}
	if t := n.field("return_type"); t.ok() {
		p.setType(f, p.typ(t, f, ctxReturn, f))
	}
	body := n.field("body")
	p.docstring(body, f)
	if impl { // the node is where the function is, not its first overload
		first, own := p.at(p.u.primary(f)), p.at(f)
		first.line, first.sig, first.doc = own.line, own.sig, own.doc
	}
	p.block(body, f)
}

// marked is the decorator that a lowered one is: of one with arguments, what is called.
func (p *pythonLowering) marked(e int32) int32 {
	if e != 0 && p.u.exprs[e].op == opCall {
		return p.u.exprs[e].x
	}
	return e
}

// overloaded says that the declaration before this one of the same name was an overload.
func (p *pythonLowering) overloaded(f int32) bool {
	d := p.at(f)
	for i := f - 1; i > d.scope; i-- {
		e := p.at(i)
		if e.scope == d.scope && e.kind == declFunc {
			return e.name == d.name && e.flags&isMore != 0
		}
	}
	return false
}

func (p *pythonLowering) param(n node, f int32, first bool) {
	d := decl{kind: declVar, scope: f, line: n.line(), pos: n.start(), flags: isParam}
	name, typ, value := n, n.field("type"), n.field("value")
	switch n.kind() {
	case "typed_parameter":
		name = n.first()
	case "default_parameter", "typed_default_parameter":
		name = n.field("name")
	case "keyword_separator", "positional_separator":
		return
	}
	rest := ""
	if name.is("list_splat_pattern", "dictionary_splat_pattern") {
		d.flags |= isRest
		rest = name.kind()
		name = name.first()
	}
	d.name = name.text()
	if first {
		d.flags |= isSelf
	}
	if typ.ok() {
		t := p.typ(typ, f, ctxParameter, f)
		switch rest {
		case "list_splat_pattern":
			t = p.withList(expr{op: opIndex, x: p.lit("tuple")}, []int32{t})
		case "dictionary_splat_pattern":
			t = p.withList(expr{op: opIndex, x: p.lit("dict")}, []int32{p.lit("str"), t})
		}
		d.typ = t
	}
	if value.ok() {
		d.init = p.ex(value, p.at(f).scope)
		d.flags |= isOptional // also where the value says nothing: "..."
	}
	p.declare(d)
}

func (p *pythonLowering) class(n, whole node, in int32) {
	d := decl{
		kind: declType, node: KindClass, name: n.field("name").text(), scope: in, line: n.line(), pos: n.start(),
		sig: p.keep(n.head(n.field("body"))),
	}
	d.from, d.to = p.reach(whole)
	c := p.declare(d)
	for m := range whole.all() {
		if m.is("decorator") {
			e := p.marked(p.callee(m.first(), in))
			p.use(use{what: useMark, in: c, expr: e, line: m.line(), context: "decorator"})
		}
	}
	for t := range n.field("type_parameters").children() {
		p.declare(decl{kind: declTypeParam, name: t.text(), scope: c, pos: t.start(), flags: isUnordered})
	}
	for b := range n.field("superclasses").children() {
		if b.is("keyword_argument") {
			p.ex(b.field("value"), in)
			continue
		}
		e := p.ex(b, in)
		if e == 0 {
			continue
		}
		p.at(c).bases = append(p.at(c).bases, base{expr: e, relation: RelInherits, line: b.line()})
	}
	body := n.field("body")
	p.docstring(body, c)
	p.block(body, c)
}

// reach is the block that a statement stands in.
func (p *pythonLowering) reach(n node) (from, to uint32) {
	b := n.parent()
	for b.ok() && !b.is("block", "module") {
		b = b.parent()
	}
	if !b.ok() || b.is("module") {
		return 0, ^uint32(0)
	}
	return b.start(), b.end()
}

// bind gives the names of a pattern their value. at is the statement.
func (p *pythonLowering) bind(n node, value, in int32, at node) {
	switch n.kind() {
	case "identifier":
		p.bindName(n, value, 0, in, at)
	case "attribute":
		p.bindField(n, value, 0, in)
	case "pattern_list", "tuple_pattern", "list_pattern", "tuple", "list", "expression_list":
		i := uint32(0)
		for c := range n.children() {
			if value == 0 {
				p.bind(c, 0, in, at)
			} else {
				p.bind(c, p.expr(expr{op: opItem, x: value, pos: i}), in, at)
			}
			i++
		}
	case "list_splat_pattern", "parenthesized_expression", "as_pattern_target":
		p.bind(n.first(), 0, in, at)
	case "":
	default:
		p.ex(n, in)
	}
}

func (p *pythonLowering) bindName(n node, value, typ, in int32, at node) {
	d := decl{kind: declVar, name: n.text(), scope: in, line: n.line(), pos: n.end(), init: value, typ: typ, flags: isAssign}
	if at.ok() {
		d.from, d.to = p.reach(at)
		switch at.kind() { // what stands to the right of a name still has its old value
		case "assignment", "named_expression":
			d.pos = at.end()
		case "for_statement":
			d.pos = at.field("right").end()
		}
		if at.is("for_in_clause") { // a comprehension's own
			c := at.parent()
			d.from, d.to = c.start(), c.end()
			d.pos = c.start()
			d.flags |= isBlock
		}
	}
	p.declare(d)
}

// bindField takes self.x = … for a field of the class.
func (p *pythonLowering) bindField(n node, value, typ, in int32) {
	object := n.field("object")
	p.ex(object, in)
	f := p.around(in, declFunc)
	if f < 0 || !object.is("identifier") {
		return
	}
	d := p.at(f)
	if len(d.params) == 0 || p.at(d.params[0]).flags&isSelf == 0 || p.at(d.params[0]).name != object.text() {
		return
	}
	p.declare(decl{kind: declVar, name: n.field("attribute").text(), scope: d.scope, line: n.line(), pos: n.start(), init: value, typ: typ, flags: isUnordered | isAssign | isHidden})
}
