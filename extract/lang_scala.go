package extract

import "strings"

var scala = language{
	name: "scala", typeImports: true, grammar: "scala", exts: []string{".scala", ".sc"}, lower: lowerScala, resolve: resolveScala, linkImport: linkScalaImport, global: scalaGlobal,
	ownMembers: true, overloads: true, spaced: true, flatTypes: true, callable: "apply",
	generics: map[string]string{
		"List": shapeList, "Seq": shapeList, "Vector": shapeList, "Set": shapeList, "Option": shapeList, "Iterable": shapeList, "Iterator": shapeList, "Array": shapeList,
		"IndexedSeq": shapeList, "Future": shapeList, "Try": shapeList, "Some": shapeList, "Map": shapeMap, "Either": shapeLast, "IO": shapeLast,
	},
	builtins: setOf("Int Long Short Byte Char Float Double Boolean Unit String Any AnyRef AnyVal Nothing Null"),
}

type scalaLowering struct{ *lowering }

func lowerScala(l *lowering, root node) {
	s := &scalaLowering{l}
	for n := range root.children() {
		if n.is("package_clause") {
			name := strings.Join(strings.Fields(n.field("name").text()), "")
			if s.u.space != "" {
				name = s.u.space + "." + name
			}
			s.u.space = s.keep(name)
			s.body(n.field("body"), 0)
			continue
		}
		s.statement(n, 0)
	}
	l.comments(root, "")
	l.u.notes = dropEmpty(l.u.notes)
}

func (s *scalaLowering) body(n node, in int32) {
	if !n.ok() || !s.enter() {
		return
	}
	defer s.leave()
	for c := range n.children() {
		s.statement(c, in)
	}
}

func (s *scalaLowering) statement(n node, in int32) {
	switch n.kind() {
	case "import_declaration":
		s.importDecl(n, in)
	case "class_definition":
		s.typeDecl(n, in, KindClass, 0)
	case "object_definition", "package_object":
		s.typeDecl(n, in, KindObject, isStatic)
	case "trait_definition":
		s.typeDecl(n, in, KindTrait, 0)
	case "enum_definition":
		s.typeDecl(n, in, KindEnum, 0)
	case "enum_case_definitions":
		for c := range n.children() {
			s.declare(decl{kind: declVar, node: KindEnumCase, name: c.field("name").text(), scope: in, line: c.line(), pos: c.start(), flags: isUnordered | isEnumCase})
		}
	case "function_definition", "function_declaration":
		s.function(n, in)
	case "val_definition", "var_definition", "val_declaration", "var_declaration":
		s.value(n, in)
	case "type_definition":
		s.declare(decl{kind: declAlias, name: n.field("name").text(), scope: in, line: n.line(), pos: n.start(), flags: isUnordered, typ: s.typ(n.field("type"), in, ctxType, in)})
	case "given_definition", "extension_definition":
		for p := range n.field("parameters").children() {
			s.declare(decl{kind: declVar, name: p.field("name").text(), scope: in, line: p.line(), pos: p.start(), typ: s.typ(p.field("type"), in, ctxParameter, in), from: n.start(), to: n.end(), flags: isBlock})
		}
		for c := range n.children() {
			if !c.is("parameters", "type_parameters") {
				s.statement(c, in)
			}
		}
	case "comment", "block_comment", "":
	default:
		s.ex(n, in)
	}
}

func (s *scalaLowering) importDecl(n node, in int32) {
	var parts []string
	var end node
	for c := range n.children() {
		if c.is("identifier", "operator_identifier") {
			parts = append(parts, c.text())
		} else {
			end = c
		}
	}
	prefix := strings.Join(parts, ".")
	add := func(path, local string) {
		s.u.imports = append(s.u.imports, imported{path: s.keep(path), local: s.keep(local), scope: in, line: n.line(), pos: n.start()})
	}
	switch end.kind() {
	case "":
		if len(parts) > 0 {
			add(prefix, parts[len(parts)-1])
		}
	case "namespace_wildcard":
		s.u.imports = append(s.u.imports, imported{path: s.keep(prefix), name: "*", scope: in, line: n.line(), pos: n.start()})
	case "namespace_selectors":
		for c := range end.children() {
			switch c.kind() {
			case "arrow_renamed_identifier", "as_renamed_identifier":
				add(prefix+"."+c.field("name").text(), c.field("alias").text())
			case "namespace_wildcard", "wildcard":
				s.u.imports = append(s.u.imports, imported{path: s.keep(prefix), name: "*", scope: in, line: n.line(), pos: n.start()})
			default:
				add(prefix+"."+c.text(), c.text())
			}
		}
	case "as_renamed_identifier":
		add(prefix+"."+end.field("name").text(), end.field("alias").text())
	}
}

