package extract

import "strings"

// resolveJava finds the type, member or package that an import names.
func resolveJava(r *resolver, u *unit, im *imported) []value {
	at := javaPath(r, u, im.path)
	switch {
	case im.flags&importStatic != 0 && im.name == "*":
		return at
	case im.flags&importStatic != 0:
		var out []value
		for _, v := range at {
			out = append(out, r.member(v, im.name)...)
		}
		if out == nil {
			return []value{{kind: valExternal, name: im.path + "." + im.name}}
		}
		return out
	case im.name == "*":
		if at == nil {
			if ms := r.spaces[spaceKey{"Java", im.path}]; len(ms) > 0 {
				return []value{{kind: valModule, at: ms[0]}}
			}
		}
		return at
	}
	if at == nil {
		return []value{{kind: valExternal, name: im.path}}
	}
	return at
}

// javaPath finds a type by its full name: the package, then types inside each other.
func javaPath(r *resolver, u *unit, p string) []value {
	for i := len(p); i > 0; i = strings.LastIndexByte(p[:i], '.') {
		at := r.nearest(u, r.inSpace[spaceKey{"Java", p[:i]}])
		if len(at) == 0 {
			continue
		}
		vs := r.valueOf(at[0])
		for _, name := range strings.FieldsFunc(p[i:], func(c rune) bool { return c == '.' }) {
			var next []value
			for _, v := range vs {
				next = join(next, r.member(v, name))
			}
			vs = next
		}
		return vs
	}
	return nil
}

// javaGlobal finds a type of the same package; what is no name of the tree may be java.lang's, or a package.
func javaGlobal(r *resolver, u *unit, _ int32, name string) []value {
	if vs := r.spaceMember(u, u.space, name); vs != nil && vs[0].kind != valModule {
		return vs
	}
	if name != "" && name[0] >= 'A' && name[0] <= 'Z' {
		return []value{{kind: valExternal, name: name}}
	}
	if ms := r.spaces[spaceKey{"Java", name}]; len(ms) > 0 {
		return []value{{kind: valModule, at: ms[0]}}
	}
	return nil
}

func linkJavaImport(k *linker, i int32, u *unit, im *imported) {
	file := k.node[i][0]
	if im.name == "*" {
		return
	}
	declared := func(at ref) { // what a file declares, and the file
		k.edge(file, k.nodeOf(at), RelImports, ctxImport, Extracted, u.path, im.line)
		if at.unit != i {
			k.edge(file, k.node[at.unit][0], RelImports, ctxImport, Extracted, u.path, im.line)
		}
	}
	for _, v := range resolveJava(k.resolver, u, im) {
		switch v.kind {
		case valType, valFunc:
			declared(v.at)
		case valExternal:
			k.edge(file, k.external(v.name, MakeID(v.name), KindExternal), RelImports, ctxImport, Extracted, u.path, im.line)
		}
	}
	if im.flags&importStatic != 0 {
		for _, v := range javaPath(k.resolver, u, im.path) {
			if v.kind == valType {
				declared(v.at)
			}
		}
	}
}
