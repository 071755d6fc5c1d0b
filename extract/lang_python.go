package extract

import (
	"path"
	"slices"
	"strings"
)

var python = language{
	name:        "python",
	grammar:     "python",
	exts:        []string{".py", ".pyi", ".pyw"},
	shebang:     []string{"python", "python3"},
	lower:       lowerPython,
	resolve:     resolvePython,
	noClosure:   true,
	callable:    "__call__",
	loose:       true,
	linkUses:    true,
	linkOutside: true,
	special:     pythonSpecial,
	submodule:   pythonSub,
	generics: map[string]string{
		"List": shapeList, "list": shapeList, "Sequence": shapeList, "MutableSequence": shapeList, "Iterable": shapeList, "Iterator": shapeList,
		"Generator": shapeList, "AsyncIterator": shapeList, "AsyncIterable": shapeList, "AsyncGenerator": shapeList, "Collection": shapeList,
		"Set": shapeList, "set": shapeList, "FrozenSet": shapeList, "frozenset": shapeList, "AbstractSet": shapeList, "MutableSet": shapeList,
		"Deque": shapeList, "deque": shapeList, "Reversible": shapeList, "KeysView": shapeList, "ValuesView": shapeList, "ContextManager": shapeList,
		"AbstractContextManager": shapeList, "AsyncContextManager": shapeList, "Container": shapeList,
		"Dict": shapeMap, "dict": shapeMap, "Mapping": shapeMap, "MutableMapping": shapeMap, "DefaultDict": shapeMap, "defaultdict": shapeMap,
		"OrderedDict": shapeMap, "Tuple": shapeTuple, "tuple": shapeTuple,
		"Optional": shapePass, "Union": shapePass, "Final": shapePass, "ClassVar": shapePass, "Annotated": shapePass, "Required": shapePass,
		"NotRequired": shapePass, "ReadOnly": shapePass, "TypeGuard": "", "Type": shapeType, "type": shapeType, "Callable": shapeFunc,
		"Awaitable": shapeAwait, "Coroutine": shapeLast,
	},
	builtins: setOf("int str float bool bytes None object list dict set tuple frozenset type complex bytearray memoryview range slice property super self cls"),
}

type pythonLowering struct{ *lowering }

func lowerPython(l *lowering, root node) {
	p := &pythonLowering{l}
	p.docstring(root, 0)
	p.block(root, 0)
	l.comments(root, "#")
}

// docstring is the text that stands first in a body.
func (p *pythonLowering) docstring(body node, of int32) {
	s := body.first()
	if !s.is("expression_statement") || !s.first().is("string") {
		return
	}
	text := stringContent(s.first())
	p.at(of).doc = p.keep(docText(text))
	if len(strings.TrimSpace(text)) > minDoc {
		p.u.notes = append(p.u.notes, remark{text: p.keep(docText(text)), line: s.line(), of: of})
	}
}

// stringContent is the text of a string of Python's grammar, without quotes and prefix.
func stringContent(n node) string {
	var b strings.Builder
	for c := range n.all() {
		if c.is("string_content", "string_fragment", "escape_sequence") {
			b.WriteString(c.text())
		}
	}
	return b.String()
}

func (p *pythonLowering) block(n node, in int32) {
	if !p.enter() {
		return
	}
	defer p.leave()
	for c := range n.children() {
		p.statement(c, in)
	}
}

