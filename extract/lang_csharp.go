package extract

import (
	"strings"
)

var csharp = language{
	name: "c#", grammar: "c-sharp", exts: []string{".cs"}, lower: lowerCSharp, resolve: resolveCSharp, linkImport: linkUsing, global: csharpGlobal,
	ownMembers: true, overloads: true, spaced: true, flatTypes: true,
	generics: map[string]string{
		"List": shapeList, "IList": shapeList, "IEnumerable": shapeList, "IEnumerator": shapeList, "ICollection": shapeList, "IReadOnlyList": shapeList,
		"IReadOnlyCollection": shapeList, "HashSet": shapeList, "ISet": shapeList, "Queue": shapeList, "Stack": shapeList, "Array": shapeList, "IQueryable": shapeList,
		"IAsyncEnumerable": shapeList, "ConcurrentQueue": shapeList, "ConcurrentBag": shapeList, "ImmutableArray": shapeList, "ImmutableList": shapeList, "LinkedList": shapeList,
		"Dictionary": shapeMap, "IDictionary": shapeMap, "IReadOnlyDictionary": shapeMap, "ConcurrentDictionary": shapeMap, "SortedDictionary": shapeMap,
		"Task": shapeAwait, "ValueTask": shapeAwait, "Nullable": shapePass, "Lazy": shapeList, "Func": shapeFunc, "KeyValuePair": shapeTuple,
	},
	builtins: setOf("int long short byte char float double decimal bool string object void var dynamic uint ulong ushort sbyte nint nuint String Object Int32 Int64 Boolean"),
}

type csharpLowering struct{ *lowering }

func lowerCSharp(l *lowering, root node) {
	c := &csharpLowering{l}
	c.items(root, 0)
	l.comments(root, "")
	l.u.notes = dropEmpty(l.u.notes)
}

func (c *csharpLowering) items(n node, in int32) {
	if !c.enter() {
		return
	}
	defer c.leave()
	for x := range n.children() {
		if x.is("file_scoped_namespace_declaration") {
			in = c.namespace(x, in)
			c.items(x, in)
			continue
		}
		c.item(x, in)
	}
}

func (c *csharpLowering) namespace(n node, in int32) int32 {
	name := c.text(n.field("name"))
	c.u.imports = append(c.u.imports, imported{path: name, flags: importMod, line: n.line()})
	for part := range strings.SplitSeq(name, ".") {
		in = c.declare(decl{kind: declSpace, name: strings.TrimSpace(part), scope: in, line: n.line(), pos: n.start(), flags: isUnordered})
	}
	return in
}

func (c *csharpLowering) item(n node, in int32) {
	switch n.kind() {
	case "using_directive":
		c.using(n, in)
	case "namespace_declaration":
		c.items(n.field("body"), c.namespace(n, in))
	case "class_declaration":
		c.typeDecl(n, in, KindClass, 0)
	case "struct_declaration", "record_struct_declaration":
		c.typeDecl(n, in, KindStruct, 0)
	case "record_declaration":
		c.typeDecl(n, in, KindRecord, 0)
	case "interface_declaration":
		c.typeDecl(n, in, KindInterface, isInterface)
	case "enum_declaration":
		c.typeDecl(n, in, KindEnum, 0)
	case "delegate_declaration":
		d := c.named(n, declType, KindType, in)
		t := c.declare(d)
		f := c.declare(decl{kind: declFunc, name: "Invoke", scope: t, line: n.line(), pos: n.start(), flags: isUnordered | isHidden})
		c.params(n.field("parameters"), f)
		c.at(f).typ = c.typ(n.field("type"), f, ctxReturn, t)
	case "method_declaration", "constructor_declaration", "destructor_declaration", "operator_declaration", "conversion_operator_declaration":
		c.method(n, in)
	case "property_declaration", "indexer_declaration", "event_declaration":
		c.property(n, in)
	case "field_declaration", "event_field_declaration":
		c.attributes(n, in)
		c.variables(n.child("variable_declaration"), in, n)
	case "enum_member_declaration":
		c.declare(decl{kind: declVar, node: KindEnumCase, name: n.field("name").text(), scope: in, line: n.line(), pos: n.start(), flags: isUnordered | isEnumCase, doc: c.doc(n)})
	case "global_statement":
		c.statement(n.first(), in)
	case "declaration_list", "preproc_if", "preproc_else", "preproc_elif", "preproc_region", "ERROR":
		c.items(n, in)
	case "comment", "attribute_list", "modifier", "extern_alias_directive":
	default:
		if c.at(in).kind == declFile || c.at(in).kind == declFunc {
			c.statement(n, in)
		}
	}
}

