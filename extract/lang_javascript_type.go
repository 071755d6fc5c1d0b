package extract

import "strings"

func (j *jsLowering) iface(n node, in int32, flags declFlag) {
	body := n.field("body")
	d := decl{
		kind: declType, node: KindInterface, name: n.field("name").text(), scope: in, line: n.line(), pos: n.start(),
		flags: flags | isInterface | isUnordered, sig: j.keep(n.head(body)), doc: j.doc(n),
	}
	c := j.declare(d)
	j.typeParams(n, c)
	for h := range n.children() {
		if h.is("extends_type_clause") {
			for t := range h.children() {
				if e := j.typ(t, c, "", c); e != 0 {
					j.at(c).bases = append(j.at(c).bases, base{e, RelInherits, t.line()})
				}
			}
		}
	}
	j.members(body, c, KindMethod)
}

// members declares what an interface or an object type has.
func (j *jsLowering) members(body node, c int32, kind string) {
	for m := range body.children() {
		switch m.kind() {
		case "method_signature":
			f := j.declare(decl{
				kind: declFunc, node: kind, name: jsKey(m.field("name")), scope: c, line: m.line(), pos: m.start(), flags: isUnordered | isHidden,
				sig: j.keep(m.head(node{})), doc: j.keep(docComment(m, "/**", "//")),
			})
			if j.u.more(f) != 0 {
				j.at(f).flags |= isMore
			}
			j.body(m, f)
		case "property_signature":
			t := j.typ(m.field("type"), c, ctxField, c)
			j.declare(decl{kind: declVar, name: jsKey(m.field("name")), scope: c, line: m.line(), pos: m.start(), typ: t, flags: isUnordered | isHidden})
		case "call_signature":
			f := j.declare(decl{kind: declFunc, name: jsCallable, scope: c, line: m.line(), pos: m.start(), flags: isUnordered | isHidden})
			j.body(m, f)
		case "index_signature":
			j.typ(m.field("type"), c, ctxField, c)
		}
	}
}

// jsCallable is the name of what a call of an object calls.
const jsCallable = "(call)"

func (j *jsLowering) alias(n node, in int32, flags declFlag) {
	value := n.field("value")
	d := decl{
		kind: declAlias, node: KindAlias, name: n.field("name").text(), scope: in, line: n.line(), pos: n.start(), flags: flags | isUnordered,
		sig: j.keep(cut(oneLine(strings.TrimRight(n.text(), "; \n")))), doc: j.doc(n),
	}
	if value.is("object_type") {
		d.kind = declType
		c := j.declare(d)
		j.typeParams(n, c)
		j.members(value, c, KindMethod)
		return
	}
	a := j.declare(d)
	j.typeParams(n, a)
	j.own = consists(value, nil, 0)
	j.setType(a, j.typ(value, a, ctxType, a))
	j.own = nil
}

// consists adds the object types that a type is put together from: of intersections and unions, of both branches of a condition, and
// where one member of an object is taken for the type.
func consists(n node, of []uint32, depth int) []uint32 {
	if depth > maxTypeDepth {
		return of
	}
	switch n.kind() {
	case "object_type":
		return append(of, n.i)
	case "parenthesized_type", "lookup_type":
		return consists(n.first(), of, depth+1)
	case "conditional_type":
		return consists(n.field("alternative"), consists(n.field("consequence"), of, depth+1), depth+1)
	case "intersection_type", "union_type":
		for c := range n.children() {
			of = consists(c, of, depth+1)
		}
	}
	return of
}

func (j *jsLowering) enum(n node, in int32, flags declFlag) {
	c := j.declare(decl{
		kind: declType, node: KindEnum, name: n.field("name").text(), scope: in, line: n.line(), pos: n.start(), flags: flags | isUnordered,
		sig: j.keep(n.head(n.field("body"))), doc: j.doc(n),
	})
	for m := range n.field("body").children() {
		name := m
		if m.is("enum_assignment") {
			name = m.field("name")
			j.ex(m.field("value"), in)
		}
		j.declare(decl{kind: declVar, node: KindEnumCase, name: jsKey(name), scope: c, line: m.line(), pos: m.start(), flags: isUnordered | isEnumCase | isHidden})
	}
}

func (j *jsLowering) namespace(n node, in int32, flags declFlag) {
	name := n.field("name")
	text := name.text()
	if name.is("string") {
		text = stringContent(name)
	}
	s := j.declare(decl{kind: declSpace, node: KindNamespace, name: text, scope: in, line: n.line(), pos: n.start(), flags: flags | isUnordered, doc: j.doc(n)})
	j.block(n.field("body"), s)
	for i := s + 1; int(i) < len(j.u.decls); i++ { // Graphify hangs what is in a namespace on the file
		if j.at(i).scope == s && j.at(i).node != "" {
			j.at(i).flags |= isFlat
		}
	}
}
