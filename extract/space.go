package extract

// indexSpaces notes what the file declares in namespaces: its own, and those it opens.
func (r *resolver) indexSpaces(i int32, u *unit) {
	family := u.lang.familyName()
	full := make([]string, len(u.decls))
	full[0] = u.space
	opened := make([]bool, len(u.decls))
	opened[0] = u.space != ""
	if opened[0] {
		r.spaces[spaceKey{family, u.space}] = append(r.spaces[spaceKey{family, u.space}], ref{i, 0})
	}
	for d := 1; d < len(u.decls); d++ {
		x := &u.decls[d]
		in := x.scope
		top := in == 0 || u.decls[in].kind == declSpace
		if !top || x.flags&isHidden != 0 || u.lang.spaced && x.flags&isFileOnly != 0 {
			continue
		}
		name := x.name
		if full[in] != "" {
			name = full[in] + "." + x.name
		}
		if x.kind == declSpace {
			full[d] = name
			r.spaces[spaceKey{family, name}] = append(r.spaces[spaceKey{family, name}], ref{i, int32(d)})
		}
		r.inSpace[spaceKey{family, name}] = append(r.inSpace[spaceKey{family, name}], ref{i, int32(d)})
	}
}

// spaceName is the full name of a namespace.
func (r *resolver) spaceName(at ref) string {
	u := r.units[at.unit]
	d := &u.decls[at.decl]
	if at.decl == 0 {
		return u.space
	}
	if d.kind != declSpace {
		return ""
	}
	if up := r.spaceName(ref{at.unit, d.scope}); up != "" {
		return up + "." + d.name
	}
	return d.name
}

// spaceMember gives what a namespace has under a name, wherever it is declared: of several declarations of a type, as copies in other
// folders are, the one nearest to the file that asks.
func (r *resolver) spaceMember(u *unit, space, name string) []value {
	full := name
	if space != "" {
		full = space + "." + name
	}
	key := spaceKey{u.lang.familyName(), full}
	at := r.nearest(u, r.inSpace[key])
	var out []value
	for _, a := range at {
		if r.decl(a).kind == declFunc {
			out = append(out, value{kind: valFunc, at: a})
		} else if r.decl(a).kind != declSpace {
			out = join(out, r.valueOf(a))
		}
	}
	object := len(out) > 0 && out[0].kind == valType && r.decl(out[0].at).node == KindObject // Scala's package object adds to a package
	if len(out) == 0 || object {
		for _, a := range r.spaces[key] {
			if object {
				return append(out[:len(out):len(out)], value{kind: valModule, at: a})
			}
			return []value{{kind: valModule, at: a}}
		}
	}
	return out
}

// nearest keeps those declarations whose files have the most folders in common with a file.
func (r *resolver) nearest(u *unit, at []ref) []ref {
	if len(at) < 2 {
		return at
	}
	var out []ref
	most := -1
	for _, a := range at {
		n := commonFolders(u.path, r.units[a.unit].path)
		if n > most {
			most, out = n, out[:0]
		}
		if n == most {
			out = append(out, a)
		}
	}
	return out
}

func commonFolders(a, b string) int {
	n := 0
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			break
		}
		if a[i] == '/' {
			n++
		}
	}
	return n
}
