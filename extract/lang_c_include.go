package extract

import (
	"path"
	"strings"
)

// resolveC finds what an include or a using brings in.
func resolveC(r *resolver, u *unit, im *imported) []value {
	if im.flags&importInclude != 0 {
		if i := cInclude(r, u, im); i >= 0 {
			return []value{{kind: valModule, at: ref{i, 0}}}
		}
		return []value{{kind: valExternal, name: im.path}}
	}
	space := strings.ReplaceAll(strings.TrimPrefix(im.path, "::"), "::", ".")
	if im.name == "*" {
		if at := r.spaces[spaceKey{"c", space}]; len(at) > 0 {
			return []value{{kind: valModule, at: at[0]}}
		}
		return nil
	}
	return r.spaceMember(u, space, im.name)
}

// cInclude is the file of the tree that an include means: beside the including file, else the one whose path ends so, if there is one.
func cInclude(r *resolver, u *unit, im *imported) int32 {
	if im.flags&importSide == 0 {
		if i, ok := r.byPath[path.Join(path.Dir(u.path), im.path)]; ok {
			return i
		}
	}
	files := layout(r, "headers", func() map[string][]int32 {
		out := map[string][]int32{}
		for i, v := range r.units {
			if v.lang.family == "c" {
				out[path.Base(v.path)] = append(out[path.Base(v.path)], int32(i))
			}
		}
		return out
	})[path.Base(im.path)]
	best, most, tie := int32(-1), -1, false
	want := "/" + strings.TrimPrefix(path.Clean(im.path), "../")
	for _, i := range files {
		if !strings.HasSuffix("/"+r.units[i].path, want) {
			continue
		}
		switch n := commonFolders(u.path, r.units[i].path); {
		case n > most:
			best, most, tie = i, n, false
		case n == most:
			tie = true
		}
	}
	if tie {
		return -1
	}
	return best
}

// cReach are the files that a file includes, directly or not, itself first.
func cReach(r *resolver, u int32) []int32 {
	all := layout(r, "includes", func() map[int32][]int32 { return map[int32][]int32{} })
	if got, ok := all[u]; ok {
		return got
	}
	out := []int32{u}
	seen := map[int32]bool{u: true}
	for i := 0; i < len(out) && len(out) < 2000; i++ {
		un := r.units[out[i]]
		for k := range un.imports {
			if im := &un.imports[k]; im.flags&importInclude != 0 {
				if to := cInclude(r, un, im); to >= 0 && !seen[to] {
					seen[to] = true
					out = append(out, to)
				}
			}
		}
	}
	all[u] = out
	return out
}

// cGlobal finds a name in the namespaces around a place and in what the file includes.
func cGlobal(r *resolver, u *unit, scope int32, name string) []value {
	reach := cReach(r, r.byPath[u.path])
	var spaces []string
	for s := scope; s != 0; s = u.decls[s].scope {
		if u.decls[s].kind == declSpace {
			spaces = append(spaces, r.spaceName(ref{r.byPath[u.path], s})+".")
		}
	}
	for k := range u.imports {
		if im := &u.imports[k]; im.name == "*" {
			spaces = append(spaces, strings.ReplaceAll(im.path, "::", ".")+".")
		}
	}
	spaces = append(spaces, "")
	within := map[int32]bool{}
	for _, i := range reach {
		within[i] = true
	}
	for _, s := range spaces {
		var out []value
		for _, at := range r.inSpace[spaceKey{"c", s + name}] {
			if within[at.unit] && (at.unit == reach[0] || r.decl(at).flags&isFileOnly == 0 || isHeader(r.units[at.unit].path)) {
				out = cMeans(r, out, at)
			}
		}
		out = cRootOf(out, reach[0])
		if len(out) == 0 {
			for _, i := range cForwards(r)[s+name] {
				if within[i] {
					out = onlyTypes(r.spaceMember(u, strings.TrimSuffix(s, "."), name))
					break
				}
			}
		}
		if len(out) > 0 {
			return out
		}
	}
	for _, i := range reach { // the cases of plain enums
		for d := range r.units[i].decls {
			x := &r.units[i].decls[d]
			if x.flags&isEnumCase != 0 && x.name == name {
				return r.valueOf(ref{i, int32(d)})
			}
		}
	}
	if at := r.spaces[spaceKey{"c", name}]; len(at) > 0 {
		return []value{{kind: valModule, at: at[0]}}
	}
	if name == "std" {
		return []value{{kind: valExternal, name: name}}
	}
	return nil
}