func (s *scalaLowering) doc(n node) string { return s.keep(docComment(n, "/**")) }

func (s *scalaLowering) typeDecl(n node, in int32, kind string, flags declFlag) {
	body := n.field("body")
	d := decl{
		kind: declType, node: kind, name: n.field("name").text(), scope: in, line: n.line(), pos: n.start(), flags: flags | isUnordered,
		sig: s.keep(n.head(body)), doc: s.doc(n),
	}
	if kind == KindObject { // the companion of a class is a part of it, as far as names go
		if c, ok := s.last[nameKey{in, d.name}]; ok && s.at(c).kind == declType {
			d.flags |= isCompanion
		}
	}
	c := s.declare(d)
	s.typeParams(n.field("type_parameters"), c)
	for l := range n.fieldAll("class_parameters") {
		for p := range l.children() {
			if p.is("class_parameter") {
				t := s.typ(p.field("type"), c, ctxField, c)
				s.declare(decl{kind: declVar, name: p.field("name").text(), scope: c, line: p.line(), pos: p.start(), typ: t, flags: isUnordered})
				s.ex(p.field("default_value"), c)
			}
		}
	}
	relation := RelInherits
	for t := range n.field("extend").children() {
		if t.is("arguments") {
			s.args(t, 0, "", c)
			continue
		}
		for _, x := range s.compound(t) {
			if e := s.typ(x, c, "", c); e != 0 {
				s.at(c).bases = append(s.at(c).bases, base{e, relation, x.line()})
			}
			relation = RelMixesIn
		}
	}
	s.body(body, c)
}

// compound are the types of A with B with C.
func (s *scalaLowering) compound(n node) []node {
	if !n.is("compound_type") {
		return []node{n}
	}
	var out []node
	for c := range n.children() {
		out = append(out, s.compound(c)...)
	}
	return out
}

func (s *scalaLowering) typeParams(n node, of int32) {
	for p := range n.children() {
		name := p.field("name")
		if !name.ok() {
			name = p
		}
		d := s.declare(decl{kind: declTypeParam, name: name.text(), scope: of, line: p.line(), pos: p.start(), flags: isUnordered})
		if b := p.child("upper_bound"); b.ok() {
			s.at(d).typ = s.typ(b.last(), of, ctxConstraint, of)
		}
	}
}

func (s *scalaLowering) function(n node, in int32) {
	d := decl{
		kind: declFunc, node: KindFunction, name: n.field("name").text(), scope: in, line: n.line(), pos: n.start(), flags: isUnordered,
		sig: s.keep(n.head(n.field("body"))), doc: s.doc(n),
	}
	if s.at(in).kind == declType {
		d.node = KindMethod
		if s.at(in).node == "" {
			d.node = ""
		}
	}
	f := s.declare(d)
	for l := range n.fieldAll("parameters") {
		if l.is("type_parameters") {
			s.typeParams(l, f)
			continue
		}
		for p := range l.children() {
			if p.is("parameter") {
				x := decl{kind: declVar, name: p.field("name").text(), scope: f, line: p.line(), pos: p.start(), flags: isParam, typ: s.typ(p.field("type"), f, ctxParameter, f)}
				if v := p.field("default_value"); v.ok() {
					x.flags |= isOptional
					s.ex(v, f)
				}
				if l.has("implicit") || l.has("using") {
					x.flags |= isOptional
				}
				if p.field("type").is("repeated_parameter_type") {
					x.flags |= isRest
				}
				s.declare(x)
			}
		}
	}
	s.typeParams(n.field("type_parameters"), f)
	if t := n.field("return_type"); t.ok() {
		s.at(f).typ = s.typ(t, f, ctxReturn, f)
	}
	if b := n.field("body"); b.ok() {
		e := s.ex(b, f)
		s.at(f).rets = append(s.at(f).rets, e)
	}
}

