package extract

import (
	"strings"
)

var java = language{
	name: "java", typeImports: true, grammar: "java", exts: []string{".java"}, lower: lowerJava, resolve: resolveJava, linkImport: linkJavaImport,
	global: javaGlobal, ownMembers: true, overloads: true, spaced: true, flatTypes: true,
	generics: map[string]string{
		"List": shapeList, "ArrayList": shapeList, "LinkedList": shapeList, "Collection": shapeList, "Iterable": shapeList, "Iterator": shapeList,
		"Set": shapeList, "HashSet": shapeList, "LinkedHashSet": shapeList, "TreeSet": shapeList, "SortedSet": shapeList, "Queue": shapeList,
		"Deque": shapeList, "ArrayDeque": shapeList, "PriorityQueue": shapeList, "Stream": shapeList, "Optional": shapeList, "ListIterator": shapeList,
		"Enumeration": shapeList, "Vector": shapeList, "Stack": shapeList, "AtomicReference": shapeList, "WeakReference": shapeList,
		"SoftReference": shapeList, "ThreadLocal": shapeList, "Supplier": shapeList, "Callable": shapeList, "Future": shapeList, "Reference": shapeList,
		"CompletableFuture": shapeList, "CopyOnWriteArrayList": shapeList, "NavigableSet": shapeList, "Array": shapeList,
		"Map": shapeMap, "HashMap": shapeMap, "LinkedHashMap": shapeMap, "TreeMap": shapeMap, "SortedMap": shapeMap, "ConcurrentMap": shapeMap,
		"ConcurrentHashMap": shapeMap, "NavigableMap": shapeMap, "EnumMap": shapeMap, "WeakHashMap": shapeMap, "IdentityHashMap": shapeMap,
		"Entry": shapeTuple,
	},
	methods: map[string]string{
		"toString": "String", "valueOf": "String", "format": "String", "trim": "String", "substring": "String", "toLowerCase": "String", "toUpperCase": "String",
		"replace": "String", "replaceAll": "String", "concat": "String", "getName": "String", "getSimpleName": "String", "lineSeparator": "String", "repeat": "String",
		"length": "int", "size": "int", "hashCode": "int", "parseInt": "int", "intValue": "int", "indexOf": "int", "ordinal": "int", "charAt": "char",
		"longValue": "long", "doubleValue": "double", "equals": "boolean", "isEmpty": "boolean", "contains": "boolean", "getClass": "Class", "getBytes": "Array",
	},
	builtins: setOf("int long short byte char float double boolean void var String Object Integer Long Short Byte Character Float Double Boolean"),
}

type javaLowering struct{ *lowering }

func lowerJava(l *lowering, root node) {
	j := &javaLowering{l}
	for c := range root.children() {
		switch c.kind() {
		case "package_declaration":
			j.u.space = j.keep(c.last().text())
		case "import_declaration":
			j.importDecl(c)
		default:
			j.member(c, 0)
		}
	}
	l.comments(root, "")
	l.u.notes = dropEmpty(l.u.notes)
}

func (j *javaLowering) importDecl(n node) {
	im := imported{line: n.line(), pos: n.start()}
	var name node
	for c := range n.children() {
		if c.is("scoped_identifier", "identifier") {
			name = c
		}
	}
	im.path = j.text(name)
	if n.has("static") {
		im.flags |= importStatic
	}
	switch {
	case n.has("asterisk"):
		im.name = "*"
	case im.flags&importStatic != 0:
		i := strings.LastIndexByte(im.path, '.')
		if i < 0 {
			return
		}
		im.name, im.path = im.path[i+1:], im.path[:i]
		im.local = im.name
	default:
		im.local = im.path[strings.LastIndexByte(im.path, '.')+1:]
	}
	j.u.imports = append(j.u.imports, im)
}

