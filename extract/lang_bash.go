package extract

import (
	"path"
	"strings"
)

var bash = language{
	name: "Bash", grammar: "bash", exts: []string{".sh", ".bash", ".bats", ".ksh"}, shebang: []string{"bash", "sh", "dash", "ksh", "zsh"},
	lower: lowerBash, resolve: resolveBash, linkImport: linkSource,
}

type bashLowering struct{ *lowering }

// lowerBash takes functions, what is exported, and the script itself, which is what a run of the file does.
func lowerBash(l *lowering, root node) {
	b := &bashLowering{l}
	entry := b.declare(decl{kind: declFunc, node: KindScript, name: "", label: l.keep(path.Base(l.u.path) + " script"), line: 1, flags: isHidden})
	b.walk(root, entry)
	l.comments(root, "")
	l.u.notes = dropEmpty(l.u.notes)
}

func (b *bashLowering) walk(n node, in int32) {
	if !b.enter() {
		return
	}
	defer b.leave()
	for c := range n.children() {
		switch c.kind() {
		case "function_definition":
			d := decl{
				kind: declFunc, node: KindFunction, name: c.field("name").text(), line: c.line(), pos: c.start(), flags: isUnordered, contains: RelDefines,
				doc: b.keep(docComment(c, "#")),
			}
			f := b.declare(d)
			b.walk(c.field("body"), f)
		case "declaration_command":
			if in == 1 && (c.has("export") || c.has("readonly") || c.has("declare")) {
				for v := range c.children() {
					if v.is("variable_assignment") {
						b.declare(decl{kind: declVar, node: KindVariable, name: v.field("name").text(), line: v.line(), pos: v.start(), flags: isUnordered, contains: RelDefines, sig: b.keep(cut(oneLine(c.text())))})
					}
				}
			}
			b.walk(c, in)
		case "command":
			name := c.field("name").text()
			if (name == "source" || name == ".") && c.field("argument").ok() {
				p := strings.Trim(c.field("argument").text(), `"'`)
				b.u.imports = append(b.u.imports, imported{path: b.keep(p), line: c.line(), pos: c.start(), flags: importInclude, name: "*"})
			} else if name != "" {
				b.use(use{what: useCall, in: in, expr: b.name(name, in, c.start()), args: -1, line: c.line(), context: ctxCall})
			}
			b.walk(c, in)
		default:
			b.walk(c, in)
		}
	}
}

// resolveBash finds the file that is sourced; the folder of the script may be given by a variable.
func resolveBash(r *resolver, u *unit, im *imported) []value {
	parts := strings.Split(im.path, "/")
	for i := len(parts) - 1; i >= 0; i-- {
		if strings.ContainsAny(parts[i], "$`") {
			parts = parts[i+1:]
			break
		}
	}
	p := strings.Trim(strings.Join(parts, "/"), `"'`)
	if p == "" {
		return nil
	}
	if im.flags&importInclude == 0 {
		return nil
	}
	for dir := path.Dir(u.path); ; dir = path.Dir(dir) {
		if i, ok := r.byPath[path.Join(dir, p)]; ok {
			return []value{{kind: valModule, at: ref{i, 0}}}
		}
		if dir == "." || dir == "/" {
			break
		}
	}
	found := int32(-1) // the only script whose path ends so
	for i, v := range r.units {
		if v.lang.name == u.lang.name && strings.HasSuffix(v.path, "/"+p) {
			if found >= 0 {
				return nil
			}
			found = int32(i)
		}
	}
	if found < 0 {
		return nil
	}
	return []value{{kind: valModule, at: ref{found, 0}}}
}

func linkSource(k *linker, i int32, u *unit, im *imported) {
	for _, v := range resolveBash(k.resolver, u, im) {
		k.edge(k.node[i][0], k.node[v.at.unit][0], RelFrom, ctxImport, Extracted, u.path, im.line)
	}
}