func (c *csharpLowering) doc(n node) string {
	s := docComment(n, "///", "/**")
	s = strings.NewReplacer("<summary>", "", "</summary>", "", "<inheritdoc/>", "", "<inheritdoc />", "").Replace(s)
	return c.keep(docText(s))
}

func (c *csharpLowering) using(n node, in int32) {
	im := imported{scope: in, line: n.line(), pos: n.start()}
	target := n.last()
	im.path = c.text(target)
	if a := n.field("name"); a.ok() && a.i != target.i {
		im.local = c.text(a)
	} else if n.has("static") {
		im.name, im.flags = "*", importStatic
	} else {
		im.name = "*"
	}
	c.u.imports = append(c.u.imports, im)
}

func (c *csharpLowering) named(n node, kind declKind, node string, in int32) decl {
	d := decl{
		kind: kind, node: node, name: n.field("name").text(), scope: in, line: n.field("name").line(), pos: n.start(), flags: isUnordered,
		sig: c.keep(n.head(n.field("body"))), doc: c.doc(n),
	}
	for m := range n.all() {
		switch {
		case !m.is("modifier"):
		case m.text() == "static":
			d.flags |= isStatic
		case m.text() == "partial":
			d.flags |= isShared
		}
	}
	var spaces []string
	for s := in; s != 0; s = c.at(s).scope {
		if c.at(s).kind == declSpace {
			spaces = append([]string{c.at(s).name}, spaces...)
		}
	}
	if kind == declType && len(spaces) > 0 {
		d.idName = c.keep(strings.Join(append(spaces, d.name), "."))
	}
	return d
}

func (c *csharpLowering) typeDecl(n node, in int32, kind string, flags declFlag) {
	d := c.named(n, declType, kind, in)
	d.flags |= flags
	t := c.declare(d)
	c.attributes(n, t)
	c.typeParams(n, t)
	for b := range n.child("base_list").children() {
		if b.is("argument_list") {
			c.args(b, t)
			continue
		}
		if b.is("primary_constructor_base_type") {
			b = b.field("type")
		}
		relation := ""
		if kind == KindInterface {
			relation = RelInherits
		}
		if e := c.typ(b, t, "", t); e != 0 {
			c.at(t).bases = append(c.at(t).bases, base{e, relation, b.line()})
		}
	}
	if p := n.child("parameter_list"); p.ok() { // a primary constructor
		for x := range p.children() {
			if x.is("parameter") {
				c.declare(decl{kind: declVar, name: x.field("name").text(), scope: t, line: x.line(), pos: x.start(), typ: c.typ(x.field("type"), t, ctxField, t), flags: isUnordered})
			}
		}
	}
	c.items(n.field("body"), t)
}

func (c *csharpLowering) attributes(n node, of int32) {
	for l := range n.all() {
		if !l.is("attribute_list") {
			continue
		}
		for a := range l.children() {
			if a.is("attribute") {
				e := c.typ(a.field("name"), c.at(of).scope, "", of)
				c.use(use{what: useMark, in: of, expr: e, line: a.line(), context: ctxAttribute})
			}
		}
	}
}

