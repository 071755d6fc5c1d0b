package extract

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
		if cNumbers[n.text()] {
			return c.lit("int")
		}
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
		if cNumbers[last.text()] && c.u.exprs[x].name == "std" {
			return c.lit("int")
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

// cNumbers are number types that headers of the system name. Numbers become one another, so all are one kind where functions are told
// apart by their parameters.
var cNumbers = setOf("size_t ssize_t ptrdiff_t intptr_t uintptr_t int8_t int16_t int32_t int64_t uint8_t uint16_t uint32_t uint64_t wchar_t")

// pointed is what a variable of a type is if its declarator makes it a pointer or an array: of characters a text, of other numbers not known.
func (c *cLowering) pointed(t int32, typ, d node) int32 {
	if t == 0 || !d.is("pointer_declarator", "array_declarator", "abstract_pointer_declarator", "abstract_array_declarator") || c.u.exprs[t].op != opLit {
		return t
	}
	if s := typ.text(); s == "char" || s == "wchar_t" {
		return c.lit("text")
	}
	return 0
}