// member declares a type or what a type has.
func (j *javaLowering) member(n node, in int32) {
	switch n.kind() {
	case "class_declaration":
		j.typeDecl(n, in, KindClass, 0)
	case "interface_declaration":
		j.typeDecl(n, in, KindInterface, isInterface)
	case "enum_declaration":
		j.typeDecl(n, in, KindEnum, 0)
	case "record_declaration":
		j.typeDecl(n, in, KindRecord, 0)
	case "annotation_type_declaration":
		j.typeDecl(n, in, KindAnnotation, 0)
	case "method_declaration", "constructor_declaration", "compact_constructor_declaration", "annotation_type_element_declaration":
		j.method(n, in)
	case "field_declaration", "constant_declaration":
		j.fields(n, in)
	case "enum_constant":
		j.declare(decl{kind: declVar, node: KindEnumCase, name: n.field("name").text(), scope: in, line: n.line(), pos: n.start(), flags: isUnordered | isEnumCase | isStatic, doc: j.doc(n)})
		j.args(n.field("arguments"), 0, "", in)
		if b := n.field("body"); b.ok() {
			j.anonymous(b, j.expr(expr{op: opDecl, x: in}), in)
		}
	case "static_initializer":
		j.statement(n.child("block"), in)
	case "block":
		j.statement(n, in)
	case "enum_body_declarations":
		for c := range n.children() {
			j.member(c, in)
		}
	}
}

func (j *javaLowering) doc(n node) string { return j.keep(docComment(n, "/**")) }

func (j *javaLowering) typeDecl(n node, in int32, kind string, flags declFlag) {
	body := n.field("body")
	d := decl{
		kind: declType, node: kind, name: n.field("name").text(), scope: in, line: n.field("name").line(), pos: n.start(), flags: flags | isUnordered,
		sig: j.keep(n.head(body)), doc: j.doc(n),
	}
	d.line = n.line()
	if b := n.parent(); b.is("block") {
		d.from, d.to = b.start(), b.end()
		d.flags |= isBlock
	}
	c := j.declare(d)
	j.annotations(n, c)
	j.typeParams(n, c)
	add := func(t node, relation string) {
		if e := j.typ(t, c, "", c); e != 0 {
			j.at(c).bases = append(j.at(c).bases, base{e, relation, t.line()})
		}
	}
	if s := n.field("superclass"); s.ok() {
		add(s.first(), RelInherits)
	}
	for h := range n.children() {
		relation := RelImplements
		switch h.kind() {
		case "extends_interfaces":
			relation = RelInherits
		case "super_interfaces":
		default:
			continue
		}
		for t := range h.child("type_list").children() {
			add(t, relation)
		}
	}
	for p := range n.field("parameters").children() { // of a record
		t := j.typ(p.field("type"), c, ctxField, c)
		name := p.field("name").text()
		j.declare(decl{kind: declVar, name: name, scope: c, line: p.line(), pos: p.start(), typ: t, flags: isUnordered})
	}
	for m := range body.children() {
		if !j.enter() {
			return
		}
		j.member(m, c)
		j.leave()
	}
}

func (j *javaLowering) annotations(n node, of int32) {
	for a := range n.child("modifiers").children() {
		if a.is("marker_annotation", "annotation") {
			e := j.typeName(a.field("name"), j.at(of).scope)
			j.use(use{what: useMark, in: of, expr: e, line: a.line(), context: ctxAttribute})
			for x := range a.field("arguments").children() {
				if x.is("element_value_pair") {
					x = x.field("value")
				}
				j.ex(x, j.at(of).scope)
			}
		}
	}
}

func (j *javaLowering) typeParams(n node, of int32) {
	for p := range n.field("type_parameters").children() {
		d := decl{kind: declTypeParam, name: p.first().text(), scope: of, line: p.line(), pos: p.start(), flags: isUnordered}
		if p.first().is("annotation", "marker_annotation") {
			d.name = p.child("type_identifier", "identifier").text()
		}
		x := j.declare(d)
		if b := p.child("type_bound"); b.ok() {
			var bounds []int32
			for t := range b.children() {
				bounds = append(bounds, j.typ(t, of, ctxConstraint, of))
			}
			j.at(x).typ = j.union(bounds...)
		}
	}
}