func (c *csharpLowering) typeParams(n node, of int32) {
	l := n.field("type_parameters")
	if !l.ok() {
		l = n.child("type_parameter_list")
	}
	for p := range l.children() {
		if p.is("type_parameter") {
			c.declare(decl{kind: declTypeParam, name: p.field("name").text(), scope: of, line: p.line(), pos: p.start(), flags: isUnordered})
		}
	}
	for k := range n.all() {
		if k.is("type_parameter_constraints_clause") {
			name := k.first().text()
			for x := range k.children() {
				if x.is("type_parameter_constraint") {
					if d, ok := c.last[nameKey{of, name}]; ok {
						c.at(d).typ = c.union(c.at(d).typ, c.typ(x.first(), of, ctxConstraint, of))
					}
				}
			}
		}
	}
}

func (c *csharpLowering) method(n node, in int32) {
	d := c.named(n, declFunc, KindMethod, in)
	d.idName = ""
	switch n.kind() {
	case "constructor_declaration", "destructor_declaration":
		d.flags |= isCtor
	case "operator_declaration":
		d.name = "operator " + n.field("operator").text()
	case "conversion_operator_declaration":
		d.name = "operator " + n.field("type").text()
	}
	d.line = n.line()
	var types []string
	for p := range n.field("parameters").children() {
		if p.is("parameter") {
			var words []string
			for m := range p.all() {
				if m.is("modifier") {
					words = append(words, m.text())
				}
			}
			types = append(types, strings.Join(append(words, strings.Join(strings.Fields(p.field("type").text()), "")), " "))
		}
	}
	d.salt = c.keep(strings.Join(types, ","))
	f := c.declare(d)
	c.attributes(n, f)
	c.typeParams(n, f)
	c.params(n.field("parameters"), f)
	t := n.field("returns")
	if !t.ok() {
		t = n.field("type")
	}
	c.at(f).typ = c.typ(t, f, ctxReturn, f)
	if i := n.child("constructor_initializer"); i.ok() {
		c.args(i.child("argument_list"), f)
		op := opSelfType
		if i.has("base") {
			op = opSuperType
		}
		c.use(use{what: useNew, in: f, expr: c.expr(expr{op: op, x: f}), args: -1, line: i.line(), context: ctxCall})
	}
	c.statement(n.field("body"), f)
}

func (c *csharpLowering) params(n node, f int32) {
	for p := range n.children() {
		if p.is("parameter") {
			x := decl{kind: declVar, name: p.field("name").text(), scope: f, line: p.line(), pos: p.start(), flags: isParam, typ: c.typ(p.field("type"), f, ctxParameter, f)}
			for m := range p.all() {
				switch {
				case m.is("modifier") && m.text() == "params":
					x.flags |= isRest
				case m.is("="):
					x.flags |= isOptional
				}
			}
			c.declare(x)
		}
	}
	if n.has("params") {
		name, t := n.field("name"), n.field("type")
		c.declare(decl{kind: declVar, name: name.text(), scope: f, line: n.line(), pos: name.start(), flags: isParam | isRest, typ: c.typ(t, f, ctxParameter, f)})
	}
}

func (c *csharpLowering) property(n node, in int32) {
	d := c.named(n, declVar, KindProperty, in)
	d.idName = ""
	if n.is("indexer_declaration") {
		d.name = "this[]"
	}
	d.line = n.line()
	d.sig = c.keep(n.head(n.field("accessors")))
	p := c.declare(d)
	c.at(p).typ = c.typ(n.field("type"), in, ctxField, in)
	run := func(body node) {
		if !body.ok() {
			return
		}
		f := c.declare(decl{kind: declFunc, scope: in, line: body.line(), pos: body.start(), flags: isHidden, owner: p})
		c.statement(body, f)
	}
	for a := range n.field("accessors").children() {
		run(a.field("body"))
	}
	run(n.field("value"))
}

