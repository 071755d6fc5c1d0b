package extract

import "strings"

var python = language{
	name:        "Python",
	grammar:     "python",
	exts:        []string{".py", ".pyi", ".pyw"},
	shebang:     []string{"python", "python3"},
	lower:       lowerPython,
	resolve:     resolvePython,
	noClosure:   true,
	callable:    "__call__",
	loose:       true,
	docstrings:  true,
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
