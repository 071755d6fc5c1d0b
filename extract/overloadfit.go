package extract

import (
	"slices"
	"strings"
)

// Steps in which Java and C# look for the function that is meant: a later one counts only if an earlier gives none.
const (
	fitNone  = iota
	fitPlain // the argument is of the type or of one that builds on it
	fitBoxed // a number becomes an object or the other way round
	fitRest  // arguments become elements of the last parameter
)

// fitting keeps the functions whose parameters fit arguments best.
func (r *resolver) fitting(u int32, fs []value, args []int32) []value {
	vs := make([][]value, len(args))
	for i, a := range args {
		vs[i] = withoutNull(r.infer(u, a))
		if r.units[u].lang.typedefs {
			vs[i] = slices.DeleteFunc(slices.Clone(vs[i]), func(v value) bool {
				return v.kind == valOutside && v.name != "int" && v.name != "text" && !strings.HasPrefix(v.name, "std.string")
			})
		}
	}
	if len(fs) > 0 && r.extended(fs[0]) {
		vs = append([][]value{{*fs[0].self}}, vs...)
	}
	step, best := fitRest+1, -1
	var out []value
	for _, f := range fs {
		if f.kind != valFunc {
			continue
		}
		s, score := r.fitCall(f.at, vs)
		switch {
		case s == fitNone || s > step:
			continue
		case s < step || score > best:
			step, best, out = s, score, out[:0]
		case score < best:
			continue
		}
		out = append(out, f)
	}
	if len(out) == 0 {
		return fs
	}
	return r.mostSpecific(out, vs)
}

// withoutNull leaves null out of what an argument may be, unless it is nothing else.
func withoutNull(vs []value) []value {
	if len(vs) < 2 {
		return vs
	}
	return slices.DeleteFunc(slices.Clone(vs), func(v value) bool { return v.kind == valOutside && v.name == "null" })
}

// parameters are the types that a function declares its parameters with, and whether the last takes the rest.
func (r *resolver) parameters(at ref) (types [][]value, rest bool) {
	for _, p := range r.decl(at).params {
		x := &r.units[at.unit].decls[p]
		if x.flags&isSelf == 0 {
			types = append(types, r.valueOf(ref{at.unit, p}))
			rest = x.flags&isRest != 0
		}
	}
	return types, rest
}

// fitCall says in which step a function fits arguments, and how well.
func (r *resolver) fitCall(at ref, args [][]value) (step, score int) {
	types, rest := r.parameters(at)
	if rest && len(args) != len(types) || len(types) == 0 {
		return r.fitRest(types, args)
	}
	step = fitPlain
	for i, a := range args {
		if i >= len(types) {
			break
		}
		s, n := r.fit(a, types[i], 0)
		if s == fitNone {
			if rest {
				return r.fitRest(types, args)
			}
			return fitNone, 0
		}
		step, score = max(step, s), score+n
	}
	return step, score
}

func (r *resolver) fitRest(types, args [][]value) (step, score int) {
	step = fitRest
	if len(types) == 0 {
		return fitPlain, 0
	}
	for i, a := range args {
		want := types[min(i, len(types)-1)]
		if i >= len(types)-1 && len(want) > 0 {
			want = r.elements(want[0])
		}
		s, n := r.fit(a, want, 0)
		if s == fitNone {
			return fitNone, 0
		}
		score += n
	}
	return step, score
}

// mostSpecific keeps of functions that fit equally well the one whose parameters fit those of all others. What an argument is has to
// be known for that wherever they differ.
func (r *resolver) mostSpecific(fs []value, args [][]value) []value {
	if len(fs) < 2 {
		return fs
	}
	all := make([][][]value, len(fs))
	for i, f := range fs {
		all[i], _ = r.parameters(f.at)
		if len(all[i]) != len(all[0]) {
			return fs
		}
	}
	for i, a := range args {
		if len(a) > 0 || i >= len(all[0]) {
			continue
		}
		for _, types := range all {
			if len(types[i]) != len(all[0][i]) || len(types[i]) > 0 && !containsValue(all[0][i], types[i][0]) {
				return fs
			}
		}
	}
	var out []value
	for i, f := range fs {
		under := true
		for j := range fs {
			for k := range all[i] {
				if s, _ := r.fit(all[i][k], all[j][k], 0); s != fitPlain {
					under = false
				}
			}
		}
		if under {
			out = append(out, f)
		}
	}
	if len(out) != 1 {
		return fs
	}
	return out
}

// sum is what +, * and the like make of two values: a string if one is, else the wider number, at least an int.
func sum(a, b []value) []value {
	if len(a) == 0 || len(b) == 0 || a[0].kind != valOutside && b[0].kind != valOutside {
		return nil
	}
	for _, vs := range [][]value{a, b} {
		if vs[0].kind == valOutside && (vs[0].name == "String" || vs[0].name == "string") {
			return []value{{kind: valOutside, name: vs[0].name}}
		}
	}
	if a[0].kind != valOutside || b[0].kind != valOutside {
		return nil
	}
	x, y := unboxed(a[0].name), unboxed(b[0].name)
	if !isPrimitive(x) || !isPrimitive(y) {
		return nil
	}
	if numeric[x] < numeric[y] {
		x = y
	}
	if n := numeric[x]; n != 0 && n < numeric["int"] {
		x = "int"
	}
	return []value{{kind: valOutside, name: x}}
}

func unboxed(name string) string {
	if b := boxed[lastName(name)]; b != "" {
		return b
	}
	return name
}