func (j *javaLowering) method(n node, in int32) {
	name := n.field("name")
	d := decl{
		kind: declFunc, node: KindMethod, name: name.text(), scope: in, line: n.line(), pos: n.start(), flags: isUnordered,
		sig: j.keep(n.head(n.field("body"))), doc: j.doc(n),
	}
	if m := n.child("modifiers"); m.has("static") {
		d.flags |= isStatic
	}
	switch n.kind() {
	case "constructor_declaration", "compact_constructor_declaration":
		d.flags |= isCtor
	}
	if j.at(in).node == "" { // of an anonymous class: what it does counts for what it stands in
		d.node = ""
	}
	var types []string
	for p := range n.field("parameters").children() {
		types = append(types, oneLine(p.field("type").text()))
	}
	d.salt = j.keep(strings.Join(types, ","))
	f := j.declare(d)
	j.annotations(n, f)
	j.typeParams(n, f)
	for p := range n.field("parameters").children() {
		j.param(p, f)
	}
	if t := n.field("type"); t.ok() {
		j.at(f).typ = j.array(j.typ(t, f, ctxReturn, f), n.field("dimensions"))
	}
	if t := n.child("throws"); t.ok() {
		for c := range t.children() {
			j.typ(c, f, ctxType, f)
		}
	}
	j.statement(n.field("body"), f)
}

func (j *javaLowering) array(e int32, dimensions node) int32 {
	if e == 0 || !dimensions.ok() {
		return e
	}
	return j.withList(expr{op: opIndex, x: j.lit("Array")}, []int32{e})
}

func (j *javaLowering) param(p node, f int32) {
	d := decl{kind: declVar, scope: f, line: p.line(), pos: p.start(), flags: isParam}
	switch p.kind() {
	case "formal_parameter":
		d.name = p.field("name").text()
		d.typ = j.array(j.typ(p.field("type"), f, ctxParameter, f), p.field("dimensions"))
	case "spread_parameter":
		d.flags |= isRest
		for c := range p.children() {
			switch {
			case c.is("variable_declarator"):
				d.name = c.field("name").text()
			case !c.is("modifiers"):
				d.typ = j.withList(expr{op: opIndex, x: j.lit("Array")}, []int32{j.typ(c, f, ctxParameter, f)})
			}
		}
	case "receiver_parameter":
		return
	default:
		d.name = p.text()
	}
	j.declare(d)
}

func (j *javaLowering) fields(n node, in int32) {
	t := j.typ(n.field("type"), in, ctxField, in)
	for a := range n.child("modifiers").children() {
		if a.is("marker_annotation", "annotation") {
			e := j.typeName(a.field("name"), in)
			j.use(use{what: useMark, in: in, expr: e, line: a.line(), context: ctxAttribute})
		}
	}
	for v := range n.fieldAll("declarator") {
		d := decl{kind: declVar, name: v.field("name").text(), scope: in, line: v.line(), pos: v.start(), typ: j.array(t, v.field("dimensions")), flags: isUnordered}
		if n.child("modifiers").has("static") {
			d.flags |= isStatic
		}
		x := j.declare(d)
		if value := v.field("value"); value.ok() {
			e := j.ex(value, in)
			j.at(x).init = e
		}
	}
}

// local declares a variable that is known up to the end of the block around n.
func (j *javaLowering) local(name node, typ, init, in int32, block node) {
	j.declare(decl{
		kind: declVar, name: name.text(), scope: in, line: name.line(), pos: name.start(), typ: typ, init: init,
		from: block.start(), to: block.end(), flags: isBlock,
	})
}

func (j *javaLowering) blockOf(n node) node {
	for b := n.parent(); b.ok(); b = b.parent() {
		if b.is("block", "constructor_body", "for_statement", "enhanced_for_statement", "switch_block_statement_group", "switch_rule", "lambda_expression", "class_body", "try_with_resources_statement", "program") {
			return b
		}
	}
	return n.t.root()
}

