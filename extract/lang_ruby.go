package extract

import "strings"

var ruby = language{
	name: "Ruby", grammar: "ruby", exts: []string{".rb", ".rake", ".gemspec", ".ru"}, files: []string{"Rakefile", "Gemfile"}, shebang: []string{"ruby"},
	lower: lowerRuby, resolve: resolveRuby, linkImport: linkRequire, global: rubyGlobal, ownMembers: true, singletons: true, loose: true,
	builtins: setOf("String Integer Float Array Hash Symbol Object NilClass"),
}

type rubyLowering struct {
	*lowering
	qualifiers map[nameKey]int32 // the A of class A::B
}

func lowerRuby(l *lowering, root node) {
	r := &rubyLowering{l, map[nameKey]int32{}}
	r.body(root, 0)
	l.comments(root, "")
	l.u.notes = dropEmpty(l.u.notes)
}

func (r *rubyLowering) body(n node, in int32) {
	if !n.ok() || !r.enter() {
		return
	}
	defer r.leave()
	for c := range n.children() {
		r.statement(c, in)
	}
}

// doc is the comment before n; the one before the first statement of a body stands before the body.
func (r *rubyLowering) doc(n node) string {
	if !n.before().ok() && n.parent().is("body_statement") {
		n = n.parent()
	}
	return r.keep(docComment(n, "#", "=begin"))
}

// rubyID is a method's name as ids have it: Graphify spells the marks at its end.
func rubyID(name string) string {
	switch {
	case strings.HasSuffix(name, "?"):
		return name[:len(name)-1] + "_pred"
	case strings.HasSuffix(name, "!"):
		return name[:len(name)-1] + "_bang"
	case strings.HasSuffix(name, "=") && len(name) > 1 && isWord(rune(name[0])):
		return name[:len(name)-1] + "_eq"
	}
	return ""
}

func (r *rubyLowering) statement(n node, in int32) {
	switch n.kind() {
	case "module", "class":
		r.typeDecl(n, in)
	case "singleton_class":
		if n.field("value").is("self") {
			first := int32(len(r.u.decls))
			r.body(n.field("body"), in)
			for i := first; int(i) < len(r.u.decls); i++ {
				if d := r.at(i); d.scope == in && d.kind == declFunc {
					d.flags |= isStatic
				}
			}
			return
		}
		r.body(n.field("body"), in)
	case "method", "singleton_method":
		r.method(n, in)
	case "alias": // another name for a method
		if to, of := n.field("name"), n.field("alias"); to.is("identifier") && of.is("identifier") {
			r.declare(decl{kind: declAlias, name: to.text(), scope: in, line: n.line(), pos: n.start(), flags: isUnordered, typ: r.name(of.text(), in, n.start())})
		}
	case "comment", "":
	default:
		r.ex(n, in)
	}
}

func (r *rubyLowering) typeDecl(n node, in int32) {
	name := n.field("name")
	last := name
	around := in
	if name.is("scope_resolution") {
		last = name.field("name")
		in = r.qualifier(name.field("scope"), in)
	}
	d := decl{kind: declType, node: KindClass, name: last.text(), scope: in, line: n.line(), pos: n.start(), flags: isUnordered | isShared, doc: r.doc(n), sig: r.keep(cut(oneLine(strings.SplitN(n.text(), "\n", 2)[0])))}
	if n.is("module") {
		d.node = KindModule
	}
	d.label = r.keep(name.text())
	for s := around; s > 0; s = r.at(s).scope {
		if r.at(s).kind == declType && r.at(s).node != "" {
			d.label = r.keep(r.at(s).label + "::" + name.text())
			break
		}
	}
	if before, ok := r.last[nameKey{in, d.name}]; ok && r.at(before).kind == declType {
		d.flags |= isMore // opened again
	}
	c := r.declare(d)
	if s := n.field("superclass"); s.ok() {
		if e := r.ex(s.first(), in); e != 0 {
			r.at(c).bases = append(r.at(c).bases, base{e, RelInherits, s.line()})
		}
	}
	r.body(n.field("body"), c)
}

// qualifier is the module that A of A::B means, which need not be declared in the tree.
func (r *rubyLowering) qualifier(n node, in int32) int32 {
	switch {
	case n.is("scope_resolution"):
		in = r.qualifier(n.field("scope"), in)
		n = n.field("name")
	case !n.is("constant"): // ::A, or what only a run knows
		return in
	}
	key := nameKey{in, r.text(n)}
	if q, ok := r.qualifiers[key]; ok {
		return q
	}
	before, again := r.last[key]
	q := r.declare(decl{kind: declType, name: key.name, scope: in, line: n.line(), pos: n.start(), flags: isUnordered | isShared | isQualifier})
	if delete(r.last, key); again { // no part of it is opened again by what follows
		r.last[key] = before
	}
	r.qualifiers[key] = q
	return q
}

func (r *rubyLowering) method(n node, in int32) {
	name := n.field("name").text()
	d := decl{
		kind: declFunc, node: KindFunction, name: name, scope: in, line: n.line(), pos: n.start(), flags: isUnordered, idName: r.keep(rubyID(name)),
		doc: r.doc(n), sig: r.keep(cut(oneLine(strings.SplitN(n.text(), "\n", 2)[0]))),
	}
	if r.at(in).kind == declType {
		d.node = KindMethod
	}
	if n.is("singleton_method") {
		d.flags |= isStatic
	}
	f := r.declare(d)
	r.params(n.field("parameters"), f)
	var last node
	b := n.field("body")
	if b.is("body_statement") {
		for c := range b.children() {
			last = c
		}
	} else {
		last = b
	}
	if b.is("body_statement") {
		for c := range b.children() {
			if c.i == last.i && !c.is("rescue", "ensure", "else", "method", "class") {
				r.at(f).rets = append(r.at(f).rets, r.ex(c, f))
			} else {
				r.statement(c, f)
			}
		}
	} else if b.ok() {
		r.at(f).rets = append(r.at(f).rets, r.ex(b, f))
	}
}

func (r *rubyLowering) params(n node, f int32) {
	for p := range n.children() {
		d := decl{kind: declVar, scope: f, line: p.line(), pos: p.start(), flags: isParam}
		switch p.kind() {
		case "identifier":
			d.name = p.text()
		case "optional_parameter", "keyword_parameter":
			d.name = p.field("name").text()
			if v := p.field("value"); v.ok() {
				d.init = r.ex(v, f)
				d.flags |= isOptional
			}
		case "splat_parameter", "hash_splat_parameter", "block_parameter":
			d.name = p.field("name").text()
			d.flags |= isRest
		default:
			continue
		}
		r.declare(d)
	}
}
