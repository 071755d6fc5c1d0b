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
			step, best, out = s, score, nil
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

// fit says in which step a value goes with a parameter's type, and how well: 5 is exactly.
func (r *resolver) fit(arg, param []value, depth int) (step, score int) {
	if len(arg) == 0 || len(param) == 0 || depth > maxTypeDepth {
		return fitPlain, 1
	}
	a, p := arg[0], param[0]
	y := lastName(p.name)
	object := p.kind == valOutside && (y == "Object" || y == "object")
	number := p.kind == valOutside && isPrimitive(y)
	switch {
	case a.kind == valOutside && a.name == "null":
		if number {
			return fitNone, 0
		}
		return fitPlain, 1
	case a.kind == valOutside && isPrimitive(a.name):
		return fitPrimitive(a.name, p, y)
	case p.kind == valTypeParam && a.kind == valTypeParam:
		return fitPlain, 3
	case p.kind == valTypeParam:
		return fitPlain, 1
	case a.kind == valTypeParam:
		if object {
			return fitPlain, 1
		}
		return fitNone, 0
	case object:
		if a.kind == valFunc {
			return fitNone, 0
		}
		return fitPlain, 1
	case a.kind == valFunc:
		if p.kind == valInstance && r.decl(p.at).flags&isInterface != 0 || p.kind == valShape && p.of != "Array" || p.kind == valOutside && !number && y != "String" {
			return fitPlain, 2
		}
		return fitNone, 0
	case a.kind == valShape:
		return r.fitShape(a, p, number, depth)
	case p.kind == valShape:
		if p.of == "Array" || a.kind == valOutside && (a.name == "String" || boxed[a.name] != "") {
			return fitNone, 0
		}
		return fitPlain, 1
	case a.kind == valInstance && p.kind == valInstance:
		switch {
		case a.at == p.at:
			return fitPlain, 5
		case slices.Contains(r.ancestry(a.at), p.at):
			return fitPlain, 3
		}
		return fitNone, 0
	case a.kind == valInstance && p.kind == valOutside:
		if number || y == "String" || boxed[y] != "" {
			return fitNone, 0
		}
		return fitPlain, 1
	case a.kind == valOutside && p.kind == valOutside:
		return fitOutside(lastName(a.name), y, number)
	case a.kind == valOutside && p.kind == valInstance:
		if x := lastName(a.name); x == "String" || boxed[x] != "" {
			return fitNone, 0
		}
		return fitPlain, 0
	}
	return fitPlain, 1
}

// fitShape is for arrays and containers.
func (r *resolver) fitShape(a, p value, number bool, depth int) (step, score int) {
	switch {
	case p.kind == valOutside:
		y := lastName(p.name)
		if number || y == "String" || boxed[y] != "" || a.of == "Array" && y != "Cloneable" && y != "Serializable" {
			return fitNone, 0
		}
		return fitPlain, 1
	case p.kind != valShape:
		if a.of == "Array" || p.kind == valInstance && r.decl(p.at).flags&isInterface == 0 {
			return fitNone, 0
		}
		return fitPlain, 0
	case a.of == "Array" && p.of == "Array":
		if len(a.args) == 0 || len(p.args) == 0 {
			return fitPlain, 1
		}
		s, n := r.fit(a.args[0], p.args[0], depth+1)
		if s != fitPlain || n < 5 && len(a.args[0]) > 0 && a.args[0][0].kind == valOutside && isPrimitive(a.args[0][0].name) {
			return fitNone, 0
		}
		return fitPlain, n
	case (a.of == "Array") != (p.of == "Array") && a.of != "" && p.of != "":
		return fitNone, 0
	case a.of == p.of:
		return fitPlain, 4
	case a.name == p.name:
		return fitPlain, 2
	case a.name == shapeFunc || p.name == shapeFunc:
		return fitPlain, 0
	}
	return fitNone, 0
}

// fitPrimitive is for numbers, characters and truth values, of which each converts to wider ones and to objects.
func fitPrimitive(x string, p value, y string) (step, score int) {
	switch {
	case p.kind == valTypeParam:
		return fitBoxed, 1
	case p.kind != valOutside:
		return fitNone, 0
	case x == y:
		return fitPlain, 5
	case isPrimitive(y):
		if numeric[x] == 0 || numeric[y] == 0 || numeric[x] > numeric[y] {
			return fitNone, 0
		}
		return fitPlain, max(1, 4-(numeric[y]-numeric[x]))
	case boxed[y] == x:
		return fitBoxed, 4
	case y == "Object" || y == "object":
		return fitBoxed, 1
	case y == "Comparable" || y == "Serializable" || y == "Number" && numeric[x] != 0:
		return fitBoxed, 2
	}
	return fitNone, 0
}

// fitOutside is for types that the tree does not hold.
func fitOutside(x, y string, number bool) (step, score int) {
	switch {
	case x == y:
		return fitPlain, 5
	case number:
		b := boxed[x]
		if b == "" || b != y && (numeric[b] == 0 || numeric[b] > numeric[y]) {
			return fitNone, 0
		}
		return fitBoxed, 3
	case x == "String" && y == "CharSequence":
		return fitPlain, 4
	case x == "String" || boxed[x] != "":
		if y == "Comparable" || y == "Serializable" || y == "Number" && x != "String" {
			return fitPlain, 2
		}
		return fitNone, 0
	case y == "String" || boxed[y] != "":
		return fitNone, 0
	}
	return fitPlain, 1
}

func lastName(s string) string { return s[strings.LastIndexAny(s, ".:\\")+1:] }

// numeric ranks the number types that convert to one another.
var numeric = map[string]int{"byte": 1, "sbyte": 1, "short": 2, "ushort": 2, "char": 3, "int": 4, "uint": 4, "long": 5, "ulong": 5, "float": 6, "double": 7, "number": 7}

func isPrimitive(name string) bool { return numeric[name] != 0 || name == "boolean" || name == "bool" }

// boxed are the objects that stand for primitive values.
var boxed = map[string]string{
	"Byte": "byte", "Short": "short", "Character": "char", "Integer": "int", "Long": "long", "Float": "float", "Double": "double", "Boolean": "boolean",
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
