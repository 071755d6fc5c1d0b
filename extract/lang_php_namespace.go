package extract

import "strings"

// resolvePHP finds what a full name means.
func resolvePHP(r *resolver, u *unit, im *imported) []value {
	full := strings.ReplaceAll(im.path, `\`, ".")
	space, name := "", full
	if i := strings.LastIndexByte(full, '.'); i >= 0 {
		space, name = full[:i], full[i+1:]
	}
	if vs := r.spaceMember(u, space, name); vs != nil {
		return vs
	}
	return []value{{kind: valExternal, name: im.path}}
}

// phpGlobal finds a class or function of the namespace around a place, or of none.
func phpGlobal(r *resolver, u *unit, scope int32, name string) []value {
	i := r.byPath[u.path]
	s := scope
	for s != 0 && u.decls[s].kind != declSpace {
		s = u.decls[s].scope
	}
	if s != 0 {
		if vs := r.spaceMember(u, r.spaceName(ref{i, s}), name); vs != nil {
			return vs
		}
	}
	vs := r.spaceMember(u, "", name)
	if s == 0 || len(vs) > 0 && vs[0].kind == valFunc { // a class of no namespace needs a backslash
		if vs != nil {
			return vs
		}
	}
	if name != "" && name[0] >= 'A' && name[0] <= 'Z' {
		return []value{{kind: valExternal, name: name}}
	}
	return nil
}

func linkPHPUse(k *linker, i int32, u *unit, im *imported) {
	file := k.node[i][0]
	for _, v := range resolvePHP(k.resolver, u, im) {
		switch v.kind {
		case valType, valFunc:
			k.edge(file, k.nodeOf(v.at), RelImports, ctxImport, Extracted, u.path, im.line)
		case valExternal:
			k.edge(file, k.external(im.path, MakeID(im.path), KindExternal), RelImports, ctxImport, Extracted, u.path, im.line)
		}
	}
}
