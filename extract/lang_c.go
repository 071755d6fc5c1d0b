package extract

import (
	"path"
	"strings"
)

// C and C++ are lowered alike. Headers are read as C++, of which their C is a part.
var (
	langC   = cLanguage("c", "c", ".c")
	langCPP = cLanguage("c++", "cpp", ".cpp", ".cc", ".cxx", ".c++", ".hpp", ".hh", ".hxx", ".h", ".ipp", ".inl", ".cu", ".cuh", ".ino")
)

func cLanguage(name, grammar string, exts ...string) language {
	return language{
		name: name, grammar: grammar, exts: exts, family: "c", lower: lowerC, resolve: resolveC, linkImport: linkInclude, global: cGlobal,
		definition: cDefinition, ownMembers: true, overloads: true, flatTypes: true, callable: "operator()",
		generics: map[string]string{
			"vector": shapeList, "list": shapeList, "deque": shapeList, "set": shapeList, "unordered_set": shapeList, "multiset": shapeList, "array": shapeList,
			"span": shapeList, "queue": shapeList, "stack": shapeList, "optional": shapePass, "map": shapeMap, "unordered_map": shapeMap, "multimap": shapeMap,
			"unique_ptr": shapePass, "shared_ptr": shapePass, "weak_ptr": shapePass, "reference_wrapper": shapePass, "atomic": shapePass, "pair": shapeTuple,
			"tuple": shapeTuple,
		},
		builtins: setOf("int char void long short float double bool unsigned signed size_t auto wchar_t uint8_t uint16_t uint32_t uint64_t int8_t int16_t int32_t int64_t ssize_t FILE string"),
	}
}

type cLowering struct{ *lowering }

func lowerC(l *lowering, root node) {
	c := &cLowering{l}
	c.items(root, 0)
	l.comments(root, "")
	l.u.notes = dropEmpty(l.u.notes)
}

func (c *cLowering) items(n node, in int32) {
	if !c.enter() {
		return
	}
	defer c.leave()
	for x := range n.children() {
		c.item(x, in)
	}
}

func (c *cLowering) doc(n node) string {
	for n.parent().is("template_declaration") {
		n = n.parent()
	}
	return c.keep(docComment(n, "/**", "/*!", "///", "//!", "//", "/*"))
}

func (c *cLowering) item(n node, in int32) {
	switch n.kind() {
	case "preproc_include":
		p := n.field("path")
		im := imported{path: c.keep(strings.Trim(p.text(), `"<>`)), line: n.line(), pos: n.start(), flags: importInclude}
		if p.is("system_lib_string") {
			im.flags |= importSide
		}
		c.u.imports = append(c.u.imports, im)
	case "preproc_function_def":
		c.declare(decl{kind: declFunc, node: KindMacro, name: n.field("name").text(), scope: in, line: n.line(), pos: n.start(), flags: isUnordered | isMacro, doc: c.doc(n), sig: c.keep(cut(oneLine("#define " + n.field("name").text() + n.field("parameters").text())))})
	case "function_definition":
		c.function(n, in)
	case "declaration", "field_declaration":
		c.declaration(n, in)
	case "struct_specifier", "class_specifier", "union_specifier", "enum_specifier":
		c.typeDecl(n, in, "")
	case "type_definition":
		t := n.field("type")
		for d := range n.fieldAll("declarator") {
			name := cName(d)
			if t.field("body").ok() && !t.field("name").ok() {
				c.typeDecl(t, in, name.text())
				continue
			}
			if t.field("body").ok() {
				c.typeDecl(t, in, "")
				if t.field("name").text() == name.text() {
					continue
				}
			}
			if name.ok() {
				c.declare(decl{kind: declAlias, name: name.text(), scope: in, line: n.line(), pos: n.start(), flags: isUnordered, typ: c.typ(t, in, "", in)})
			}
		}
	case "alias_declaration":
		c.declare(decl{kind: declAlias, name: n.field("name").text(), scope: in, line: n.line(), pos: n.start(), flags: isUnordered, typ: c.typ(n.field("type"), in, ctxType, in)})
	case "namespace_definition":
		s := in
		name := n.field("name").text()
		if name == "" {
			c.items(n.field("body"), in)
			return
		}
		for part := range strings.SplitSeq(name, "::") {
			s = c.declare(decl{kind: declSpace, name: strings.TrimSpace(part), scope: s, line: n.line(), pos: n.start(), flags: isUnordered})
		}
		c.items(n.field("body"), s)
	case "using_declaration":
		e := n.last()
		if n.has("namespace") {
			c.u.imports = append(c.u.imports, imported{path: c.keep(e.text()), name: "*", scope: in, line: n.line(), pos: n.start()})
			return
		}
		p := e.text()
		if i := strings.LastIndex(p, "::"); i >= 0 {
			c.u.imports = append(c.u.imports, imported{path: c.keep(p[:i]), name: c.keep(p[i+2:]), local: c.keep(p[i+2:]), scope: in, line: n.line(), pos: n.start()})
		}
	case "template_declaration":
		first := int32(len(c.u.decls))
		c.items(n, in)
		if int(first) < len(c.u.decls) {
			for p := range n.field("parameters").children() {
				name := p.child("type_identifier")
				if !name.ok() {
					name = p.field("name")
				}
				if name.ok() {
					c.declare(decl{kind: declTypeParam, name: name.text(), scope: first, line: p.line(), pos: p.start(), flags: isUnordered})
				}
			}
		}
	case "access_specifier", "comment", "friend_declaration", "preproc_def", "template_parameter_list", "requires_clause", "static_assert_declaration":
	case "linkage_specification":
		c.item(n.field("body"), in)
	case "declaration_list", "field_declaration_list", "preproc_ifdef", "preproc_if", "preproc_else", "preproc_elif", "preproc_elifdef", "ERROR":
		c.items(n, in)
	default:
		c.statement(n, in)
	}
}

