package extract

import "strings"

// JavaScript and TypeScript are lowered alike: TypeScript's grammar is JavaScript's with types.
var (
	javascript = jsLanguage("JavaScript", "javascript", ".js", ".jsx", ".mjs", ".cjs")
	typescript = jsLanguage("TypeScript", "typescript", ".ts", ".mts", ".cts")
	tsx        = jsLanguage("TypeScript", "tsx", ".tsx")
)

func jsLanguage(name, grammar string, exts ...string) language {
	return language{
		name: name, grammar: grammar, exts: exts, shebang: []string{"node", "deno", "bun"}, family: "javascript",
		lower: lowerJS, resolve: resolveJS, exported: jsExport, linkImport: linkJSImport, flatTypes: true, declared: jsDeclared, callable: jsCallable, aliasArgs: true, globals: true, signatures: true,
		pairs: setOf("Map ReadonlyMap"),
		generics: map[string]string{
			"Array": shapeList, "ReadonlyArray": shapeList, "Set": shapeList, "ReadonlySet": shapeList, "Iterable": shapeList, "Iterator": shapeList,
			"IterableIterator": shapeList, "AsyncIterable": shapeList, "AsyncIterableIterator": shapeList, "Generator": shapeList, "AsyncGenerator": shapeList,
			"Map": shapeMap, "ReadonlyMap": shapeMap, "WeakMap": shapeMap, "Record": shapeMap, "Promise": shapeAwait, "PromiseLike": shapeAwait,
			"Partial": shapePass, "Required": shapePass, "Readonly": shapePass, "NonNullable": shapePass, "Awaited": shapePass, "Pick": shapeFirst,
			"Omit": shapeFirst, "Exclude": shapeFirst, "Extract": shapeLast, "InstanceType": shapePass, "ReturnType": shapeGiven,
		},
		builtins: setOf("string number boolean any unknown never void null undefined object symbol bigint this Function Object String Number Boolean const"),
	}
}

type jsLowering struct {
	*lowering
	own []uint32 // object types that the alias being read consists of: their methods are its own
}

func lowerJS(l *lowering, root node) {
	j := &jsLowering{lowering: l}
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
