package extract

// resolveJS finds what an import brings in.
func resolveJS(r *resolver, u *unit, im *imported) []value {
	if im.flags&importLocal != 0 {
		return r.lookup(r.byPath[u.path], im.scope, im.name, ^uint32(0), false)
	}
	to := jsModule(r, u, im.path)
	if to < 0 {
		name := im.path
		if im.name != "" && im.name != "*" {
			name += "." + im.name
		}
		return []value{{kind: valExternal, name: name}}
	}
	module := value{kind: valModule, at: ref{to, 0}}
	switch {
	case im.name == "*":
		return []value{module}
	case im.name == "":
		if im.flags&importRequire != 0 || im.local == "" { // what module.exports is
			if vs := jsDefault(r, to); vs != nil {
				return vs
			}
		}
		return []value{module}
	}
	return r.member(module, im.name)
}

// jsDefault is what a file exports as a whole.
func jsDefault(r *resolver, u int32) []value {
	for d := range r.units[u].decls {
		if x := &r.units[u].decls[d]; x.flags&isDefault != 0 && x.scope == 0 {
			return r.valueOf(ref{u, int32(d)})
		}
	}
	return nil
}

// jsExport gives what a file exports under a name.
func jsExport(r *resolver, u int32, name string, seen []int32) []value {
	for _, s := range seen {
		if s == u {
			return nil
		}
	}
	seen = append(seen, u)
	un := r.units[u]
	if name == "default" {
		if vs := jsDefault(r, u); vs != nil {
			return vs
		}
	}
	var out []value
	for d := r.firstOf(u, nameKey{0, name}); d != 0; d = un.decls[d].same {
		if x := &un.decls[d]; x.flags&isExported != 0 {
			out = join(out, r.valueOf(ref{u, d}))
		}
	}
	if out != nil {
		return out
	}
	for k := range un.imports {
		im := &un.imports[k]
		if im.flags&importExport == 0 {
			continue
		}
		switch {
		case im.as == name && im.name == "":
			return resolveJS(r, un, im)
		case im.as == name && im.flags&importLocal != 0:
			return r.lookup(u, im.scope, im.name, ^uint32(0), false)
		case im.as == name:
			if to := jsModule(r, un, im.path); to >= 0 {
				return jsExport(r, to, im.name, seen)
			}
			return nil
		}
	}
	for k := range un.imports {
		im := &un.imports[k]
		if im.flags&importExport != 0 && im.name == "*" && name != "default" {
			if to := jsModule(r, un, im.path); to >= 0 {
				if vs := jsExport(r, to, name, seen); vs != nil {
					return vs
				}
			}
		}
	}
	// A member of what module.exports is.
	for _, v := range jsDefault(r, u) {
		if vs := r.member(v, name); vs != nil {
			return vs
		}
	}
	if name == "default" && jsIsCommon(un) { // how a module without a default is imported as one
		return []value{{kind: valModule, at: ref{u, 0}}}
	}
	return nil
}

func jsIsCommon(u *unit) bool {
	for d := range u.decls {
		if x := &u.decls[d]; x.flags&(isExported|isHidden) == isExported|isHidden {
			return true
		}
	}
	return false
}
