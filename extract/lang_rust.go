package extract

import "strings"

var rust = language{
	name: "Rust", typeImports: true, grammar: "rust", exts: []string{".rs"}, lower: lowerRust, resolve: resolveRust, linkImport: linkRustImport,
	global: rustGlobal, sealed: true, flatTypes: true,
	generics: map[string]string{
		"Vec": shapeList, "VecDeque": shapeList, "Option": shapeList, "Result": shapeList, "HashSet": shapeList, "BTreeSet": shapeList, "Iter": shapeList,
		"IntoIter": shapeList, "Iterator": shapeList, "IntoIterator": shapeList, "Slice": shapeList, "Array": shapeList,
		"HashMap": shapeMap, "BTreeMap": shapeMap, "Box": shapePass, "Rc": shapePass, "Arc": shapePass, "Cow": shapePass, "RefCell": shapePass,
		"Cell": shapePass, "Mutex": shapePass, "RwLock": shapePass, "Ref": shapePass, "RefMut": shapePass, "MutexGuard": shapePass, "Pin": shapePass,
	},
	pairs:    setOf("HashMap BTreeMap"),
	builtins: setOf("i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize f32 f64 bool char str String Self"),
}

type rustLowering struct{ *lowering }

func lowerRust(l *lowering, root node) {
	r := &rustLowering{l}
	for c := range root.all() {
		if c.is("line_comment") && strings.HasPrefix(c.text(), "//!") {
			l.at(0).doc = l.keep(strings.TrimSpace(l.at(0).doc + "\n" + uncomment(c.text())))
		}
	}
	r.items(root, 0)
	// The methods of an impl belong to the type, if the file declares it.
	first := map[string]int32{}
	for i := range l.u.decls {
		d := &l.u.decls[i]
		if d.flags&isPartial == 0 || d.idName == "" {
			continue
		}
		if f, ok := first[d.idName]; ok && l.at(f).scope == d.scope { // several impls of a type are one node
			d.node, d.owner = "", f
			if l.at(f).node == "" {
				d.owner = l.at(f).owner
			}
			continue
		}
		first[d.idName] = int32(i)
		t, ok := l.last[nameKey{d.scope, d.idName}]
		if ok && l.at(t).kind == declType && l.at(t).flags&isPartial == 0 && !strings.Contains(d.label, "<") {
			d.node, d.owner = "", t
		}
	}
	l.comments(root, "")
	l.u.notes = dropEmpty(l.u.notes)
}

func (r *rustLowering) items(n node, in int32) {
	if !r.enter() {
		return
	}
	defer r.leave()
	for c := range n.children() {
		r.item(c, in)
	}
}

func (r *rustLowering) doc(n node) string { return r.keep(docComment(n, "///", "/**")) }

func (r *rustLowering) named(n node, kind declKind, node string, in int32) decl {
	d := decl{
		kind: kind, node: node, name: n.field("name").text(), scope: in, line: n.line(), pos: n.start(), flags: isUnordered,
		sig: r.keep(n.head(n.field("body"))), doc: r.doc(n),
	}
	if b := n.parent(); b.is("block") {
		d.from, d.to = b.start(), b.end()
		d.flags |= isBlock
	}
	if n.has("visibility_modifier") {
		d.flags |= isExported
	}
	return d
}

func (r *rustLowering) item(n node, in int32) {
	switch n.kind() {
	case "function_item", "function_signature_item":
		r.function(n, in)
	case "struct_item", "union_item":
		c := r.declare(r.named(n, declType, KindStruct, in))
		r.typeParams(n, c)
		r.fields(n.field("body"), c, c)
	case "enum_item":
		c := r.declare(r.named(n, declType, KindEnum, in))
		r.typeParams(n, c)
		for v := range n.field("body").children() {
			if v.is("enum_variant") {
				r.declare(decl{kind: declVar, node: KindEnumCase, name: v.field("name").text(), scope: c, line: v.line(), pos: v.start(), flags: isUnordered | isEnumCase, doc: r.doc(v)})
				r.fields(v.field("body"), c, c)
			}
		}
	case "trait_item":
		d := r.named(n, declType, KindTrait, in)
		d.flags |= isInterface
		c := r.declare(d)
		r.typeParams(n, c)
		r.bounds(n.field("bounds"), c)
		r.items(n.field("body"), c)
	case "impl_item":
		r.impl(n, in)
	case "mod_item":
		name := n.field("name").text()
		if !n.field("body").ok() {
			r.u.imports = append(r.u.imports, imported{path: r.keep(name), local: r.keep(name), scope: in, line: n.line(), pos: n.start(), flags: importMod})
			return
		}
		m := r.declare(decl{kind: declSpace, name: name, scope: in, line: n.line(), pos: n.start(), flags: isUnordered})
		r.items(n.field("body"), m)
	case "use_declaration":
		flags := importFrom
		if n.has("visibility_modifier") {
			flags |= importExport
		}
		r.useTree(n.field("argument"), "", in, n, flags)
	case "extern_crate_declaration":
		name := r.text(n.field("name"))
		local := name
		if a := n.field("alias"); a.ok() {
			local = r.text(a)
		}
		r.u.imports = append(r.u.imports, imported{path: name, local: local, scope: in, line: n.line(), pos: n.start(), flags: importFrom})
	case "const_item", "static_item":
		d := r.named(n, declVar, KindConstant, in)
		if r.at(in).kind == declFunc {
			d.node = ""
		}
		d.sig = r.keep(cut(oneLine(strings.TrimRight(n.text(), ";"))))
		d.typ = r.typ(n.field("type"), in, ctxType, in)
		d.init = r.ex(n.field("value"), in)
		r.declare(d)
	case "type_item":
		d := r.named(n, declAlias, KindAlias, in)
		if r.at(in).kind == declType {
			d.node = ""
		}
		a := r.declare(d)
		r.typeParams(n, a)
		r.setType(a, r.typ(n.field("type"), a, ctxType, a))
	case "macro_definition":
		name := n.field("name").text()
		r.declare(decl{kind: declFunc, node: KindMacro, name: name + "!", label: r.keep(name + "!"), idName: r.keep("macro_" + name), scope: in, line: n.line(), pos: n.start(), flags: isUnordered | isMacro, doc: r.doc(n)})
	case "foreign_mod_item":
		r.items(n.field("body"), in)
	case "declaration_list":
		r.items(n, in)
	case "attribute_item", "inner_attribute_item", "associated_type", "line_comment", "block_comment":
	default:
		r.statement(n, in)
	}
}