func (p *pythonLowering) statement(n node, in int32) {
	switch n.kind() {
	case "function_definition":
		p.function(n, n, in)
	case "class_definition":
		p.class(n, n, in)
	case "decorated_definition":
		switch d := n.field("definition"); d.kind() {
		case "function_definition":
			p.function(d, n, in)
		case "class_definition":
			p.class(d, n, in)
		}
	case "import_statement":
		for c := range n.fieldAll("name") {
			path, local := c, node{}
			if c.is("aliased_import") {
				path, local = c.field("name"), c.field("alias")
			}
			im := imported{path: p.text(path), local: p.text(local), scope: in, line: n.line(), pos: n.start()}
			if !local.ok() { // import a.b binds a
				im.local, _, _ = strings.Cut(im.path, ".")
			}
			p.u.imports = append(p.u.imports, im)
		}
	case "import_from_statement", "future_import_statement":
		p.importFrom(n, in)
	case "expression_statement":
		for c := range n.children() {
			p.ex(c, in)
		}
	case "return_statement":
		if v := n.first(); v.ok() {
			e := p.ex(v, in)
			p.handOn(e, v, in, ctxValue)
			if f := p.around(in, declFunc); f >= 0 {
				p.at(f).rets = append(p.at(f).rets, e)
			}
		}
	case "for_statement":
		it := p.ex(n.field("right"), in)
		p.bind(n.field("left"), p.unary(opElem, it), in, n)
		p.block(n.field("body"), in)
		p.statement(n.field("alternative"), in)
	case "with_statement":
		for c := range n.child("with_clause").children() {
			v := c.field("value")
			if v.is("as_pattern") {
				e := p.ex(v.first(), in)
				p.bind(v.field("alias").first(), p.unary(opEnter, e), in, n.parent())
			} else {
				p.ex(v, in)
			}
		}
		p.block(n.field("body"), in)
	case "except_clause", "except_group_clause":
		for c := range n.children() {
			switch {
			case c.is("as_pattern"):
				e := p.ex(c.first(), in)
				p.bind(c.field("alias").first(), p.unary(opOf, e), in, n)
			case c.is("block"):
				p.block(c, in)
			default:
				p.ex(c, in)
			}
		}
	case "type_alias_statement":
		left, right := n.field("left"), n.field("right")
		p.declare(decl{kind: declAlias, node: KindAlias, name: left.text(), scope: in, line: n.line(), pos: n.start(), flags: isUnordered,
			sig: p.keep(cut(oneLine(n.text()))), typ: p.typ(right, in, ctxType, in)})
	case "global_statement", "nonlocal_statement", "pass_statement", "break_statement", "continue_statement", "":
	case "block", "else_clause", "finally_clause", "if_statement", "elif_clause", "while_statement", "try_statement", "match_statement", "case_clause":
		if !p.enter() {
			return
		}
		for c := range n.children() {
			p.statement(c, in)
		}
		p.leave()
	default:
		p.ex(n, in)
	}
}

func (p *pythonLowering) importFrom(n node, in int32) {
	m := p.text(n.field("module_name"))
	if n.is("future_import_statement") {
		m = "__future__"
	}
	m = strings.Join(strings.Fields(m), "")
	im := imported{path: p.keep(m), scope: in, line: n.line(), pos: n.start(), flags: importFrom}
	if isPythonPackage(p.u.path) && strings.HasPrefix(m, ".") && strings.Trim(m, ".") != "" {
		im.flags |= importExport
	}
	if n.has("wildcard_import") {
		im.name = "*"
		p.u.imports = append(p.u.imports, im)
		return
	}
	for c := range n.fieldAll("name") {
		name, local := c, c
		if c.is("aliased_import") {
			name, local = c.field("name"), c.field("alias")
		}
		im.name, im.local = p.text(name), p.text(local)
		p.u.imports = append(p.u.imports, im)
	}
}

func (p *pythonLowering) function(n, whole node, in int32) {
	name := n.field("name")
	d := decl{
		kind: declFunc, node: KindFunction, name: name.text(), scope: in, line: n.line(), pos: n.start(),
		sig: p.keep(n.head(n.field("body"))),
	}
	d.from, d.to = p.reach(whole)
	inType := p.at(in).kind == declType
	if inType {
		d.node = KindMethod
		switch d.name {
		case "__init__":
			d.flags |= isCtor
		case "__new__", "__init_subclass__", "__class_getitem__":
			d.flags |= isClassMethod
		}
	}
	if n.has("async") {
		d.flags |= isAsync
	}
	d.line = whole.line()
	if whole.i != n.i {
		d.line = n.line()
	}
	var marks []node
	for c := range whole.all() {
		if c.is("decorator") {
			marks = append(marks, c.first())
			switch t := c.first().text(); {
			case t == "staticmethod":
				d.flags |= isStatic
			case t == "classmethod":
				d.flags |= isClassMethod
			case t == "property" || strings.HasSuffix(t, "cached_property") || t == "abc.abstractproperty":
				d.flags |= isProperty
			case strings.HasSuffix(t, ".setter") || strings.HasSuffix(t, ".deleter") || t == "overload" || strings.HasSuffix(t, ".overload"):
				d.flags |= isMore
			}
		}
	}
	f := p.declare(d)
	impl := d.flags&isMore == 0 && p.overloaded(f)
	if d.flags&isMore != 0 || impl {
		p.at(f).flags |= isMore
	}
	for _, m := range marks {
		e := p.mark(m, in)
		p.use(use{what: useMark, in: f, expr: e, line: m.line(), context: "decorator"})
	}
	for c := range n.field("type_parameters").children() {
		p.declare(decl{kind: declTypeParam, name: c.text(), scope: f, pos: c.start(), flags: isUnordered})
	}
	first := inType && d.flags&isStatic == 0
	for c := range n.field("parameters").children() {
		p.param(c, f, first)
		first = false
	}
	if t := n.field("return_type"); t.ok() {
		p.at(f).typ = p.typ(t, f, ctxReturn, f)
	}
	body := n.field("body")
	p.docstring(body, f)
	if impl { // the node is where the function is, not its first overload
		first, own := p.at(p.u.primary(f)), p.at(f)
		first.line, first.sig, first.doc = own.line, own.sig, own.doc
	}
	p.block(body, f)
}