// cName is the name in a declarator.
func cName(d node) node {
	for d.ok() {
		switch d.kind() {
		case "identifier", "field_identifier", "type_identifier", "qualified_identifier", "operator_name", "destructor_name", "template_function", "operator_cast":
			return d
		}
		next := d.field("declarator")
		if !next.ok() {
			next = d.first()
			if !next.is("identifier", "field_identifier", "type_identifier", "qualified_identifier", "operator_name", "destructor_name", "pointer_declarator", "function_declarator", "parenthesized_declarator", "reference_declarator", "array_declarator", "template_function") {
				return node{}
			}
		}
		d = next
	}
	return node{}
}

// cFunction is the function declarator in a declarator, none for variables and pointers to functions.
func cFunction(d node) node {
	for d.ok() {
		switch d.kind() {
		case "function_declarator":
			if d.field("declarator").is("parenthesized_declarator") {
				return node{}
			}
			return d
		case "pointer_declarator", "reference_declarator", "attributed_declarator":
			next := d.field("declarator")
			if !next.ok() {
				next = d.last()
			}
			d = next
		default:
			return node{}
		}
	}
	return node{}
}

func (c *cLowering) typeDecl(n node, in int32, name string) int32 {
	body := n.field("body")
	if name == "" {
		name = n.field("name").text()
	}
	if i := strings.IndexByte(name, '<'); i > 0 {
		name = name[:i]
	}
	if !body.ok() {
		return 0
	}
	d := decl{
		kind: declType, node: KindClass, name: name, scope: in, line: n.line(), pos: n.start(), flags: isUnordered, sig: c.keep(n.head(body)), doc: c.doc(n),
	}
	switch n.kind() {
	case "struct_specifier", "union_specifier":
		d.node = KindStruct
	case "enum_specifier":
		d.node = KindEnum
	}
	if name == "" {
		d.node, d.flags = "", d.flags|isHidden
	}
	t := c.declare(d)
	if n.is("enum_specifier") {
		scoped := n.has("class") || n.has("struct")
		for e := range body.children() {
			if e.is("enumerator") {
				c.declare(decl{kind: declVar, node: KindEnumCase, name: e.field("name").text(), scope: t, line: e.line(), pos: e.start(), flags: isUnordered | isEnumCase})
				if !scoped {
					c.ex(e.field("value"), in)
				}
			}
		}
		return t
	}
	for b := range n.child("base_class_clause").children() {
		if b.is("access_specifier", "attribute_declaration") {
			continue
		}
		if e := c.typ(b, t, "", t); e != 0 {
			c.at(t).bases = append(c.at(t).bases, base{e, RelInherits, b.line()})
		}
	}
	c.items(body, t)
	return t
}

