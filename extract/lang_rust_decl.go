package extract

import "strings"

func (r *rustLowering) typeParams(n node, of int32) {
	for p := range n.field("type_parameters").children() {
		name := p
		var bounds node
		switch p.kind() {
		case "constrained_type_parameter":
			name, bounds = p.field("left"), p.field("bounds")
		case "optional_type_parameter":
			name = p.field("name")
			if name.is("constrained_type_parameter") {
				name, bounds = name.field("left"), name.field("bounds")
			}
		case "type_parameter":
			name, bounds = p.field("name"), p.field("bounds")
		case "type_identifier":
		default:
			continue
		}
		d := r.declare(decl{kind: declTypeParam, name: name.text(), scope: of, line: p.line(), pos: p.start(), flags: isUnordered})
		r.bound(bounds, of, d)
	}
	for p := range n.child("where_clause").children() {
		if p.is("where_predicate") {
			if d, ok := r.last[nameKey{of, p.field("left").text()}]; ok {
				r.bound(p.field("bounds"), of, d)
			}
		}
	}
}

func (r *rustLowering) bound(bounds node, of, param int32) {
	xs := []int32{r.at(param).typ}
	for b := range bounds.children() {
		if !b.is("lifetime") {
			xs = append(xs, r.typ(b, of, ctxConstraint, of))
		}
	}
	r.setType(param, r.union(xs...))
}

// bounds are the traits that a trait builds on.
func (r *rustLowering) bounds(n node, c int32) {
	for b := range n.children() {
		if b.is("lifetime") {
			continue
		}
		if e := r.typ(b, c, "", c); e != 0 {
			r.at(c).bases = append(r.at(c).bases, base{e, RelInherits, b.line()})
		}
	}
}

// fields declares the fields of a type, or notes the types of a variant's.
func (r *rustLowering) fields(body node, c, of int32) {
	i := 0
	for f := range body.children() {
		switch {
		case f.is("field_declaration"):
			t := r.typ(f.field("type"), c, ctxField, of)
			r.declare(decl{kind: declVar, name: f.field("name").text(), scope: c, line: f.line(), pos: f.start(), typ: t, flags: isUnordered | isHidden})
		case f.is("visibility_modifier", "attribute_item"):
		default:
			t := r.typ(f, c, ctxField, of)
			r.declare(decl{kind: declVar, name: string(rune('0' + min(i, 9))), scope: c, line: f.line(), pos: f.start(), typ: t, flags: isUnordered | isHidden})
			i++
		}
	}
}

func (r *rustLowering) impl(n node, in int32) {
	t := n.field("type")
	name := t
	if t.is("generic_type") {
		name = t.field("type")
	}
	last := name.text()
	last = last[strings.LastIndexByte(last, ':')+1:]
	generic := t.is("generic_type") && MakeID(t.field("type_arguments").text()) != "" // Type<'_> is no other than Type
	label := last
	if generic {
		label = oneLine(t.text())
	}
	d := decl{kind: declType, node: KindImpl, name: "", label: r.keep(label), scope: in, line: n.line(), pos: n.start(), flags: isPartial | isHidden | isUnordered, sig: r.keep(n.head(n.field("body")))}
	d.idName = r.keep(last)
	if generic {
		d.idName = d.label
	}
	c := r.declare(d)
	r.typeParams(n, c)
	r.setType(c, r.typ(t, c, "", c))
	if tr := n.field("trait"); tr.ok() {
		if e := r.typ(tr, c, "", c); e != 0 {
			r.at(c).bases = append(r.at(c).bases, base{e, RelImplements, tr.line()})
		}
	}
	r.items(n.field("body"), c)
}

// useTree is a use declaration's argument with what stands before it.
func (r *rustLowering) useTree(n node, before string, in int32, at node, flags importFlag) {
	if !n.ok() || !r.enter() {
		return
	}
	defer r.leave()
	add := func(p, local string) {
		im := imported{scope: in, line: n.line(), pos: at.start(), flags: flags, local: r.keep(local)}
		p = strings.Join(strings.Fields(p), "")
		if i := strings.LastIndex(p, "::"); i >= 0 {
			im.path, im.name = r.keep(p[:i]), r.keep(p[i+2:])
		} else {
			im.path = r.keep(p)
		}
		if im.name == "self" {
			im.name = ""
			if i := strings.LastIndex(im.path, "::"); i >= 0 {
				im.path, im.name = im.path[:i], im.path[i+2:]
			}
			if local == "self" {
				im.local = im.name
				if im.local == "" {
					im.local = im.path
				}
			}
		}
		r.u.imports = append(r.u.imports, im)
	}
	join := func(s string) string {
		if before == "" {
			return s
		}
		return before + "::" + s
	}
	switch n.kind() {
	case "scoped_use_list":
		r.useTree(n.field("list"), join(n.field("path").text()), in, at, flags)
	case "use_list":
		for c := range n.children() {
			r.useTree(c, before, in, at, flags)
		}
	case "use_as_clause":
		add(join(n.field("path").text()), n.field("alias").text())
	case "use_wildcard":
		p := n.first().text()
		if p == "" {
			p = before
		} else {
			p = join(p)
		}
		r.u.imports = append(r.u.imports, imported{path: r.keep(p), name: "*", scope: in, line: n.line(), pos: at.start(), flags: flags})
	default:
		p := join(n.text())
		local := p[strings.LastIndexByte(p, ':')+1:]
		add(p, local)
	}
}

func (r *rustLowering) function(n node, in int32) {
	d := r.named(n, declFunc, KindFunction, in)
	if r.at(in).kind == declType {
		d.node = KindMethod
	}
	f := r.declare(d)
	r.typeParams(n, f)
	for p := range n.field("parameters").children() {
		switch p.kind() {
		case "self_parameter":
			r.declare(decl{kind: declVar, name: "self", scope: f, line: p.line(), pos: p.start(), flags: isParam | isSelf})
		case "parameter":
			t := r.typ(p.field("type"), f, ctxParameter, f)
			pat := p.field("pattern")
			if pat.is("self") {
				r.declare(decl{kind: declVar, name: "self", scope: f, line: p.line(), pos: p.start(), flags: isParam | isSelf})
				continue
			}
			if pat.is("mut_pattern") {
				pat = pat.last()
			}
			x := decl{kind: declVar, scope: f, line: p.line(), pos: p.start(), typ: t, flags: isParam}
			if pat.is("identifier") {
				x.name = pat.text()
				r.declare(x)
			} else {
				i := r.declare(x)
				r.pattern(pat, r.expr(expr{op: opDecl, x: i}), f, n.field("body"))
			}
		}
	}
	if t := n.field("return_type"); t.ok() {
		r.setType(f, r.typ(t, f, ctxReturn, f))
	}
	r.ex(n.field("body"), f)
}