// mark lowers a decorator; of one with arguments, what is called is the decorator.
func (p *pythonLowering) mark(n node, in int32) int32 {
	e := p.callee(n, in)
	if e != 0 && p.u.exprs[e].op == opCall {
		return p.u.exprs[e].x
	}
	return e
}

// overloaded says that the declaration before this one of the same name was an overload.
func (p *pythonLowering) overloaded(f int32) bool {
	d := p.at(f)
	for i := f - 1; i > d.scope; i-- {
		e := p.at(i)
		if e.scope == d.scope && e.kind == declFunc {
			return e.name == d.name && e.flags&isMore != 0
		}
	}
	return false
}

func (p *pythonLowering) param(n node, f int32, first bool) {
	d := decl{kind: declVar, scope: f, line: n.line(), pos: n.start(), flags: isParam}
	name, typ, value := n, n.field("type"), n.field("value")
	switch n.kind() {
	case "typed_parameter":
		name = n.first()
	case "default_parameter", "typed_default_parameter":
		name = n.field("name")
	case "keyword_separator", "positional_separator":
		return
	}
	rest := ""
	if name.is("list_splat_pattern", "dictionary_splat_pattern") {
		d.flags |= isRest
		rest = name.kind()
		name = name.first()
	}
	d.name = name.text()
	if first {
		d.flags |= isSelf
	}
	if typ.ok() {
		t := p.typ(typ, f, ctxParameter, f)
		switch rest {
		case "list_splat_pattern":
			t = p.withList(expr{op: opIndex, x: p.lit("tuple")}, []int32{t})
		case "dictionary_splat_pattern":
			t = p.withList(expr{op: opIndex, x: p.lit("dict")}, []int32{p.lit("str"), t})
		}
		d.typ = t
	}
	if value.ok() {
		d.init = p.ex(value, p.at(f).scope)
	}
	p.declare(d)
}

func (p *pythonLowering) class(n, whole node, in int32) {
	d := decl{
		kind: declType, node: KindClass, name: n.field("name").text(), scope: in, line: n.line(), pos: n.start(),
		sig: p.keep(n.head(n.field("body"))),
	}
	d.from, d.to = p.reach(whole)
	c := p.declare(d)
	for m := range whole.all() {
		if m.is("decorator") {
			e := p.mark(m.first(), in)
			p.use(use{what: useMark, in: c, expr: e, line: m.line(), context: "decorator"})
		}
	}
	for t := range n.field("type_parameters").children() {
		p.declare(decl{kind: declTypeParam, name: t.text(), scope: c, pos: t.start(), flags: isUnordered})
	}
	for b := range n.field("superclasses").children() {
		if b.is("keyword_argument") {
			p.ex(b.field("value"), in)
			continue
		}
		e := p.ex(b, in)
		if e == 0 {
			continue
		}
		p.at(c).bases = append(p.at(c).bases, base{expr: e, relation: RelInherits, line: b.line()})
	}
	body := n.field("body")
	p.docstring(body, c)
	p.block(body, c)
}