// declaration declares variables, fields and functions without a body.
func (c *cLowering) declaration(n node, in int32) {
	t := n.field("type")
	if t.is("struct_specifier", "class_specifier", "union_specifier", "enum_specifier") && t.field("body").ok() {
		c.typeDecl(t, in, "")
	}
	inType := c.at(in).kind == declType
	context := ctxType
	if inType {
		context = ctxField
	}
	typ := int32(0)
	typed := false
	for d := range n.fieldAll("declarator") {
		value := node{}
		if d.is("operator_cast") { // broken code before a type
			c.item(d.field("type"), in)
			continue
		}
		if d.is("init_declarator") {
			value = d.field("value")
			d = d.field("declarator")
		}
		if f := cFunction(d); f.ok() {
			c.prototype(n, f, in)
			continue
		}
		if !typed {
			typ, typed = c.typ(t, in, context, in), true
		}
		name := cName(d)
		x := decl{kind: declVar, name: name.text(), scope: in, line: n.line(), pos: name.start(), typ: typ}
		if d.is("array_declarator") && typ != 0 {
			x.typ = c.withList(expr{op: opIndex, x: c.lit("array")}, []int32{typ})
		}
		switch {
		case inType:
			x.node, x.flags = KindField, isUnordered
			if name.text() == "" || c.at(in).node == "" {
				x.node = ""
			}
		case c.around(in, declFunc) >= 0:
			b := c.block(n)
			x.from, x.to, x.flags = b.start(), b.end(), isBlock
		default:
			x.flags = isUnordered
		}
		i := c.declare(x)
		if value.ok() {
			var e int32
			if value.is("argument_list", "initializer_list") {
				for a := range value.children() {
					c.ex(a, in)
				}
			} else {
				e = c.ex(value, in)
				if value.is("identifier", "pointer_expression") {
					c.use(use{what: useValue, in: in, expr: e, line: value.line(), context: ctxAssignment})
				}
			}
			c.at(i).init = e
		}
	}
	if v := n.field("default_value"); v.ok() {
		c.ex(v, in)
	}
}

func (c *cLowering) block(n node) node {
	for b := n.parent(); b.ok(); b = b.parent() {
		if b.is("compound_statement", "for_statement", "for_range_loop", "if_statement", "while_statement", "lambda_expression", "function_definition", "switch_statement", "catch_clause") {
			return b
		}
	}
	return n.t.root()
}

// prototype declares a function without its body: a method of a type is a node, any other leads to its definition.
func (c *cLowering) prototype(n, f node, in int32) {
	name := cName(f.field("declarator"))
	if name.is("qualified_identifier") || !name.ok() {
		return
	}
	d := decl{kind: declFunc, name: oneLine(name.text()), scope: in, line: n.line(), pos: n.start(), flags: isUnordered, sig: c.keep(cut(oneLine(strings.TrimRight(n.text(), ";")))), doc: c.doc(n)}
	if c.at(in).kind == declType {
		if d.name == c.at(in).name || name.is("destructor_name") {
			d.flags |= isCtor
		} else if c.at(in).node != "" {
			d.node = KindMethod
		}
		if n.has("storage_class_specifier") && strings.Contains(n.child("storage_class_specifier").text(), "static") {
			d.flags |= isStatic
		}
	}
	if b := c.around(in, declFunc); b >= 0 {
		bl := c.block(n)
		d.from, d.to, d.flags = bl.start(), bl.end(), d.flags|isBlock
	}
	i := c.declare(d)
	c.params(f, i)
	c.at(i).typ = c.result(n, f, i)
}

// result is the type that a function gives.
func (c *cLowering) result(n, f node, i int32) int32 {
	if t := f.child("trailing_return_type"); t.ok() {
		return c.typ(t.first(), i, ctxReturn, i)
	}
	return c.typ(n.field("type"), i, ctxReturn, i)
}

