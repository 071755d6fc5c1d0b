package extract

import (
	"path"
	"strings"
)

// JavaScript and TypeScript are lowered alike: TypeScript's grammar is JavaScript's with types.
var (
	javascript = jsLanguage("javascript", "javascript", ".js", ".jsx", ".mjs", ".cjs")
	typescript = jsLanguage("typescript", "typescript", ".ts", ".mts", ".cts")
	tsx        = jsLanguage("tsx", "tsx", ".tsx")
)

func jsLanguage(name, grammar string, exts ...string) language {
	return language{
		name: name, grammar: grammar, exts: exts, shebang: []string{"node", "deno", "bun"}, family: "javascript",
		lower: lowerJS, resolve: resolveJS, exported: jsExport, linkImport: linkJSImport, flatTypes: true, declared: jsDeclared,
		generics: map[string]string{
			"Array": shapeList, "ReadonlyArray": shapeList, "Set": shapeList, "ReadonlySet": shapeList, "Iterable": shapeList, "Iterator": shapeList,
			"IterableIterator": shapeList, "AsyncIterable": shapeList, "AsyncIterableIterator": shapeList, "Generator": shapeList, "AsyncGenerator": shapeList,
			"Map": shapeMap, "ReadonlyMap": shapeMap, "WeakMap": shapeMap, "Record": shapeMap, "Promise": shapeAwait, "PromiseLike": shapeAwait,
			"Partial": shapePass, "Required": shapePass, "Readonly": shapePass, "NonNullable": shapePass, "Awaited": shapePass, "Pick": shapePass,
			"Omit": shapePass, "Exclude": shapePass, "Extract": shapePass, "InstanceType": shapePass,
		},
		builtins: setOf("string number boolean any unknown never void null undefined object symbol bigint this Function Object String Number Boolean const"),
	}
}

type jsLowering struct{ *lowering }

func lowerJS(l *lowering, root node) {
	j := &jsLowering{l}
	j.block(root, 0)
	l.comments(root, "")
	l.u.notes = dropEmpty(l.u.notes)
}

func dropEmpty(notes []remark) []remark {
	var out []remark
	for _, n := range notes {
		if _, rest, _ := strings.Cut(n.text, ":"); n.cite || strings.TrimSpace(rest) != "" {
			out = append(out, n)
		}
	}
	return out
}

func (j *jsLowering) block(n node, in int32) {
	if !j.enter() {
		return
	}
	defer j.leave()
	for c := range n.children() {
		j.statement(c, in)
	}
}

// reach is the block that a declaration is known in.
func (j *jsLowering) reach(n node, in int32) (from, to uint32, flags declFlag) {
	for b := n.parent(); b.ok(); b = b.parent() {
		switch b.kind() {
		case "statement_block", "for_statement", "for_in_statement", "switch_body", "class_static_block":
			if k := b.parent().kind(); k == "internal_module" || k == "module" {
				return 0, 0, 0
			}
			if b.is("statement_block") && isJSFunction(b.parent().kind()) {
				return 0, 0, 0
			}
			return b.start(), b.end(), isBlock
		case "program", "arrow_function":
			return 0, 0, 0
		}
	}
	return 0, 0, 0
}

func isJSFunction(kind string) bool {
	switch kind {
	case "function_declaration", "generator_function_declaration", "function_expression", "generator_function", "arrow_function", "method_definition", "function":
		return true
	}
	return false
}

func (j *jsLowering) statement(n node, in int32) {
	switch n.kind() {
	case "function_declaration", "generator_function_declaration", "function_signature":
		j.function(n, n, n.field("name").text(), in, 0)
	case "method_definition": // of broken code
		j.function(n, n, jsKey(n.field("name")), in, 0)
	case "class_declaration", "abstract_class_declaration":
		j.class(n, in, 0)
	case "interface_declaration":
		j.iface(n, in, 0)
	case "type_alias_declaration":
		j.alias(n, in, 0)
	case "enum_declaration":
		j.enum(n, in, 0)
	case "lexical_declaration", "variable_declaration":
		j.variables(n, in, 0)
	case "internal_module", "module":
		j.namespace(n, in, 0)
	case "ambient_declaration":
		for c := range n.children() {
			j.declaration(c, in, isExported)
		}
	case "import_statement":
		j.importStatement(n, in)
	case "import_alias":
		var parts []node
		for c := range n.children() {
			parts = append(parts, c)
		}
		if len(parts) == 2 {
			j.declare(decl{kind: declVar, name: parts[0].text(), scope: in, line: n.line(), pos: n.start(), init: j.ex(parts[1], in), flags: isUnordered})
		}
	case "export_statement":
		j.export(n, in)
	case "expression_statement":
		e := n.first()
		if e.is("internal_module") { // namespace X {} is parsed so
			j.namespace(e, in, 0)
			return
		}
		if e.is("assignment_expression") {
			j.assign(e, in)
			return
		}
		j.ex(e, in)
	case "return_statement":
		if v := n.first(); v.ok() {
			e := j.ex(v, in)
			j.handOn(e, v, in, ctxValue)
			if f := j.around(in, declFunc); f >= 0 {
				j.at(f).rets = append(j.at(f).rets, e)
			}
		}
	case "for_in_statement":
		it := j.ex(n.field("right"), in)
		left := n.field("left")
		if n.field("operator").text() == "in" {
			it = 0
		} else {
			it = j.unary(opElem, it)
		}
		if n.field("kind").ok() {
			j.pattern(left, it, 0, in, left)
		} else {
			j.ex(left, in)
		}
		j.statement(n.field("body"), in)
	case "catch_clause":
		b := n.field("body")
		if p := n.field("parameter"); p.ok() {
			j.patternIn(p, 0, 0, in, n.start(), n.end(), isBlock)
		}
		j.block(b, in)
	case "statement_block", "if_statement", "else_clause", "for_statement", "while_statement", "do_statement", "try_statement", "finally_clause",
		"switch_statement", "switch_body", "switch_case", "switch_default", "labeled_statement", "class_static_block":
		j.block(n, in)
	case "empty_statement", "break_statement", "continue_statement", "debugger_statement", "hash_bang_line", "":
	default:
		j.ex(n, in)
	}
}

// declaration is a statement that is exported or ambient.
func (j *jsLowering) declaration(n node, in int32, flags declFlag) {
	switch n.kind() {
	case "function_declaration", "generator_function_declaration", "function_signature":
		j.function(n, n, n.field("name").text(), in, flags)
	case "class_declaration", "abstract_class_declaration":
		j.class(n, in, flags)
	case "interface_declaration":
		j.iface(n, in, flags)
	case "type_alias_declaration":
		j.alias(n, in, flags)
	case "enum_declaration":
		j.enum(n, in, flags)
	case "lexical_declaration", "variable_declaration":
		j.variables(n, in, flags)
	case "internal_module", "module":
		j.namespace(n, in, flags)
	case "ambient_declaration":
		for c := range n.children() {
			j.declaration(c, in, flags)
		}
	default:
		j.statement(n, in)
	}
}

func (j *jsLowering) doc(n node) string {
	for n.parent().is("export_statement", "ambient_declaration", "expression_statement", "lexical_declaration", "variable_declaration") {
		n = n.parent()
	}
	return j.keep(docComment(n, "/**", "//"))
}

// function declares a function, and lowers what it does.
func (j *jsLowering) function(n, at node, name string, in int32, flags declFlag) int32 {
	d := decl{
		kind: declFunc, node: KindFunction, name: name, scope: in, line: at.line(), pos: at.start(), flags: flags | isUnordered,
		sig: j.keep(n.head(n.field("body"))), doc: j.doc(at),
	}
	if at.is("variable_declarator", "pair", "assignment_expression") {
		d.sig = j.keep(at.head(n.field("body")))
	}
	if name == "" {
		d.node, d.flags = "", d.flags|isHidden
	}
	if n.is("arrow_function") {
		d.flags |= isArrow
	}
	if !at.is("method_definition", "pair", "public_field_definition", "field_definition", "assignment_expression") && name != "" {
		var block declFlag
		d.from, d.to, block = j.reach(at, in)
		d.flags |= block
	}
	f := j.declare(d)
	if before := j.u.more(f); n.is("function_declaration", "generator_function_declaration", "function_signature") && before != 0 && before == f-1-j.inside(before, f) {
		j.at(f).flags |= isMore
		j.moved(n, f)
	}
	j.body(n, f)
	return f
}