// reach is the block that a statement stands in.
func (p *pythonLowering) reach(n node) (from, to uint32) {
	b := n.parent()
	for b.ok() && !b.is("block", "module") {
		b = b.parent()
	}
	if !b.ok() || b.is("module") {
		return 0, ^uint32(0)
	}
	return b.start(), b.end()
}

// bind gives the names of a pattern their value. at is the statement.
func (p *pythonLowering) bind(n node, value, in int32, at node) {
	switch n.kind() {
	case "identifier":
		p.bindName(n, value, 0, in, at)
	case "attribute":
		p.bindField(n, value, 0, in)
	case "pattern_list", "tuple_pattern", "list_pattern", "tuple", "list", "expression_list":
		i := uint32(0)
		for c := range n.children() {
			if value == 0 {
				p.bind(c, 0, in, at)
			} else {
				p.bind(c, p.expr(expr{op: opItem, x: value, pos: i}), in, at)
			}
			i++
		}
	case "list_splat_pattern", "parenthesized_expression", "as_pattern_target":
		p.bind(n.first(), 0, in, at)
	case "":
	default:
		p.ex(n, in)
	}
}

func (p *pythonLowering) bindName(n node, value, typ, in int32, at node) {
	d := decl{kind: declVar, name: n.text(), scope: in, line: n.line(), pos: n.end(), init: value, typ: typ, flags: isAssign}
	if at.ok() {
		d.from, d.to = p.reach(at)
		if at.is("for_in_clause") { // a comprehension's own
			c := at.parent()
			d.from, d.to = c.start(), c.end()
			d.pos = c.start()
			d.flags |= isBlock
		}
	}
	p.declare(d)
}

// bindField takes self.x = … for a field of the class.
func (p *pythonLowering) bindField(n node, value, typ, in int32) {
	object := n.field("object")
	p.ex(object, in)
	f := p.around(in, declFunc)
	if f < 0 || !object.is("identifier") {
		return
	}
	d := p.at(f)
	if len(d.params) == 0 || p.at(d.params[0]).flags&isSelf == 0 || p.at(d.params[0]).name != object.text() {
		return
	}
	p.declare(decl{kind: declVar, name: n.field("attribute").text(), scope: d.scope, line: n.line(), pos: n.start(), init: value, typ: typ, flags: isUnordered | isAssign | isHidden})
}

// handOn notes a function that is not called but handed on.
func (p *pythonLowering) handOn(e int32, n node, in int32, context string) {
	if n.is("identifier", "attribute") {
		p.use(use{what: useValue, in: in, expr: e, line: n.line(), context: context})
	}
}

// ex lowers an expression and notes what it uses.
func (p *pythonLowering) ex(n node, in int32) int32 {
	e := p.callee(n, in)
	if e == 0 {
		return 0
	}
	switch n.kind() {
	case "attribute":
		p.use(use{what: useRead, in: in, expr: e, line: n.line(), context: "property_read"})
	case "identifier":
		if t := strings.TrimLeft(n.text(), "_"); t != "" && t[0] >= 'A' && t[0] <= 'Z' { // a class by custom
			p.use(use{what: useName, in: in, expr: e, line: n.line()})
		}
	}
	return e
}

