package extract

import "strings"

var csharp = language{
	name: "C#", grammar: "c-sharp", exts: []string{".cs"}, lower: lowerCSharp, directives: true, resolve: resolveCSharp, linkImport: linkUsing, global: csharpGlobal, extension: csharpExtension,
	ownMembers: true, overloads: true, spaced: true, flatTypes: true, partial: true,
	generics: map[string]string{
		"List": shapeList, "IList": shapeList, "IEnumerable": shapeList, "IEnumerator": shapeList, "ICollection": shapeList, "IReadOnlyList": shapeList,
		"IReadOnlyCollection": shapeList, "HashSet": shapeList, "ISet": shapeList, "Queue": shapeList, "Stack": shapeList, "Array": shapeList, "IQueryable": shapeList,
		"IAsyncEnumerable": shapeList, "ConcurrentQueue": shapeList, "ConcurrentBag": shapeList, "ImmutableArray": shapeList, "ImmutableList": shapeList, "LinkedList": shapeList,
		"Dictionary": shapeMap, "IDictionary": shapeMap, "IReadOnlyDictionary": shapeMap, "ConcurrentDictionary": shapeMap, "SortedDictionary": shapeMap,
		"Task": shapeAwait, "ValueTask": shapeAwait, "Nullable": shapePass, "Lazy": shapeList, "Func": shapeFunc, "KeyValuePair": shapeTuple,
	},
	pairs:    setOf("Dictionary IDictionary IReadOnlyDictionary ConcurrentDictionary SortedDictionary"),
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
		c.setType(f, c.typ(n.field("type"), f, ctxReturn, t))
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
	if n.has("global") {
		im.flags |= importExport
	}
	c.u.imports = append(c.u.imports, im)
}

// namespace is the node of a C# namespace, one for all files; the id is Graphify's.
func (k *linker) namespace(name string) int32 {
	key := externalKey{"\x00namespace", name}
	if n, ok := k.externals[key]; ok {
		return n
	}
	base := "csharp_namespace:" + hash(name, 16)
	n := k.b.add(Node{Label: clean(name), FileType: "code", Kind: KindNamespace}, claim{base: base, rank: rankPackage << 8, name: name, who: base, final: true})
	k.externals[key] = int32(n)
	return int32(n)
}
