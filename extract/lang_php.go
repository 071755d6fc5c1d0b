package extract

import "strings"

var php = language{
	name: "php", typeImports: true, grammar: "php", exts: []string{".php", ".phtml", ".php5"}, shebang: []string{"php"}, lower: lowerPHP, resolve: resolvePHP, linkImport: linkPHPUse,
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
				p.at(d).init = p.ex(e.field("default_value"), in)
			}
		}
	case "const_declaration":
		for e := range n.children() {
			if e.is("const_element") {
				d := p.declare(decl{kind: declVar, name: e.first().text(), scope: in, line: e.line(), pos: e.start(), flags: isUnordered})
				p.at(d).init = p.ex(e.last(), in)
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

func (p *phpLowering) useDecl(n node, in int32) {
	var prefix string
	for c := range n.children() {
		if c.is("namespace_name") {
			prefix = c.text() + `\`
		}
	}
	clause := func(c node) {
		var name node
		for x := range c.children() {
			if x.is("name", "qualified_name", "namespace_name") && x.i != c.field("alias").i {
				name = x
				break
			}
		}
		full := strings.TrimPrefix(prefix+name.text(), `\`)
		local := full[strings.LastIndexByte(full, '\\')+1:]
		if a := c.field("alias"); a.ok() {
			local = a.text()
		}
		p.u.imports = append(p.u.imports, imported{path: p.keep(full), local: p.keep(local), scope: in, line: c.line(), pos: c.start()})
	}
	for c := range n.children() {
		switch c.kind() {
		case "namespace_use_clause":
			clause(c)
		case "namespace_use_group":
			for x := range c.children() {
				clause(x)
			}
		}
	}
}

func (p *phpLowering) typeDecl(n node, in int32, kind string, flags declFlag) {
	body := n.field("body")
	c := p.declare(decl{
		kind: declType, node: kind, name: n.field("name").text(), scope: in, line: n.line(), pos: n.start(), flags: flags | isUnordered,
		sig: p.keep(n.head(body)), doc: p.doc(n),
	})
	p.attributes(n, c)
	p.bases(n, c, in, kind)
	p.block(body, c)
}

func (p *phpLowering) bases(n node, c, in int32, kind string) {
	for h := range n.children() {
		relation := RelInherits
		switch h.kind() {
		case "base_clause":
		case "class_interface_clause":
			relation = RelImplements
		default:
			continue
		}
		for t := range h.children() {
			if e := p.className(t, in); e != 0 {
				p.at(c).bases = append(p.at(c).bases, base{e, relation, t.line()})
			}
		}
	}
}

func (p *phpLowering) attributes(n node, of int32) {
	for g := range n.field("attributes").children() {
		for a := range g.children() {
			if a.is("attribute") {
				e := p.className(a.first(), p.at(of).scope)
				p.use(use{what: useMark, in: of, expr: e, line: a.line(), context: ctxAttribute})
			}
		}
	}
}

func (p *phpLowering) function(n node, in int32) int32 {
	d := decl{
		kind: declFunc, node: KindFunction, name: n.field("name").text(), scope: in, line: n.line(), pos: n.start(), flags: isUnordered,
		sig: p.keep(n.head(n.field("body"))), doc: p.doc(n),
	}
	if n.is("method_declaration") {
		d.node, d.flags = KindMethod, d.flags|isHidden
		if n.has("static_modifier") {
			d.flags |= isStatic
		}
		if d.name == "__construct" {
			d.flags |= isCtor
		}
		if p.at(in).node == "" {
			d.node = ""
		}
	}
	f := p.declare(d)
	p.attributes(n, f)
	p.signature(n, f)
	p.block(n.field("body"), f)
	return f
}

func (p *phpLowering) signature(n node, f int32) {
	for x := range n.field("parameters").children() {
		t := p.typ(x.field("type"), f, ctxParameter, f)
		name := phpName(x.field("name"))
		d := decl{kind: declVar, name: name, scope: f, line: x.line(), pos: x.start(), typ: t, flags: isParam}
		if v := x.field("default_value"); v.ok() {
			d.init = p.ex(v, f)
			d.flags |= isOptional
		}
		if x.is("variadic_parameter") {
			d.flags |= isRest
		}
		p.declare(d)
		if x.is("property_promotion_parameter") && p.at(p.at(f).scope).kind == declType {
			p.declare(decl{kind: declVar, name: name, scope: p.at(f).scope, line: x.line(), pos: x.start(), typ: t, flags: isUnordered | isHidden})
		}
	}
	if t := n.field("return_type"); t.ok() {
		p.at(f).typ = p.typ(t, f, ctxReturn, f)
	}
}

// phpName is a variable's name without the dollar.
func phpName(n node) string {
	if n.is("by_ref") {
		n = n.first()
	}
	return strings.TrimLeft(n.text(), "$&")
}

func (p *phpLowering) assign(left node, e, in int32) {
	switch left.kind() {
	case "variable_name":
		p.declare(decl{kind: declVar, name: phpName(left), scope: in, line: left.line(), pos: left.end(), init: e, flags: isAssign})
	case "member_access_expression":
		if left.field("object").text() == "$this" {
			if c := p.around(in, declType); c >= 0 {
				p.declare(decl{kind: declVar, name: left.field("name").text(), scope: c, line: left.line(), pos: left.start(), init: e, flags: isAssign | isUnordered | isHidden})
				return
			}
		}
		p.ex(left, in)
	case "list_literal", "array_creation_expression":
		i := uint32(0)
		for c := range left.children() {
			v := e
			if v != 0 {
				v = p.expr(expr{op: opItem, x: e, pos: i})
			}
			p.assign(c, v, in)
			i++
		}
	case "array_element_initializer":
		p.assign(left.last(), e, in)
	default:
		p.ex(left, in)
	}
}

// className lowers a name that stands for a class, as seen from a namespace.
func (p *phpLowering) className(n node, in int32) int32 {
	t := n.text()
	switch strings.ToLower(t) {
	case "self", "static":
		return p.expr(expr{op: opSelfType, x: in})
	case "parent":
		return p.expr(expr{op: opSuperType, x: in})
	}
	if rooted, ok := strings.CutPrefix(t, `\`); ok {
		return p.expr(expr{op: opImport, name: p.keep(rooted), x: in})
	}
	var e int32
	for i, part := range strings.Split(strings.TrimPrefix(t, `namespace\`), `\`) {
		if i == 0 {
			e = p.name(part, in, n.start())
		} else {
			e = p.member(e, part)
		}
	}
	return e
}

func (p *phpLowering) ex(n node, in int32) int32 {
	if !n.ok() || !p.enter() {
		return 0
	}
	defer p.leave()
	switch n.kind() {
	case "variable_name":
		if n.text() == "$this" {
			return p.expr(expr{op: opThis, x: in})
		}
		return p.name(phpName(n), in, n.start())
	case "name", "qualified_name", "relative_scope":
		return p.className(n, in)
	case "member_access_expression", "nullsafe_member_access_expression":
		x := p.ex(n.field("object"), in)
		name := n.field("name")
		if !name.is("name") {
			p.ex(name, in)
			return 0
		}
		return p.member(x, name.text())
	case "scoped_property_access_expression":
		return p.member(p.ex(n.field("scope"), in), phpName(n.field("name")))
	case "class_constant_access_expression":
		x := p.ex(n.first(), in)
		name := n.last().text()
		if name == "class" {
			p.use(use{what: useType, in: in, expr: x, line: n.line(), context: ctxType})
			return 0
		}
		p.use(use{what: useType, in: in, expr: x, line: n.line(), context: ctxType})
		return p.member(x, name)
	case "function_call_expression":
		return p.call(n, p.ex(n.field("function"), in), in)
	case "member_call_expression", "nullsafe_member_call_expression":
		x := p.ex(n.field("object"), in)
		name := n.field("name")
		if !name.is("name") {
			p.ex(name, in)
			x = 0
		}
		return p.call(n, p.member(x, name.text()), in)
	case "scoped_call_expression":
		return p.call(n, p.member(p.ex(n.field("scope"), in), n.field("name").text()), in)
	case "object_creation_expression":
		for c := range n.children() {
			switch c.kind() {
			case "anonymous_class":
				t := p.declare(decl{kind: declType, scope: in, line: c.line(), pos: c.start(), flags: isHidden})
				for x := range c.children() {
					if x.is("arguments") {
						p.args(x, in)
					}
				}
				p.bases(c, t, in, KindClass)
				for i := range p.at(t).bases {
					p.at(t).bases[i].relation = relNone
				}
				p.block(c.field("body"), t)
				return p.expr(expr{op: opNew, x: p.expr(expr{op: opDecl, x: t})})
			case "name", "qualified_name":
				e := p.className(c, in)
				xs := p.args(n.child("arguments"), in)
				p.use(use{what: useNew, in: in, expr: e, args: int32(len(xs)), line: n.line(), context: ctxCall})
				return p.unary(opNew, e)
			}
		}
	case "assignment_expression", "reference_assignment_expression":
		e := p.ex(n.field("right"), in)
		p.assign(n.field("left"), e, in)
		return e
	case "augmented_assignment_expression":
		e := p.ex(n.field("right"), in)
		if n.field("operator").text() == "??=" {
			p.assign(n.field("left"), e, in)
		} else {
			p.ex(n.field("left"), in)
		}
		return e
	case "conditional_expression":
		p.ex(n.field("condition"), in)
		return p.union(p.ex(n.field("body"), in), p.ex(n.field("alternative"), in))
	case "binary_expression":
		a, b := p.ex(n.field("left"), in), p.ex(n.field("right"), in)
		if n.field("operator").text() == "??" {
			return p.union(a, b)
		}
		return 0
	case "parenthesized_expression", "clone_expression", "by_ref":
		return p.ex(n.first(), in)
	case "subscript_expression":
		x := p.ex(n.first(), in)
		if i := n.last(); i.i != n.first().i {
			p.ex(i, in)
		}
		return p.unary(opElem, x)
	case "array_creation_expression":
		var xs []int32
		for c := range n.children() {
			v := c.last()
			for k := range c.children() {
				if k.i != v.i {
					p.ex(k, in)
				}
			}
			xs = append(xs, p.ex(v, in))
		}
		return p.list(opList, xs)
	case "anonymous_function", "arrow_function", "anonymous_function_creation_expression":
		f := p.declare(decl{kind: declFunc, scope: in, line: n.line(), pos: n.start(), flags: isHidden | isArrow})
		p.signature(n, f)
		if b := n.field("body"); b.is("compound_statement") {
			p.block(b, f)
		} else {
			e := p.ex(b, f)
			p.at(f).rets = append(p.at(f).rets, e)
		}
		return p.expr(expr{op: opLambda, x: f})
	case "string", "encapsed_string", "heredoc", "nowdoc":
		for c := range n.children() {
			if !c.is("string_content", "escape_sequence") {
				p.ex(c, in)
			}
		}
		return p.lit("string")
	case "integer":
		return p.lit("int")
	case "cast_expression":
		p.ex(n.field("value"), in)
		return 0
	case "comment":
		return 0
	}
	for c := range n.children() {
		p.statement(c, in)
	}
	return 0
}

func (p *phpLowering) args(n node, in int32) []int32 {
	var xs []int32
	for a := range n.children() {
		xs = append(xs, p.ex(a.last(), in))
	}
	return xs
}

func (p *phpLowering) call(n node, f, in int32) int32 {
	xs := p.args(n.field("arguments"), in)
	if f == 0 {
		return 0
	}
	p.use(use{what: useCall, in: in, expr: f, args: -1, line: n.line(), context: ctxCall})
	return p.withList(expr{op: opCall, x: f}, xs)
}

// typ lowers a type and notes what it names.
func (p *phpLowering) typ(n node, in int32, context string, of int32) int32 {
	if !n.ok() || !p.enter() {
		return 0
	}
	defer p.leave()
	switch n.kind() {
	case "named_type":
		return p.typ(n.first(), in, context, of)
	case "name", "qualified_name":
		e := p.className(n, in)
		p.use(use{what: useType, in: of, expr: e, line: n.line(), context: context})
		return e
	case "primitive_type", "bottom_type":
		return p.lit(n.text())
	}
	var xs []int32
	for c := range n.children() {
		xs = append(xs, p.typ(c, in, context, of))
	}
	return p.union(xs...)
}

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
