package extract

import (
	"path"
	"strings"
)

// typ lowers a type and notes what it names.
func (c *csharpLowering) typ(n node, in int32, context string, of int32) int32 {
	if !n.ok() || !c.enter() {
		return 0
	}
	defer c.leave()
	named := func(e int32) int32 {
		if context != "" {
			c.use(use{what: useType, in: of, expr: e, line: n.line(), context: context})
		}
		return e
	}
	switch n.kind() {
	case "identifier":
		return named(c.typeName(n.text(), in, n.start()))
	case "qualified_name":
		x := c.typ(n.field("qualifier"), in, "", of)
		name := n.field("name")
		if name.is("generic_name") {
			return c.applied(named(c.member(x, name.first().text())), name, in, of)
		}
		return named(c.member(x, name.text()))
	case "alias_qualified_name":
		return c.typ(n.field("name"), in, context, of)
	case "generic_name":
		return c.applied(named(c.typeName(n.first().text(), in, n.start())), n, in, of)
	case "nullable_type", "ref_type", "pointer_type", "scoped_type":
		t := n.field("type")
		if !t.ok() {
			t = n.first()
		}
		return c.typ(t, in, context, of)
	case "array_type":
		e := c.typ(n.field("type"), in, context, of)
		return c.withList(expr{op: opIndex, x: c.lit("Array")}, []int32{e})
	case "tuple_type":
		var xs []int32
		for x := range n.children() {
			xs = append(xs, c.unary(opOf, c.typ(x.field("type"), in, context, of)))
		}
		return c.list(opTuple, xs)
	case "predefined_type":
		if t := n.text(); t != "void" {
			return c.lit(t)
		}
		return 0
	}
	return 0
}

func (c *csharpLowering) applied(e int32, n node, in, of int32) int32 {
	var xs []int32
	for a := range n.child("type_argument_list").children() {
		xs = append(xs, c.typ(a, in, ctxGeneric, of))
	}
	if e == 0 {
		return 0
	}
	return c.withList(expr{op: opIndex, x: e}, xs)
}

// resolveCSharp finds the namespace or type that a using names.
func resolveCSharp(r *resolver, u *unit, im *imported) []value {
	if im.flags&importMod != 0 {
		return nil
	}
	space, name := "", im.path
	if i := strings.LastIndexByte(name, '.'); i >= 0 {
		space, name = name[:i], name[i+1:]
	}
	if i := strings.IndexByte(name, '<'); i > 0 {
		name = name[:i]
	}
	if vs := r.spaceMember(u, space, name); vs != nil {
		return vs
	}
	if im.local != "" {
		return []value{{kind: valExternal, name: im.path}}
	}
	return nil
}

// csharpGlobal finds a name in the namespaces around a place, then in those that the file uses.
func csharpGlobal(r *resolver, u *unit, scope int32, name string) []value {
	i := r.byPath[u.path]
	for s := scope; ; s = u.decls[s].scope {
		if u.decls[s].kind == declSpace {
			if vs := r.spaceMember(u, r.spaceName(ref{i, s}), name); vs != nil {
				return vs
			}
		}
		if s == 0 {
			break
		}
	}
	if vs := r.spaceMember(u, "", name); vs != nil {
		return vs
	}
	for _, g := range csharpGlobalUsings(r) {
		if !inDir(u.path, g.dir) {
			continue
		}
		for _, v := range resolveCSharp(r, g.u, g.im) {
			if v.kind != valModule {
				continue
			}
			if vs := r.member(v, name); vs != nil {
				return vs
			}
		}
	}
	if name != "" && name[0] >= 'A' && name[0] <= 'Z' {
		return []value{{kind: valExternal, name: name}}
	}
	return nil
}

// globalUsing is a using that counts for all files of its folder and below.
type globalUsing struct {
	dir string
	u   *unit
	im  *imported
}

func csharpGlobalUsings(r *resolver) []globalUsing {
	return layout(r, "global usings", func() []globalUsing {
		var out []globalUsing
		for _, u := range r.units {
			for k := range u.imports {
				if im := &u.imports[k]; im.flags&importExport != 0 && u.lang.name == "C#" {
					dir := path.Dir(u.path)
					if dir == "." {
						dir = ""
					}
					out = append(out, globalUsing{dir, u, im})
				}
			}
		}
		return out
	})
}

// linkUsing makes the edges of a using, and the one to the namespace that a file declares.
func linkUsing(k *linker, i int32, u *unit, im *imported) {
	file := k.node[i][0]
	if im.flags&importMod != 0 {
		k.edge(file, k.namespace(im.path), RelContains, "", Extracted, u.path, im.line)
		return
	}
	for _, v := range resolveCSharp(k.resolver, u, im) {
		switch v.kind {
		case valType:
			k.edge(file, k.nodeOf(v.at), RelImports, ctxImport, Extracted, u.path, im.line)
			return
		case valModule:
			k.edge(file, k.namespace(im.path), RelImports, ctxImport, Extracted, u.path, im.line)
			return
		}
	}
	k.edge(file, k.external(im.path, MakeID(im.path), KindExternal), RelImports, ctxImport, Extracted, u.path, im.line)
}