func (c *csharpLowering) variables(n node, in int32, at node) {
	t := n.field("type")
	context := ctxType
	isField := c.at(in).kind == declType
	if isField {
		context = ctxField
	}
	typ := int32(0)
	if t.text() != "var" {
		typ = c.typ(t, in, context, in)
	}
	for v := range n.children() {
		if !v.is("variable_declarator") {
			continue
		}
		x := decl{kind: declVar, name: v.field("name").text(), scope: in, line: v.line(), pos: v.start(), typ: typ}
		if isField {
			x.flags = isUnordered
		} else {
			b := c.block(at)
			x.from, x.to, x.flags = b.start(), b.end(), isBlock
		}
		i := c.declare(x)
		for e := range v.children() {
			if e.i != v.field("name").i {
				value := c.ex(e, in)
				if e.is("implicit_object_creation_expression") {
					c.use(use{what: useNew, in: in, expr: typ, args: -1, line: e.line(), context: ctxCall})
				}
				c.at(i).init = value
			}
		}
	}
}

func (c *csharpLowering) block(n node) node {
	for b := n.parent(); b.ok(); b = b.parent() {
		if b.is("block", "for_statement", "foreach_statement", "using_statement", "switch_section", "lambda_expression", "method_declaration", "local_function_statement", "constructor_declaration", "accessor_declaration") {
			return b
		}
	}
	return n.t.root()
}

func (c *csharpLowering) local(name node, typ, init, in int32, b node) {
	c.declare(decl{kind: declVar, name: name.text(), scope: in, line: name.line(), pos: name.start(), typ: typ, init: init, from: b.start(), to: b.end(), flags: isBlock})
}

func (c *csharpLowering) statement(n node, in int32) {
	if !n.ok() || !c.enter() {
		return
	}
	defer c.leave()
	switch n.kind() {
	case "local_declaration_statement":
		c.variables(n.child("variable_declaration"), in, n)
	case "variable_declaration":
		c.variables(n, in, n)
	case "foreach_statement":
		it := c.ex(n.field("right"), in)
		t := int32(0)
		if n.field("type").text() != "var" {
			t = c.typ(n.field("type"), in, ctxType, in)
		}
		c.local(n.field("left"), t, c.unary(opElem, it), in, n)
		c.statement(n.field("body"), in)
	case "catch_clause":
		d := n.child("catch_declaration")
		t := c.typ(d.field("type"), in, ctxType, in)
		if name := d.field("name"); name.ok() {
			c.local(name, t, 0, in, n)
		}
		for x := range n.children() {
			if !x.is("catch_declaration") {
				c.statement(x, in)
			}
		}
	case "local_function_statement":
		d := c.named(n, declFunc, KindFunction, in)
		b := c.block(n)
		d.from, d.to, d.flags = b.start(), b.end(), d.flags|isBlock
		f := c.declare(d)
		c.typeParams(n, f)
		c.params(n.field("parameters"), f)
		c.at(f).typ = c.typ(n.field("type"), f, ctxReturn, f)
		c.statement(n.field("body"), f)
	case "return_statement", "arrow_expression_clause":
		v := n.first()
		e := c.ex(v, in)
		if f := c.around(in, declFunc); f >= 0 {
			c.at(f).rets = append(c.at(f).rets, e)
		}
	case "expression_statement":
		c.ex(n.first(), in)
	case "block", "if_statement", "for_statement", "while_statement", "do_statement", "switch_statement", "switch_body", "switch_section", "try_statement",
		"finally_clause", "using_statement", "lock_statement", "checked_statement", "unsafe_statement", "fixed_statement", "labeled_statement", "throw_statement",
		"yield_statement", "catch_filter_clause", "case_switch_label", "global_statement", "preproc_if", "preproc_else", "preproc_region", "ERROR":
		for x := range n.children() {
			c.statement(x, in)
		}
	case "break_statement", "continue_statement", "empty_statement", "goto_statement", "comment":
	case "class_declaration", "struct_declaration", "interface_declaration", "enum_declaration", "record_declaration":
		c.item(n, in)
	default:
		c.ex(n, in)
	}
}