// callee is ex without taking the expression itself for a read.
func (p *pythonLowering) callee(n node, in int32) int32 {
	if !n.ok() || !p.enter() {
		return 0
	}
	defer p.leave()
	switch n.kind() {
	case "identifier":
		return p.name(n.text(), in, n.start())
	case "attribute":
		x := p.ex(n.field("object"), in)
		return p.member(x, n.field("attribute").text())
	case "call":
		return p.call(n, in)
	case "subscript":
		x := p.ex(n.field("value"), in)
		var args []int32
		for c := range n.fieldAll("subscript") {
			args = append(args, p.ex(c, in))
		}
		if x == 0 {
			return 0
		}
		e := expr{op: opIndex, x: x}
		if s := n.field("subscript"); s.is("integer") && len(args) == 1 {
			e.pos = smallNumber(s.text()) + 1
		}
		return p.withList(e, args)
	case "await":
		return p.unary(opAwait, p.ex(n.first(), in))
	case "parenthesized_expression", "type", "list_splat", "dictionary_splat":
		return p.ex(n.first(), in)
	case "assignment":
		return p.assign(n, in)
	case "augmented_assignment":
		p.ex(n.field("left"), in)
		p.ex(n.field("right"), in)
		return 0
	case "named_expression":
		v := p.ex(n.field("value"), in)
		p.bindName(n.field("name"), v, 0, in, n)
		return v
	case "conditional_expression":
		var xs []int32
		for c := range n.children() {
			xs = append(xs, p.ex(c, in))
		}
		if len(xs) == 3 {
			return p.union(xs[0], xs[2])
		}
		return 0
	case "boolean_operator":
		return p.union(p.ex(n.field("left"), in), p.ex(n.field("right"), in))
	case "tuple", "expression_list", "pattern_list":
		return p.several(opTuple, n, in)
	case "list", "set":
		return p.several(opList, n, in)
	case "dictionary":
		var values []int32
		for c := range n.children() {
			if c.is("pair") {
				p.ex(c.field("key"), in)
				v := p.ex(c.field("value"), in)
				p.handOn(v, c.field("value"), in, ctxCollection)
				values = append(values, v)
			} else {
				p.ex(c, in)
			}
		}
		return p.withList(expr{op: opIndex, x: p.lit("dict")}, []int32{0, p.union(values...)})
	case "list_comprehension", "set_comprehension", "generator_expression", "dictionary_comprehension":
		for c := range n.children() { // the clauses bind what the body uses
			if c.is("for_in_clause") {
				it := p.ex(c.field("right"), in)
				p.bind(c.field("left"), p.unary(opElem, it), in, c)
			}
		}
		for c := range n.children() {
			if c.is("if_clause") {
				p.ex(c.first(), in)
			}
		}
		body := n.field("body")
		if body.is("pair") {
			p.ex(body.field("key"), in)
			return p.withList(expr{op: opIndex, x: p.lit("dict")}, []int32{0, p.ex(body.field("value"), in)})
		}
		return p.list(opList, []int32{p.ex(body, in)})
	case "lambda":
		f := p.declare(decl{kind: declFunc, scope: in, line: n.line(), pos: n.start(), flags: isHidden})
		for c := range n.field("parameters").children() {
			p.param(c, f, false)
		}
		r := p.ex(n.field("body"), f)
		p.at(f).rets = append(p.at(f).rets, r)
		return p.expr(expr{op: opLambda, x: f})
	case "yield":
		f := p.around(in, declFunc)
		v := p.ex(n.first(), in)
		if f >= 0 {
			p.at(f).flags |= isGenerator
			if !n.has("from") {
				p.at(f).rets = append(p.at(f).rets, v)
			} else {
				p.at(f).rets = append(p.at(f).rets, p.unary(opElem, v))
			}
		}
		return 0
	case "string", "concatenated_string":
		for c := range n.below() {
			if c.is("interpolation") {
				p.ex(c.first(), in)
			}
		}
		return p.lit("str")
	case "integer":
		return p.lit("int")
	case "float":
		return p.lit("float")
	case "true", "false":
		return p.lit("bool")
	case "none":
		return p.lit("None")
	case "function_definition", "class_definition", "decorated_definition":
		p.statement(n, in)
		return 0
	case "block":
		p.block(n, in)
		return 0
	case "binary_operator":
		return p.union(p.ex(n.field("left"), in), p.ex(n.field("right"), in)) // A | B as a type, and most sums
	case "comparison_operator", "not_operator":
		for c := range n.children() {
			p.ex(c, in)
		}
		return p.lit("bool")
	case "as_pattern":
		v := p.ex(n.first(), in)
		p.bind(n.field("alias").first(), v, in, n)
		return v
	}
	for c := range n.children() {
		p.statement(c, in)
	}
	return 0
}

func smallNumber(s string) uint32 {
	n := uint32(0)
	for _, c := range s {
		if c < '0' || c > '9' || n > 1000 {
			return 1 << 20
		}
		n = n*10 + uint32(c-'0')
	}
	return n
}

func (p *pythonLowering) several(o op, n node, in int32) int32 {
	var xs []int32
	for c := range n.children() {
		e := p.ex(c, in)
		p.handOn(e, c, in, ctxCollection)
		xs = append(xs, e)
	}
	return p.list(o, xs)
}