// moved puts the node of overloads where the function is.
func (j *jsLowering) moved(n node, f int32) {
	if !n.field("body").ok() {
		return
	}
	first, own := j.at(j.u.primary(f)), j.at(f)
	first.line, first.sig = own.line, own.sig
	if own.doc != "" {
		first.doc = own.doc
	}
}

// inside is how many declarations between two belong to the first.
func (j *jsLowering) inside(a, f int32) int32 {
	n := int32(0)
	for i := a + 1; i < f; i++ {
		for s := j.at(i).scope; s >= a; s = j.at(s).scope {
			if s == a {
				n++
				break
			}
			if s == 0 {
				break
			}
		}
	}
	return n
}

// body lowers type parameters, parameters, result and body of a function.
func (j *jsLowering) body(n node, f int32) {
	if !j.enter() {
		return
	}
	defer j.leave()
	if n.has("async") {
		j.at(f).flags |= isAsync
	}
	if n.has("*") || n.is("generator_function", "generator_function_declaration") {
		j.at(f).flags |= isGenerator
	}
	j.typeParams(n, f)
	if p := n.field("parameter"); p.ok() {
		j.param(p, f)
	}
	for c := range n.field("parameters").children() {
		j.param(c, f)
	}
	if t := n.field("return_type"); t.ok() {
		j.at(f).typ = j.typ(t, f, ctxReturn, f)
	}
	b := n.field("body")
	switch {
	case b.is("statement_block"):
		j.block(b, f)
	case b.ok():
		e := j.ex(b, f)
		j.at(f).rets = append(j.at(f).rets, e)
	}
}

func (j *jsLowering) typeParams(n node, of int32) {
	for c := range n.field("type_parameters").children() {
		d := decl{kind: declTypeParam, name: c.field("name").text(), scope: of, line: c.line(), pos: c.start(), flags: isUnordered}
		p := j.declare(d)
		if b := c.field("constraint"); b.ok() {
			j.at(p).typ = j.typ(b.first(), of, ctxConstraint, of)
		}
	}
}

func (j *jsLowering) param(n node, f int32) {
	pat, typ, value := n, n.field("type"), n.field("value")
	var flags declFlag
	switch n.kind() {
	case "required_parameter":
		pat = n.field("pattern")
	case "optional_parameter":
		pat = n.field("pattern")
		flags |= isOptional
	case "assignment_pattern":
		pat, value = n.field("left"), n.field("right")
	}
	if pat.is("rest_pattern") {
		flags |= isRest
		pat = pat.first()
	}
	if pat.is("this") {
		if typ.ok() {
			j.typ(typ, f, ctxParameter, f)
		}
		return
	}
	var t, v int32
	if typ.ok() {
		t = j.typ(typ, f, ctxParameter, f)
	}
	if value.ok() {
		v = j.ex(value, f)
	}
	if pat.is("identifier") {
		d := decl{kind: declVar, name: pat.text(), scope: f, line: n.line(), pos: n.start(), typ: t, init: v, flags: isParam | flags}
		if v != 0 {
			d.flags |= isOptional
		}
		j.declare(d)
		if n.field("pattern").ok() && (n.has("accessibility_modifier") || n.has("readonly")) { // a field of the class
			if c := j.at(f).scope; j.at(c).kind == declType {
				j.declare(decl{kind: declVar, name: pat.text(), scope: c, line: n.line(), pos: n.start(), typ: t, flags: isUnordered | isHidden})
			}
		}
		return
	}
	whole := j.declare(decl{kind: declVar, scope: f, line: n.line(), pos: n.start(), typ: t, init: v, flags: isParam | flags})
	j.pattern(pat, j.expr(expr{op: opDecl, x: whole}), 0, f, n)
}

// pattern binds the names of a destructuring pattern.
func (j *jsLowering) pattern(n node, value, typ, in int32, at node) {
	from, to, flags := j.reach(at, in)
	j.patternIn(n, value, typ, in, from, to, flags)
}

func (j *jsLowering) patternIn(n node, value, typ, in int32, from, to uint32, flags declFlag) {
	if !j.enter() {
		return
	}
	defer j.leave()
	switch n.kind() {
	case "identifier", "shorthand_property_identifier_pattern":
		j.declare(decl{kind: declVar, name: n.text(), scope: in, line: n.line(), pos: n.start(), init: value, typ: typ, from: from, to: to, flags: flags})
	case "object_pattern":
		if typ != 0 {
			value = j.unary(opOf, typ)
		}
		for c := range n.children() {
			switch c.kind() {
			case "shorthand_property_identifier_pattern":
				j.patternIn(c, j.member(value, c.text()), 0, in, from, to, flags)
			case "pair_pattern":
				j.patternIn(c.field("value"), j.member(value, c.field("key").text()), 0, in, from, to, flags)
			case "object_assignment_pattern":
				v := j.ex(c.field("right"), in)
				j.patternIn(c.field("left"), j.union(j.member(value, c.field("left").text()), v), 0, in, from, to, flags)
			case "rest_pattern":
				j.patternIn(c.first(), value, 0, in, from, to, flags)
			}
		}
	case "array_pattern":
		if typ != 0 {
			value = j.unary(opOf, typ)
		}
		i := uint32(0)
		for c := range n.children() {
			v := value
			if v != 0 {
				v = j.expr(expr{op: opItem, x: v, pos: i})
			}
			j.patternIn(c, v, 0, in, from, to, flags)
			i++
		}
	case "assignment_pattern":
		v := j.ex(n.field("right"), in)
		j.patternIn(n.field("left"), j.union(value, v), typ, in, from, to, flags)
	case "rest_pattern":
		j.patternIn(n.first(), 0, 0, in, from, to, flags)
	}
}

// variables declares what const, let and var do. Functions among the values are functions; constants at the top of a file are nodes if
// they hold more than a plain value, as in Graphify.
func (j *jsLowering) variables(n node, in int32, flags declFlag) {
	keyword := n.field("kind").text()
	for v := range n.children() {
		if !v.is("variable_declarator") {
			continue
		}
		name, value := v.field("name"), v.field("value")
		if spec, member, ok := j.required(value); ok && (member == "" || name.is("identifier")) {
			j.require(name, spec, member, in, v)
			continue
		}
		inner := unwrapJS(value)
		if name.is("identifier") && isJSFunction(inner.kind()) {
			f := j.function(inner, v, name.text(), in, flags)
			if in != 0 && j.at(in).kind != declSpace { // what it does counts for the function around it, as in Graphify
				j.at(f).node = ""
			}
			j.typedValue(v, f)
			continue
		}
		if name.is("identifier") && inner.is("class") {
			j.classNamed(inner, name.text(), in, flags)
			continue
		}
		var t int32
		if ty := v.field("type"); ty.ok() {
			t = j.typ(ty, in, ctxType, in)
		}
		if !name.is("identifier") {
			e := j.ex(value, in)
			j.pattern(name, e, t, in, v)
			continue
		}
		d := decl{kind: declVar, name: name.text(), scope: in, line: v.line(), pos: name.start(), typ: t, flags: flags}
		var block declFlag
		if keyword != "var" {
			d.from, d.to, block = j.reach(v, in)
			d.flags |= block
		}
		if in == 0 && block == 0 && (keyword == "const" && (flags&isExported != 0 || jsHolds(inner)) || keyword == "let" && jsHolds(inner)) {
			d.node = KindConstant
			if keyword == "let" {
				d.node = KindVariable
			}
			d.sig = j.keep(cut(oneLine(strings.TrimSpace(v.text()))))
			d.doc = j.doc(v)
		}
		x := j.declare(d)
		e := j.value(value, in, x)
		j.at(x).init = e
		j.handOn(e, value, in, ctxAssignment)
		if d.node != "" { // what functions in the value do counts for the constant
			for i := x + 1; int(i) < len(j.u.decls); i++ {
				if f := j.at(i); f.scope == in && f.kind == declFunc && f.name == "" {
					f.owner = x
				}
			}
		}
	}
}