func (j *javaLowering) statement(n node, in int32) {
	if !n.ok() || !j.enter() {
		return
	}
	defer j.leave()
	switch n.kind() {
	case "local_variable_declaration":
		t := j.varType(n.field("type"), in)
		for v := range n.fieldAll("declarator") {
			e := j.ex(v.field("value"), in)
			j.local(v.field("name"), j.array(t, v.field("dimensions")), e, in, j.blockOf(n))
		}
	case "enhanced_for_statement":
		it := j.ex(n.field("value"), in)
		t := j.varType(n.field("type"), in)
		j.local(n.field("name"), t, j.unary(opElem, it), in, n)
		j.statement(n.field("body"), in)
	case "resource":
		e := j.ex(n.field("value"), in)
		if name := n.field("name"); name.ok() {
			j.local(name, j.varType(n.field("type"), in), e, in, j.blockOf(n))
		}
	case "catch_clause":
		p := n.child("catch_formal_parameter")
		var types []int32
		for t := range p.child("catch_type").children() {
			types = append(types, j.typ(t, in, ctxType, in))
		}
		j.local(p.field("name"), j.union(types...), 0, in, n)
		j.statement(n.field("body"), in)
	case "return_statement":
		e := j.ex(n.first(), in)
		if f := j.around(in, declFunc); f >= 0 {
			j.at(f).rets = append(j.at(f).rets, e)
		}
	case "class_declaration", "interface_declaration", "enum_declaration", "record_declaration":
		j.member(n, in)
	case "explicit_constructor_invocation":
		j.args(n.field("arguments"), 0, "", in)
		op := opSelfType
		if n.field("constructor").is("super") {
			op = opSuperType
		}
		j.use(use{what: useNew, in: in, expr: j.expr(expr{op: op, x: in}), args: -1, line: n.line(), context: ctxCall})
	case "expression_statement":
		j.ex(n.first(), in)
	case "labeled_statement", "block", "constructor_body", "if_statement", "while_statement", "do_statement", "for_statement", "try_statement",
		"try_with_resources_statement", "resource_specification", "finally_clause", "synchronized_statement", "throw_statement", "switch_block",
		"switch_block_statement_group", "switch_rule", "switch_label", "yield_statement", "assert_statement":
		for c := range n.children() {
			j.statement(c, in)
		}
	case "break_statement", "continue_statement", "identifier", "comment":
		if n.is("identifier") && n.parent().is("labeled_statement") {
			return
		}
		if n.is("identifier") {
			j.ex(n, in)
		}
	default:
		j.ex(n, in)
	}
}

// varType is the type that a local variable is declared with, 0 for var.
func (j *javaLowering) varType(n node, in int32) int32 {
	if n.text() == "var" {
		return 0
	}
	return j.typ(n, in, ctxType, in)
}

