package extract

import "strings"

var php = language{
	name: "PHP", typeImports: true, grammar: "php", exts: []string{".php", ".phtml", ".php5"}, shebang: []string{"php"}, lower: lowerPHP, resolve: resolvePHP, linkImport: linkPHPUse,
	global: phpGlobal, loose: true, spaced: true, callable: "__invoke",
	builtins: setOf("int string bool float array mixed void null object self static parent iterable callable never false true"),
}

type phpLowering struct{ *lowering }

func lowerPHP(l *lowering, root node) {
	p := &phpLowering{l}
	in := int32(0)
	for n := range root.children() {
		if n.is("namespace_definition") {
			if b := n.field("body"); b.ok() {
				p.block(b, p.namespace(n))
			} else {
				in = p.namespace(n)
			}
			continue
		}
		p.statement(n, in)
	}
	l.comments(root, "")
	l.u.notes = dropEmpty(l.u.notes)
}

func (p *phpLowering) namespace(n node) int32 {
	in := int32(0)
	for part := range strings.SplitSeq(n.field("name").text(), `\`) {
		if part != "" {
			in = p.declare(decl{kind: declSpace, name: part, scope: in, line: n.line(), pos: n.start(), flags: isUnordered})
		}
	}
	return in
}

func (p *phpLowering) block(n node, in int32) {
	if !n.ok() || !p.enter() {
		return
	}
	defer p.leave()
	for c := range n.children() {
		p.statement(c, in)
	}
}

func (p *phpLowering) doc(n node) string { return p.keep(docComment(n, "/**")) }

func (p *phpLowering) statement(n node, in int32) {
	switch n.kind() {
	case "namespace_use_declaration":
		p.useDecl(n, in)
	case "class_declaration":
		p.typeDecl(n, in, KindClass, 0)
	case "interface_declaration":
		p.typeDecl(n, in, KindInterface, isInterface)
	case "trait_declaration":
		p.typeDecl(n, in, KindTrait, 0)
	case "enum_declaration":
		p.typeDecl(n, in, KindEnum, 0)
	case "function_definition":
		p.function(n, in)
	case "method_declaration":
		p.function(n, in)
	case "property_declaration":
		t := p.typ(n.field("type"), in, ctxField, in)
		for e := range n.children() {
			if e.is("property_element") {
				d := p.declare(decl{kind: declVar, name: phpName(e.field("name")), scope: in, line: e.line(), pos: e.start(), typ: t, flags: isUnordered | isHidden})
				p.setInit(d, p.ex(e.field("default_value"), in))
			}
		}
	case "const_declaration":
		for e := range n.children() {
			if e.is("const_element") {
				d := p.declare(decl{kind: declVar, name: e.first().text(), scope: in, line: e.line(), pos: e.start(), flags: isUnordered})
				p.setInit(d, p.ex(e.last(), in))
			}
		}
	case "enum_case":
		p.declare(decl{kind: declVar, node: KindEnumCase, name: n.field("name").text(), scope: in, line: n.line(), pos: n.start(), flags: isUnordered | isEnumCase})
	case "use_declaration": // of a trait
		for c := range n.children() {
			if c.is("name", "qualified_name") {
				if e := p.className(c, in); e != 0 {
					p.at(in).bases = append(p.at(in).bases, base{e, RelMixesIn, c.line()})
				}
			}
		}
	case "return_statement":
		e := p.ex(n.first(), in)
		if f := p.around(in, declFunc); f >= 0 {
			p.at(f).rets = append(p.at(f).rets, e)
		}
	case "foreach_statement":
		var parts []node
		for c := range n.children() {
			if c.i != n.field("body").i {
				parts = append(parts, c)
			}
		}
		if len(parts) > 0 {
			it := p.ex(parts[0], in)
			for _, v := range parts[1:] {
				if v.is("pair") {
					v = v.last()
				}
				if v.is("by_ref") {
					v = v.first()
				}
				p.assign(v, p.unary(opElem, it), in)
			}
		}
		p.statement(n.field("body"), in)
	case "catch_clause":
		var types []int32
		for t := range n.field("type").children() {
			types = append(types, p.typ(t, in, ctxType, in))
		}
		if name := n.field("name"); name.ok() {
			p.assign(name, p.unary(opOf, p.union(types...)), in)
		}
		p.block(n.field("body"), in)
	case "expression_statement":
		p.ex(n.first(), in)
	case "comment", "php_tag", "text", "text_interpolation", "attribute_list":
	case "compound_statement", "if_statement", "else_clause", "else_if_clause", "while_statement", "do_statement", "for_statement", "switch_statement", "switch_block",
		"case_statement", "default_statement", "try_statement", "finally_clause", "colon_block", "declaration_list", "enum_declaration_list", "echo_statement", "ERROR", "declare_statement":
		p.block(n, in)
	default:
		p.ex(n, in)
	}
}
