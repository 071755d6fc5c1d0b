package extract

import "slices"

// typeAround is the type that a scope lies in, -1 for none.
func (r *resolver) typeAround(u, scope int32) int32 {
	ds := r.units[u].decls
	for i := scope; i > 0; i = ds[i].scope {
		if ds[i].kind == declType {
			return i
		}
	}
	return -1
}

// this is the object whose function a scope lies in: of a type, or of an object that members are assigned to.
func (r *resolver) this(u, scope int32) []value {
	ds := r.units[u].decls
	for i := scope; i > 0; i = ds[i].scope {
		d := &ds[i]
		up := d.scope
		switch {
		case d.kind == declType:
			return []value{r.thisValue(ref{u, i})}
		case d.kind != declFunc || d.flags&isArrow != 0:
		case ds[up].kind == declType:
			v := r.thisValue(ref{u, up})
			if d.flags&isStatic != 0 {
				v.kind = valType
			}
			return []value{v}
		case up > 0 && ds[up].flags&hasMembers != 0:
			own := []value{{kind: valObject, at: ref{u, up}}}
			if ds[up].name == "" {
				own = join(own, r.infer(u, ds[up].init))
			}
			return own
		case d.flags&hasMembers != 0:
			return []value{{kind: valObject, at: ref{u, i}}}
		default:
			return nil
		}
	}
	return nil
}

// selfIn is the object that a method without a receiver is asked of in a scope of a type: the type itself in its body and in its own
// methods. What a block in the body is run for is not sure.
func (r *resolver) selfIn(u, scope, typ int32) (self value, sure bool) {
	ds := r.units[u].decls
	self = r.thisValue(ref{u, typ})
	f, block := int32(-1), false
	for i := scope; i != typ; i = ds[i].scope {
		if ds[i].kind == declFunc && ds[i].flags&isArrow == 0 {
			f = i
		}
		block = block || ds[i].flags&isArrow != 0
	}
	switch {
	case f < 0 && block:
		return self, false
	case f < 0 || ds[f].flags&isStatic != 0:
		self.kind = valType
	}
	return self, true
}

// whole is the type that a part belongs to, the part itself if it is alone.
func (r *resolver) whole(at ref) ref {
	if m, ok := r.main[at]; ok {
		return m
	}
	d := r.decl(at)
	if d.flags&isPartial != 0 && d.typ != 0 {
		for _, v := range r.infer(at.unit, d.typ) {
			if v.kind == valType {
				return v.at
			}
		}
	}
	return at
}

func (r *resolver) thisValue(at ref) value { return value{kind: valInstance, at: r.whole(at)} }

// lookup gives what a name means at a place.
func (r *resolver) lookup(u, scope int32, name string, pos uint32, types bool) []value {
	un := r.units[u]
	top := int32(0) // the outermost scope that is seen
	for s := scope; ; s = un.decls[s].scope {
		d := &un.decls[s]
		if d.flags&isQualifier != 0 { // class A::B does not see what A has
			continue
		}
		if s == scope || d.kind != declType || !un.lang.noClosure {
			if vs, ok := r.inScope(u, s, name, pos, s == scope, types); ok {
				if d.kind == declType && un.lang.ownMembers && un.lang.overloads && len(vs) > 0 && vs[0].kind == valFunc { // with what its bases have of that name
					if all := r.memberOf(r.thisValue(ref{u, s}), r.whole(ref{u, s}), name); len(all) > len(vs) {
						return all
					}
				}
				if d.kind == declType && un.lang.singletons && len(vs) > 0 && vs[0].kind == valFunc {
					if self, sure := r.selfIn(u, scope, s); sure {
						return r.memberOf(self, self.at, name)
					}
				}
				return vs
			}
			if d.kind == declType && un.lang.ownMembers {
				vs := r.memberOf(r.thisValue(ref{u, s}), r.whole(ref{u, s}), name)
				if types {
					vs = onlyTypes(vs)
				}
				if len(vs) > 0 {
					return vs
				}
			}
		}
		if s == 0 || d.kind == declSpace && un.lang.sealed {
			top = s
			break
		}
	}
	for _, k := range r.stars[u] {
		im := &un.imports[k]
		if un.lang.sealed && im.scope != top && un.decls[im.scope].kind != declFunc {
			continue
		}
		for _, m := range un.lang.resolve(r, un, im) {
			if m.kind == valModule && m.at == (ref{u, top}) || m.kind == valModule && m.at.unit == u && !un.lang.sealed {
				continue
			}
			if vs := r.member(m, name); vs != nil && m.kind != valExternal {
				return vs
			}
		}
	}
	if un.lang.global != nil {
		return un.lang.global(r, un, scope, name)
	}
	return nil
}