func (j *javaLowering) ex(n node, in int32) int32 {
	if !n.ok() || !j.enter() {
		return 0
	}
	defer j.leave()
	switch n.kind() {
	case "identifier":
		return j.name(n.text(), in, n.start())
	case "this":
		return j.expr(expr{op: opThis, x: in})
	case "super":
		return j.expr(expr{op: opSuper, x: in})
	case "field_access":
		o := n.field("object")
		if f := n.field("field"); f.is("this") { // Outer.this
			return j.unary(opOf, j.ex(o, in))
		}
		x := j.ex(o, in)
		return j.lowering.member(x, n.field("field").text())
	case "scoped_identifier":
		x := j.ex(n.field("scope"), in)
		return j.lowering.member(x, n.field("name").text())
	case "method_invocation":
		return j.call(n, in)
	case "object_creation_expression":
		t := j.typ(n.field("type"), in, ctxType, in)
		xs := j.args(n.field("arguments"), 0, "", in)
		for c := range n.children() { // outer.new Inner()
			if c.i != n.field("type").i && !c.is("argument_list", "class_body", "type_arguments") {
				j.ex(c, in)
			}
		}
		j.use(use{what: useNew, in: in, expr: t, args: int32(len(xs)), line: n.line(), context: ctxCall})
		if b := n.child("class_body"); b.ok() {
			return j.expr(expr{op: opNew, x: j.anonymous(b, t, in)})
		}
		return j.unary(opNew, t)
	case "array_creation_expression":
		t := j.typ(n.field("type"), in, ctxType, in)
		for c := range n.children() {
			if c.is("dimensions_expr") {
				j.ex(c.first(), in)
			}
		}
		j.ex(n.field("value"), in)
		if t == 0 {
			return 0
		}
		return j.unary(opOf, j.withList(expr{op: opIndex, x: j.lit("Array")}, []int32{t}))
	case "array_initializer", "element_value_array_initializer":
		var xs []int32
		for c := range n.children() {
			xs = append(xs, j.ex(c, in))
		}
		return j.list(opList, xs)
	case "array_access":
		x := j.ex(n.field("array"), in)
		j.ex(n.field("index"), in)
		return j.unary(opElem, x)
	case "cast_expression":
		t := j.typ(n.field("type"), in, ctxType, in)
		j.ex(n.field("value"), in)
		return j.unary(opOf, t)
	case "parenthesized_expression":
		return j.ex(n.first(), in)
	case "ternary_expression":
		j.ex(n.field("condition"), in)
		return j.union(j.ex(n.field("consequence"), in), j.ex(n.field("alternative"), in))
	case "assignment_expression":
		j.ex(n.field("left"), in)
		return j.ex(n.field("right"), in)
	case "instanceof_expression":
		j.ex(n.field("left"), in)
		if t := n.field("right"); t.ok() {
			ty := j.typ(t, in, ctxType, in)
			if name := n.field("name"); name.ok() {
				j.local(name, ty, 0, in, j.blockOf(n))
			}
		}
		if p := n.field("pattern"); p.ok() {
			j.pattern(p, in, j.blockOf(n))
		}
		return j.lit("boolean")
	case "type_pattern", "record_pattern":
		j.pattern(n, in, j.blockOf(n))
		return 0
	case "lambda_expression":
		f := j.declare(decl{kind: declFunc, scope: in, line: n.line(), pos: n.start(), flags: isHidden | isArrow})
		ps := n.field("parameters")
		if ps.is("identifier") {
			j.param(ps, f)
		} else {
			for p := range ps.children() {
				j.param(p, f)
			}
		}
		if b := n.field("body"); b.is("block") {
			j.statement(b, f)
		} else {
			e := j.ex(b, f)
			j.at(f).rets = append(j.at(f).rets, e)
		}
		return j.expr(expr{op: opLambda, x: f})
	case "method_reference":
		var x int32
		var name string
		for c := range n.all() {
			switch {
			case c.is("identifier") && x != 0:
				name = c.text()
			case c.is("new"):
				name = "new"
			case c.named() && x == 0 && c.is("type_identifier", "scoped_type_identifier", "generic_type", "array_type"):
				x = j.typ(c, in, ctxType, in)
			case c.named() && x == 0:
				x = j.ex(c, in)
			}
		}
		if name == "new" || x == 0 {
			return 0
		}
		e := j.lowering.member(x, name)
		j.use(use{what: useValue, in: in, expr: e, line: n.line(), context: ctxArgument})
		return e
	case "class_literal":
		e := j.typ(n.first(), in, ctxType, in)
		return j.withList(expr{op: opIndex, x: j.lit("Class")}, []int32{e})
	case "string_literal", "text_block":
		return j.lit("String")
	case "character_literal":
		return j.lit("char")
	case "decimal_integer_literal", "hex_integer_literal", "octal_integer_literal", "binary_integer_literal":
		if t := n.text(); strings.HasSuffix(t, "L") || strings.HasSuffix(t, "l") {
			return j.lit("long")
		}
		return j.lit("int")
	case "decimal_floating_point_literal", "hex_floating_point_literal":
		return j.lit("double")
	case "true", "false":
		return j.lit("boolean")
	case "null_literal":
		return 0
	case "binary_expression":
		a := j.ex(n.field("left"), in)
		j.ex(n.field("right"), in)
		switch op := n.field("operator").text(); op {
		case "+":
			if a != 0 && j.u.exprs[a].op == opLit {
				return a
			}
			return 0
		case "==", "!=", "<", ">", "<=", ">=", "&&", "||":
			return j.lit("boolean")
		}
		return 0
	case "unary_expression", "update_expression":
		e := j.ex(n.first(), in)
		if n.has("!") {
			return j.lit("boolean")
		}
		return e
	case "switch_expression":
		j.ex(n.field("condition"), in)
		j.statement(n.field("body"), in)
		return 0
	case "type_identifier", "generic_type", "scoped_type_identifier":
		return j.typ(n, in, ctxType, in)
	}
	for c := range n.children() {
		j.statement(c, in)
	}
	return 0
}

