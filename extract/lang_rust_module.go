package extract

import (
	"path"
	"strings"
)

// resolveRust finds what a use, a mod or a path of one word means.
func resolveRust(r *resolver, u *unit, im *imported) []value {
	if im.flags&importMod != 0 {
		return rustChild(r, ref{r.byPath[u.path], im.scope}, im.path)
	}
	at := ref{r.byPath[u.path], rustModule(u, im.scope)}
	vs := rustPath(r, at, im.path)
	if im.name == "" || im.name == "*" {
		return vs
	}
	var out []value
	for _, v := range vs {
		out = join(out, r.member(v, im.name))
	}
	return out
}

// rustModule is the module around a declaration of a file.
func rustModule(u *unit, d int32) int32 {
	for d != 0 && u.decls[d].kind != declSpace {
		d = u.decls[d].scope
	}
	return d
}

// rustPath follows a path from a module.
func rustPath(r *resolver, at ref, p string) []value {
	if r.depth > maxInference {
		return nil
	}
	r.depth++
	defer func() { r.depth-- }()
	parts := strings.Split(p, "::")
	var vs []value
	switch parts[0] {
	case "crate", "$crate":
		vs = rustCrate(r, at.unit)
	case "self":
		vs = []value{{kind: valModule, at: at}}
	case "super":
		vs = rustParent(r, at)
	case "":
	default:
		u := r.units[at.unit]
		for k := range u.imports { // a module or an alias of the same module
			im := &u.imports[k]
			if im.local == parts[0] && rustModule(u, im.scope) == at.decl && im.path != p && !strings.HasPrefix(im.path, parts[0]+"::") {
				vs = resolveRust(r, u, im)
				break
			}
		}
		if vs == nil {
			if got, ok := r.inScope(at.unit, at.decl, parts[0], ^uint32(0), false, false); ok {
				vs = got
			}
		}
		if vs == nil {
			vs = rustExtern(r, parts[0])
		}
		if vs == nil {
			return []value{{kind: valExternal, name: strings.ReplaceAll(p, "::", ".")}}
		}
	}
	for _, name := range parts[1:] {
		var next []value
		for _, v := range vs {
			if name == "super" && v.kind == valModule {
				next = join(next, rustParent(r, v.at))
				continue
			}
			next = join(next, r.member(v, name))
		}
		vs = next
	}
	return vs
}

// rustCrate is the root of the crate that a file is in.
func rustCrate(r *resolver, u int32) []value {
	for dir := path.Dir(r.units[u].path); ; dir = path.Dir(dir) {
		for _, f := range []string{"lib.rs", "main.rs"} {
			if i, ok := r.byPath[path.Join(dir, f)]; ok {
				return []value{{kind: valModule, at: ref{i, 0}}}
			}
		}
		if dir == "." || dir == "/" {
			return []value{{kind: valModule, at: ref{u, 0}}}
		}
	}
}

// rustParent is the module that holds another.
func rustParent(r *resolver, at ref) []value {
	u := r.units[at.unit]
	if at.decl != 0 {
		return []value{{kind: valModule, at: ref{at.unit, rustModule(u, u.decls[at.decl].scope)}}}
	}
	dir, name := path.Split(u.path)
	dir = path.Clean(dir)
	if name == "mod.rs" {
		dir = path.Dir(dir)
	}
	for _, f := range []string{path.Join(dir, "mod.rs"), dir + ".rs", path.Join(dir, "lib.rs"), path.Join(dir, "main.rs")} {
		if i, ok := r.byPath[f]; ok && i != at.unit {
			return []value{{kind: valModule, at: ref{i, 0}}}
		}
	}
	return nil
}

// rustChild is the file of a module that a file declares.
func rustChild(r *resolver, at ref, name string) []value {
	u := r.units[at.unit]
	dir, file := path.Split(u.path)
	dir = path.Clean(dir)
	if file != "mod.rs" && file != "lib.rs" && file != "main.rs" {
		dir = path.Join(dir, strings.TrimSuffix(file, ".rs"))
	}
	for d := at.decl; d != 0; d = u.decls[d].scope {
		if u.decls[d].kind == declSpace {
			dir = path.Join(dir, u.decls[d].name)
		}
	}
	for _, f := range []string{path.Join(dir, name+".rs"), path.Join(dir, name, "mod.rs"), path.Join(path.Dir(u.path), name+".rs"), path.Join(path.Dir(u.path), name, "mod.rs")} {
		if i, ok := r.byPath[f]; ok && i != at.unit {
			return []value{{kind: valModule, at: ref{i, 0}}}
		}
	}
	return nil
}

// rustExtern is the library of another crate of the tree.
func rustExtern(r *resolver, name string) []value {
	crates := layout(r, "crates", func() map[string]int32 {
		out := map[string]int32{}
		for _, u := range r.units {
			if u.lang.name == "Cargo.toml" && u.space != "" {
				if i, ok := r.byPath[path.Join(path.Dir(u.path), "src/lib.rs")]; ok {
					out[strings.ReplaceAll(u.space, "-", "_")] = i
				}
			}
		}
		return out
	})
	if i, ok := crates[name]; ok {
		return []value{{kind: valModule, at: ref{i, 0}}}
	}
	return nil
}

// rustGlobal finds macros, which a file knows wherever it declares them.
func rustGlobal(r *resolver, u *unit, _ int32, name string) []value {
	if !strings.HasSuffix(name, "!") {
		if name != "" && name[0] >= 'A' && name[0] <= 'Z' { // of the prelude
			return []value{{kind: valExternal, name: name}}
		}
		return nil
	}
	i := r.byPath[u.path]
	for d := range u.decls {
		if u.decls[d].flags&isMacro != 0 && u.decls[d].name == name {
			return []value{{kind: valFunc, at: ref{i, int32(d)}}}
		}
	}
	var found []value
	for _, m := range layout(r, "macros", func() map[string][]value {
		out := map[string][]value{}
		for j, v := range r.units {
			for d := range v.decls {
				if x := &v.decls[d]; x.flags&isMacro != 0 {
					out[x.name] = append(out[x.name], value{kind: valFunc, at: ref{int32(j), int32(d)}})
				}
			}
		}
		return out
	})[name] {
		if a, b := rustCrate(r, m.at.unit), rustCrate(r, i); len(a) > 0 && len(b) > 0 && a[0].at == b[0].at {
			found = append(found, m)
		}
	}
	return found
}

// linkRustImport makes the edges of a use: to the module, and to what is taken of it.
func linkRustImport(k *linker, i int32, u *unit, im *imported) {
	file := k.node[i][0]
	vs := resolveRust(k.resolver, u, im)
	for _, v := range vs {
		switch {
		case v.kind == valExternal:
			k.edge(file, k.external(v.name, MakeID(v.name), KindExternal), RelFrom, ctxImport, Extracted, u.path, im.line)
		case v.kind == valModule && v.at.unit != i:
			k.edge(file, k.node[v.at.unit][0], RelFrom, ctxImport, Extracted, u.path, im.line)
		case v.kind == valType || v.kind == valFunc:
			k.edge(file, k.nodeOf(v.at), RelFrom, ctxImport, Extracted, u.path, im.line)
			if v.at.unit != i {
				k.edge(file, k.node[v.at.unit][0], RelFrom, ctxImport, Extracted, u.path, im.line)
			}
		}
	}
}
