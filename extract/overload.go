package extract

// overload keeps those functions that take so many arguments, and of these, with the types of the arguments at hand, the ones that
// fit best; all if none does. Where a type and its base have such functions, those of the type stay.
func (r *resolver) overload(u int32, fs []value, args int32, call *expr) []value {
	if len(fs) < 2 || args < 0 {
		return fs
	}
	some := false
	out := kept(fs, func(f *value) bool {
		fits := f.kind == valFunc && (r.extended(*f) && r.takes(f.at, args+1) || !r.extended(*f) && r.takes(f.at, args))
		some = some || fits
		return fits || f.kind != valFunc
	})
	if !some {
		return fs
	}
	if !r.units[u].lang.overloads {
		return out
	}
	if call != nil && len(out) > 1 {
		out = r.fitting(u, out, r.operands(u, call))
	} else if fixed := kept(out, func(f *value) bool { return f.kind != valFunc || !r.hasRest(f.at) }); len(fixed) > 0 {
		out = fixed
	}
	return r.unhidden(out)
}

// unhidden leaves out the functions that nearer ones of the same name hide.
func (r *resolver) unhidden(fs []value) []value {
	hidden := func(f *value, near []value) bool {
		for i := range near {
			if n := &near[i]; n.kind == valFunc && sameReceiver(n.self, f.self) && !r.sameScope(n.at, f.at) {
				return true
			}
		}
		return false
	}
	for i := range fs {
		if fs[i].kind != valFunc || !hidden(&fs[i], fs[:i]) {
			continue
		}
		near := append(make([]value, 0, len(fs)-1), fs[:i]...)
		for j := i + 1; j < len(fs); j++ {
			if fs[j].kind != valFunc || !hidden(&fs[j], near) {
				near = append(near, fs[j])
			}
		}
		return near
	}
	return fs
}

// kept are the values that are to be kept: those given, if that is all of them.
func kept(vs []value, keep func(*value) bool) []value {
	var out []value
	for i := range vs {
		switch {
		case keep(&vs[i]):
			if out != nil {
				out = append(out, vs[i])
			}
		case out == nil:
			out = append(make([]value, 0, len(vs)-1), vs[:i]...)
		}
	}
	if out == nil {
		return vs
	}
	return out
}

// hasRest reports whether a function takes any number of arguments.
func (r *resolver) hasRest(at ref) bool {
	d := r.decl(at)
	return len(d.params) > 0 && r.units[at.unit].decls[d.params[len(d.params)-1]].flags&isRest != 0
}

// sameReceiver reports whether two functions are asked of one type, so that the nearer one hides the other.
func sameReceiver(a, b *value) bool {
	return a == nil && b == nil || a != nil && b != nil && a.at == b.at
}

func (r *resolver) sameScope(a, b ref) bool {
	return a.unit == b.unit && r.decl(a).scope == r.decl(b).scope
}

func (r *resolver) takes(at ref, args int32) bool {
	d := r.decl(at)
	need, most := int32(0), int32(0)
	for _, p := range d.params {
		x := &r.units[at.unit].decls[p]
		switch {
		case x.flags&isSelf != 0:
		case x.flags&isRest != 0:
			most += 1000
		case x.init != 0 || x.flags&isOptional != 0:
			most++
		default:
			need++
			most++
		}
	}
	return args >= need && args <= most
}
