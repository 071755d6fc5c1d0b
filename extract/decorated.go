package extract

// decorated is what the decorators of a function, outermost first, make of it, as far as their declared results say: an instance of a
// type. Nothing where it stays a function or what a decorator gives is not declared.
func (r *resolver) decorated(u int32, x *expr) []value {
	for _, e := range r.operands(u, x) {
		if e == 0 {
			return nil
		}
		var given, out []value
		same := false
		if d := r.units[u].exprs[e]; d.op == opCall {
			for _, f := range r.infer(u, d.x) {
				for _, s := range r.signatures(f, int32(d.n)) {
					same = same || r.givesParam(s.at.unit, r.decl(s.at).typ)
					given = join(given, r.call(s))
				}
			}
		} else {
			given = r.infer(u, e)
		}
		for _, v := range given {
			switch {
			case v.kind == valShape && v.name == shapeFunc:
				out = join(out, r.call(v))
			case v.kind == valFunc:
				for _, s := range r.signatures(v, 1) {
					same = same || r.givesParam(s.at.unit, r.decl(s.at).typ)
					out = join(out, r.call(s))
				}
			}
		}
		if same {
			continue
		}
		return kept(out, func(v *value) bool { return v.kind == valInstance })
	}
	return nil
}

// signatures are the overloads of a function that take so many arguments and declare what they give; the function itself where it has none.
func (r *resolver) signatures(f value, args int32) []value {
	if f.kind != valFunc {
		return nil
	}
	var out []value
	decls := r.units[f.at.unit].decls
	first := r.units[f.at.unit].primary(f.at.decl)
	for d := first; d != 0; d = decls[d].same {
		at := ref{f.at.unit, d}
		if decls[d].kind == declFunc && (d == first || decls[d].flags&isMore != 0) && decls[d].typ != 0 && r.takes(at, args) {
			s := f
			s.at = at
			out = append(out, s)
		}
	}
	return out
}

// givesParam reports whether a type is a type parameter or a function that gives one: a decorator with such a result gives back what it
// was given.
func (r *resolver) givesParam(u, e int32) bool {
	for range maxTypeDepth {
		x := &r.units[u].exprs[e]
		switch x.op {
		case opIndex:
			args := r.operands(u, x)
			if len(args) == 0 {
				return false
			}
			e = args[len(args)-1]
		case opName:
			decls := r.units[u].decls
			for s := x.x; ; s = decls[s].scope {
				if d := r.firstOf(u, nameKey{s, x.name}); d != 0 {
					return decls[d].kind == declTypeParam
				}
				if s == 0 {
					return false
				}
			}
		default:
			return false
		}
	}
	return false
}
