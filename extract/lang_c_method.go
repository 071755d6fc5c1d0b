package extract

import (
	"slices"
	"strings"

	"brain/pattern"
)

// cDeclaration is the declaration, in its class, of a method that is defined outside of it, the zero ref if that is not sure: it has one
// definition in the tree, as many parameters and, of overloads, types that are written alike.
func cDeclaration(r *resolver, at ref) ref {
	return layout(r, "methods", func() map[ref]ref {
		found := map[ref][]ref{} // definitions
		for i, u := range r.units {
			if u.lang.family != "c" {
				continue
			}
			for d := range u.decls {
				x := &u.decls[d]
				if x.node != KindMethod || x.contains != RelContains || u.decls[x.scope].flags&isPartial == 0 {
					continue
				}
				def := ref{int32(i), int32(d)}
				if of := cDeclared(r, def); of != (ref{}) {
					found[of] = append(found[of], def)
				}
			}
		}
		out := make(map[ref]ref, len(found))
		for of, defs := range found {
			if len(defs) == 1 {
				out[defs[0]] = of
			}
		}
		return out
	})[at]
}

// cDeclared is the one declaration that fits a method that is defined outside of its class, the zero ref if there is none.
func cDeclared(r *resolver, at ref) ref {
	d := r.decl(at)
	class := r.whole(ref{at.unit, d.scope})
	if c := r.decl(class); c.kind != declType || c.flags&isPartial != 0 {
		return ref{}
	}
	var alike, same []ref
	var room [8]int32
	for _, e := range r.declared(class.unit, nameKey{class.decl, d.name}, ^uint32(0), room[:0]) {
		of := ref{class.unit, e}
		x := r.decl(of)
		if x.kind != declFunc || len(x.params) != len(d.params) || cConst(x.sig) != cConst(d.sig) {
			continue
		}
		alike = append(alike, of)
		if cSameParams(r.units[at.unit], d, r.units[of.unit], x) {
			same = append(same, of)
		}
	}
	if len(alike) > 1 {
		alike = same
	}
	if len(alike) == 1 && r.decl(alike[0]).node == KindMethod { // what declares a constructor has no node
		return alike[0]
	}
	return ref{}
}

// cConst says whether a method leaves its object as it is.
func cConst(sig string) bool {
	return strings.Contains(sig[strings.LastIndexByte(sig, ')')+1:], "const")
}

// cSameParams says whether two functions have parameters of types that are written alike, but for namespaces.
func cSameParams(u *unit, d *decl, v *unit, e *decl) bool {
	x, y := cParamTypes(u, d), cParamTypes(v, e)
	return x != nil && slices.Equal(x, y)
}

// cParamTypes are the types of a function's parameters as its head writes them, without namespaces and spaces; nil if it does not hold
// them all.
func cParamTypes(u *unit, d *decl) []string {
	_, head, ok := strings.Cut(d.sig, d.name)
	head, found := strings.CutPrefix(strings.TrimSpace(head), "(")
	if !ok || !found || head == "" {
		return nil
	}
	out := []string{}
	depth, start := 0, 0
	for i := range len(head) {
		switch c := head[i]; {
		case c == '(' || c == '<' || c == '[' || c == '{':
			depth++
		case depth > 0 && (c == ')' || c == '>' || c == ']' || c == '}'):
			depth--
		case depth == 0 && (c == ',' || c == ')'):
			if n := len(out); n < len(d.params) {
				out = append(out, cWrittenType(head[start:i], u.decls[d.params[n]].name))
			}
			if start = i + 1; c == ')' {
				if len(out) != len(d.params) {
					return nil
				}
				return out
			}
		}
	}
	return nil
}

// cWrittenType is a parameter's type without its name, its default, namespaces and spaces.
func cWrittenType(text, name string) string {
	text, _, _ = strings.Cut(text, "=")
	var out []string
	for _, w := range cWord().FindAllString(text, -1) {
		switch n := len(out); {
		case w == "::":
			if n > 0 {
				out = out[:n-1]
			}
		case w != name || name == "":
			out = append(out, w)
		}
	}
	return strings.Join(out, " ")
}

var cWord = pattern.Lazy(`\w+|::|[^\w\s]`)