func (p *pythonLowering) assign(n node, in int32) int32 {
	left, right, typ := n.field("left"), n.field("right"), n.field("type")
	var t int32
	if typ.ok() {
		context := ctxType
		if p.at(in).kind == declType {
			context = ctxField
		}
		t = p.typ(typ, in, context, in)
	}
	v := p.ex(right, in)
	p.handOn(v, right, in, ctxAssignment)
	if left.is("identifier") && p.around(in, declFunc) < 0 && isAliasMark(typ.text()) {
		p.declare(decl{kind: declAlias, node: KindAlias, name: left.text(), scope: in, line: n.line(), pos: n.start(), flags: isUnordered,
			sig: p.keep(cut(oneLine(n.text()))), typ: p.typ(right, in, ctxType, in)})
		return 0
	}
	switch left.kind() {
	case "identifier":
		p.bindName(left, v, t, in, n)
	case "attribute":
		p.bindField(left, v, t, in)
	default:
		p.bind(left, v, in, n)
	}
	return v
}

// isAliasMark reports whether a variable's type says that it is a type.
func isAliasMark(t string) bool { return t == "TypeAlias" || strings.HasSuffix(t, ".TypeAlias") }

func (p *pythonLowering) call(n node, in int32) int32 {
	f := p.callee(n.field("function"), in)
	args := n.field("arguments")
	var xs []int32
	count := int32(0)
	if args.is("generator_expression") {
		xs = append(xs, p.ex(args, in))
	} else {
		for c := range args.children() {
			value := c
			if c.is("keyword_argument") {
				value = c.field("value")
			}
			e := p.ex(value, in)
			p.handOn(e, value, in, ctxArgument)
			count++
			if !c.is("keyword_argument") {
				xs = append(xs, e)
			}
		}
	}
	if f == 0 {
		return 0
	}
	e := p.withList(expr{op: opCall, x: f}, xs)
	p.use(use{what: useCall, in: in, expr: f, args: count, line: n.line(), context: ctxCall})
	return e
}

// typ lowers a type and notes what it names. of is the declaration that refers to it.
func (p *pythonLowering) typ(n node, in int32, context string, of int32) int32 {
	if !n.ok() || !p.enter() {
		return 0
	}
	defer p.leave()
	switch n.kind() {
	case "type", "parenthesized_expression", "constrained_type", "splat_type":
		return p.typ(n.first(), in, context, of)
	case "identifier", "attribute", "member_type":
		e := p.typeName(n, in)
		p.use(use{what: useType, in: of, expr: e, line: n.line(), context: context})
		return e
	case "generic_type":
		x := p.typ(n.first(), in, context, of)
		var args []int32
		for c := range n.child("type_parameter").children() {
			args = append(args, p.typ(c, in, ctxGeneric, of))
		}
		return p.applied(x, args)
	case "subscript":
		x := p.typ(n.field("value"), in, context, of)
		var args []int32
		for c := range n.fieldAll("subscript") {
			args = append(args, p.typ(c, in, ctxGeneric, of))
		}
		return p.applied(x, args)
	case "union_type", "binary_operator":
		var xs []int32
		for c := range n.children() {
			xs = append(xs, p.typ(c, in, context, of))
		}
		return p.union(xs...)
	case "list", "tuple", "expression_list":
		var xs []int32
		for c := range n.children() {
			xs = append(xs, p.typ(c, in, ctxGeneric, of))
		}
		return p.list(opTuple, xs)
	case "string":
		return p.typeText(stringContent(n), n, in, context, of)
	case "none":
		return p.lit("None")
	}
	return 0
}

func (p *pythonLowering) applied(x int32, args []int32) int32 {
	if x == 0 {
		return 0
	}
	return p.withList(expr{op: opIndex, x: x}, args)
}

func (p *pythonLowering) typeName(n node, in int32) int32 {
	switch n.kind() {
	case "identifier":
		return p.name(n.text(), in, n.start())
	case "attribute":
		return p.member(p.typeName(n.field("object"), in), n.field("attribute").text())
	case "member_type", "type":
		var e int32
		for c := range n.children() {
			if e == 0 {
				e = p.typeName(c, in)
			} else {
				e = p.member(e, c.text())
			}
		}
		return e
	}
	return 0
}

// typeText reads a type that is written as a string: names, dots, brackets, commas and bars.
func (p *pythonLowering) typeText(s string, n node, in int32, context string, of int32) int32 {
	t := typeScanner{p: p, s: s, n: n, in: in, of: of}
	e := t.union(context)
	if t.skip(); t.s != "" {
		return 0
	}
	return e
}

