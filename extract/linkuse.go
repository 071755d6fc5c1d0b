package extract

import "strings"

func (k *linker) addBase(i int32, u *unit, d int32, b base) {
	if b.relation == relNone {
		return
	}
	from := k.node[i][k.ownerOf(i, d)]
	vs := k.infer(i, b.expr)
	for _, v := range vs {
		switch v.kind {
		case valType:
			relation := b.relation
			if relation == "" { // the language does not say which
				relation = RelInherits
				if k.decl(v.at).flags&isInterface != 0 && k.decl(ref{i, d}).flags&isInterface == 0 {
					relation = RelImplements
				}
			}
			k.edge(from, k.nodeOf(v.at), relation, "", Extracted, u.path, b.line)
			k.addUses(i, u, d, v.at, b.line)
		case valExternal:
			if u.lang.globals && u.lang.generics[v.name] != "" {
				continue
			}
			k.edge(from, k.externalType(u, v.name), outsideRelation(b.relation, v.name), "", Extracted, u.path, b.line)
		}
	}
	if len(vs) == 0 {
		if name := plainName(u, b.expr); name != "" && u.lang.generics[name] == "" {
			k.edge(from, k.externalType(u, name), outsideRelation(b.relation, name), "", Extracted, u.path, b.line)
		}
	}
}

// relNone is for bases that give no edge, as of classes without a name.
const relNone = "-"

// outsideRelation is the relation to a base that the tree does not hold; where the language does not say which, by the custom of
// C# that names of interfaces begin with I.
func outsideRelation(relation, name string) string {
	short := name[strings.LastIndexByte(name, '.')+1:]
	switch {
	case relation != "":
		return relation
	case len(short) > 1 && short[0] == 'I' && short[1] >= 'A' && short[1] <= 'Z':
		return RelImplements
	}
	return RelInherits
}

// plainName is the name that an expression is, through type arguments, "" for others.
func plainName(u *unit, e int32) string {
	x := &u.exprs[e]
	switch x.op {
	case opName, opTypeName:
		return x.name
	case opIndex:
		return plainName(u, x.x)
	case opMember:
		if up := plainName(u, x.x); up != "" {
			return up + "." + x.name
		}
	}
	return ""
}

// addUses notes that a declaration at the top of a file uses a type of another file; the relation is Graphify's for Python.
func (k *linker) addUses(i int32, u *unit, d int32, to ref, line int32) {
	if !u.lang.linkUses || to.unit == i || to.unit < 0 {
		return
	}
	d = k.ownerOf(i, d)
	for d != 0 {
		up := u.containerOf(d)
		if up == 0 {
			break
		}
		d = up
	}
	if d == 0 {
		return
	}
	k.edge(k.node[i][d], k.nodeOf(to), RelUses, "", Inferred, u.path, line)
}

// sure is the confidence of an edge to one of several targets.
func sure(v *value, of int) string {
	switch {
	case of > 1:
		return Ambiguous
	case v.soft:
		return Inferred
	}
	return Extracted
}

func (k *linker) addUse(i int32, u *unit, x *use) {
	from := k.node[i][k.ownerOf(i, x.in)]
	switch x.what {
	case useCall, useNew:
		k.addCall(i, u, x, from)
	case useValue:
		vs := k.infer(i, x.expr)
		if len(vs) == 1 && vs[0].kind == valFunc && (!u.lang.bare || len(k.decl(vs[0].at).params) > 0) {
			to := k.nodeOf(vs[0].at)
			if lang := k.units[vs[0].at.unit].lang; to < 0 && lang.definition != nil {
				if d := lang.definition(k.resolver, vs[0].at); len(d) == 1 {
					to = k.nodeOf(d[0])
				}
			}
			k.edge(from, to, RelIndirect, x.context, Inferred, u.path, x.line)
		}
	case useBare:
		vs := k.infer(i, x.expr)
		for _, v := range vs {
			if v.kind == valFunc && len(k.decl(v.at).params) == 0 {
				k.edge(from, k.nodeOf(v.at), RelCalls, x.context, sure(&v, len(vs)), u.path, x.line)
			}
		}
	case useRead:
		k.addRead(i, u, x, from)
	case useType, useMark:
		vs := k.infer(i, x.expr)
		if n := k.constant(i, x.expr); n >= 0 { // the type of a constant
			k.edge(from, n, RelReferences, x.context, Extracted, u.path, x.line)
			return
		}
		for _, v := range vs {
			if v.via != (ref{}) {
				k.edge(from, k.nodeOf(v.via), RelReferences, x.context, Extracted, u.path, x.line)
				continue
			}
			switch v.kind {
			case valType:
				if d := k.decl(v.at); d.flags&isQualifier != 0 {
					k.edge(from, k.externalType(u, d.name), RelReferences, x.context, Extracted, u.path, x.line)
					continue
				}
				k.edge(from, k.nodeOf(v.at), RelReferences, x.context, Extracted, u.path, x.line)
				k.addUses(i, u, x.in, v.at, x.line)
			case valFunc:
				if x.what == useMark {
					k.edge(from, k.nodeOf(v.at), RelReferences, x.context, Extracted, u.path, x.line)
				}
			case valExternal:
				if short := v.name[strings.LastIndexAny(v.name, ".:\\/")+1:]; u.lang.generics[short] == "" && !u.lang.builtins[short] {
					k.edge(from, k.externalType(u, v.name), RelReferences, x.context, Extracted, u.path, x.line)
				}
			}
		}
	case useName:
		for _, v := range k.infer(i, x.expr) {
			if v.kind == valType {
				k.addUses(i, u, x.in, v.at, x.line)
			}
		}
	}
}

// addRead makes the edge to a property that is read.
func (k *linker) addRead(i int32, u *unit, x *use, from int32) {
	e := &u.exprs[x.expr]
	if e.op != opMember {
		return
	}
	for _, v := range k.infer(i, e.x) {
		if v.kind != valInstance && v.kind != valModule && v.kind != valType {
			continue
		}
		if v.kind != valInstance {
			for _, t := range k.member(v, e.name) {
				if t.kind == valType {
					k.addUses(i, u, x.in, t.at, x.line)
				}
			}
			continue
		}
		for _, c := range k.ancestry(v.at) {
			d := k.firstOf(c.unit, nameKey{c.decl, e.name})
			if d == 0 {
				continue
			}
			if k.units[c.unit].decls[d].flags&isProperty != 0 {
				k.edge(from, k.node[c.unit][d], RelReferences, x.context, sure(&v, 1), u.path, x.line)
			}
			break
		}
	}
}