// typedValue notes the type that a variable which holds a function is declared with.
func (j *jsLowering) typedValue(v node, f int32) {
	if ty := v.field("type"); ty.ok() {
		j.typ(ty, j.at(f).scope, ctxType, f)
	}
}

// unwrapJS is an expression without parentheses and casts.
func unwrapJS(n node) node {
	for n.is("parenthesized_expression", "as_expression", "satisfies_expression", "non_null_expression", "type_assertion") {
		if n.is("type_assertion") {
			n = n.last()
		} else {
			n = n.first()
		}
	}
	return n
}

func jsHolds(n node) bool {
	return n.is("object", "array", "call_expression", "new_expression", "await_expression")
}

// value lowers the value of a variable; the functions of an object are declared below it.
func (j *jsLowering) value(n node, in, of int32) int32 {
	inner := unwrapJS(n)
	if !inner.is("object") {
		return j.ex(n, in)
	}
	j.object(inner, in, of)
	if n.i != inner.i {
		return j.castType(n, in)
	}
	return 0
}

func (j *jsLowering) castType(n node, in int32) int32 {
	if n.is("as_expression", "satisfies_expression") {
		if t := n.last(); t.ok() && t.named() && !t.is("object") {
			return j.unary(opOf, j.typ(t, in, ctxType, in))
		}
	}
	return 0
}

// object declares the members of an object literal below a declaration.
func (j *jsLowering) object(n node, in, of int32) {
	j.at(of).flags |= hasMembers
	node := ""
	if j.at(of).node != "" {
		node = KindMethod
	}
	for c := range n.children() {
		switch c.kind() {
		case "pair":
			key, v := c.field("key"), unwrapJS(c.field("value"))
			name := jsKey(key)
			if isJSFunction(v.kind()) && name != "" {
				f := j.function(v, c, name, of, isHidden)
				j.at(f).node = node
				continue
			}
			d := j.declare(decl{kind: declVar, name: name, scope: of, line: c.line(), pos: c.start(), flags: isUnordered | isHidden})
			e := j.value(c.field("value"), in, d)
			j.at(d).init = e
			j.handOn(e, c.field("value"), in, ctxCollection)
		case "method_definition":
			f := j.function(c, c, jsKey(c.field("name")), of, isHidden)
			j.at(f).node = node
			if node == "" && j.at(f).name != "" {
				j.at(f).node = KindFunction
				j.at(f).flags |= isFlat
			}
			if c.has("get") {
				j.at(f).flags |= isProperty
			}
		case "shorthand_property_identifier":
			e := j.name(c.text(), in, c.start())
			j.declare(decl{kind: declVar, name: c.text(), scope: of, line: c.line(), pos: c.start(), init: e, flags: isUnordered | isHidden})
			j.use(use{what: useValue, in: in, expr: e, line: c.line(), context: ctxCollection})
		case "spread_element":
			j.ex(c.first(), in)
		}
	}
}

func jsKey(n node) string {
	switch n.kind() {
	case "string":
		return stringContent(n)
	case "computed_property_name":
		return ""
	}
	return n.text()
}

func (j *jsLowering) class(n node, in int32, flags declFlag) int32 {
	return j.classNamed(n, n.field("name").text(), in, flags)
}

func (j *jsLowering) classNamed(n node, name string, in int32, flags declFlag) int32 {
	body := n.field("body")
	d := decl{
		kind: declType, node: KindClass, name: name, scope: in, line: n.line(), pos: n.start(), flags: flags | isUnordered,
		sig: j.keep(n.head(body)), doc: j.doc(n),
	}
	if name == "" {
		d.node, d.flags = "", d.flags|isHidden
	}
	var block declFlag
	d.from, d.to, block = j.reach(n, in)
	d.flags |= block
	c := j.declare(d)
	for m := range n.all() {
		if m.is("decorator") {
			j.decorator(m, c, in)
		}
	}
	if p := n.parent(); p.is("export_statement") {
		for m := range p.all() {
			if m.is("decorator") {
				j.decorator(m, c, in)
			}
		}
	}
	j.typeParams(n, c)
	if h := n.child("class_heritage"); h.ok() {
		j.heritage(h, c, in)
	}
	for m := range body.children() {
		j.classMember(m, c, in)
	}
	return c
}

func (j *jsLowering) decorator(n node, of, in int32) {
	e := j.callee(n.first(), in)
	if e != 0 && j.u.exprs[e].op == opCall {
		e = j.u.exprs[e].x
	}
	j.use(use{what: useMark, in: of, expr: e, line: n.line(), context: ctxDecorator})
}

func (j *jsLowering) heritage(h node, c, in int32) {
	add := func(e int32, relation string, line int32) {
		if e != 0 {
			j.at(c).bases = append(j.at(c).bases, base{e, relation, line})
		}
	}
	for x := range h.children() {
		switch x.kind() {
		case "extends_clause":
			e := j.ex(x.field("value"), in)
			if args := x.field("type_arguments"); args.ok() {
				e = j.applied(e, args, in, c)
			}
			add(e, RelInherits, x.line())
		case "implements_clause":
			for t := range x.children() {
				add(j.typ(t, c, "", c), RelImplements, t.line())
			}
		default:
			add(j.ex(x, in), RelInherits, x.line())
		}
	}
}

func (j *jsLowering) classMember(m node, c, in int32) {
	switch m.kind() {
	case "method_definition", "method_signature", "abstract_method_signature":
		name := jsKey(m.field("name"))
		flags := isHidden
		switch {
		case m.has("get"):
			flags |= isProperty
		case m.has("set"):
			flags |= isMore
		case m.has("static"):
			flags |= isStatic
		}
		if name == "constructor" {
			flags |= isCtor
		}
		f := j.declare(decl{
			kind: declFunc, node: KindMethod, name: name, scope: c, line: m.line(), pos: m.start(), flags: flags | isUnordered,
			sig: j.keep(m.head(m.field("body"))), doc: j.keep(docComment(m, "/**", "//")),
		})
		if b := j.u.more(f); b != 0 && (j.at(b).flags&isStatic == flags&isStatic) {
			j.at(f).flags |= isMore
			if !m.has("set") {
				j.moved(m, f)
			}
		}
		for x := range m.all() {
			if x.is("decorator") {
				j.decorator(x, f, in)
			}
		}
		j.body(m, f)
	case "public_field_definition", "field_definition":
		nameNode := m.field("name")
		if !nameNode.ok() {
			nameNode = m.field("property")
		}
		name := jsKey(nameNode)
		value := m.field("value")
		if v := unwrapJS(value); isJSFunction(v.kind()) {
			f := j.function(v, m, name, c, isHidden)
			j.at(f).node = KindMethod
			j.at(f).sig = j.keep(m.head(v.field("body")))
			j.at(f).doc = j.keep(docComment(m, "/**", "//"))
			return
		}
		var t int32
		if ty := m.field("type"); ty.ok() {
			t = j.typ(ty, c, ctxField, c)
		}
		d := j.declare(decl{kind: declVar, name: name, scope: c, line: m.line(), pos: m.start(), typ: t, flags: isUnordered | isHidden})
		for x := range m.all() {
			if x.is("decorator") {
				j.decorator(x, c, in)
			}
		}
		if value.ok() {
			e := j.value(value, c, d)
			j.at(d).init = e
			j.handOn(e, value, c, ctxAssignment)
		}
	case "class_static_block":
		j.block(m.field("body"), c)
	case "decorator":
	}
}