func (s *scalaLowering) value(n node, in int32) {
	pat := n.field("pattern")
	if !pat.ok() {
		pat = n.field("name")
	}
	isField := s.at(in).kind == declType
	context := ctxType
	if isField {
		context = ctxField
	}
	t := s.typ(n.field("type"), in, context, in)
	e := s.ex(n.field("value"), in)
	s.pattern(pat, e, t, in, s.blockOf(n), isField || in == 0)
}

func (s *scalaLowering) blockOf(n node) node {
	for b := n.parent(); b.ok(); b = b.parent() {
		if b.is("block", "indented_block", "case_clause", "function_definition", "lambda_expression", "template_body", "for_expression") {
			return b
		}
	}
	return n.t.root()
}

func (s *scalaLowering) pattern(n node, e, t, in int32, b node, open bool) {
	if !n.ok() || !s.enter() {
		return
	}
	defer s.leave()
	switch n.kind() {
	case "identifier":
		d := decl{kind: declVar, name: n.text(), scope: in, line: n.line(), pos: n.start(), init: e, typ: t, flags: isUnordered}
		if !open {
			d.from, d.to, d.flags = b.start(), b.end(), isBlock
		}
		s.declare(d)
	case "typed_pattern":
		s.pattern(n.field("pattern"), 0, s.typ(n.field("type"), in, ctxType, in), in, b, open)
	case "tuple_pattern":
		i := uint32(0)
		for c := range n.children() {
			v := e
			if v != 0 {
				v = s.expr(expr{op: opItem, x: v, pos: i})
			}
			s.pattern(c, v, 0, in, b, open)
			i++
		}
	case "case_class_pattern":
		ty := n.field("type").text()
		var v int32
		if ty == "Some" {
			v = s.unary(opElem, e)
		}
		for c := range n.children() {
			if c.i != n.field("type").i {
				s.pattern(c, v, 0, in, b, open)
			}
		}
	case "capture_pattern":
		s.pattern(n.field("name"), e, 0, in, b, open)
		s.pattern(n.field("pattern"), e, 0, in, b, open)
	case "infix_pattern", "alternative_pattern", "identifiers":
		for c := range n.children() {
			s.pattern(c, 0, t, in, b, open)
		}
	}
}

