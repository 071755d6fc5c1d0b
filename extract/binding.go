package extract

import (
	"slices"
	"sort"
)

// declared are the declarations of a name in a scope, of very many those next before pos. Room is where they may be put.
func (r *resolver) declared(u int32, key nameKey, pos uint32, room []int32) []int32 {
	ds := r.units[u].decls
	first := r.firstOf(u, key)
	if first == 0 {
		return nil
	}
	if all := r.manyOf(u, key); all != nil {
		n := sort.Search(len(all), func(i int) bool { return ds[all[i]].pos > pos })
		window := maxAgainDeclared
		if r.units[u].lang.overloads {
			window = maxSame
		}
		from := max(0, n-window)
		return all[from:min(len(all), from+window)]
	}
	out := room
	for d := first; d != 0; d = ds[d].same {
		out = append(out, d)
	}
	if len(out) > maxSame {
		r.many[manyKey{u, key}] = slices.Clone(out)
		return r.declared(u, key, pos, nil)
	}
	return out
}

// manyOf are the declarations of a name that has very many, nil for others.
func (r *resolver) manyOf(u int32, key nameKey) []int32 {
	if len(r.many) == 0 {
		return nil
	}
	return r.many[manyKey{u, key}]
}

type manyKey struct {
	unit int32
	name nameKey
}

// reaching gives the values that the bindings of a name may have at pos: going back from there, those up to the first whose block
// the place is in. In a function of the scope, any may hold; the last of those that nothing hides does.
func (r *resolver) reaching(u int32, found, ims []int32, pos uint32, direct bool) []value {
	un := r.units[u]
	type binding struct {
		pos, from, to uint32
		decl, im      int32
		always        bool
	}
	var room [8]binding
	bs := room[:0]
	for _, d := range found {
		x := &un.decls[d]
		to := x.to
		if to == 0 {
			to = ^uint32(0)
		}
		bs = append(bs, binding{x.pos, x.from, to, d, -1, x.flags&(isUnordered|isParam) != 0})
	}
	for _, k := range ims {
		bs = append(bs, binding{un.imports[k].pos, 0, ^uint32(0), 0, k, false})
	}
	if len(bs) > 1 {
		slices.SortStableFunc(bs, func(a, b binding) int { return int(int64(a.pos) - int64(b.pos)) })
	}
	valueOf := func(b binding) []value {
		if b.im >= 0 {
			return un.lang.resolve(r, un, &un.imports[b.im])
		}
		return r.valueOf(ref{u, b.decl})
	}
	if !direct {
		var out []value
		for i := len(bs) - 1; i >= 0; i-- {
			out = join(out, valueOf(bs[i]))
			if bs[i].from == 0 && bs[i].to == ^uint32(0) { // at the top of the scope: what was before is gone
				break
			}
		}
		return out
	}
	var out []value
	some := false
	for i := len(bs) - 1; i >= 0; i-- {
		b := bs[i]
		if b.pos > pos && !b.always {
			continue
		}
		some = true
		vs := valueOf(b)
		out = join(out, vs)
		if b.from <= pos && pos < b.to {
			break
		}
	}
	if !some {
		for _, b := range bs {
			out = join(out, valueOf(b))
		}
	}
	return out
}