func (j *jsLowering) iface(n node, in int32, flags declFlag) {
	body := n.field("body")
	d := decl{
		kind: declType, node: KindInterface, name: n.field("name").text(), scope: in, line: n.line(), pos: n.start(),
		flags: flags | isInterface | isUnordered, sig: j.keep(n.head(body)), doc: j.doc(n),
	}
	c := j.declare(d)
	j.typeParams(n, c)
	for h := range n.children() {
		if h.is("extends_type_clause") {
			for t := range h.children() {
				if e := j.typ(t, c, "", c); e != 0 {
					j.at(c).bases = append(j.at(c).bases, base{e, RelInherits, t.line()})
				}
			}
		}
	}
	j.members(body, c, KindMethod)
}

// members declares what an interface or an object type has.
func (j *jsLowering) members(body node, c int32, kind string) {
	for m := range body.children() {
		switch m.kind() {
		case "method_signature":
			f := j.declare(decl{
				kind: declFunc, node: kind, name: jsKey(m.field("name")), scope: c, line: m.line(), pos: m.start(), flags: isUnordered | isHidden,
				sig: j.keep(m.head(node{})), doc: j.keep(docComment(m, "/**", "//")),
			})
			if j.u.more(f) != 0 {
				j.at(f).flags |= isMore
			}
			j.body(m, f)
		case "property_signature":
			t := j.typ(m.field("type"), c, ctxField, c)
			j.declare(decl{kind: declVar, name: jsKey(m.field("name")), scope: c, line: m.line(), pos: m.start(), typ: t, flags: isUnordered | isHidden})
		case "call_signature":
			f := j.declare(decl{kind: declFunc, name: jsCallable, scope: c, line: m.line(), pos: m.start(), flags: isUnordered | isHidden})
			j.body(m, f)
		case "index_signature":
			j.typ(m.field("type"), c, ctxField, c)
		}
	}
}

// jsCallable is the name of what a call of an object calls.
const jsCallable = "(call)"

func (j *jsLowering) alias(n node, in int32, flags declFlag) {
	value := n.field("value")
	d := decl{
		kind: declAlias, node: KindAlias, name: n.field("name").text(), scope: in, line: n.line(), pos: n.start(), flags: flags | isUnordered,
		sig: j.keep(cut(oneLine(strings.TrimRight(n.text(), "; \n")))), doc: j.doc(n),
	}
	if value.is("object_type") {
		d.kind = declType
		c := j.declare(d)
		j.typeParams(n, c)
		j.members(value, c, KindMethod)
		return
	}
	a := j.declare(d)
	j.typeParams(n, a)
	j.at(a).typ = j.typ(value, a, ctxType, a)
}

func (j *jsLowering) enum(n node, in int32, flags declFlag) {
	c := j.declare(decl{
		kind: declType, node: KindEnum, name: n.field("name").text(), scope: in, line: n.line(), pos: n.start(), flags: flags | isUnordered,
		sig: j.keep(n.head(n.field("body"))), doc: j.doc(n),
	})
	for m := range n.field("body").children() {
		name := m
		if m.is("enum_assignment") {
			name = m.field("name")
			j.ex(m.field("value"), in)
		}
		j.declare(decl{kind: declVar, node: KindEnumCase, name: jsKey(name), scope: c, line: m.line(), pos: m.start(), flags: isUnordered | isEnumCase | isHidden})
	}
}

func (j *jsLowering) namespace(n node, in int32, flags declFlag) {
	name := n.field("name")
	text := name.text()
	if name.is("string") {
		text = stringContent(name)
	}
	s := j.declare(decl{kind: declSpace, node: KindNamespace, name: text, scope: in, line: n.line(), pos: n.start(), flags: flags | isUnordered, doc: j.doc(n)})
	j.block(n.field("body"), s)
	for i := s + 1; int(i) < len(j.u.decls); i++ { // Graphify hangs what is in a namespace on the file
		if j.at(i).scope == s && j.at(i).node != "" {
			j.at(i).flags |= isFlat
		}
	}
}

// export is `export …` in all its forms.
func (j *jsLowering) export(n node, in int32) {
	source := n.field("source")
	isDefaultExport := n.has("default")
	if d := n.field("declaration"); d.ok() {
		first := int32(len(j.u.decls))
		flags := isExported
		if isDefaultExport {
			flags |= isDefault
		}
		j.declaration(d, in, flags)
		if isDefaultExport && int(first) < len(j.u.decls) && j.at(first).name == "" { // export default class {}
			j.nameDefault(first)
		}
		return
	}
	base := imported{scope: in, line: n.line(), pos: n.start(), flags: importExport | importFrom}
	if source.ok() {
		base.path = j.keep(stringContent(source))
	} else {
		base.flags |= importLocal
	}
	if n.has("type") {
		base.flags |= importType
	}
	if clause := n.child("export_clause"); clause.ok() {
		for s := range clause.children() {
			im := base
			im.name = j.text(s.field("name"))
			im.as = im.name
			if a := s.field("alias"); a.ok() {
				im.as = j.text(a)
			}
			j.u.imports = append(j.u.imports, im)
		}
		if source.ok() {
			return
		}
		return
	}
	if ns := n.child("namespace_export"); ns.ok() {
		base.as = j.text(ns.first())
		j.u.imports = append(j.u.imports, base)
		j.declare(decl{kind: declSpace, node: KindNamespace, name: base.as, scope: in, line: n.line(), pos: n.start(), flags: isHidden})
		return
	}
	if n.has("*") && source.ok() {
		base.name = "*"
		j.u.imports = append(j.u.imports, base)
		return
	}
	if v := n.field("value"); v.ok() {
		first := int32(len(j.u.decls))
		inner := unwrapJS(v)
		switch {
		case isJSFunction(inner.kind()):
			f := j.function(inner, n, inner.field("name").text(), in, isExported|isDefault)
			if j.at(f).name == "" {
				j.nameDefault(f)
			}
		case inner.is("class"):
			c := j.class(inner, in, isExported|isDefault)
			if j.at(c).name == "" {
				j.nameDefault(c)
			}
		default:
			d := j.declare(decl{kind: declVar, name: "default", scope: in, line: n.line(), pos: n.start(), flags: isHidden | isDefault | isExported})
			j.at(d).init = j.value(v, in, d)
		}
		_ = first
	}
}

// nameDefault gives a nameless default export its file's name, by which a reader would know it.
func (j *jsLowering) nameDefault(d int32) {
	x := j.at(d)
	x.name = j.keep("default")
	switch x.kind {
	case declType:
		x.node = KindClass
	case declFunc:
		x.node = KindFunction
	}
}

func (j *jsLowering) importStatement(n node, in int32) {
	source := n.field("source")
	if r := n.child("import_require_clause"); r.ok() {
		j.u.imports = append(j.u.imports, imported{path: j.keep(stringContent(r.field("source"))), local: j.text(r.first()), scope: in, line: n.line(), pos: n.start(), flags: importFrom | importRequire})
		return
	}
	im := imported{path: j.keep(stringContent(source)), scope: in, line: n.line(), pos: n.start(), flags: importFrom}
	if n.has("type") {
		im.flags |= importType
	}
	clause := n.child("import_clause")
	if !clause.ok() {
		im.flags |= importSide
		j.u.imports = append(j.u.imports, im)
		return
	}
	for c := range clause.children() {
		switch c.kind() {
		case "identifier":
			one := im
			one.name, one.local = "default", j.text(c)
			j.u.imports = append(j.u.imports, one)
		case "namespace_import":
			one := im
			one.local = j.text(c.first())
			j.u.imports = append(j.u.imports, one)
		case "named_imports":
			some := false
			for s := range c.children() {
				one := im
				one.name = j.text(s.field("name"))
				one.local = one.name
				if a := s.field("alias"); a.ok() {
					one.local = j.text(a)
				}
				some = true
				j.u.imports = append(j.u.imports, one)
			}
			if !some {
				j.u.imports = append(j.u.imports, im)
			}
		}
	}
}