func (s *scalaLowering) ex(n node, in int32) int32 {
	if !n.ok() || !s.enter() {
		return 0
	}
	defer s.leave()
	switch n.kind() {
	case "identifier", "operator_identifier":
		switch t := n.text(); t {
		case "this":
			return s.expr(expr{op: opThis, x: in})
		case "super":
			return s.expr(expr{op: opSuper, x: in})
		default:
			return s.name(t, in, n.start())
		}
	case "field_expression":
		x := s.ex(n.field("value"), in)
		e := s.member(x, n.field("field").text())
		if p := n.parent(); !p.is("call_expression", "generic_function") || p.field("function").i != n.i {
			s.use(use{what: useCall, in: in, expr: e, args: 0, line: n.line(), context: ctxCall}) // a method without parentheses
			return s.union(s.unary(opCall, e), e)
		}
		return e
	case "generic_function":
		for a := range n.field("type_arguments").children() {
			s.typ(a, in, ctxGeneric, in)
		}
		return s.ex(n.field("function"), in)
	case "call_expression":
		fn := n.field("function")
		f := s.ex(fn, in)
		var x int32
		name := ""
		if f != 0 && s.u.exprs[f].op == opMember {
			x, name = s.u.exprs[f].x, s.u.exprs[f].name
		}
		xs := s.args(n.field("arguments"), x, name, in)
		if f == 0 {
			return 0
		}
		call := s.withList(expr{op: opCall, x: f}, xs)
		if !fn.is("call_expression") { // of f(a)(b), f is called once
			s.use(use{what: useCall, in: in, expr: f, call: call, args: -1, line: n.line(), context: ctxCall})
		} else {
			return s.union(call, f)
		}
		return call
	case "instance_expression":
		var t int32
		for c := range n.children() {
			switch {
			case c.is("arguments"):
				s.args(c, 0, "", in)
			case c.is("template_body"):
				a := s.declare(decl{kind: declType, scope: in, line: c.line(), pos: c.start(), flags: isHidden})
				if t != 0 {
					s.at(a).bases = append(s.at(a).bases, base{t, relNone, c.line()})
				}
				s.body(c, a)
			case t == 0:
				t = s.typ(c, in, ctxType, in)
			}
		}
		s.use(use{what: useNew, in: in, expr: t, args: -1, line: n.line(), context: ctxCall})
		return s.unary(opOf, t)
	case "infix_expression":
		x := s.ex(n.field("left"), in)
		op := n.field("operator")
		r := s.ex(n.field("right"), in)
		e := s.member(x, op.text())
		s.use(use{what: useCall, in: in, expr: e, args: -1, line: n.line(), context: ctxCall})
		if e == 0 {
			return 0
		}
		return s.withList(expr{op: opCall, x: e}, []int32{r})
	case "lambda_expression":
		f := s.declare(decl{kind: declFunc, scope: in, line: n.line(), pos: n.start(), flags: isHidden | isArrow})
		ps := n.field("parameters")
		if ps.is("identifier") {
			s.declare(decl{kind: declVar, name: ps.text(), scope: f, line: ps.line(), pos: ps.start(), flags: isParam})
		}
		for p := range ps.children() {
			s.declare(decl{kind: declVar, name: p.field("name").text(), scope: f, line: p.line(), pos: p.start(), flags: isParam, typ: s.typ(p.field("type"), f, ctxType, f)})
		}
		var e int32
		for c := range n.children() {
			if c.i != ps.i && !c.is("type_parameters") {
				e = s.ex(c, f)
			}
		}
		s.at(f).rets = append(s.at(f).rets, e)
		return s.expr(expr{op: opLambda, x: f})
	case "block", "indented_block", "template_body", "indented_cases", "case_block":
		var e int32
		for c := range n.children() {
			switch c.kind() {
			case "function_definition", "class_definition", "object_definition", "trait_definition", "val_definition", "var_definition", "import_declaration", "type_definition", "given_definition":
				s.statement(c, in)
			default:
				e = s.ex(c, in)
			}
		}
		return e
	case "case_clause":
		s.pattern(n.field("pattern"), 0, 0, in, n, false)
		for c := range n.children() {
			if c.i != n.field("pattern").i {
				s.ex(c, in)
			}
		}
		return s.ex(node{}, in)
	case "match_expression":
		v := s.ex(n.field("value"), in)
		for c := range n.field("body").children() {
			if c.is("case_clause") {
				s.pattern(c.field("pattern"), v, 0, in, c, false)
				for x := range c.children() {
					if x.i != c.field("pattern").i {
						s.ex(x, in)
					}
				}
			}
		}
		return 0
	case "for_expression":
		for g := range n.field("enumerators").children() {
			var parts []node
			for c := range g.children() {
				parts = append(parts, c)
			}
			if len(parts) >= 2 {
				it := s.ex(parts[1], in)
				s.pattern(parts[0], s.unary(opElem, it), 0, in, n, false)
				for _, p := range parts[2:] {
					s.ex(p, in)
				}
			}
		}
		s.ex(n.field("body"), in)
		return 0
	case "if_expression":
		s.ex(n.field("condition"), in)
		return s.union(s.ex(n.field("consequence"), in), s.ex(n.field("alternative"), in))
	case "parenthesized_expression":
		return s.ex(n.first(), in)
	case "ascription_expression":
		s.ex(n.first(), in)
		return s.unary(opOf, s.typ(n.last(), in, ctxType, in))
	case "tuple_expression":
		var xs []int32
		for c := range n.children() {
			xs = append(xs, s.ex(c, in))
		}
		return s.list(opTuple, xs)
	case "assignment_expression":
		s.ex(n.field("left"), in)
		return s.ex(n.field("right"), in)
	case "string", "interpolated_string_expression", "interpolated_string":
		for c := range n.below() {
			if c.is("interpolation") {
				s.ex(c.first(), in)
			}
		}
		return s.lit("String")
	case "integer_literal":
		return s.lit("Int")
	case "boolean_literal":
		return s.lit("Boolean")
	case "comment", "block_comment":
		return 0
	case "type_identifier", "generic_type", "stable_type_identifier":
		return s.typ(n, in, ctxType, in)
	}
	for c := range n.children() {
		s.statement(c, in)
	}
	return 0
}

