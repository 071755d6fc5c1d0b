package extract

import "strings"

// pattern binds the names of a destructuring pattern.
func (j *jsLowering) pattern(n node, value, typ, in int32, at node) {
	from, to, flags := j.reach(at, in)
	j.patternIn(n, value, typ, in, from, to, flags)
}

func (j *jsLowering) patternIn(n node, value, typ, in int32, from, to uint32, flags declFlag) {
	if !j.enter() {
		return
	}
	defer j.leave()
	switch n.kind() {
	case "identifier", "shorthand_property_identifier_pattern":
		j.declare(decl{kind: declVar, name: n.text(), scope: in, line: n.line(), pos: n.start(), init: value, typ: typ, from: from, to: to, flags: flags})
	case "object_pattern":
		if typ != 0 {
			value = j.unary(opOf, typ)
		}
		for c := range n.children() {
			switch c.kind() {
			case "shorthand_property_identifier_pattern":
				j.patternIn(c, j.member(value, c.text()), 0, in, from, to, flags)
			case "pair_pattern":
				j.patternIn(c.field("value"), j.member(value, c.field("key").text()), 0, in, from, to, flags)
			case "object_assignment_pattern":
				v := j.ex(c.field("right"), in)
				j.patternIn(c.field("left"), j.union(j.member(value, c.field("left").text()), v), 0, in, from, to, flags)
			case "rest_pattern":
				j.patternIn(c.first(), value, 0, in, from, to, flags)
			}
		}
	case "array_pattern":
		if typ != 0 {
			value = j.unary(opOf, typ)
		}
		i := uint32(0)
		for c := range n.all() {
			if c.is(",") { // [, b] has a hole
				i++
			}
			if !c.named() || c.comment() {
				continue
			}
			v := value
			if v != 0 {
				v = j.expr(expr{op: opItem, x: v, pos: i})
			}
			j.patternIn(c, v, 0, in, from, to, flags)
		}
	case "assignment_pattern":
		v := j.ex(n.field("right"), in)
		j.patternIn(n.field("left"), j.union(value, v), typ, in, from, to, flags)
	case "rest_pattern":
		j.patternIn(n.first(), 0, 0, in, from, to, flags)
	}
}

// variables declares what const, let and var do. Functions among the values are functions; constants at the top of a file are nodes if
// they hold more than a plain value, as in Graphify.
func (j *jsLowering) variables(n node, in int32, flags declFlag) {
	keyword := n.field("kind").text()
	for v := range n.children() {
		if !v.is("variable_declarator") {
			continue
		}
		name, value := v.field("name"), v.field("value")
		if spec, member, ok := j.required(value); ok && (member == "" || name.is("identifier")) {
			j.require(name, spec, member, in, v)
			continue
		}
		inner := unwrapJS(value)
		if name.is("identifier") && isJSFunction(inner.kind()) {
			f := j.function(inner, v, name.text(), in, flags)
			if in != 0 && j.at(in).kind != declSpace { // what it does counts for the function around it, as in Graphify
				j.at(f).node = ""
			}
			j.typedValue(v, value, f)
			continue
		}
		if name.is("identifier") && inner.is("class") {
			j.classNamed(inner, name.text(), in, flags)
			continue
		}
		var t int32
		if ty := v.field("type"); ty.ok() {
			t = j.typ(ty, in, ctxType, in)
		}
		if !name.is("identifier") {
			e := j.ex(value, in)
			j.pattern(name, e, t, in, v)
			continue
		}
		d := decl{kind: declVar, name: name.text(), scope: in, line: v.line(), pos: name.start(), typ: t, flags: flags}
		var block declFlag
		if keyword != "var" {
			d.from, d.to, block = j.reach(v, in)
			d.flags |= block
		}
		if in == 0 && block == 0 && (keyword == "const" && (flags&isExported != 0 || jsHolds(inner)) || keyword == "let" && jsHolds(inner)) {
			d.node = KindConstant
			if keyword == "let" {
				d.node = KindVariable
			}
			d.sig = j.keep(cut(oneLine(strings.TrimSpace(v.text()))))
			d.doc = j.doc(v)
		}
		if inner.i != value.i && inner.is("identifier", "member_expression") {
			d.flags |= isCast
		}
		x := j.declare(d)
		e := j.value(value, in, x)
		j.at(x).init = e
		j.handOn(e, value, in, ctxAssignment)
		if d.node != "" { // what functions in the value do counts for the constant
			for i := x + 1; int(i) < len(j.u.decls); i++ {
				if f := j.at(i); f.scope == in && f.kind == declFunc && f.name == "" {
					f.owner = x
				}
			}
		}
	}
}