// required reads require("x") and require("x").member.
func (j *jsLowering) required(n node) (spec, member string, ok bool) {
	n = unwrapJS(n)
	if n.is("member_expression") {
		spec, inner, ok := j.required(n.field("object"))
		if ok && inner == "" {
			return spec, n.field("property").text(), true
		}
		return "", "", false
	}
	if !n.is("call_expression") || n.field("function").text() != "require" {
		return "", "", false
	}
	arg := n.field("arguments").first()
	if !arg.is("string") {
		return "", "", false
	}
	return stringContent(arg), "", true
}

// require binds what `const … = require(spec)` does.
func (j *jsLowering) require(name node, spec, member string, in int32, v node) {
	im := imported{path: j.keep(spec), scope: in, line: v.line(), pos: name.start(), flags: importFrom | importRequire}
	switch name.kind() {
	case "identifier":
		im.name, im.local = j.keep(member), j.text(name)
		j.u.imports = append(j.u.imports, im)
	case "object_pattern":
		j.u.imports = append(j.u.imports, im)
		for c := range name.children() {
			one := im
			switch c.kind() {
			case "shorthand_property_identifier_pattern":
				one.name, one.local = j.text(c), j.text(c)
			case "pair_pattern":
				if !c.field("value").is("identifier") {
					j.pattern(c.field("value"), j.member(j.expr(expr{op: opImport, name: im.path}), c.field("key").text()), 0, in, v)
					continue
				}
				one.name, one.local = j.text(c.field("key")), j.text(c.field("value"))
			default:
				continue
			}
			j.u.imports = append(j.u.imports, one)
		}
	default:
		j.u.imports = append(j.u.imports, im)
	}
}

// assign is `left = right` as a statement, which may declare: exports, members of objects and prototypes, fields of this.
func (j *jsLowering) assign(n node, in int32) int32 {
	left, right := n.field("left"), n.field("right")
	value := unwrapJS(right)
	if left.is("subscript_expression") && left.field("object").is("identifier") && isJSFunction(value.kind()) {
		if c := j.container(left.field("object").text(), 0, n); c > 0 { // object[name] = function
			j.ex(left.field("index"), in)
			f := j.function(value, n, "", c, isHidden)
			j.at(f).owner = in
			return j.expr(expr{op: opLambda, x: f})
		}
	}
	if !left.is("member_expression") {
		if left.is("identifier") {
			return j.assignName(left, right, in)
		}
		e := j.ex(right, in)
		j.ex(left, in)
		return e
	}
	object, name := left.field("object"), left.field("property").text()
	switch t := object.text(); {
	case t == "module" && name == "exports":
		return j.moduleExports(right, in, n)
	case t == "exports" || t == "module.exports":
		return j.exportMember(name, right, in, n)
	case object.is("this"):
		if c := j.thisDecl(in); c > 0 {
			if isJSFunction(value.kind()) {
				f := j.function(value, n, name, c, isHidden)
				if j.at(c).node != "" {
					j.at(f).node = KindMethod
				}
				return j.expr(expr{op: opLambda, x: f})
			}
			j.at(c).flags |= hasMembers
			e := j.ex(right, in)
			j.declare(decl{kind: declVar, name: name, scope: c, line: n.line(), pos: n.start(), init: e, flags: isUnordered | isHidden | isAssign})
			return e
		}
	case object.is("identifier") && !isJSFunction(value.kind()) && left.field("property").is("property_identifier"):
		if c, ok := j.last[nameKey{in, t}]; ok && (j.at(c).kind == declFunc || j.at(c).flags&hasMembers != 0) {
			e := j.ex(right, in)
			j.handOn(e, right, in, ctxAssignment)
			j.at(c).flags |= hasMembers
			j.declare(decl{kind: declVar, name: name, scope: c, line: n.line(), pos: n.start(), init: e, flags: isUnordered | isHidden | isAssign})
			return e
		}
	case object.is("identifier", "member_expression"):
		if !isJSFunction(value.kind()) {
			break
		}
		of := object
		if object.is("member_expression") {
			if object.field("property").text() != "prototype" || !object.field("object").is("identifier") {
				break
			}
			of = object.field("object")
		}
		if c := j.container(of.text(), in, n); c > 0 {
			f := j.function(value, n, name, c, isHidden)
			if j.at(c).node != "" {
				j.at(f).node = KindMethod
			} else {
				j.at(f).node = ""
			}
			return j.expr(expr{op: opLambda, x: f})
		}
	}
	e := j.ex(right, in)
	j.handOn(e, right, in, ctxAssignment)
	j.callee(left, in)
	return e
}

// thisDecl is the declaration that this stands for at a place, as far as that can be told while reading.
func (j *jsLowering) thisDecl(in int32) int32 {
	for i := in; i > 0; i = j.at(i).scope {
		d := j.at(i)
		switch {
		case d.kind == declType:
			return i
		case d.kind == declFunc && d.flags&isArrow == 0:
			up := d.scope
			if j.at(up).kind == declType || up > 0 && j.at(up).flags&hasMembers != 0 {
				return up
			}
			if d.node == KindFunction && d.name != "" {
				return i
			}
			return 0
		}
	}
	return 0
}

// container is the declaration that members assigned to a name belong to. At the top of a file it is made if need be: Graphify has a
// node for it.
func (j *jsLowering) container(name string, in int32, at node) int32 {
	for s := in; ; s = j.at(s).scope {
		if d, ok := j.last[nameKey{s, name}]; ok && j.at(d).kind != declSpace {
			x := j.at(d)
			if in != 0 && x.flags&hasMembers == 0 && x.kind == declVar {
				return 0 // some object that a function was given
			}
			if x.kind == declVar && x.node == "" && in == 0 {
				x.node, x.line = KindObject, at.line()
			}
			x.flags |= hasMembers
			return d
		}
		if s == 0 {
			break
		}
	}
	return 0
}

func (j *jsLowering) assignName(left, right node, in int32) int32 {
	e := j.ex(right, in)
	j.handOn(e, right, in, ctxAssignment)
	name := left.text()
	for s := in; ; s = j.at(s).scope {
		if d, ok := j.last[nameKey{s, name}]; ok {
			if x := *j.at(d); x.kind == declVar {
				j.declare(decl{kind: declVar, name: name, scope: s, line: left.line(), pos: left.start(), init: e, from: x.from, to: x.to, flags: isAssign | x.flags&isBlock})
			}
			return e
		}
		if s == 0 {
			return e
		}
	}
}

func (j *jsLowering) moduleExports(right node, in int32, at node) int32 {
	value := unwrapJS(right)
	if isJSFunction(value.kind()) {
		name := value.field("name").text()
		f := j.function(value, at, name, in, isExported|isDefault)
		if name == "" {
			j.nameDefault(f)
			j.at(f).idName = ""
		}
		return j.expr(expr{op: opLambda, x: f})
	}
	if value.is("class") {
		c := j.class(value, in, isExported|isDefault)
		if j.at(c).name == "" {
			j.nameDefault(c)
		}
		return j.expr(expr{op: opDecl, x: c})
	}
	d := j.declare(decl{kind: declVar, name: "module.exports", scope: in, line: at.line(), pos: at.start(), flags: isHidden | isDefault | isExported | isUnordered})
	var e int32
	if value.is("assignment_expression") {
		e = j.assign(value, in)
	} else {
		e = j.value(right, in, d)
	}
	j.at(d).init = e
	if e == 0 {
		return j.expr(expr{op: opDecl, x: d})
	}
	return e
}