func (c *cLowering) params(f node, i int32) {
	for p := range f.field("parameters").children() {
		switch p.kind() {
		case "parameter_declaration", "optional_parameter_declaration", "variadic_parameter_declaration":
		case "variadic_parameter":
			c.declare(decl{kind: declVar, scope: i, flags: isParam | isRest})
			continue
		default:
			continue
		}
		t := c.typ(p.field("type"), i, ctxParameter, i)
		d := p.field("declarator")
		if t == 0 && !d.ok() && p.field("type").text() == "void" {
			continue
		}
		x := decl{kind: declVar, name: cName(d).text(), scope: i, line: p.line(), pos: p.start(), typ: t, flags: isParam}
		if v := p.field("default_value"); v.ok() {
			x.flags |= isOptional
			c.ex(v, i)
		}
		if p.is("variadic_parameter_declaration") {
			x.flags |= isRest
		}
		if cFunction(d).ok() || d.is("function_declarator") {
			x.typ = 0
		}
		c.declare(x)
	}
	for x := range f.all() {
		if x.is("...") {
			c.declare(decl{kind: declVar, scope: i, flags: isParam | isRest})
		}
	}
	if strings.HasSuffix(strings.TrimSpace(strings.TrimSuffix(f.field("parameters").text(), ")")), "...") {
		c.declare(decl{kind: declVar, scope: i, flags: isParam | isRest})
	}
}

func (c *cLowering) function(n node, in int32) {
	f := cFunction(n.field("declarator"))
	if !f.ok() {
		f = n.field("declarator")
	}
	name := cName(f)
	if name.is("template_function") {
		name = name.field("name")
	}
	if !name.ok() {
		c.ex(n.field("body"), in)
		return
	}
	d := decl{
		kind: declFunc, node: KindFunction, name: oneLine(name.text()), scope: in, line: n.line(), pos: n.start(), flags: isUnordered,
		sig: c.keep(n.head(n.field("body"))), doc: c.doc(n),
	}
	static := n.has("storage_class_specifier") && strings.Contains(n.child("storage_class_specifier").text(), "static")
	switch {
	case c.at(in).kind == declType:
		d.node = KindMethod
		if static {
			d.flags |= isStatic
		}
		if c.at(in).node == "" {
			d.node = ""
		}
		if d.name == c.at(in).name {
			d.flags |= isCtor
		}
	case name.is("qualified_identifier"):
		full := oneLine(strings.ReplaceAll(name.text(), " ", ""))
		last := name
		for last.is("qualified_identifier") {
			last = last.field("name")
		}
		d.name = oneLine(last.text())
		d.label = c.keep(full + "()")
		d.idName = c.keep(full)
		d.node = KindMethod
		d.contains = RelContains
		d.flags |= isHidden
		p := c.declare(decl{kind: declType, scope: in, line: n.line(), pos: n.start(), flags: isPartial | isHidden})
		c.at(p).typ = c.scopeOf(name, in)
		d.scope = p
	case static:
		d.flags |= isFileOnly
	}
	i := c.declare(d)
	c.params(f, i)
	c.at(i).typ = c.result(n, f, i)
	if l := n.child("field_initializer_list"); l.ok() {
		for x := range l.children() {
			for a := range x.children() {
				if a.is("argument_list", "initializer_list") {
					for e := range a.children() {
						c.ex(e, i)
					}
				}
			}
		}
	}
	c.statement(n.field("body"), i)
}

// scopeOf is the type that a qualified name is in.
func (c *cLowering) scopeOf(n node, in int32) int32 {
	var e int32
	for n.is("qualified_identifier") {
		s := n.field("scope")
		name := s.text()
		if s.is("template_type") {
			name = s.field("name").text()
		}
		switch {
		case !s.ok():
		case e == 0:
			e = c.name(name, in, n.start())
		default:
			e = c.member(e, name)
		}
		n = n.field("name")
	}
	return e
}

