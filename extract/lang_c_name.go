package extract

import (
	"slices"
	"strings"

	"brain/pattern"
)

// forward notes a type that is declared without its body: what it has stands in some other file of the tree.
func (c *cLowering) forward(n node, in int32) {
	name := n.field("name")
	if n.field("body").ok() || !name.is("type_identifier") || in != 0 && c.at(in).kind != declSpace {
		return
	}
	var space []string
	for s := in; s != 0; s = c.at(s).scope {
		space = append([]string{c.at(s).name}, space...)
	}
	local := c.text(name)
	c.u.imports = append(c.u.imports, imported{path: c.keep(strings.Join(space, "::")), name: local, local: local, scope: in, line: n.line(), pos: n.start(), flags: importForward})
}

var openedNamespace = pattern.Lazy(`^[\s\\]*(?:inline\s+)?namespace\s+(\w+)[\s\\]*\{`)

// namespaceMacro declares the namespace that a macro opens. Where the macro stands nothing is seen of it, so what is in that namespace
// looks as if it were in none, and there the name leads.
func (c *cLowering) namespaceMacro(n node) {
	m := openedNamespace().FindStringSubmatch(strings.TrimSpace(n.field("value").text()))
	if m == nil {
		return
	}
	c.declare(decl{kind: declAlias, name: m[1], line: n.line(), pos: n.start(), flags: isUnordered, typ: c.expr(expr{op: opDecl})})
}

// cForwards are the units that declare a type without its body, by its full name.
func cForwards(r *resolver) map[string][]int32 {
	return layout(r, "forwards", func() map[string][]int32 {
		out := map[string][]int32{}
		for i, u := range r.units {
			for k := range u.imports {
				if im := &u.imports[k]; im.flags&importForward != 0 {
					name := im.name
					if im.path != "" {
						name = strings.ReplaceAll(im.path, "::", ".") + "." + name
					}
					out[name] = append(out[name], int32(i))
				}
			}
		}
		return out
	})
}

// cRootOf puts what a file sees in no namespace in place of what another one does.
func cRootOf(vs []value, unit int32) []value {
	for i := range vs {
		if vs[i].kind == valModule && vs[i].at.decl == 0 && vs[i].at.unit != unit {
			vs = slices.Clone(vs)
			vs[i].at.unit = unit
		}
	}
	return vs
}

// cRooted gives what a file sees in no namespace under a name: for namespaces that a macro opens.
func cRooted(r *resolver, unit int32, name string, _ []int32) []value {
	reach := cReach(r, unit)
	var out []value
	for _, at := range r.inSpace[spaceKey{"c", name}] {
		if d := r.decl(at); !cIsRoot(r, at) && slices.Contains(reach, at.unit) && (d.flags&isFileOnly == 0 || at.unit == unit || isHeader(r.units[at.unit].path)) {
			out = cMeans(r, out, at)
		}
	}
	return out
}

// cIsRoot reports whether a declaration is of a namespace that a macro opens.
func cIsRoot(r *resolver, at ref) bool {
	d := r.decl(at)
	return d.kind == declAlias && d.typ != 0 && r.units[at.unit].exprs[d.typ].op == opDecl
}
