package extract

import (
	"slices"
	"strings"
)

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