type typeScanner struct {
	p      *pythonLowering
	s      string
	n      node
	in, of int32
}

func (t *typeScanner) skip() { t.s = strings.TrimLeft(t.s, " \t\r\n") }

func (t *typeScanner) take(c byte) bool {
	t.skip()
	if t.s != "" && t.s[0] == c {
		t.s = t.s[1:]
		return true
	}
	return false
}

func (t *typeScanner) union(context string) int32 {
	xs := []int32{t.one(context)}
	for t.take('|') {
		xs = append(xs, t.one(context))
	}
	return t.p.union(xs...)
}

func (t *typeScanner) one(context string) int32 {
	if !t.p.enter() {
		return 0
	}
	defer t.p.leave()
	if t.take('[') {
		return t.args()
	}
	t.skip()
	end := strings.IndexAny(t.s, " |[],\t\r\n'\"()")
	if end < 0 {
		end = len(t.s)
	}
	name := t.s[:end]
	t.s = t.s[end:]
	if name == "" {
		return 0
	}
	var e int32
	for i, part := range strings.Split(name, ".") {
		if i == 0 {
			e = t.p.name(part, t.in, t.n.start())
		} else {
			e = t.p.member(e, part)
		}
	}
	t.p.use(use{what: useType, in: t.of, expr: e, line: t.n.line(), context: context})
	if t.take('[') {
		var args []int32
		for {
			args = append(args, t.union(ctxGeneric))
			if !t.take(',') {
				break
			}
		}
		t.take(']')
		return t.p.applied(e, args)
	}
	return e
}

func (t *typeScanner) args() int32 {
	for t.s != "" && !t.take(']') {
		t.union(ctxGeneric)
		if !t.take(',') {
			t.take(']')
			break
		}
	}
	return 0
}

// resolvePython finds a module as Python would with each folder that holds top-level packages on its path.
func resolvePython(r *resolver, u *unit, im *imported) []value {
	dots := len(im.path) - len(strings.TrimLeft(im.path, "."))
	name := im.path[dots:]
	var module []value
	if dots > 0 {
		dir := path.Dir(u.path)
		for range dots - 1 {
			dir = path.Dir(dir)
		}
		p := path.Join(dir, strings.ReplaceAll(name, ".", "/"))
		if p == "." {
			p = ""
		}
		module = pythonFile(r, u.lang, p)
	} else {
		if im.name == "" && im.local != "" && !strings.Contains(im.local, ".") && strings.HasPrefix(im.path, im.local+".") {
			name = im.local // import a.b binds a
		}
		module = pythonModule(r, u, name)
	}
	if im.name == "" || im.name == "*" {
		if module == nil {
			return []value{{kind: valExternal, name: name}}
		}
		return module
	}
	if module == nil {
		return []value{{kind: valExternal, name: strings.TrimPrefix(im.path+"."+im.name, ".")}}
	}
	if got := r.member(module[0], im.name); got != nil {
		return got
	}
	return pythonSub(r, module[0], im.name)
}

// pythonSub is the module of a name in a package, if there is one.
func pythonSub(r *resolver, pkg value, name string) []value {
	if pkg.kind != valModule {
		return nil
	}
	p, lang := pkg.name, pkg.lang
	if p == "" {
		u := r.units[pkg.at.unit]
		lang = u.lang
		if !isPythonPackage(u.path) {
			return nil
		}
		p = path.Dir(u.path)
		if p == "." {
			p = ""
		}
	}
	return pythonFile(r, lang, path.Join(p, name))
}

func isPythonPackage(p string) bool { return strings.HasPrefix(path.Base(p), "__init__.py") }

// pythonFile is the module at a path without extension: a file, a package, or a folder that works as one.
func pythonFile(r *resolver, lang *language, p string) []value {
	for _, f := range []string{p + ".py", path.Join(p, "__init__.py"), p + ".pyi", path.Join(p, "__init__.pyi")} {
		if i, ok := r.byPath[f]; ok {
			return []value{{kind: valModule, at: ref{i, 0}}}
		}
	}
	if pythonLayout(r).dirs[p] {
		return []value{{kind: valModule, name: p, at: ref{-1, 0}, lang: lang}}
	}
	return nil
}

