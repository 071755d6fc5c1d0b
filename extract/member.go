package extract

import "slices"

// member gives what x.name stands for.
func (r *resolver) member(v value, name string) []value {
	if r.depth > maxInference {
		return nil
	}
	r.depth++
	defer func() { r.depth-- }()
	switch v.kind {
	case valInstance, valType:
		vs := r.memberOf(v, v.at, name)
		if d := r.decl(v.at); vs == nil && d.flags&isQualifier != 0 { // of a module of the outside, to which the tree adds
			return []value{{kind: valExternal, name: d.name + "." + name}}
		}
		return vs
	case valObject:
		return r.ownMember(v, v.at, name)
	case valFunc:
		vs := r.ownMember(v, v.at, name)
		if d := r.decl(v.at); vs == nil && d.init != 0 {
			for _, t := range r.infer(v.at.unit, d.init) {
				vs = join(vs, r.member(t, name))
			}
		}
		return vs
	case valModule:
		return r.moduleMember(v, name)
	case valExternal:
		return []value{{kind: valExternal, name: v.name + "." + name}}
	case valShape:
		return r.shapeMember(v, name)
	}
	return nil
}

// memberOf looks a member up in a type and in what it builds on, nearest first.
func (r *resolver) memberOf(v value, at ref, name string) []value {
	if r.units[at.unit].lang.overloads {
		return r.overloadsOf(v, at, name)
	}
	var self *value
	var others []value // of the class where an object is asked, or the other way round: as extend self makes them
	for _, c := range r.ancestry(at) {
		for i := -1; i < len(r.parts[c]); i++ {
			p := c
			if i >= 0 {
				p = r.parts[c][i]
			}
			vs := r.boundMember(v, &self, p, name)
			if vs == nil {
				continue
			}
			if !r.units[at.unit].lang.singletons || v.kind != valType && v.kind != valInstance {
				return vs
			}
			own := slices.DeleteFunc(slices.Clone(vs), func(m value) bool {
				return m.kind == valFunc && (r.decl(m.at).flags&isStatic != 0) != (v.kind == valType)
			})
			if len(own) > 0 {
				return own
			}
			if others == nil {
				others = vs
			}
		}
	}
	return others
}

// overloadsOf gives the functions of a name of a type and all that it builds on, nearest first; what is no function hides the rest.
func (r *resolver) overloadsOf(v value, at ref, name string) []value {
	var out []value
	var self *value
	for _, c := range r.ancestry(at) {
		parts := r.parts[c]
		for i := -1; i < len(parts); i++ {
			p := c
			if i >= 0 {
				p = parts[i]
			}
			ms := r.boundMember(v, &self, p, name)
			if out == nil && len(ms) <= 4*maxValues {
				out = ms[:len(ms):len(ms)]
				continue
			}
			for _, m := range ms {
				if len(out) < 4*maxValues {
					out = append(out, m)
				}
			}
		}
		if len(out) > 0 && out[len(out)-1].kind != valFunc {
			break
		}
	}
	return out
}

// ownMember looks a member up among the declarations below one.
func (r *resolver) ownMember(v value, at ref, name string) []value {
	var self *value
	return r.boundMember(v, &self, at, name)
}

// boundMember is ownMember; self is v for all functions to share, made when the first needs it.
func (r *resolver) boundMember(v value, self **value, at ref, name string) []value {
	var out []value
	own := false // out is nobody else's yet
	u := r.units[at.unit]
	var room [8]int32
	ds := r.declared(at.unit, nameKey{at.decl, name}, ^uint32(0), room[:0])
	for i, d := range ds {
		x := &u.decls[d]
		if x.flags&(isParam|isBlock) != 0 && v.kind != valModule || x.flags&isCtor != 0 && at.decl != 0 && x.name == u.decls[at.decl].name {
			continue
		}
		switch {
		case x.kind == declTypeParam:
		case x.kind == declFunc && x.flags&isMore != 0 && out != nil:
		case x.kind == declFunc && x.flags&isProperty != 0 && v.kind == valInstance:
			out, own = join(out, r.result(value{kind: valFunc, at: ref{at.unit, d}, self: share(self, v)})), false
		case x.kind == declFunc:
			if !own {
				out, own = append(make([]value, 0, len(out)+len(ds)-i), out...), true
			}
			out = append(out, value{kind: valFunc, at: ref{at.unit, d}, self: share(self, v), soft: v.soft})
		case x.kind == declVar:
			vs := r.substitute(r.valueOf(ref{at.unit, d}), &v)
			if v.soft {
				vs = softened(vs)
			}
			out, own = join(out, vs), false
		default:
			out, own = join(out, r.valueOf(ref{at.unit, d})), false
		}
	}
	return out[:len(out):len(out)]
}

func share(self **value, v value) *value {
	if *self == nil {
		own := v
		*self = &own
	}
	return *self
}

// findMember looks for a name in a module and in what the module takes everything of.
func (r *resolver) findMember(v value, name string) []value {
	u := r.units[v.at.unit]
	if u.lang.spaced {
		return r.spaceMember(u, r.spaceName(v.at), name)
	}
	if v.at.decl == 0 && u.lang.exported != nil {
		return u.lang.exported(r, v.at.unit, name, nil)
	}
	if v.at.decl != 0 && u.lang.spaceMember != nil {
		if vs := u.lang.spaceMember(r, v, name); vs != nil {
			return vs
		}
	}
	vs, ok := r.inScope(v.at.unit, v.at.decl, name, ^uint32(0), false, false)
	if ok && vs != nil {
		return vs
	}
	if v.at.decl == 0 || u.lang.sealed {
		for _, k := range r.stars[v.at.unit] {
			im := &u.imports[k]
			if im.scope != v.at.decl {
				continue
			}
			for _, m := range u.lang.resolve(r, u, im) {
				if m.kind != valModule || m.at == v.at || m.at.unit < 0 {
					continue
				}
				if vs := r.member(m, name); vs != nil {
					return vs
				}
			}
		}
	}
	if u.lang.submodule != nil && !ok {
		return u.lang.submodule(r, v, name)
	}
	if full := r.spaceName(v.at); full != "" {
		return r.spaceMember(u, full, name)
	}
	return nil
}

// ancestry is a type and all types of the tree that it builds on, nearest first.
func (r *resolver) ancestry(at ref) []ref {
	if c, ok := r.chain[at]; ok {
		return c
	}
	r.chain[at] = []ref{at} // while it is asked, and for circles
	before := r.cut
	r.cut = false
	out := []ref{at}
	for _, v := range r.baseTypes(at) {
		if v.kind != valType {
			continue
		}
		for _, c := range r.ancestry(v.at) {
			if !slices.Contains(out, c) {
				out = append(out, c)
			}
		}
	}
	if r.cut {
		delete(r.chain, at)
	} else {
		r.chain[at] = out
	}
	r.cut = r.cut || before
	return out
}

// baseTypes are the types that a type names as its bases, with its parts'.
func (r *resolver) baseTypes(at ref) []value {
	var out []value
	parts := r.parts[at]
	for i := -1; i < len(parts); i++ {
		p := at
		if i >= 0 {
			p = parts[i]
		}
		for _, b := range r.decl(p).bases {
			for _, v := range r.infer(p.unit, b.expr) {
				if v.kind == valType && v.at != at || v.kind == valExternal {
					out = join(out, []value{v})
				}
			}
		}
	}
	return out
}