func (c *csharpLowering) args(n node, in int32) []int32 {
	var xs []int32
	for a := range n.children() {
		v := a
		if a.is("argument") {
			v = a.last()
		}
		e := c.ex(v, in)
		if v.is("identifier", "member_access_expression") {
			c.use(use{what: useValue, in: in, expr: e, line: v.line(), context: ctxArgument})
		}
		xs = append(xs, e)
	}
	return xs
}

func (c *csharpLowering) ex(n node, in int32) int32 {
	if !n.ok() || !c.enter() {
		return 0
	}
	defer c.leave()
	switch n.kind() {
	case "identifier":
		return c.name(n.text(), in, n.start())
	case "generic_name":
		for a := range n.child("type_argument_list").children() {
			c.typ(a, in, ctxGeneric, in)
		}
		return c.name(n.first().text(), in, n.start())
	case "this", "this_expression":
		return c.expr(expr{op: opThis, x: in})
	case "base", "base_expression":
		return c.expr(expr{op: opSuper, x: in})
	case "qualified_name", "alias_qualified_name", "predefined_type":
		return c.typ(n, in, "", in)
	case "member_access_expression":
		x := c.ex(n.field("expression"), in)
		name := n.field("name")
		if name.is("generic_name") {
			for a := range name.child("type_argument_list").children() {
				c.typ(a, in, ctxGeneric, in)
			}
			name = name.first()
		}
		return c.member(x, name.text())
	case "conditional_access_expression":
		x := c.ex(n.field("condition"), in)
		return c.bound(n.last(), x, in)
	case "invocation_expression":
		f := c.ex(n.field("function"), in)
		return c.call(n, f, in)
	case "object_creation_expression":
		t := c.typ(n.field("type"), in, ctxType, in)
		xs := c.args(n.field("arguments"), in)
		c.ex(n.field("initializer"), in)
		c.use(use{what: useNew, in: in, expr: t, args: int32(len(xs)), line: n.line(), context: ctxCall})
		return c.unary(opOf, t)
	case "implicit_object_creation_expression":
		for x := range n.children() {
			c.args(x, in)
		}
		return 0
	case "cast_expression":
		c.ex(n.field("value"), in)
		return c.unary(opOf, c.typ(n.field("type"), in, ctxType, in))
	case "as_expression":
		c.ex(n.field("left"), in)
		return c.unary(opOf, c.typ(n.field("right"), in, ctxType, in))
	case "is_expression":
		c.ex(n.field("left"), in)
		c.typ(n.field("right"), in, ctxType, in)
		return c.lit("bool")
	case "is_pattern_expression":
		c.ex(n.field("expression"), in)
		c.pattern(n.field("pattern"), in)
		return c.lit("bool")
	case "declaration_expression", "declaration_pattern":
		c.pattern(n, in)
		return 0
	case "await_expression":
		return c.unary(opAwait, c.ex(n.first(), in))
	case "parenthesized_expression", "checked_expression", "postfix_unary_expression":
		return c.ex(n.first(), in)
	case "conditional_expression":
		c.ex(n.field("condition"), in)
		return c.union(c.ex(n.field("consequence"), in), c.ex(n.field("alternative"), in))
	case "binary_expression":
		a, b := c.ex(n.field("left"), in), c.ex(n.field("right"), in)
		if n.field("operator").text() == "??" {
			return c.union(a, b)
		}
		return 0
	case "assignment_expression":
		c.ex(n.field("left"), in)
		r := n.field("right")
		e := c.ex(r, in)
		if r.is("identifier", "member_access_expression") {
			c.use(use{what: useValue, in: in, expr: e, line: r.line(), context: ctxAssignment})
		}
		return e
	case "element_access_expression":
		x := c.ex(n.field("expression"), in)
		c.args(n.field("subscript"), in)
		if x == 0 {
			return 0
		}
		return c.withList(expr{op: opIndex, x: x}, nil)
	case "lambda_expression", "anonymous_method_expression":
		f := c.declare(decl{kind: declFunc, scope: in, line: n.line(), pos: n.start(), flags: isHidden | isArrow})
		ps := n.field("parameters")
		if ps.is("implicit_parameter") {
			c.declare(decl{kind: declVar, name: ps.text(), scope: f, line: ps.line(), pos: ps.start(), flags: isParam})
		} else {
			c.params(ps, f)
		}
		if b := n.field("body"); b.is("block") {
			c.statement(b, f)
		} else {
			e := c.ex(b, f)
			c.at(f).rets = append(c.at(f).rets, e)
		}
		return c.expr(expr{op: opLambda, x: f})
	case "typeof_expression", "default_expression", "sizeof_expression":
		c.typ(n.field("type"), in, ctxType, in)
		return 0
	case "string_literal", "verbatim_string_literal", "raw_string_literal":
		return c.lit("string")
	case "interpolated_string_expression":
		for x := range n.children() {
			if x.is("interpolation") {
				c.ex(x.first(), in)
			}
		}
		return c.lit("string")
	case "integer_literal":
		return c.lit("int")
	case "boolean_literal":
		return c.lit("bool")
	case "null_literal":
		return 0
	}
	for x := range n.children() {
		c.statement(x, in)
	}
	return 0
}