// cSpaceMember gives what a namespace has under a name, in whichever file.
func cSpaceMember(r *resolver, v value, name string) []value {
	space := r.spaceName(v.at)
	if space == "" {
		return nil
	}
	key := spaceKey{"c", space + "." + name}
	var out []value
	for _, at := range r.inSpace[key] {
		if d := r.decl(at); d.kind != declSpace && (d.flags&isFileOnly == 0 || at.unit == v.at.unit || isHeader(r.units[at.unit].path)) {
			out = cMeans(r, out, at)
		}
	}
	if out == nil {
		for _, at := range r.spaces[key] {
			return []value{{kind: valModule, at: at}}
		}
		for _, at := range r.inSpace[spaceKey{"c", space}] { // a macro opens it too
			if cIsRoot(r, at) {
				return cRooted(r, v.at.unit, name, nil)
			}
		}
		if space == "std" || strings.HasPrefix(space, "std.") { // a tree adds to it, but has not all of it
			return []value{{kind: valExternal, name: space + "." + name}}
		}
	}
	return out
}

// cMeans adds what a declaration of a namespace is. A namespace is one, however many files add to it.
func cMeans(r *resolver, out []value, at ref) []value {
	switch r.decl(at).kind {
	case declFunc:
		return append(out[:len(out):len(out)], value{kind: valFunc, at: at})
	case declSpace:
		for _, v := range out {
			if v.kind == valModule && v.at.decl != 0 || v.kind == valFunc {
				return out
			}
		}
		return join(out, []value{{kind: valModule, at: at}})
	}
	return join(out, r.valueOf(at))
}

func isHeader(p string) bool { return strings.HasPrefix(path.Ext(p), ".h") }

// cDefinition finds the definition of a function that a file only declares: of the same name and namespace, in the file of the header's own
// name if several have one.
func cDefinition(r *resolver, at ref) []ref {
	u := r.units[at.unit]
	d := r.decl(at)
	name := d.name
	if s := r.spaceName(ref{at.unit, d.scope}); s != "" {
		name = s + "." + name
	}
	var out []ref
	for _, c := range r.inSpace[spaceKey{"c", name}] {
		if x := r.decl(c); x.kind == declFunc && x.node != "" && (x.flags&isFileOnly == 0 || c.unit == at.unit) {
			out = append(out, c)
		}
	}
	if len(out) > 1 {
		stem := strings.TrimSuffix(path.Base(u.path), path.Ext(u.path))
		var same []ref
		for _, c := range out {
			p := r.units[c.unit].path
			if strings.TrimSuffix(path.Base(p), path.Ext(p)) == stem {
				same = append(same, c)
			}
		}
		if len(same) > 0 {
			out = same
		}
	}
	return r.nearest(u, out)
}

func linkInclude(k *linker, i int32, u *unit, im *imported) {
	if im.flags&importInclude == 0 {
		return
	}
	if to := cInclude(k.resolver, u, im); to >= 0 {
		k.edge(k.node[i][0], k.node[to][0], RelImports, ctxImport, Extracted, u.path, im.line)
		return
	}
	name := strings.TrimSuffix(im.path, path.Ext(im.path))
	k.edge(k.node[i][0], k.external(im.path, MakeID(name), KindExternal), RelImports, ctxImport, Extracted, u.path, im.line)
}
