package extract

import "strings"

// results is what a call gives.
func (r *resolver) results(u int32, x *expr) []value {
	fs := r.infer(u, x.x)
	if vs, ok := r.special(u, x, fs); ok {
		return vs
	}
	var out []value
	for _, f := range r.overload(u, fs, int32(x.n), x) {
		if r.units[u].lang.signatures {
			if fit := r.signatures(f, int32(x.n)); len(fit) > 0 {
				f = fit[0]
			}
		}
		out = join(out, r.bound(u, x, f, r.call(f)))
	}
	if len(out) > maxValues {
		return nil
	}
	return out
}

// special knows the few functions without which little can be said: super, type, cast and the like.
func (r *resolver) special(u int32, x *expr, fs []value) ([]value, bool) {
	callee := &r.units[u].exprs[x.x]
	if callee.op == opName && len(fs) == 0 && r.units[u].lang.special != nil {
		return r.units[u].lang.special(r, u, callee.name, callee.x, r.operands(u, x))
	}
	return nil, false
}

func (r *resolver) callAll(fs []value) []value {
	var out []value
	for _, f := range fs {
		out = join(out, r.call(f))
	}
	if len(out) > maxValues {
		return nil
	}
	return out
}

func (r *resolver) call(f value) []value {
	if r.depth > maxInference {
		return nil
	}
	r.depth++
	defer func() { r.depth-- }()
	switch f.kind {
	case valType:
		f.kind = valInstance
		return []value{f}
	case valFunc:
		return r.result(f)
	case valInstance:
		if m := r.units[f.at.unit].lang.callable; m != "" {
			return r.callAll(r.member(f, m))
		}
	case valShape:
		if f.name == shapeFunc && len(f.args) > 0 {
			return f.args[len(f.args)-1]
		}
	case valExternal:
		if short := f.name[strings.LastIndexAny(f.name, ".:\\")+1:]; short != "" && short[0] >= 'A' && short[0] <= 'Z' { // a type by custom
			return []value{{kind: valOutside, name: f.name}}
		}
	}
	return nil
}

// result is what a function returns: what it declares, else what its return statements say.
func (r *resolver) result(f value) []value {
	d := r.decl(f.at)
	if r.extended(f) { // its type parameters are its own
		f.self = nil
	}
	if d.typ != 0 {
		types := r.infer(f.at.unit, d.typ)
		if f.self != nil {
			if r.declaredAsSelf(f.at.unit, d) {
				s := *f.self
				s.kind = valInstance
				return []value{s}
			}
			for _, t := range types {
				if t.kind == valExternal && (t.name == "Self" || strings.HasSuffix(t.name, ".Self")) {
					s := *f.self
					s.kind = valInstance
					return []value{s}
				}
			}
		}
		vs := r.substitute(r.instances(f.at.unit, types), f.self)
		if f.soft {
			vs = softened(vs)
		}
		return vs
	}
	if d.init != 0 { // a function of a declared type gives what that says
		if vs := r.callAll(r.infer(f.at.unit, d.init)); vs != nil {
			return vs
		}
	}
	var out []value
	for _, e := range d.rets {
		if f.self != nil && r.isSelf(f.at.unit, e) {
			out = join(out, []value{*f.self})
			continue
		}
		out = join(out, r.infer(f.at.unit, e))
	}
	out = softened(r.substitute(out, f.self))
	if d.flags&isGenerator != 0 {
		return []value{{kind: valShape, name: shapeList, soft: true, args: [][]value{out}}}
	}
	return out
}

// isSelf reports whether an expression is the receiver.
func (r *resolver) isSelf(u, e int32) bool {
	if e == 0 {
		return false
	}
	x := &r.units[u].exprs[e]
	if x.op == opThis {
		return true
	}
	if x.op != opName {
		return false
	}
	d := r.firstOf(u, nameKey{x.x, x.name})
	return d != 0 && r.units[u].decls[d].flags&isSelf != 0 && r.units[u].decls[d].same == 0
}

// declaredAsSelf reports whether a function returns the type that it declares its receiver to be of: def f(self: T) -> T.
func (r *resolver) declaredAsSelf(u int32, d *decl) bool {
	if len(d.params) == 0 {
		return false
	}
	self := &r.units[u].decls[d.params[0]]
	if self.flags&isSelf == 0 || self.typ == 0 {
		return false
	}
	a, b := &r.units[u].exprs[self.typ], &r.units[u].exprs[d.typ]
	return a.op == opName && b.op == opName && a.name == b.name
}
