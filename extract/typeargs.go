package extract

// bound puts what the arguments of a call say in place of the type parameters of the function that it calls.
func (r *resolver) bound(u int32, x *expr, f value, result []value) []value {
	if f.kind != valFunc || !open(result) {
		return result
	}
	known := map[ref][]value{}
	args := r.operands(u, x)
	i := 0
	if r.extended(f) {
		i = -1
	}
	for _, p := range r.decl(f.at).params {
		d := &r.units[f.at.unit].decls[p]
		if d.flags&isSelf != 0 {
			continue
		}
		if i >= len(args) {
			break
		}
		if d.typ != 0 {
			want := r.instances(f.at.unit, r.infer(f.at.unit, d.typ))
			if open(want) {
				have := []value{}
				if i < 0 {
					have = append(have, *f.self)
				} else {
					have = r.infer(u, args[i])
				}
				r.match(want, have, known, 0)
			}
		}
		i++
	}
	return fill(result, known, 0)
}

// open reports whether values depend on type parameters.
func open(vs []value) bool {
	for i := range vs {
		if vs[i].kind == valTypeParam {
			return true
		}
		for _, a := range vs[i].args {
			if open(a) {
				return true
			}
		}
	}
	return false
}

// maxTypeDepth is how deep types are compared.
const maxTypeDepth = 4

// match notes which type parameters of a parameter's type stand for what in an argument.
func (r *resolver) match(want, have []value, known map[ref][]value, depth int) {
	if depth > maxTypeDepth {
		return
	}
	for _, w := range want {
		if w.kind == valTypeParam {
			for _, h := range have {
				if h.kind != valTypeParam || h.at != w.at {
					known[w.at] = join(known[w.at], []value{h})
				}
			}
			continue
		}
		for _, h := range have {
			switch {
			case w.kind == valShape && w.name == shapeFunc && h.kind == valFunc && len(w.args) > 0:
				if last := w.args[len(w.args)-1]; open(last) {
					r.match(last, r.call(h), known, depth+1)
				}
			case h.kind == w.kind && h.name == w.name && h.at == w.at:
				for i := range min(len(w.args), len(h.args)) {
					r.match(w.args[i], h.args[i], known, depth+1)
				}
			}
		}
	}
}

// fill puts what is known in place of type parameters.
func fill(vs []value, known map[ref][]value, depth int) []value {
	if len(known) == 0 || depth > maxTypeDepth || !open(vs) {
		return vs
	}
	var out []value
	for _, v := range vs {
		if v.kind == valTypeParam {
			if k, ok := known[v.at]; ok {
				out = join(out, softened(k))
				continue
			}
		}
		if len(v.args) > 0 {
			args := make([][]value, len(v.args))
			for i, a := range v.args {
				args[i] = fill(a, known, depth+1)
			}
			v.args = args
		}
		out = join(out, []value{v})
	}
	return out
}
