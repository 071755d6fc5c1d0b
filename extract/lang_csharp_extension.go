package extract

// csharpExtension gives the extension methods of a name that a value can be the first argument of, of several those nearest to the file.
func csharpExtension(r *resolver, u *unit, v value, name string) []value {
	all := layout(r, "extension methods", func() map[string][]ref {
		out := map[string][]ref{}
		for i, u := range r.units {
			for d := range u.decls {
				if x := &u.decls[d]; x.flags&isExtended != 0 {
					f := u.decls[x.scope].name
					out[f] = append(out[f], ref{int32(i), x.scope})
				}
			}
		}
		return out
	})
	var fits []ref
	for _, f := range all[name] {
		if types, _ := r.parameters(f); len(types) > 0 && r.extends(v, types[0]) {
			fits = append(fits, f)
		}
	}
	var out []value
	for _, f := range r.nearest(u, fits) {
		self := v
		out = append(out, value{kind: valFunc, at: f, self: &self, soft: v.soft})
	}
	return out
}

// extends reports whether a value is surely of the type that an extension method is for. Types from outside have to be the same one: they
// may have a method of that name themselves.
func (r *resolver) extends(v value, param []value) bool {
	if len(param) == 0 {
		return false
	}
	switch p := param[0]; {
	case p.kind == valTypeParam:
		return true
	case v.kind == valInstance, v.kind == valShape && p.kind == valShape:
		step, _ := r.fit([]value{v}, param, 0)
		return step != fitNone
	case v.kind == valOutside && p.kind == valOutside:
		return lastName(v.name) == lastName(p.name)
	}
	return false
}

// extended reports whether a function is called on its first argument.
func (r *resolver) extended(f value) bool {
	ps := r.decl(f.at).params
	return f.kind == valFunc && f.self != nil && f.self.kind != valType && len(ps) > 0 && r.units[f.at.unit].decls[ps[0]].flags&isExtended != 0
}