func (s *scalaLowering) args(n node, receiver int32, method string, in int32) []int32 {
	if n.is("block", "case_block") {
		return []int32{s.ex(n, in)}
	}
	var xs []int32
	for c := range n.children() {
		e := s.ex(c, in)
		if c.is("identifier", "field_expression") {
			s.use(use{what: useValue, in: in, expr: e, line: c.line(), context: ctxArgument})
		}
		if e != 0 && receiver != 0 && (overList[method] || streaming[method] || method == "foreach") && s.u.exprs[e].op == opLambda {
			if ps := s.at(s.u.exprs[e].x).params; len(ps) == 1 && s.at(ps[0]).typ == 0 {
				s.at(ps[0]).init = s.unary(opElem, receiver)
			}
		}
		xs = append(xs, e)
	}
	return xs
}

// typ lowers a type and notes what it names.
func (s *scalaLowering) typ(n node, in int32, context string, of int32) int32 {
	if !n.ok() || !s.enter() {
		return 0
	}
	defer s.leave()
	named := func(e int32) int32 {
		if context != "" {
			s.use(use{what: useType, in: of, expr: e, line: n.line(), context: context})
		}
		return e
	}
	switch n.kind() {
	case "type_identifier", "identifier":
		return named(s.typeName(n.text(), in, n.start()))
	case "stable_type_identifier", "stable_identifier":
		var e int32
		for part := range strings.SplitSeq(n.text(), ".") {
			if e == 0 {
				e = s.name(strings.TrimSpace(part), in, n.start())
			} else {
				e = s.member(e, strings.TrimSpace(part))
			}
		}
		return named(e)
	case "generic_type":
		e := s.typ(n.field("type"), in, context, of)
		var xs []int32
		for a := range n.field("type_arguments").children() {
			xs = append(xs, s.typ(a, in, ctxGeneric, of))
		}
		if e == 0 {
			return 0
		}
		return s.withList(expr{op: opIndex, x: e}, xs)
	case "tuple_type":
		var xs []int32
		for c := range n.children() {
			xs = append(xs, s.unary(opOf, s.typ(c, in, context, of)))
		}
		return s.list(opTuple, xs)
	case "function_type":
		for c := range n.field("parameter_types").children() {
			s.typ(c, in, context, of)
		}
		return s.expr(expr{op: opFunc, x: s.unary(opOf, s.typ(n.field("return_type"), in, context, of))})
	}
	var e int32
	for c := range n.children() {
		e = s.union(e, s.typ(c, in, context, of))
	}
	return e
}

func resolveScala(r *resolver, u *unit, im *imported) []value {
	if im.name == "*" {
		if vs := scalaPath(r, u, im.path); vs != nil {
			return vs
		}
		if at := r.spaces[spaceKey{"scala", im.path}]; len(at) > 0 {
			return []value{{kind: valModule, at: at[0]}}
		}
		return nil
	}
	if vs := scalaPath(r, u, im.path); vs != nil {
		return vs
	}
	return []value{{kind: valExternal, name: im.path}}
}

// scalaPath finds a declaration by its full name: the package, then what is in each other.
func scalaPath(r *resolver, u *unit, p string) []value {
	for i := len(p); i > 0; i = strings.LastIndexByte(p[:i], '.') {
		at := r.nearest(u, r.inSpace[spaceKey{"scala", p[:i]}])
		if len(at) == 0 {
			continue
		}
		var vs []value
		for _, a := range at {
			vs = join(vs, r.valueOf(a))
		}
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

// scalaGlobal finds a name in the packages around a file, from the innermost.
func scalaGlobal(r *resolver, u *unit, _ int32, name string) []value {
	for space := u.space; ; {
		if vs := r.spaceMember(u, space, name); vs != nil {
			return vs
		}
		if space == "" {
			break
		}
		space = space[:max(0, strings.LastIndexByte(space, '.'))]
	}
	if name != "" && name[0] >= 'A' && name[0] <= 'Z' {
		return []value{{kind: valExternal, name: name}}
	}
	return nil
}

func linkScalaImport(k *linker, i int32, u *unit, im *imported) {
	file := k.node[i][0]
	for _, v := range resolveScala(k.resolver, u, im) {
		switch v.kind {
		case valType, valFunc:
			k.edge(file, k.nodeOf(v.at), RelImports, ctxImport, Extracted, u.path, im.line)
		case valExternal:
			k.edge(file, k.external(im.path, MakeID(im.path), KindExternal), RelImports, ctxImport, Extracted, u.path, im.line)
		}
	}
}