// pythonModule finds an absolute module name: below the folder of the importing file, the folders above it, and the folders that hold
// packages elsewhere in the tree.
func pythonModule(r *resolver, u *unit, name string) []value {
	p := strings.ReplaceAll(name, ".", "/")
	first, _, _ := strings.Cut(p, "/")
	dir := path.Dir(u.path)
	for isPython := true; isPython; { // a package's own modules are not on the path
		if _, isPython = r.byPath[path.Join(dir, "__init__.py")]; isPython && dir != "." {
			dir = path.Dir(dir)
		} else {
			isPython = false
		}
	}
	for {
		if got := pythonFile(r, u.lang, path.Join(dir, p)); got != nil && (got[0].at.unit >= 0 || strings.Contains(p, "/")) {
			return got
		}
		if dir == "." || dir == "/" {
			break
		}
		dir = path.Dir(dir)
	}
	for _, root := range pythonLayout(r).roots[first] {
		if got := pythonFile(r, u.lang, path.Join(root, p)); got != nil && got[0].at.unit >= 0 {
			return got
		}
	}
	return nil
}

// pythonSpecial knows the built-in functions that give what they were given.
func pythonSpecial(r *resolver, u int32, name string, scope int32, args []int32) ([]value, bool) {
	switch name {
	case "super":
		if c := r.typeAround(u, scope); c >= 0 {
			return r.instances(u, r.baseTypes(r.whole(ref{u, c}))), true
		}
	case "type":
		if len(args) == 1 {
			var out []value
			for _, v := range r.infer(u, args[0]) {
				if v.kind == valInstance {
					v.kind = valType
					out = join(out, []value{v})
				}
			}
			return out, true
		}
	case "cast":
		if len(args) == 2 {
			return r.instances(u, r.infer(u, args[0])), true
		}
	case "list", "tuple", "set", "sorted", "reversed", "iter", "frozenset":
		if len(args) > 0 {
			var of []value
			for _, v := range r.infer(u, args[0]) {
				of = join(of, r.elements(v))
			}
			return []value{{kind: valShape, name: shapeList, args: [][]value{of}}}, true
		}
	case "next", "min", "max":
		if len(args) > 0 {
			var of []value
			for _, v := range r.infer(u, args[0]) {
				of = join(of, r.elements(v))
			}
			return of, true
		}
	case "enumerate":
		if len(args) > 0 {
			var of []value
			for _, v := range r.infer(u, args[0]) {
				of = join(of, r.elements(v))
			}
			pair := value{kind: valShape, name: shapeTuple, args: [][]value{nil, of}}
			return []value{{kind: valShape, name: shapeList, args: [][]value{{pair}}}}, true
		}
	case "zip":
		pair := value{kind: valShape, name: shapeTuple}
		for _, a := range args {
			var of []value
			for _, v := range r.infer(u, a) {
				of = join(of, r.elements(v))
			}
			pair.args = append(pair.args, of)
		}
		return []value{{kind: valShape, name: shapeList, args: [][]value{{pair}}}}, true
	}
	return nil, false
}

// pythonPaths is what Python's import system would look at.
type pythonPaths struct {
	dirs  map[string]bool
	roots map[string][]string // top-level name → folders that hold it
}

func pythonLayout(r *resolver) *pythonPaths {
	return layout(r, "python", func() *pythonPaths {
		p := &pythonPaths{dirs: map[string]bool{}, roots: map[string][]string{}}
		for _, u := range r.units {
			if u.lang.name != "python" {
				continue
			}
			dir := path.Dir(u.path)
			for d := dir; d != "."; d = path.Dir(d) {
				p.dirs[d] = true
			}
			top, name := dir, strings.TrimSuffix(path.Base(u.path), path.Ext(u.path))
			for top != "." {
				if _, ok := r.byPath[path.Join(top, "__init__.py")]; !ok {
					break
				}
				name, top = path.Base(top), path.Dir(top)
			}
			if top == "." {
				top = ""
			}
			if !slices.Contains(p.roots[name], top) {
				p.roots[name] = append(p.roots[name], top)
			}
		}
		for _, roots := range p.roots {
			slices.SortFunc(roots, comparePaths)
		}
		return p
	})
}
