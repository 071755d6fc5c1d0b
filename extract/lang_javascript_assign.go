package extract

// assign is `left = right` as a statement, which may declare: exports, members of objects and prototypes, fields of this.
func (j *jsLowering) assign(n node, in int32) int32 {
	left, right := n.field("left"), n.field("right")
	value := unwrapJS(right)
	if left.is("subscript_expression") && left.field("object").is("identifier") && isJSFunction(value.kind()) {
		if c := j.container(left.field("object").text(), 0, n); c > 0 { // object[name] = function
			j.ex(left.field("index"), in)
			f := j.function(value, n, "", c, isHidden)
			j.at(f).owner = in
			return j.expr(expr{op: opLambda, x: f})
		}
	}
	if !left.is("member_expression") {
		if left.is("identifier") {
			return j.assignName(left, right, in)
		}
		e := j.ex(right, in)
		j.ex(left, in)
		return e
	}
	object, name := left.field("object"), left.field("property").text()
	switch t := object.text(); {
	case t == "module" && name == "exports":
		return j.moduleExports(right, in, n)
	case t == "exports" || t == "module.exports":
		return j.exportMember(name, right, in, n)
	case object.is("this"):
		if c := j.thisDecl(in); c > 0 {
			if isJSFunction(value.kind()) {
				if hasMethod(n, name) { // what the class declares is what a reader of a call looks for
					return j.ex(right, in)
				}
				f := j.function(value, n, name, c, isHidden)
				if j.at(c).node != "" {
					j.at(f).node = KindMethod
				}
				return j.expr(expr{op: opLambda, x: f})
			}
			j.at(c).flags |= hasMembers
			e := j.ex(right, in)
			j.declare(decl{kind: declVar, name: name, scope: c, line: n.line(), pos: n.start(), init: e, flags: isUnordered | isHidden | isAssign})
			return e
		}
	case object.is("identifier") && !isJSFunction(value.kind()) && left.field("property").is("property_identifier"):
		if c, ok := j.last[nameKey{in, t}]; ok && (j.at(c).kind == declFunc || j.at(c).flags&hasMembers != 0) {
			e := j.ex(right, in)
			j.handOn(e, right, in, ctxAssignment)
			j.at(c).flags |= hasMembers
			j.declare(decl{kind: declVar, name: name, scope: c, line: n.line(), pos: n.start(), init: e, flags: isUnordered | isHidden | isAssign})
			return e
		}
	case object.is("identifier", "member_expression"):
		if !isJSFunction(value.kind()) {
			break
		}
		of := object
		if object.is("member_expression") {
			if object.field("property").text() != "prototype" || !object.field("object").is("identifier") {
				break
			}
			of = object.field("object")
		}
		if c := j.container(of.text(), in, n); c > 0 {
			f := j.function(value, n, name, c, isHidden)
			if j.at(c).node != "" {
				j.at(f).node = KindMethod
			} else {
				j.at(f).node = ""
			}
			return j.expr(expr{op: opLambda, x: f})
		}
	}
	e := j.ex(right, in)
	j.handOn(e, right, in, ctxAssignment)
	j.callee(left, in)
	return e
}

// hasMethod reports whether the class around a place declares a method of the name.
func hasMethod(n node, name string) bool {
	for n.ok() && !n.is("class_body") {
		n = n.parent()
	}
	for m := range n.children() {
		if m.is("method_definition") && jsKey(m.field("name")) == name && m.field("body").ok() {
			return true
		}
	}
	return false
}

// thisDecl is the declaration that this stands for at a place, as far as that can be told while reading.
func (j *jsLowering) thisDecl(in int32) int32 {
	for i := in; i > 0; i = j.at(i).scope {
		d := j.at(i)
		switch {
		case d.kind == declType:
			return i
		case d.kind == declFunc && d.flags&isArrow == 0:
			up := d.scope
			if j.at(up).kind == declType || up > 0 && j.at(up).flags&hasMembers != 0 {
				return up
			}
			if d.node == KindFunction && d.name != "" {
				return i
			}
			return 0
		}
	}
	return 0
}

// container is the declaration that members assigned to a name belong to. At the top of a file it is made if need be: Graphify has a
// node for it.
func (j *jsLowering) container(name string, in int32, at node) int32 {
	for s := in; ; s = j.at(s).scope {
		if d, ok := j.last[nameKey{s, name}]; ok && j.at(d).kind != declSpace {
			x := j.at(d)
			if in != 0 && x.flags&hasMembers == 0 && x.kind == declVar {
				return 0 // some object that a function was given
			}
			if x.kind == declVar && x.node == "" && in == 0 {
				x.node, x.line = KindObject, at.line()
			}
			x.flags |= hasMembers
			return d
		}
		if s == 0 {
			break
		}
	}
	return 0
}

func (j *jsLowering) assignName(left, right node, in int32) int32 {
	e := j.ex(right, in)
	j.handOn(e, right, in, ctxAssignment)
	name := left.text()
	for s := in; ; s = j.at(s).scope {
		if d, ok := j.last[nameKey{s, name}]; ok {
			if x := *j.at(d); x.kind == declVar {
				j.declare(decl{kind: declVar, name: name, scope: s, line: left.line(), pos: left.start(), init: e, from: x.from, to: x.to, flags: isAssign | x.flags&isBlock})
			}
			return e
		}
		if s == 0 {
			return e
		}
	}
}

func (j *jsLowering) moduleExports(right node, in int32, at node) int32 {
	value := unwrapJS(right)
	if isJSFunction(value.kind()) {
		name := value.field("name").text()
		f := j.function(value, at, name, in, isExported|isDefault)
		if name == "" {
			j.nameDefault(f)
			j.at(f).idName = ""
		}
		return j.expr(expr{op: opLambda, x: f})
	}
	if value.is("class") {
		c := j.class(value, in, isExported|isDefault)
		if j.at(c).name == "" {
			j.nameDefault(c)
		}
		return j.expr(expr{op: opDecl, x: c})
	}
	d := j.declare(decl{kind: declVar, name: "module.exports", scope: in, line: at.line(), pos: at.start(), flags: isHidden | isDefault | isExported | isUnordered})
	var e int32
	if value.is("assignment_expression") {
		e = j.assign(value, in)
	} else {
		e = j.value(right, in, d)
	}
	j.at(d).init = e
	if e == 0 {
		return j.expr(expr{op: opDecl, x: d})
	}
	return e
}

func (j *jsLowering) exportMember(name string, right node, in int32, at node) int32 {
	value := unwrapJS(right)
	if isJSFunction(value.kind()) && in == 0 {
		f := j.function(value, at, name, in, isExported|isHidden)
		return j.expr(expr{op: opLambda, x: f})
	}
	if value.is("assignment_expression") {
		e := j.assign(value, in)
		j.declare(decl{kind: declVar, name: name, scope: 0, line: at.line(), pos: at.start(), init: e, flags: isExported | isHidden | isUnordered})
		return e
	}
	if spec, _, ok := j.required(right); ok {
		j.u.imports = append(j.u.imports, imported{path: j.keep(spec), scope: in, line: at.line(), pos: at.start(), flags: importFrom | importRequire})
	}
	x := decl{kind: declVar, name: name, scope: 0, line: at.line(), pos: at.start(), flags: isExported | isHidden | isUnordered}
	if in == 0 && value.is("call_expression", "new_expression") {
		x.node, x.sig = KindConstant, j.keep(cut(oneLine(at.text())))
	}
	d := j.declare(x)
	e := j.value(right, in, d)
	j.at(d).init = e
	j.handOn(e, right, in, ctxAssignment)
	return e
}