func (c *cLowering) statement(n node, in int32) {
	if !n.ok() || !c.enter() {
		return
	}
	defer c.leave()
	switch n.kind() {
	case "declaration":
		c.declaration(n, in)
	case "return_statement":
		v := n.first()
		e := c.ex(v, in)
		if f := c.around(in, declFunc); f >= 0 && v.ok() {
			c.at(f).rets = append(c.at(f).rets, e)
		}
	case "for_range_loop":
		it := c.ex(n.field("right"), in)
		t := c.typ(n.field("type"), in, ctxType, in)
		if name := cName(n.field("declarator")); name.ok() {
			c.declare(decl{kind: declVar, name: name.text(), scope: in, line: n.line(), pos: name.start(), typ: t, init: c.unary(opElem, it), from: n.start(), to: n.end(), flags: isBlock})
		}
		c.statement(n.field("body"), in)
	case "catch_clause":
		for p := range n.field("parameters").children() {
			t := c.typ(p.field("type"), in, ctxType, in)
			c.declare(decl{kind: declVar, name: cName(p.field("declarator")).text(), scope: in, line: n.line(), pos: p.start(), typ: t, from: n.start(), to: n.end(), flags: isBlock})
		}
		c.statement(n.field("body"), in)
	case "expression_statement":
		c.ex(n.first(), in)
	case "compound_statement", "if_statement", "else_clause", "for_statement", "while_statement", "do_statement", "switch_statement", "case_statement",
		"labeled_statement", "try_statement", "condition_clause", "init_statement", "parenthesized_expression", "preproc_if", "preproc_ifdef", "preproc_else", "preproc_elif", "ERROR":
		for x := range n.children() {
			c.statement(x, in)
		}
	case "struct_specifier", "class_specifier", "enum_specifier", "union_specifier", "type_definition", "alias_declaration", "using_declaration", "function_definition", "template_declaration", "namespace_definition", "preproc_function_def", "preproc_include":
		c.item(n, in)
	case "break_statement", "continue_statement", "goto_statement", "statement_identifier", "preproc_def", "preproc_call", "comment":
	default:
		c.ex(n, in)
	}
}

func (c *cLowering) ex(n node, in int32) int32 {
	if !n.ok() || !c.enter() {
		return 0
	}
	defer c.leave()
	switch n.kind() {
	case "identifier", "field_identifier", "namespace_identifier":
		return c.name(n.text(), in, n.start())
	case "type_identifier", "template_type":
		return c.typ(n, in, ctxType, in)
	case "this":
		return c.expr(expr{op: opThis, x: in})
	case "qualified_identifier":
		x := c.scopeOf(n, in)
		last := n
		for last.is("qualified_identifier") {
			last = last.field("name")
		}
		name := last.text()
		if last.is("template_function", "template_method", "template_type") {
			for a := range last.field("arguments").children() {
				c.typ(a, in, ctxGeneric, in)
			}
			name = last.field("name").text()
		}
		if x == 0 {
			return c.expr(expr{op: opRoot, name: c.keep(name), x: in, pos: n.start()})
		}
		return c.member(x, name)
	case "template_function":
		for a := range n.field("arguments").children() {
			c.typ(a, in, ctxGeneric, in)
		}
		return c.name(n.field("name").text(), in, n.start())
	case "field_expression":
		x := c.ex(n.field("argument"), in)
		f := n.field("field")
		name := f.text()
		if f.is("template_method") {
			name = f.field("name").text()
		}
		return c.member(x, name)
	case "call_expression":
		f := c.ex(n.field("function"), in)
		var xs []int32
		for a := range n.field("arguments").children() {
			e := c.ex(a, in)
			if a.is("identifier", "pointer_expression", "qualified_identifier") {
				c.use(use{what: useValue, in: in, expr: e, line: a.line(), context: ctxArgument})
			}
			xs = append(xs, e)
		}
		if f == 0 {
			return 0
		}
		call := c.withList(expr{op: opCall, x: f}, xs)
		c.use(use{what: useCall, in: in, expr: f, call: call, args: int32(len(xs)), line: n.line(), context: ctxCall})
		if x := &c.u.exprs[f]; x.op == opMember {
			switch x.name {
			case "get", "operator->", "value", "lock", "front", "back", "at", "top", "begin", "end":
				return c.union(call, c.unary(opElem, x.x), x.x)
			case "move", "forward", "ref":
				if len(xs) == 1 {
					return c.union(call, xs[0])
				}
			}
		}
		return call
	case "new_expression":
		t := c.typ(n.field("type"), in, ctxType, in)
		for a := range n.field("arguments").children() {
			c.ex(a, in)
		}
		c.use(use{what: useNew, in: in, expr: t, args: -1, line: n.line(), context: ctxCall})
		return c.unary(opOf, t)
	case "pointer_expression", "parenthesized_expression", "unary_expression", "co_await_expression":
		e := c.ex(n.last(), in)
		if n.has("!") {
			return 0
		}
		return e
	case "cast_expression":
		c.ex(n.field("value"), in)
		return c.unary(opOf, c.typ(n.field("type"), in, ctxType, in))
	case "compound_literal_expression":
		t := c.typ(n.field("type"), in, ctxType, in)
		c.ex(n.field("value"), in)
		return c.unary(opOf, t)
	case "assignment_expression":
		c.ex(n.field("left"), in)
		r := n.field("right")
		e := c.ex(r, in)
		if r.is("identifier", "pointer_expression") {
			c.use(use{what: useValue, in: in, expr: e, line: r.line(), context: ctxAssignment})
		}
		return e
	case "conditional_expression":
		c.ex(n.field("condition"), in)
		return c.union(c.ex(n.field("consequence"), in), c.ex(n.field("alternative"), in))
	case "subscript_expression":
		x := c.ex(n.field("argument"), in)
		for a := range n.children() {
			if a.i != n.field("argument").i {
				c.ex(a, in)
			}
		}
		if x == 0 {
			return 0
		}
		return c.withList(expr{op: opIndex, x: x}, nil)
	case "lambda_expression":
		f := c.declare(decl{kind: declFunc, scope: in, line: n.line(), pos: n.start(), flags: isHidden | isArrow})
		c.params(n.field("declarator"), f)
		c.statement(n.field("body"), f)
		return c.expr(expr{op: opLambda, x: f})
	case "initializer_list":
		for a := range n.children() {
			e := c.ex(a, in)
			if a.is("identifier", "pointer_expression") {
				c.use(use{what: useValue, in: in, expr: e, line: a.line(), context: ctxCollection})
			}
		}
		return 0
	case "initializer_pair":
		v := n.field("value")
		e := c.ex(v, in)
		if v.is("identifier", "pointer_expression") {
			c.use(use{what: useValue, in: in, expr: e, line: v.line(), context: ctxCollection})
		}
		return 0
	case "field_designator", "sizeof_expression", "comment":
		return 0
	case "number_literal":
		return c.lit("int")
	case "string_literal", "raw_string_literal", "concatenated_string":
		return c.lit("char")
	case "binary_expression":
		e := c.ex(n.field("left"), in)
		c.ex(n.field("right"), in)
		switch n.field("operator").text() {
		case "+", "-":
			return e
		}
		return 0
	}
	for x := range n.children() {
		c.statement(x, in)
	}
	return 0
}

