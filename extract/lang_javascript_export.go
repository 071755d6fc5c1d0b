package extract

// export is `export …` in all its forms.
func (j *jsLowering) export(n node, in int32) {
	source := n.field("source")
	isDefaultExport := n.has("default")
	if d := n.field("declaration"); d.ok() {
		first := int32(len(j.u.decls))
		flags := isExported
		if isDefaultExport {
			flags |= isDefault
		}
		j.declaration(d, in, flags)
		if isDefaultExport && int(first) < len(j.u.decls) && j.at(first).name == "" { // export default class {}
			j.nameDefault(first)
		}
		return
	}
	base := imported{scope: in, line: n.line(), pos: n.start(), flags: importExport | importFrom}
	if source.ok() {
		base.path = j.keep(stringContent(source))
	} else {
		base.flags |= importLocal
	}
	if n.has("type") {
		base.flags |= importType
	}
	if clause := n.child("export_clause"); clause.ok() {
		for s := range clause.children() {
			im := base
			im.name = j.text(s.field("name"))
			im.as = im.name
			if a := s.field("alias"); a.ok() {
				im.as = j.text(a)
			}
			j.u.imports = append(j.u.imports, im)
		}
		if source.ok() {
			return
		}
		return
	}
	if ns := n.child("namespace_export"); ns.ok() {
		base.as = j.text(ns.first())
		j.u.imports = append(j.u.imports, base)
		j.declare(decl{kind: declSpace, node: KindNamespace, name: base.as, scope: in, line: n.line(), pos: n.start(), flags: isHidden})
		return
	}
	if n.has("*") && source.ok() {
		base.name = "*"
		j.u.imports = append(j.u.imports, base)
		return
	}
	if v := n.field("value"); v.ok() {
		first := int32(len(j.u.decls))
		inner := unwrapJS(v)
		switch {
		case isJSFunction(inner.kind()):
			f := j.function(inner, n, inner.field("name").text(), in, isExported|isDefault)
			if j.at(f).name == "" {
				j.nameDefault(f)
			}
		case inner.is("class"):
			c := j.class(inner, in, isExported|isDefault)
			if j.at(c).name == "" {
				j.nameDefault(c)
			}
		default:
			d := j.declare(decl{kind: declVar, name: "default", scope: in, line: n.line(), pos: n.start(), flags: isHidden | isDefault | isExported})
			j.setInit(d, j.value(v, in, d))
		}
		_ = first
	}
}

// nameDefault gives a nameless default export its file's name, by which a reader would know it.
func (j *jsLowering) nameDefault(d int32) {
	x := j.at(d)
	x.name = j.keep("default")
	switch x.kind {
	case declType:
		x.node = KindClass
	case declFunc:
		x.node = KindFunction
	}
}

func (j *jsLowering) importStatement(n node, in int32) {
	source := n.field("source")
	if r := n.child("import_require_clause"); r.ok() {
		j.u.imports = append(j.u.imports, imported{path: j.keep(stringContent(r.field("source"))), local: j.text(r.first()), scope: in, line: n.line(), pos: n.start(), flags: importFrom | importRequire})
		return
	}
	im := imported{path: j.keep(stringContent(source)), scope: in, line: n.line(), pos: n.start(), flags: importFrom}
	if n.has("type") {
		im.flags |= importType
	}
	clause := n.child("import_clause")
	if !clause.ok() {
		im.flags |= importSide
		j.u.imports = append(j.u.imports, im)
		return
	}
	for c := range clause.children() {
		switch c.kind() {
		case "identifier":
			one := im
			one.name, one.local = "default", j.text(c)
			j.u.imports = append(j.u.imports, one)
		case "namespace_import":
			one := im
			one.local = j.text(c.first())
			j.u.imports = append(j.u.imports, one)
		case "named_imports":
			some := false
			for s := range c.children() {
				one := im
				one.name = j.text(s.field("name"))
				one.local = one.name
				if a := s.field("alias"); a.ok() {
					one.local = j.text(a)
				}
				some = true
				j.u.imports = append(j.u.imports, one)
			}
			if !some {
				j.u.imports = append(j.u.imports, im)
			}
		}
	}
}

// required reads require("x") and require("x").member.
func (j *jsLowering) required(n node) (spec, member string, ok bool) {
	n = unwrapJS(n)
	if n.is("member_expression") {
		spec, inner, ok := j.required(n.field("object"))
		if ok && inner == "" {
			return spec, n.field("property").text(), true
		}
		return "", "", false
	}
	if !n.is("call_expression") || n.field("function").text() != "require" {
		return "", "", false
	}
	arg := n.field("arguments").first()
	if !arg.is("string") {
		return "", "", false
	}
	return stringContent(arg), "", true
}

// require binds what `const … = require(spec)` does.
func (j *jsLowering) require(name node, spec, member string, in int32, v node) {
	im := imported{path: j.keep(spec), scope: in, line: v.line(), pos: name.start(), flags: importFrom | importRequire}
	switch name.kind() {
	case "identifier":
		im.name, im.local = j.keep(member), j.text(name)
		j.u.imports = append(j.u.imports, im)
	case "object_pattern":
		j.u.imports = append(j.u.imports, im)
		for c := range name.children() {
			one := im
			switch c.kind() {
			case "shorthand_property_identifier_pattern":
				one.name, one.local = j.text(c), j.text(c)
			case "pair_pattern":
				if !c.field("value").is("identifier") {
					j.pattern(c.field("value"), j.member(j.expr(expr{op: opImport, name: im.path}), c.field("key").text()), 0, in, v)
					continue
				}
				one.name, one.local = j.text(c.field("key")), j.text(c.field("value"))
			default:
				continue
			}
			j.u.imports = append(j.u.imports, one)
		}
	default:
		j.u.imports = append(j.u.imports, im)
	}
}
