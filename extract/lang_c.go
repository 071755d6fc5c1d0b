package extract

import "strings"

// C and C++ are lowered alike. Headers are read as C++, of which their C is a part.
var (
	langC   = cLanguage("C", "c", ".c")
	langCPP = cLanguage("C++", "cpp", ".cpp", ".cc", ".cxx", ".c++", ".hpp", ".hh", ".hxx", ".h", ".ipp", ".inl", ".cu", ".cuh", ".ino")
)

func cLanguage(name, grammar string, exts ...string) language {
	return language{
		name: name, grammar: grammar, exts: exts, family: "c", lower: lowerC, prepare: blankMacros, directives: true, resolve: resolveC, linkImport: linkInclude, global: cGlobal, spaceMember: cSpaceMember,
		definition: cDefinition, declaration: cDeclaration, exported: cRooted, ownMembers: true, overloads: true, typedefs: true, flatTypes: true, callable: "operator()",
		generics: map[string]string{
			"vector": shapeList, "list": shapeList, "deque": shapeList, "set": shapeList, "unordered_set": shapeList, "multiset": shapeList, "array": shapeList,
			"span": shapeList, "queue": shapeList, "stack": shapeList, "optional": shapePass, "map": shapeMap, "unordered_map": shapeMap, "multimap": shapeMap, "unordered_multimap": shapeMap,
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

// alias declares another name for a type, which has a node but in functions.
func (c *cLowering) alias(n node, name string, typ node, in int32) {
	d := decl{kind: declAlias, name: name, scope: in, line: n.line(), pos: n.start(), flags: isUnordered}
	if c.around(in, declFunc) < 0 {
		d.node, d.doc, d.sig = KindAlias, c.doc(n), c.keep(n.head(typ.field("body")))
	}
	if typ.field("body").ok() {
		d.sig = c.keep(cut(d.sig + " " + name))
	}
	i := c.declare(d)
	c.setType(i, c.typ(typ, in, ctxType, i))
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
		c.forward(n, in)
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
			if t.is("struct_specifier", "class_specifier", "union_specifier", "enum_specifier") && t.field("name").text() == name.text() {
				c.forward(t, in) // one name for one type, which stands elsewhere
				continue
			}
			if name.ok() {
				c.alias(n, name.text(), t, in)
			}
		}
	case "alias_declaration":
		c.alias(n, n.field("name").text(), n.field("type"), in)
	case "namespace_definition":
		s := in
		name := n.field("name").text()
		if name == "" || n.has("inline") { // what an inline namespace holds is seen from the one around it
			c.items(n.field("body"), in)
			return
		}
		for part := range strings.SplitSeq(name, "::") {
			s = c.declare(decl{kind: declSpace, name: strings.TrimSpace(part), scope: s, line: n.line(), pos: n.start(), flags: isUnordered})
		}
		c.items(n.field("body"), s)
	case "namespace_alias_definition":
		name := n.field("name")
		if to := n.last(); name.ok() && to.i != name.i {
			c.declare(decl{kind: declAlias, name: name.text(), scope: in, line: n.line(), pos: n.start(), flags: isUnordered, typ: c.ex(to, in)})
		}
	case "preproc_def":
		c.namespaceMacro(n)
	case "friend_declaration":
		for in != 0 && c.at(in).kind == declType {
			in = c.at(in).scope
		}
		for x := range n.children() {
			if x.is("function_definition", "declaration") {
				c.item(x, in)
			}
		}
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
	case "access_specifier", "comment", "template_parameter_list", "requires_clause", "static_assert_declaration":
	case "linkage_specification":
		c.item(n.field("body"), in)
	case "declaration_list", "field_declaration_list", "preproc_ifdef", "preproc_if", "preproc_else", "preproc_elif", "preproc_elifdef", "ERROR":
		c.items(n, in)
	default:
		c.statement(n, in)
	}
}
