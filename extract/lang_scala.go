package extract

import "strings"

var scala = language{
	name: "Scala", typeImports: true, grammar: "scala", exts: []string{".scala", ".sc"}, lower: lowerScala, resolve: resolveScala, linkImport: linkScalaImport, global: scalaGlobal,
	bare: true, ownMembers: true, overloads: true, spaced: true, flatTypes: true, callable: "apply",
	generics: map[string]string{
		"List": shapeList, "Seq": shapeList, "Vector": shapeList, "Set": shapeList, "Option": shapeList, "Iterable": shapeList, "Iterator": shapeList, "Array": shapeList,
		"IndexedSeq": shapeList, "Future": shapeList, "Try": shapeList, "Some": shapeList, "Map": shapeMap, "Either": shapeLast, "IO": shapeLast,
	},
	pairs:    setOf("Map"),
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
	if strings.HasSuffix(l.u.path, ".sc") { // a script: no other file sees what is in it
		for i := 1; i < len(l.u.decls); i++ {
			if l.u.decls[i].scope == 0 {
				l.u.decls[i].flags |= isFileOnly
			}
		}
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
	prefix := strings.TrimPrefix(strings.Join(parts, "."), scalaRoot+".")
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