func (j *jsLowering) exportMember(name string, right node, in int32, at node) int32 {
	value := unwrapJS(right)
	if isJSFunction(value.kind()) && in == 0 {
		f := j.function(value, at, name, in, isExported|isHidden)
		return j.expr(expr{op: opLambda, x: f})
	}
	if value.is("assignment_expression") {
		e := j.assign(value, in)
		j.declare(decl{kind: declVar, name: name, scope: 0, line: at.line(), pos: at.start(), init: e, flags: isExported | isHidden | isUnordered})
		return e
	}
	if spec, _, ok := j.required(right); ok {
		j.u.imports = append(j.u.imports, imported{path: j.keep(spec), scope: in, line: at.line(), pos: at.start(), flags: importFrom | importRequire})
	}
	x := decl{kind: declVar, name: name, scope: 0, line: at.line(), pos: at.start(), flags: isExported | isHidden | isUnordered}
	if in == 0 && value.is("call_expression", "new_expression") {
		x.node, x.sig = KindConstant, j.keep(cut(oneLine(at.text())))
	}
	d := j.declare(x)
	e := j.value(right, in, d)
	j.at(d).init = e
	j.handOn(e, right, in, ctxAssignment)
	return e
}

func (j *jsLowering) handOn(e int32, n node, in int32, context string) {
	if n.is("identifier", "member_expression") {
		j.use(use{what: useValue, in: in, expr: e, line: n.line(), context: context})
	}
}

// ex lowers an expression and notes what it uses.
func (j *jsLowering) ex(n node, in int32) int32 { return j.callee(n, in) }

func (j *jsLowering) callee(n node, in int32) int32 {
	if !n.ok() || !j.enter() {
		return 0
	}
	defer j.leave()
	switch n.kind() {
	case "identifier", "shorthand_property_identifier":
		if t := n.text(); t != "undefined" {
			return j.name(t, in, n.start())
		}
		return 0
	case "this":
		return j.expr(expr{op: opThis, x: in})
	case "super":
		return j.expr(expr{op: opSuper, x: in})
	case "member_expression":
		if spec, member, ok := j.required(n); ok {
			j.callee(n.field("object"), in)
			return j.member(j.expr(expr{op: opImport, name: j.keep(spec)}), member)
		}
		x := j.ex(n.field("object"), in)
		return j.member(x, n.field("property").text())
	case "subscript_expression":
		x := j.ex(n.field("object"), in)
		i := n.field("index")
		e := j.ex(i, in)
		if i.is("string") {
			return j.member(x, stringContent(i))
		}
		if x == 0 {
			return 0
		}
		idx := expr{op: opIndex, x: x}
		if i.is("number") {
			idx.pos = smallNumber(i.text()) + 1
		}
		return j.withList(idx, []int32{e})
	case "call_expression":
		return j.call(n, in)
	case "new_expression":
		t := j.callee(n.field("constructor"), in)
		args := j.args(n.field("arguments"), 0, "", in)
		if ta := n.field("type_arguments"); ta.ok() {
			t = j.applied(t, ta, in, in)
		}
		j.use(use{what: useNew, in: in, expr: t, args: int32(len(args)), line: n.line(), context: ctxCall})
		return j.unary(opNew, t)
	case "await_expression":
		return j.unary(opAwait, j.ex(n.first(), in))
	case "parenthesized_expression", "non_null_expression", "spread_element", "unary_expression", "update_expression":
		e := j.ex(n.first(), in)
		if n.is("unary_expression", "update_expression") {
			return 0
		}
		return e
	case "as_expression", "satisfies_expression":
		e := j.ex(n.first(), in)
		if t := n.last(); t.i != n.first().i {
			return j.union(j.unary(opOf, j.typ(t, in, ctxType, in)), e)
		}
		return e
	case "type_assertion":
		t := j.typ(n.child("type_arguments").first(), in, ctxType, in)
		e := j.ex(n.last(), in)
		return j.union(j.unary(opOf, t), e)
	case "ternary_expression":
		j.ex(n.field("condition"), in)
		return j.union(j.ex(n.field("consequence"), in), j.ex(n.field("alternative"), in))
	case "binary_expression":
		a, b := j.ex(n.field("left"), in), j.ex(n.field("right"), in)
		switch n.field("operator").text() {
		case "||", "&&", "??":
			return j.union(a, b)
		}
		return 0
	case "sequence_expression":
		var e int32
		for c := range n.children() {
			e = j.ex(c, in)
		}
		return e
	case "assignment_expression":
		return j.assign(n, in)
	case "augmented_assignment_expression":
		j.ex(n.field("left"), in)
		j.ex(n.field("right"), in)
		return 0
	case "arrow_function", "function_expression", "function", "generator_function":
		f := j.function(n, n, "", in, 0)
		return j.expr(expr{op: opLambda, x: f})
	case "class":
		c := j.class(n, in, 0)
		return j.expr(expr{op: opDecl, x: c})
	case "object":
		d := j.declare(decl{kind: declVar, scope: in, line: n.line(), pos: n.start(), flags: isHidden})
		j.object(n, in, d)
		return j.expr(expr{op: opDecl, x: d})
	case "array":
		var xs []int32
		for c := range n.children() {
			e := j.ex(c, in)
			j.handOn(e, c, in, ctxCollection)
			if c.is("spread_element") {
				e = j.unary(opElem, e)
			}
			xs = append(xs, e)
		}
		return j.list(opList, xs)
	case "yield_expression":
		v := j.ex(n.first(), in)
		if f := j.around(in, declFunc); f >= 0 {
			j.at(f).rets = append(j.at(f).rets, v)
		}
		return 0
	case "jsx_element", "jsx_self_closing_element", "jsx_fragment", "jsx_expression", "jsx_attribute", "jsx_opening_element":
		j.jsx(n, in)
		return 0
	case "string", "template_string":
		for c := range n.all() {
			if c.is("template_substitution") {
				j.ex(c.first(), in)
			}
		}
		return j.lit("string")
	case "number":
		return j.lit("number")
	case "regex":
		return j.lit("RegExp")
	case "true", "false":
		return j.lit("boolean")
	case "null":
		return 0
	case "class_declaration", "function_declaration", "lexical_declaration", "statement_block":
		j.statement(n, in)
		return 0
	case "instantiation_expression":
		return j.ex(n.first(), in)
	}
	for c := range n.children() {
		j.statement(c, in)
	}
	return 0
}

func (j *jsLowering) jsx(n node, in int32) {
	if name := n.field("name"); name.ok() && n.is("jsx_opening_element", "jsx_self_closing_element") {
		if t := name.text(); t != "" && (t[0] >= 'A' && t[0] <= 'Z' || name.is("member_expression", "nested_identifier")) {
			var e int32
			for i, part := range strings.Split(t, ".") {
				if i == 0 {
					e = j.name(part, in, name.start())
				} else {
					e = j.member(e, part)
				}
			}
			j.use(use{what: useCall, in: in, expr: e, args: -1, line: n.line(), context: ctxCall})
		}
	}
	for c := range n.children() {
		switch c.kind() {
		case "jsx_element", "jsx_self_closing_element", "jsx_fragment", "jsx_expression", "jsx_attribute", "jsx_opening_element":
			if j.enter() {
				j.jsx(c, in)
				j.leave()
			}
		case "property_identifier", "jsx_text", "string", "jsx_closing_element", "identifier", "member_expression", "jsx_namespace_name", "html_character_reference":
			if c.is("identifier", "member_expression") && n.is("jsx_expression") {
				e := j.ex(c, in)
				j.handOn(e, c, in, ctxArgument)
			}
		default:
			j.ex(c, in)
		}
	}
}

// overList are the methods that call their argument with the elements of the list.
var overList = setOf("map forEach filter find findIndex findLast some every flatMap sort")