// typ lowers a type and notes what it names.
func (c *cLowering) typ(n node, in int32, context string, of int32) int32 {
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
	case "type_identifier", "identifier", "namespace_identifier":
		return named(c.typeName(n.text(), in, n.start()))
	case "qualified_identifier":
		x := c.scopeOf(n, in)
		last := n
		for last.is("qualified_identifier") {
			last = last.field("name")
		}
		if last.is("template_type") {
			e := named(c.member(x, last.field("name").text()))
			return c.applied(e, last.field("arguments"), in, of)
		}
		if x == 0 {
			return named(c.name(last.text(), in, n.start()))
		}
		return named(c.member(x, last.text()))
	case "template_type":
		e := named(c.typeName(n.field("name").text(), in, n.start()))
		return c.applied(e, n.field("arguments"), in, of)
	case "struct_specifier", "class_specifier", "union_specifier", "enum_specifier":
		if name := n.field("name"); name.ok() {
			return named(c.typeName(name.text(), in, n.start()))
		}
		return 0
	case "type_descriptor":
		return c.typ(n.field("type"), in, context, of)
	case "dependent_type":
		return c.typ(n.first(), in, context, of)
	case "primitive_type", "sized_type_specifier":
		if t := n.text(); t != "void" {
			return c.lit("int")
		}
		return 0
	}
	return 0
}

func (c *cLowering) applied(e int32, args node, in, of int32) int32 {
	var xs []int32
	for a := range args.children() {
		xs = append(xs, c.typ(a, in, ctxGeneric, of))
	}
	if e == 0 {
		return 0
	}
	return c.withList(expr{op: opIndex, x: e}, xs)
}

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
				if r.decl(at).kind == declFunc {
					out = append(out, value{kind: valFunc, at: at})
				} else {
					out = join(out, r.valueOf(at))
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
