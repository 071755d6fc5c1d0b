package extract

import "slices"

// overload keeps those functions that take so many arguments, and of these, with the types of the arguments at hand, the ones that
// fit best; all if none does. Where a type and its base have such functions, those of the type stay.
func (r *resolver) overload(u int32, fs []value, args int32, call *expr) []value {
	if len(fs) < 2 || args < 0 {
		return fs
	}
	var out []value
	some := false
	for _, f := range fs {
		if f.kind != valFunc {
			out = append(out, f)
		} else if r.extended(f) && r.takes(f.at, args+1) || !r.extended(f) && r.takes(f.at, args) {
			some = true
			out = append(out, f)
		}
	}
	if !some {
		return fs
	}
	if !r.units[u].lang.overloads {
		return out
	}
	if call != nil && len(out) > 1 {
		out = r.fitting(u, out, r.operands(u, call))
	} else if fixed := slices.DeleteFunc(slices.Clone(out), func(f value) bool { return f.kind == valFunc && r.hasRest(f.at) }); len(fixed) > 0 {
		out = fixed
	}
	var near []value
	for _, f := range out {
		if f.kind != valFunc || !slices.ContainsFunc(near, func(n value) bool {
			return n.kind == valFunc && sameReceiver(n.self, f.self) && !r.sameScope(n.at, f.at)
		}) {
			near = append(near, f)
		}
	}
	return near
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