// bound lowers what follows ?. on x.
func (c *csharpLowering) bound(n node, x, in int32) int32 {
	switch n.kind() {
	case "member_binding_expression":
		return c.member(x, n.field("name").text())
	case "member_access_expression":
		return c.member(c.bound(n.field("expression"), x, in), n.field("name").text())
	case "invocation_expression":
		return c.call(n, c.bound(n.field("function"), x, in), in)
	case "conditional_access_expression":
		return c.bound(n.last(), c.bound(n.field("condition"), x, in), in)
	}
	return 0
}

func (c *csharpLowering) call(n node, f, in int32) int32 {
	xs := c.args(n.field("arguments"), in)
	if f == 0 {
		return 0
	}
	call := c.withList(expr{op: opCall, x: f}, xs)
	c.use(use{what: useCall, in: in, expr: f, call: call, args: int32(len(xs)), line: n.line(), context: ctxCall})
	return call
}

func (c *csharpLowering) pattern(n node, in int32) {
	switch n.kind() {
	case "declaration_pattern", "declaration_expression", "recursive_pattern", "var_pattern":
		t := int32(0)
		if ty := n.field("type"); ty.ok() && ty.text() != "var" {
			t = c.typ(ty, in, ctxType, in)
		}
		if name := n.field("name"); name.ok() {
			c.local(name, t, 0, in, c.block(n))
		}
	}
	for x := range n.children() {
		if x.is("declaration_pattern", "recursive_pattern", "var_pattern", "and_pattern", "or_pattern", "negated_pattern", "parenthesized_pattern", "positional_pattern_clause", "property_pattern_clause", "subpattern") {
			c.pattern(x, in)
		}
	}
}

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
	if name != "" && name[0] >= 'A' && name[0] <= 'Z' {
		return []value{{kind: valExternal, name: name}}
	}
	return nil
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

// namespace is the node of a C# namespace, one for all files; the id is Graphify's.
func (k *linker) namespace(name string) int32 {
	key := "namespace\x00" + name
	if n, ok := k.externals[key]; ok {
		return n
	}
	base := "csharp_namespace:" + hash(name, 16)
	n := k.b.add(Node{Label: clean(name), FileType: "code", Kind: KindNamespace}, claim{base: base, rank: rankPackage << 8, name: name, who: base, final: true})
	k.externals[key] = int32(n)
	return int32(n)
}