func (j *javaLowering) pattern(n node, in int32, block node) {
	switch n.kind() {
	case "type_pattern":
		var t int32
		for c := range n.children() {
			if c.is("identifier") {
				j.local(c, t, 0, in, block)
			} else if !c.is("modifiers") {
				t = j.varType(c, in)
			}
		}
	case "record_pattern", "record_pattern_body", "record_pattern_component":
		var t int32
		for c := range n.children() {
			switch {
			case c.is("record_pattern_body", "record_pattern_component", "record_pattern", "type_pattern"):
				j.pattern(c, in, block)
			case c.is("identifier") && n.is("record_pattern_component"):
				j.local(c, t, 0, in, block)
			case !c.is("modifiers", "identifier"):
				t = j.varType(c, in)
			case c.is("identifier"):
				t = j.typeName(c, in)
			}
		}
	}
}

// anonymous declares a class without a name; its methods count for what it stands in.
func (j *javaLowering) anonymous(body node, t, in int32) int32 {
	c := j.declare(decl{kind: declType, scope: in, line: body.line(), pos: body.start(), flags: isHidden})
	if t != 0 {
		j.at(c).bases = append(j.at(c).bases, base{expr: t, relation: relNone})
	}
	for m := range body.children() {
		if j.enter() {
			j.member(m, c)
			j.leave()
		}
	}
	return j.expr(expr{op: opDecl, x: c})
}

// streaming are the methods that call their argument with the elements of the receiver.
var streaming = setOf("forEach map filter flatMap anyMatch allMatch noneMatch mapToInt mapToLong mapToObj peek removeIf sorted ifPresent orElseGet takeWhile dropWhile ifPresentOrElse")

func (j *javaLowering) call(n node, in int32) int32 {
	name := n.field("name").text()
	o := n.field("object")
	var f, x int32
	if o.ok() {
		x = j.ex(o, in)
		f = j.lowering.member(x, name)
	} else {
		f = j.name(name, in, n.field("name").start())
	}
	xs := j.args(n.field("arguments"), x, name, in)
	if f == 0 {
		return 0
	}
	call := j.withList(expr{op: opCall, x: f}, xs)
	j.use(use{what: useCall, in: in, expr: f, call: call, args: int32(len(xs)), line: n.line(), context: ctxCall})
	if (name == "map" || name == "flatMap" || name == "mapToObj") && len(xs) == 1 && xs[0] != 0 && j.u.exprs[xs[0]].op == opLambda {
		return j.list(opList, []int32{j.expr(expr{op: opCall, x: xs[0]})})
	}
	return call
}

func (j *javaLowering) args(n node, receiver int32, method string, in int32) []int32 {
	var xs []int32
	for c := range n.children() {
		e := j.ex(c, in)
		if e != 0 && receiver != 0 && streaming[method] && j.u.exprs[e].op == opLambda {
			if ps := j.at(j.u.exprs[e].x).params; len(ps) == 1 && j.at(ps[0]).typ == 0 {
				j.at(ps[0]).init = j.unary(opElem, receiver)
			}
		}
		xs = append(xs, e)
	}
	return xs
}

func (j *javaLowering) typeName(n node, in int32) int32 {
	switch n.kind() {
	case "identifier", "type_identifier":
		return j.lowering.typeName(n.text(), in, n.start())
	case "scoped_identifier":
		return j.lowering.member(j.typeName(n.field("scope"), in), n.field("name").text())
	case "scoped_type_identifier":
		var e int32
		for c := range n.children() {
			switch {
			case c.is("marker_annotation", "annotation"):
			case e == 0:
				e = j.typeName(c, in)
			default:
				e = j.lowering.member(e, c.text())
			}
		}
		return e
	case "generic_type":
		return j.typeName(n.first(), in)
	}
	return 0
}