// typedValue notes the type that a variable which holds a function is declared with, or that the function is cast to.
func (j *jsLowering) typedValue(v, value node, f int32) {
	if ty := v.field("type"); ty.ok() {
		j.setInit(f, j.unary(opOf, j.typ(ty, j.at(f).scope, ctxType, f)))
	} else if value.is("as_expression", "satisfies_expression") {
		j.setInit(f, j.castType(value, j.at(f).scope))
	}
}

// unwrapJS is an expression without parentheses and casts.
func unwrapJS(n node) node {
	for n.is("parenthesized_expression", "as_expression", "satisfies_expression", "non_null_expression", "type_assertion") {
		if n.is("type_assertion") {
			n = n.last()
		} else {
			n = n.first()
		}
	}
	return n
}

func jsHolds(n node) bool {
	return n.is("object", "array", "call_expression", "new_expression", "await_expression")
}

// value lowers the value of a variable; the functions of an object are declared below it.
func (j *jsLowering) value(n node, in, of int32) int32 {
	inner := unwrapJS(n)
	if !inner.is("object") {
		return j.ex(n, in)
	}
	j.object(inner, in, of)
	if n.i != inner.i {
		return j.castType(n, in)
	}
	return 0
}

func (j *jsLowering) castType(n node, in int32) int32 {
	if n.is("as_expression", "satisfies_expression") {
		if t := n.last(); t.ok() && t.named() && !t.is("object") {
			return j.unary(opOf, j.typ(t, in, ctxType, in))
		}
	}
	return 0
}

// object declares the members of an object literal below a declaration.
func (j *jsLowering) object(n node, in, of int32) {
	j.at(of).flags |= hasMembers
	node := ""
	if j.at(of).node != "" {
		node = KindMethod
	}
	for c := range n.children() {
		switch c.kind() {
		case "pair":
			key, v := c.field("key"), unwrapJS(c.field("value"))
			name := jsKey(key)
			if isJSFunction(v.kind()) && name != "" {
				f := j.function(v, c, name, of, isHidden)
				j.at(f).node = node
				continue
			}
			d := j.declare(decl{kind: declVar, name: name, scope: of, line: c.line(), pos: c.start(), flags: isUnordered | isHidden})
			e := j.value(c.field("value"), in, d)
			j.at(d).init = e
			j.handOn(e, c.field("value"), in, ctxCollection)
		case "method_definition":
			f := j.function(c, c, jsKey(c.field("name")), of, isHidden)
			j.at(f).node = node
			if node == "" && j.at(f).name != "" {
				j.at(f).node = KindFunction
				j.at(f).flags |= isFlat
			}
			if c.has("get") {
				j.at(f).flags |= isProperty
			}
		case "shorthand_property_identifier":
			e := j.name(c.text(), in, c.start())
			j.declare(decl{kind: declVar, name: c.text(), scope: of, line: c.line(), pos: c.start(), init: e, flags: isUnordered | isHidden})
			j.use(use{what: useValue, in: in, expr: e, line: c.line(), context: ctxCollection})
		case "spread_element":
			j.ex(c.first(), in)
		}
	}
}

func jsKey(n node) string {
	switch n.kind() {
	case "string":
		return stringContent(n)
	case "computed_property_name":
		return ""
	}
	return n.text()
}