// called gives the methods that a bare name means where methods and fields may bear one name, as in Java: those of the innermost type
// around that has any.
func (r *resolver) called(u, scope int32, name string) []value {
	ds := r.units[u].decls
	for s := scope; s > 0; s = ds[s].scope {
		if ds[s].kind != declType {
			continue
		}
		var fs []value
		for _, v := range r.memberOf(r.thisValue(ref{u, s}), r.whole(ref{u, s}), name) {
			if v.kind == valFunc {
				fs = append(fs, v)
			}
		}
		if fs != nil {
			return fs
		}
	}
	return nil
}

// withoutCompanions leaves out objects beside the types of their name: as a type the name means the other.
func (r *resolver) withoutCompanions(vs []value) []value {
	object := func(v value) bool { return v.kind == valType && r.decl(v.at).node == KindObject }
	if len(vs) < 2 || !slices.ContainsFunc(vs, object) {
		return vs
	}
	if rest := slices.DeleteFunc(slices.Clone(vs), object); len(rest) > 0 {
		return rest
	}
	return vs
}

// onlyTypes keeps what is a type or may be one.
func onlyTypes(vs []value) []value {
	return slices.DeleteFunc(slices.Clone(vs), func(v value) bool {
		return v.kind == valFunc || v.kind == valInstance || v.kind == valOutside || v.kind == valObject
	})
}

// inScope gives what a name means among the declarations and imports of one scope. direct says that pos is in that scope
// itself, not in a function of it that runs at some other time.
func (r *resolver) inScope(u, s int32, name string, pos uint32, direct, types bool) ([]value, bool) {
	un := r.units[u]
	var room [2][8]int32
	found := room[1][:0]
	for _, d := range r.declared(u, nameKey{s, name}, pos, room[0][:0]) {
		x := &un.decls[d]
		if x.flags&isHidden != 0 || x.flags&isCtor != 0 && s != 0 && x.name == un.decls[s].name || x.flags&isBlock != 0 && (pos < x.from || pos >= x.to) {
			continue
		}
		if types && (x.kind == declVar || x.kind == declFunc) {
			continue
		}
		found = append(found, d)
	}
	ims := r.importsOf(u, nameKey{s, name})
	if len(found) == 0 && len(ims) == 0 {
		return nil, false
	}
	if un.lang.loose {
		return r.reaching(u, found, ims, pos, direct), true
	}
	if len(found) == 0 {
		var out []value
		for _, k := range ims {
			out = join(out, un.lang.resolve(r, un, &un.imports[k]))
		}
		return out, true
	}
	best := found[0]
	for _, d := range found[1:] { // the innermost block, and in it the last that stands before
		x, b := &un.decls[d], &un.decls[best]
		switch {
		case x.flags&isMore != 0, x.flags&isAssign != 0 && x.typ == 0:
		case b.flags&isCompanion != 0 && x.kind == declType && x.flags&isCompanion == 0: // which may stand before its class
			best = d
		case x.flags&isBlock != 0 && b.flags&isBlock == 0:
			best = d
		case x.flags&isBlock != b.flags&isBlock:
		case x.from > b.from, x.from == b.from && x.pos <= pos && b.flags&isUnordered == 0:
			best = d
		}
	}
	if k := un.decls[best].kind; k == declFunc {
		var out []value
		for _, d := range found {
			if un.decls[d].kind == declFunc {
				out = append(out, value{kind: valFunc, at: ref{u, d}})
			}
		}
		return out, true
	}
	vs := r.valueOf(ref{u, best})
	if un.decls[best].kind == declAlias { // under one condition this, under another that
		for _, d := range found {
			if un.decls[d].kind == declAlias && d != best {
				vs = join(vs, r.valueOf(ref{u, d}))
			}
		}
	}
	if vs == nil {
		for _, d := range found {
			if un.decls[d].flags&isAssign != 0 {
				vs = join(vs, r.valueOf(ref{u, d}))
			}
		}
	}
	return vs, true
}