// typ lowers a type and notes what it names.
func (j *javaLowering) typ(n node, in int32, context string, of int32) int32 {
	if !n.ok() || !j.enter() {
		return 0
	}
	defer j.leave()
	switch n.kind() {
	case "type_identifier", "scoped_type_identifier", "identifier", "scoped_identifier":
		e := j.typeName(n, in)
		if context != "" {
			j.use(use{what: useType, in: of, expr: e, line: n.line(), context: context})
		}
		return e
	case "generic_type":
		e := j.typ(n.first(), in, context, of)
		var xs []int32
		for c := range n.child("type_arguments").children() {
			xs = append(xs, j.typ(c, in, ctxGeneric, of))
		}
		if e == 0 || len(xs) == 0 {
			return e
		}
		return j.withList(expr{op: opIndex, x: e}, xs)
	case "array_type":
		e := j.typ(n.field("element"), in, context, of)
		return j.withList(expr{op: opIndex, x: j.lit("Array")}, []int32{e})
	case "integral_type", "floating_point_type", "boolean_type":
		return j.lit(n.text())
	case "void_type":
		return 0
	}
	var e int32 // wildcards, annotated types, lists of types
	for c := range n.children() {
		if !c.is("marker_annotation", "annotation", "super") {
			e = j.typ(c, in, context, of)
		}
	}
	return e
}

// resolveJava finds the type, member or package that an import names.
func resolveJava(r *resolver, u *unit, im *imported) []value {
	at := javaPath(r, u, im.path)
	switch {
	case im.flags&importStatic != 0 && im.name == "*":
		return at
	case im.flags&importStatic != 0:
		var out []value
		for _, v := range at {
			out = append(out, r.member(v, im.name)...)
		}
		if out == nil {
			return []value{{kind: valExternal, name: im.path + "." + im.name}}
		}
		return out
	case im.name == "*":
		if at == nil {
			if ms := r.spaces[spaceKey{"java", im.path}]; len(ms) > 0 {
				return []value{{kind: valModule, at: ms[0]}}
			}
		}
		return at
	}
	if at == nil {
		return []value{{kind: valExternal, name: im.path}}
	}
	return at
}

// javaPath finds a type by its full name: the package, then types inside each other.
func javaPath(r *resolver, u *unit, p string) []value {
	for i := len(p); i > 0; i = strings.LastIndexByte(p[:i], '.') {
		at := r.nearest(u, r.inSpace[spaceKey{"java", p[:i]}])
		if len(at) == 0 {
			continue
		}
		vs := r.valueOf(at[0])
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

// javaGlobal finds a type of the same package; what is no name of the tree may be java.lang's, or a package.
func javaGlobal(r *resolver, u *unit, _ int32, name string) []value {
	if vs := r.spaceMember(u, u.space, name); vs != nil && vs[0].kind != valModule {
		return vs
	}
	if name != "" && name[0] >= 'A' && name[0] <= 'Z' {
		return []value{{kind: valExternal, name: name}}
	}
	if ms := r.spaces[spaceKey{"java", name}]; len(ms) > 0 {
		return []value{{kind: valModule, at: ms[0]}}
	}
	return nil
}

func linkJavaImport(k *linker, i int32, u *unit, im *imported) {
	file := k.node[i][0]
	if im.name == "*" {
		return
	}
	for _, v := range resolveJava(k.resolver, u, im) {
		switch v.kind {
		case valType, valFunc:
			k.edge(file, k.nodeOf(v.at), RelImports, ctxImport, Extracted, u.path, im.line)
		case valExternal:
			k.edge(file, k.external(v.name, MakeID(v.name), KindExternal), RelImports, ctxImport, Extracted, u.path, im.line)
		}
	}
	if im.flags&importStatic != 0 {
		for _, v := range javaPath(k.resolver, u, im.path) {
			if v.kind == valType {
				k.edge(file, k.nodeOf(v.at), RelImports, ctxImport, Extracted, u.path, im.line)
			}
		}
	}
}
