package extract

import (
	"slices"
	"strings"
)

// addCall makes the edges of a call. Several targets are all named, as ambiguous, if they are few.
func (k *linker) addCall(i int32, u *unit, x *use, from int32) {
	fs := k.infer(i, x.expr)
	if n := k.constant(i, x.expr); n >= 0 {
		if at, ok := k.declaredBy(n); ok && k.decl(at).flags&isCast != 0 {
			k.edge(from, n, RelCalls, ctxCall, Extracted, u.path, x.line)
			return
		}
	}
	if x.what == useNew {
		var types []value
		for _, f := range fs {
			if f.kind == valType || f.kind == valFunc || f.kind == valObject {
				types = append(types, f)
			}
		}
		fs = types
	} else {
		var call *expr
		if x.call != 0 {
			call = &u.exprs[x.call]
		}
		fs = k.overload(i, fs, x.args, call)
	}
	type target struct {
		node int32
		v    value
	}
	var room [4]target
	to := room[:0]
	add := func(n int32, v value) {
		if n >= 0 && !slices.ContainsFunc(to, func(t target) bool { return t.node == n }) {
			to = append(to, target{n, v})
		}
	}
	for _, f := range fs {
		switch f.kind {
		case valFunc, valObject:
			if lang := k.units[f.at.unit].lang; k.nodeOf(f.at) < 0 && lang.definition != nil && f.kind == valFunc {
				for _, d := range lang.definition(k.resolver, f.at) {
					add(k.nodeOf(d), f)
				}
			} else {
				add(k.nodeOf(f.at), f)
			}
		case valType:
			add(k.nodeOf(f.at), f)
			k.addUses(i, u, x.in, f.at, x.line)
		case valExternal:
			if u.lang.linkOutside {
				k.addOutsideCall(u, x, f, from)
			}
		case valInstance:
			if m := k.units[f.at.unit].lang.callable; m != "" {
				for _, g := range k.member(f, m) {
					if g.kind == valFunc {
						add(k.nodeOf(g.at), g)
					}
				}
			}
		}
	}
	if len(to) == 0 {
		if n := k.constant(i, x.expr); n >= 0 {
			add(n, value{})
		} else if n := k.enumCase(i, x.expr); n >= 0 {
			k.edge(from, n, RelReferences, ctxConstructor, Extracted, u.path, x.line)
		}
	}
	if len(to) > maxCandidates {
		return
	}
	of := len(to)
	if u.lang.directives && k.maybeOutside(i, x.expr) {
		of++
	}
	for _, t := range to {
		k.edge(from, t.node, RelCalls, ctxCall, sure(&t.v, of), u.path, x.line)
	}
}

// maybeOutside reports whether the object whose method is called may be of a type from outside, as where #if chooses between a type of
// the tree and one of a library.
func (k *linker) maybeOutside(u, e int32) bool {
	x := &k.units[u].exprs[e]
	if x.op != opMember {
		return false
	}
	in, out := false, false
	for _, v := range k.infer(u, x.x) {
		in = in || v.kind == valInstance
		out = out || v.kind == valOutside && v.name != "null"
	}
	return in && out
}

// constant is the node of the variable that a name means, -1 for none: what is called is then its value.
func (k *linker) constant(u, e int32) int32 {
	x := &k.units[u].exprs[e]
	if x.op != opName {
		return -1
	}
	ds := k.units[u].decls
	for s := x.x; ; s = ds[s].scope {
		key := nameKey{s, x.name}
		if d := k.firstOf(u, key); d != 0 && ds[d].flags&isHidden == 0 {
			if ds[d].kind == declVar {
				return k.callable(ref{u, d})
			}
			return -1
		}
		for _, im := range k.importsOf(u, key) {
			if lang := k.units[u].lang; lang.declared != nil {
				for _, at := range lang.declared(k, k.units[u], &k.units[u].imports[im]) {
					if k.decl(at).kind == declVar {
						return k.callable(at)
					}
				}
			}
			return -1
		}
		if s == 0 {
			return -1
		}
	}
}

// callable is the node of a constant, unless it is only another name for something.
func (k *linker) callable(at ref) int32 {
	d := k.decl(at)
	if d.node == KindField && k.units[at.unit].lang.directives { // what it points to is called
		return -1
	}
	if o := k.units[at.unit].exprs[d.init].op; d.typ == 0 && d.flags&isCast == 0 && (o == opName || o == opMember) {
		return -1
	}
	return k.nodeOf(at)
}

// enumCase is the node of the case of an enum that an expression is, -1 for none.
func (k *linker) enumCase(u, e int32) int32 {
	x := &k.units[u].exprs[e]
	if x.op != opMember {
		return -1
	}
	for _, v := range k.infer(u, x.x) {
		if v.kind == valType {
			if d := k.firstOf(v.at.unit, nameKey{v.at.decl, x.name}); d != 0 && k.units[v.at.unit].decls[d].flags&isEnumCase != 0 {
				return k.node[v.at.unit][d]
			}
		}
	}
	return -1
}

// addOutsideCall makes the edge from a call of a function of an imported module that the tree does not hold to that module.
func (k *linker) addOutsideCall(u *unit, x *use, f value, from int32) {
	if i := strings.LastIndexByte(f.name, '.'); i > 0 && u.exprs[x.expr].op == opMember {
		if to, ok := k.externals[externalKey{MakeID(f.name[:i]), f.name[:i]}]; ok {
			k.edge(from, to, RelCalls, ctxCall, Extracted, u.path, x.line)
		}
	}
}

// maxCandidates is how many targets an ambiguous call may have.
const maxCandidates = 4