func (j *jsLowering) call(n node, in int32) int32 {
	fn := n.field("function")
	args := n.field("arguments")
	if fn.is("import") {
		if a := args.first(); a.is("string") {
			spec := j.keep(stringContent(a))
			j.u.imports = append(j.u.imports, imported{path: spec, scope: in, line: n.line(), pos: n.start(), flags: importFrom | importDynamic})
			return j.expr(expr{op: opImport, name: spec})
		}
		j.args(args, 0, "", in)
		return 0
	}
	if spec, member, ok := j.required(n); ok && member == "" {
		spec = j.keep(spec)
		j.u.imports = append(j.u.imports, imported{path: spec, scope: in, line: n.line(), pos: n.start(), flags: importFrom | importRequire})
		return j.expr(expr{op: opImport, name: spec})
	}
	f := j.callee(fn, in)
	receiver, method := int32(0), ""
	if f != 0 && j.u.exprs[f].op == opMember {
		receiver, method = j.u.exprs[f].x, j.u.exprs[f].name
	}
	first := int32(len(j.u.decls))
	var xs []int32
	if args.is("template_string") {
		j.ex(args, in)
	} else {
		xs = j.args(args, receiver, method, in)
	}
	if f == 0 {
		return 0
	}
	if fn.text() == "Object.defineProperty" && len(xs) == 3 && xs[0] != 0 && int(first) < len(j.u.decls) { // its functions have the object as this
		if d := j.at(first); d.flags&hasMembers != 0 && d.init == 0 {
			d.init = xs[0]
		}
	}
	switch method { // f.call(x, …) calls f
	case "call", "apply":
		j.use(use{what: useCall, in: in, expr: receiver, args: -1, line: n.line(), context: ctxCall})
	case "bind":
		j.use(use{what: useValue, in: in, expr: receiver, line: n.line(), context: ctxArgument})
	}
	j.use(use{what: useCall, in: in, expr: f, args: int32(len(xs)), line: n.line(), context: ctxCall})
	if (method == "map" || method == "flatMap") && len(xs) > 0 && xs[0] != 0 && j.u.exprs[xs[0]].op == opLambda {
		return j.list(opList, []int32{j.expr(expr{op: opCall, x: xs[0]})})
	}
	if method == "then" && len(xs) > 0 && xs[0] != 0 && j.u.exprs[xs[0]].op == opLambda {
		return j.expr(expr{op: opCall, x: xs[0]})
	}
	if method == "bind" {
		return receiver
	}
	return j.withList(expr{op: opCall, x: f}, xs)
}

// args lowers arguments. A function among those of a method that hands it the elements of the receiver has them as its first parameter.
func (j *jsLowering) args(n node, receiver int32, method string, in int32) []int32 {
	var xs []int32
	for c := range n.children() {
		e := j.ex(c, in)
		j.handOn(e, c, in, ctxArgument)
		if e != 0 && receiver != 0 && j.u.exprs[e].op == opLambda {
			if ps := j.at(j.u.exprs[e].x).params; len(ps) > 0 && j.at(ps[0]).typ == 0 && j.at(ps[0]).init == 0 {
				switch {
				case overList[method]:
					j.at(ps[0]).init = j.unary(opElem, receiver)
				case method == "then":
					j.at(ps[0]).init = j.unary(opAwait, receiver)
				}
			}
		}
		xs = append(xs, e)
	}
	return xs
}

// typ lowers a type and notes what it names.
func (j *jsLowering) typ(n node, in int32, context string, of int32) int32 {
	if !n.ok() || !j.enter() {
		return 0
	}
	defer j.leave()
	switch n.kind() {
	case "type_annotation", "parenthesized_type", "readonly_type", "optional_type", "rest_type", "constraint", "default_type", "asserts", "asserts_annotation":
		return j.typ(n.first(), in, context, of)
	case "type_predicate_annotation", "type_predicate":
		for c := range n.children() {
			if c.is("type_predicate") {
				return j.typ(c, in, context, of)
			}
		}
		j.typ(n.field("type"), in, context, of)
		return 0
	case "type_identifier", "identifier":
		e := j.typeName(n.text(), in, n.start())
		j.typeUse(e, n, context, of)
		return e
	case "nested_type_identifier":
		e := j.qualified(n.field("module"), in)
		e = j.member(e, n.field("name").text())
		j.typeUse(e, n, context, of)
		return e
	case "generic_type":
		e := j.typ(n.field("name"), in, context, of)
		return j.applied(e, n.field("type_arguments"), in, of)
	case "union_type", "intersection_type":
		var xs []int32
		for c := range n.children() {
			xs = append(xs, j.typ(c, in, context, of))
		}
		return j.union(xs...)
	case "array_type":
		e := j.typ(n.first(), in, context, of)
		return j.withList(expr{op: opIndex, x: j.lit("Array")}, []int32{e})
	case "tuple_type":
		var xs []int32
		for c := range n.children() {
			xs = append(xs, j.unary(opOf, j.typ(c, in, context, of)))
		}
		return j.list(opTuple, xs)
	case "function_type":
		f := j.declare(decl{kind: declFunc, scope: in, line: n.line(), pos: n.start(), flags: isHidden})
		j.typeParams(n, f)
		for c := range n.field("parameters").children() {
			if t := c.field("type"); t.ok() {
				j.typ(t, f, context, of)
			}
		}
		r := j.typ(n.field("return_type"), f, context, of)
		return j.expr(expr{op: opFunc, x: j.unary(opOf, r)})
	case "object_type":
		c := j.declare(decl{kind: declType, scope: in, line: n.line(), pos: n.start(), flags: isHidden})
		j.members(n, c, "")
		return j.expr(expr{op: opDecl, x: c})
	case "type_query":
		e := j.ex(n.first(), in)
		j.typeUse(e, n, context, of)
		return e
	case "this_type":
		return j.expr(expr{op: opSelfType, x: in})
	case "lookup_type":
		e := j.typ(n.first(), in, context, of)
		if k := n.last(); k.is("literal_type") && k.first().is("string") {
			return j.member(j.unary(opOf, e), stringContent(k.first()))
		}
		j.typ(n.last(), in, context, of)
		return 0
	case "predefined_type", "literal_type":
		if t := n.text(); t == "string" || t == "number" || t == "boolean" {
			return j.lit(t)
		}
		return 0
	case "conditional_type":
		j.typ(n.field("left"), in, context, of)
		j.typ(n.field("right"), in, context, of)
		return j.union(j.typ(n.field("consequence"), in, context, of), j.typ(n.field("alternative"), in, context, of))
	}
	for c := range n.children() {
		j.typ(c, in, context, of)
	}
	return 0
}

func (j *jsLowering) typeUse(e int32, n node, context string, of int32) {
	if context != "" {
		j.use(use{what: useType, in: of, expr: e, line: n.line(), context: context})
	}
}

func (j *jsLowering) qualified(n node, in int32) int32 {
	if n.is("nested_identifier") {
		return j.member(j.qualified(n.field("object"), in), n.field("property").text())
	}
	return j.name(n.text(), in, n.start())
}

func (j *jsLowering) applied(e int32, args node, in, of int32) int32 {
	var xs []int32
	for c := range args.children() {
		xs = append(xs, j.typ(c, in, ctxGeneric, of))
	}
	if e == 0 {
		return 0
	}
	return j.withList(expr{op: opIndex, x: e}, xs)
}

// resolveJS finds what an import brings in.
func resolveJS(r *resolver, u *unit, im *imported) []value {
	if im.flags&importLocal != 0 {
		return r.lookup(r.byPath[u.path], im.scope, im.name, ^uint32(0), false)
	}
	to := jsModule(r, u, im.path)
	if to < 0 {
		name := im.path
		if im.name != "" && im.name != "*" {
			name += "." + im.name
		}
		return []value{{kind: valExternal, name: name}}
	}
	module := value{kind: valModule, at: ref{to, 0}}
	switch {
	case im.name == "*":
		return []value{module}
	case im.name == "":
		if im.flags&importRequire != 0 || im.local == "" { // what module.exports is
			if vs := jsDefault(r, to); vs != nil {
				return vs
			}
		}
		return []value{module}
	}
	return r.member(module, im.name)
}

