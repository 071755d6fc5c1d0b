package extract

import (
	"slices"
	"strings"
)

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
		} else if r.takes(f.at, args) {
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
	if fixed := slices.DeleteFunc(slices.Clone(out), func(f value) bool { return f.kind == valFunc && r.hasRest(f.at) }); len(fixed) > 0 {
		out = fixed
	}
	if call != nil && len(out) > 1 {
		out = r.fitting(u, out, r.operands(u, call))
	}
	var near []value
	for _, f := range out {
		if f.kind != valFunc || len(near) == 0 || near[0].kind == valFunc && r.sameScope(near[0].at, f.at) {
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

func (r *resolver) sameScope(a, b ref) bool {
	return a.unit == b.unit && r.decl(a).scope == r.decl(b).scope
}

// fitting keeps the functions whose parameters fit arguments best.
func (r *resolver) fitting(u int32, fs []value, args []int32) []value {
	best := -1
	var out []value
	for _, f := range fs {
		if f.kind != valFunc {
			continue
		}
		score, fits := 0, true
		d := r.decl(f.at)
		i := 0
		for _, p := range d.params {
			x := &r.units[f.at.unit].decls[p]
			if x.flags&isSelf != 0 {
				continue
			}
			if i >= len(args) {
				break
			}
			s, ok := r.fits(r.infer(u, args[i]), r.valueOf(ref{f.at.unit, p}))
			score += s
			fits = fits && ok
			if x.flags&isRest == 0 {
				i++
				score++ // fixed parameters before a rest
			} else {
				break
			}
		}
		if !fits {
			continue
		}
		if score > best {
			best, out = score, nil
		}
		if score == best {
			out = append(out, f)
		}
	}
	if len(out) == 0 {
		return fs
	}
	return out
}

// fits says how well a value goes with a parameter's type: exactly, as one of what it builds on, perhaps, or not at all.
func (r *resolver) fits(arg, param []value) (score int, ok bool) {
	if len(arg) == 0 || len(param) == 0 {
		return 1, true
	}
	a, p := arg[0], param[0]
	last := func(s string) string { return s[strings.LastIndexAny(s, ".:\\")+1:] }
	switch {
	case p.kind == valTypeParam && a.kind == valTypeParam:
		return 3, true
	case p.kind == valTypeParam:
		return 1, true
	case a.kind == valTypeParam:
		return 1, last(p.name) == "Object"
	case a.kind == valShape && p.kind == valShape:
		if a.name == p.name {
			return 3, true
		}
		return 0, a.name == shapeFunc || p.name == shapeFunc
	case a.kind == valFunc:
		y := last(p.name)
		return 2, p.kind == valInstance && r.decl(p.at).flags&isInterface != 0 || p.kind != valInstance && numeric[y] == 0 && y != "String" && y != "boolean" && y != "Object"
	case a.kind == valInstance && p.kind == valInstance:
		if a.at == p.at {
			return 4, true
		}
		if slices.Contains(r.ancestry(a.at), p.at) {
			return 3, true
		}
		return 0, false
	case a.kind == valOutside && p.kind == valOutside:
		x, y := last(a.name), last(p.name)
		switch {
		case x == y:
			return 4, true
		case y == "Object" || y == "CharSequence" && x == "String":
			return 1, true
		case x == "String":
			return 1, y == "Comparable" || y == "Serializable"
		case numeric[x] != 0 && numeric[y] != 0:
			if numeric[x] == numeric[y] {
				return 3, true
			}
			return 2, numeric[x] < numeric[y]
		case (numeric[x] != 0 || x == "String" || x == "boolean") && (numeric[y] != 0 || y == "String" || y == "boolean" || y == "Boolean"):
			return 0, x == "boolean" && y == "Boolean"
		}
		return 1, numeric[y] == 0 && y != "boolean"
	case p.kind == valOutside:
		y := last(p.name)
		if y == "Object" {
			return 1, true
		}
		return 0, numeric[y] == 0 && y != "String" && y != "boolean"
	case a.kind == valOutside && p.kind == valInstance:
		x := last(a.name)
		return 0, numeric[x] == 0 && x != "String" && x != "boolean"
	}
	return 1, true
}

// numeric ranks the number types that convert to one another.
var numeric = map[string]int{"byte": 1, "Byte": 1, "short": 2, "Short": 2, "char": 3, "Character": 3, "int": 4, "Integer": 4, "long": 5, "Long": 5, "float": 6, "Float": 6, "double": 7, "Double": 7, "number": 7, "Number": 8}

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
