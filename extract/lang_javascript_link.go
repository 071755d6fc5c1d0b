package extract

import "strings"

// linkJSImport makes the edges of an import: to the file, to what is taken of it, and those of exporting it again.
func linkJSImport(k *linker, i int32, u *unit, im *imported) {
	if im.flags&importLocal != 0 {
		return
	}
	file := k.node[i][0]
	context := ctxImport
	if im.flags&importExport != 0 {
		context = ctxReexport
	}
	to := jsModule(k.resolver, u, im.path)
	if to < 0 {
		name := strings.TrimLeft(im.path, "./")
		if name == im.path {
			name, _ = npmPackage(im.path)
		}
		n := k.external(name, MakeID("ref", name), KindExternal)
		k.edge(file, n, RelFrom, context, Extracted, u.path, im.line)
		return
	}
	from := file
	if im.flags&importDynamic != 0 {
		from = k.node[i][k.ownerOf(i, im.scope)]
		k.edge(file, k.node[to][0], RelDynamic, "", Extracted, u.path, im.line)
	}
	k.edge(from, k.node[to][0], RelFrom, context, Extracted, u.path, im.line)
	if im.flags&importExport != 0 {
		k.edge(file, k.node[to][0], RelExports, ctxExport, Extracted, u.path, im.line)
	}
	if im.name == "" || im.name == "*" {
		return
	}
	relation := RelImports
	if im.flags&importExport != 0 {
		relation = RelExports
	}
	for _, t := range k.declared(to, im.name, nil) {
		k.edge(file, k.nodeOf(t), relation, context, Extracted, u.path, im.line)
	}
}

func jsDeclared(k *linker, u *unit, im *imported) []ref {
	to := jsModule(k.resolver, u, im.path)
	if to < 0 || im.name == "" {
		return nil
	}
	return k.declared(to, im.name, nil)
}

// declared are the declarations that a file exports under a name, through what it exports again.
func (k *linker) declared(u int32, name string, seen []int32) []ref {
	for _, s := range seen {
		if s == u {
			return nil
		}
	}
	seen = append(seen, u)
	un := k.units[u]
	var out []ref
	for d := k.firstOf(u, nameKey{0, name}); d != 0; d = un.decls[d].same {
		if un.decls[d].flags&isExported != 0 && un.decls[d].node != "" {
			out = append(out, ref{u, d})
		}
	}
	if name == "default" {
		for d := range un.decls {
			x := &un.decls[d]
			if x.flags&isDefault == 0 || x.scope != 0 {
				continue
			}
			if x.node != "" {
				return []ref{{u, int32(d)}}
			}
			if e := &un.exprs[x.init]; e.op == opName {
				if t := k.firstOf(u, nameKey{0, e.name}); t != 0 && un.decls[t].node != "" {
					return []ref{{u, t}}
				}
			}
		}
	}
	if len(out) > 0 {
		return out[:1]
	}
	for j := range un.imports {
		im := &un.imports[j]
		if im.flags&importExport == 0 {
			continue
		}
		switch {
		case im.as == name && im.flags&importLocal != 0:
			if d := k.firstOf(u, nameKey{0, im.name}); d != 0 && un.decls[d].node != "" {
				return []ref{{u, d}}
			}
			for _, b := range k.importsOf(u, nameKey{0, im.name}) {
				if to := jsModule(k.resolver, un, un.imports[b].path); to >= 0 {
					return k.declared(to, un.imports[b].name, seen)
				}
			}
		case im.as == name && im.name != "", im.name == "*" && name != "default":
			want := name
			if im.name != "*" {
				want = im.name
			}
			if to := jsModule(k.resolver, un, im.path); to >= 0 {
				if got := k.declared(to, want, seen); got != nil {
					return got
				}
			}
		}
	}
	for _, v := range jsExport(k.resolver, u, name, nil) {
		if (v.kind == valFunc || v.kind == valType) && k.nodeOf(v.at) >= 0 {
			return []ref{v.at}
		}
	}
	return nil
}