// jsDefault is what a file exports as a whole.
func jsDefault(r *resolver, u int32) []value {
	for d := range r.units[u].decls {
		if x := &r.units[u].decls[d]; x.flags&isDefault != 0 && x.scope == 0 {
			return r.valueOf(ref{u, int32(d)})
		}
	}
	return nil
}

// jsExport gives what a file exports under a name.
func jsExport(r *resolver, u int32, name string, seen []int32) []value {
	for _, s := range seen {
		if s == u {
			return nil
		}
	}
	seen = append(seen, u)
	un := r.units[u]
	if name == "default" {
		if vs := jsDefault(r, u); vs != nil {
			return vs
		}
	}
	var out []value
	for d := r.names[u][nameKey{0, name}]; d != 0; d = un.decls[d].same {
		if x := &un.decls[d]; x.flags&isExported != 0 {
			out = join(out, r.valueOf(ref{u, d}))
		}
	}
	if out != nil {
		return out
	}
	for k := range un.imports {
		im := &un.imports[k]
		if im.flags&importExport == 0 {
			continue
		}
		switch {
		case im.as == name && im.name == "":
			return resolveJS(r, un, im)
		case im.as == name && im.flags&importLocal != 0:
			return r.lookup(u, im.scope, im.name, ^uint32(0), false)
		case im.as == name:
			if to := jsModule(r, un, im.path); to >= 0 {
				return jsExport(r, to, im.name, seen)
			}
			return nil
		}
	}
	for k := range un.imports {
		im := &un.imports[k]
		if im.flags&importExport != 0 && im.name == "*" && name != "default" {
			if to := jsModule(r, un, im.path); to >= 0 {
				if vs := jsExport(r, to, name, seen); vs != nil {
					return vs
				}
			}
		}
	}
	// A member of what module.exports is.
	for _, v := range jsDefault(r, u) {
		if vs := r.member(v, name); vs != nil {
			return vs
		}
	}
	if name == "default" && jsIsCommon(un) { // how a module without a default is imported as one
		return []value{{kind: valModule, at: ref{u, 0}}}
	}
	return nil
}

func jsIsCommon(u *unit) bool {
	for d := range u.decls {
		if x := &u.decls[d]; x.flags&(isExported|isHidden) == isExported|isHidden {
			return true
		}
	}
	return false
}

var jsExts = []string{"", ".ts", ".tsx", ".d.ts", ".js", ".jsx", ".mjs", ".cjs", ".mts", ".cts"}

// jsWritten are the files that a compiled file's name stands for.
var jsWritten = map[string][]string{".js": {".ts", ".tsx", ".d.ts"}, ".jsx": {".tsx"}, ".mjs": {".mts"}, ".cjs": {".cts"}}

// jsModule finds the file that a specifier means in a file, -1 if it is not in the tree.
func jsModule(r *resolver, u *unit, spec string) int32 {
	if strings.HasPrefix(spec, "./") || strings.HasPrefix(spec, "../") || spec == "." || spec == ".." {
		return jsFile(r, path.Join(path.Dir(u.path), spec))
	}
	for _, p := range jsAliases(r, u, spec) {
		if to := jsFile(r, p); to >= 0 {
			return to
		}
	}
	name, rest := npmPackage(spec)
	dir, ok := jsPackages(r)[name]
	if !ok {
		return -1
	}
	if rest != "" {
		for _, p := range []string{path.Join(dir, rest), path.Join(dir, "src", rest)} {
			if to := jsFile(r, p); to >= 0 {
				return to
			}
		}
		return -1
	}
	for _, p := range []string{"src/index", "source/index", "index", "lib/index", "src/" + path.Base(name), "src/main"} {
		if to := jsFile(r, path.Join(dir, p)); to >= 0 {
			return to
		}
	}
	return -1
}

// npmPackage splits a specifier into the package's name and what is taken of it.
func npmPackage(spec string) (name, rest string) {
	i := strings.IndexByte(spec, '/')
	if i >= 0 && strings.HasPrefix(spec, "@") {
		if k := strings.IndexByte(spec[i+1:], '/'); k >= 0 {
			i += 1 + k
		} else {
			i = -1
		}
	}
	if i < 0 {
		return spec, ""
	}
	return spec[:i], spec[i+1:]
}

// jsFile is the file at a path as Node and TypeScript complete it.
func jsFile(r *resolver, p string) int32 {
	isJS := func(i int32) bool { return r.units[i].lang.familyName() == "javascript" }
	for _, e := range jsExts {
		if i, ok := r.byPath[p+e]; ok && isJS(i) {
			return i
		}
	}
	ext := path.Ext(p)
	for _, e := range jsWritten[ext] {
		if i, ok := r.byPath[strings.TrimSuffix(p, ext)+e]; ok {
			return i
		}
	}
	for _, e := range jsExts[1:] {
		if i, ok := r.byPath[path.Join(p, "index"+e)]; ok {
			return i
		}
	}
	return -1
}

// jsPackages are the folders of the tree's npm packages by name.
func jsPackages(r *resolver) map[string]string {
	return layout(r, "npm", func() map[string]string {
		out := map[string]string{}
		for _, u := range r.units {
			if u.lang.name == "package.json" && u.space != "" {
				if _, ok := out[u.space]; !ok {
					out[u.space] = path.Dir(u.path)
				}
			}
		}
		return out
	})
}

// jsAliases are the paths that the nearest tsconfig.json gives a specifier.
func jsAliases(r *resolver, u *unit, spec string) []string {
	var out []string
	for dir := path.Dir(u.path); ; dir = path.Dir(dir) {
		for _, f := range []string{"tsconfig.json", "jsconfig.json"} {
			if i, ok := r.byPath[path.Join(dir, f)]; ok {
				out = append(out, tsPaths(r, r.units[i], spec, 0)...)
			}
		}
		if i, ok := r.byPath[path.Join(dir, "package.json")]; ok && strings.HasPrefix(spec, "#") {
			for _, im := range r.units[i].imports {
				if im.flags&importAlias != 0 {
					out = append(out, matchAlias(dir, im.path, im.name, spec)...)
				}
			}
		}
		if len(out) > 0 || dir == "." || dir == "/" {
			return out
		}
	}
}

func tsPaths(r *resolver, c *unit, spec string, depth int) []string {
	var out []string
	dir := path.Dir(c.path)
	for _, im := range c.imports {
		switch {
		case im.flags&importAlias != 0:
			out = append(out, matchAlias(path.Join(dir, c.space), im.path, im.name, spec)...)
		case im.flags&importInclude != 0 && depth < 5: // extends
			p := path.Join(dir, im.path)
			for _, f := range []string{p, p + ".json", path.Join(p, "tsconfig.json")} {
				if i, ok := r.byPath[f]; ok {
					out = append(out, tsPaths(r, r.units[i], spec, depth+1)...)
					break
				}
			}
		}
	}
	if c.space != "" {
		out = append(out, path.Join(dir, c.space, spec))
	}
	return out
}

// matchAlias gives the path that an alias with at most one star makes of a specifier.
func matchAlias(dir, pattern, target, spec string) []string {
	before, after, star := strings.Cut(pattern, "*")
	if !star {
		if pattern == spec {
			return []string{path.Join(dir, target)}
		}
		return nil
	}
	if len(spec) < len(before)+len(after) || !strings.HasPrefix(spec, before) || !strings.HasSuffix(spec, after) {
		return nil
	}
	return []string{path.Join(dir, strings.Replace(target, "*", spec[len(before):len(spec)-len(after)], 1))}
}

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
	for d := k.names[u][nameKey{0, name}]; d != 0; d = un.decls[d].same {
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
				if t := k.names[u][nameKey{0, e.name}]; t != 0 && un.decls[t].node != "" {
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
			if d := k.names[u][nameKey{0, im.name}]; d != 0 && un.decls[d].node != "" {
				return []ref{{u, d}}
			}
			for _, b := range k.imports[u][nameKey{0, im.name}] {
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
