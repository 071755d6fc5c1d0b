package extract

import (
	"path"
	"strings"
)

var rust = language{
	name: "rust", typeImports: true, grammar: "rust", exts: []string{".rs"}, lower: lowerRust, resolve: resolveRust, linkImport: linkRustImport,
	global: rustGlobal, sealed: true, flatTypes: true,
	generics: map[string]string{
		"Vec": shapeList, "VecDeque": shapeList, "Option": shapeList, "Result": shapeList, "HashSet": shapeList, "BTreeSet": shapeList, "Iter": shapeList,
		"IntoIter": shapeList, "Iterator": shapeList, "IntoIterator": shapeList, "Slice": shapeList, "Array": shapeList,
		"HashMap": shapeMap, "BTreeMap": shapeMap, "Box": shapePass, "Rc": shapePass, "Arc": shapePass, "Cow": shapePass, "RefCell": shapePass,
		"Cell": shapePass, "Mutex": shapePass, "RwLock": shapePass, "Ref": shapePass, "RefMut": shapePass, "MutexGuard": shapePass, "Pin": shapePass,
	},
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
		r.at(a).typ = r.typ(n.field("type"), a, ctxType, a)
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

func (r *rustLowering) typeParams(n node, of int32) {
	for p := range n.field("type_parameters").children() {
		name := p
		var bounds node
		switch p.kind() {
		case "constrained_type_parameter":
			name, bounds = p.field("left"), p.field("bounds")
		case "optional_type_parameter":
			name = p.field("name")
			if name.is("constrained_type_parameter") {
				name, bounds = name.field("left"), name.field("bounds")
			}
		case "type_parameter":
			name, bounds = p.field("name"), p.field("bounds")
		case "type_identifier":
		default:
			continue
		}
		d := r.declare(decl{kind: declTypeParam, name: name.text(), scope: of, line: p.line(), pos: p.start(), flags: isUnordered})
		r.bound(bounds, of, d)
	}
	for p := range n.child("where_clause").children() {
		if p.is("where_predicate") {
			if d, ok := r.last[nameKey{of, p.field("left").text()}]; ok {
				r.bound(p.field("bounds"), of, d)
			}
		}
	}
}

func (r *rustLowering) bound(bounds node, of, param int32) {
	xs := []int32{r.at(param).typ}
	for b := range bounds.children() {
		if !b.is("lifetime") {
			xs = append(xs, r.typ(b, of, ctxConstraint, of))
		}
	}
	r.at(param).typ = r.union(xs...)
}

// bounds are the traits that a trait builds on.
func (r *rustLowering) bounds(n node, c int32) {
	for b := range n.children() {
		if b.is("lifetime") {
			continue
		}
		if e := r.typ(b, c, "", c); e != 0 {
			r.at(c).bases = append(r.at(c).bases, base{e, RelInherits, b.line()})
		}
	}
}

// fields declares the fields of a type, or notes the types of a variant's.
func (r *rustLowering) fields(body node, c, of int32) {
	i := 0
	for f := range body.children() {
		switch {
		case f.is("field_declaration"):
			t := r.typ(f.field("type"), c, ctxField, of)
			r.declare(decl{kind: declVar, name: f.field("name").text(), scope: c, line: f.line(), pos: f.start(), typ: t, flags: isUnordered | isHidden})
		case f.is("visibility_modifier", "attribute_item"):
		default:
			t := r.typ(f, c, ctxField, of)
			r.declare(decl{kind: declVar, name: string(rune('0' + min(i, 9))), scope: c, line: f.line(), pos: f.start(), typ: t, flags: isUnordered | isHidden})
			i++
		}
	}
}

func (r *rustLowering) impl(n node, in int32) {
	t := n.field("type")
	name := t
	if t.is("generic_type") {
		name = t.field("type")
	}
	last := name.text()
	last = last[strings.LastIndexByte(last, ':')+1:]
	label := oneLine(t.text())
	if !t.is("generic_type") {
		label = last
	}
	d := decl{kind: declType, node: KindImpl, name: "", label: r.keep(label), scope: in, line: n.line(), pos: n.start(), flags: isPartial | isHidden | isUnordered, sig: r.keep(n.head(n.field("body")))}
	d.idName = r.keep(last)
	c := r.declare(d)
	if t.is("generic_type") {
		r.at(c).idName = r.keep(label)
	}
	r.typeParams(n, c)
	r.at(c).typ = r.typ(t, c, "", c)
	if tr := n.field("trait"); tr.ok() {
		if e := r.typ(tr, c, "", c); e != 0 {
			r.at(c).bases = append(r.at(c).bases, base{e, RelImplements, tr.line()})
		}
	}
	r.items(n.field("body"), c)
}

// useTree is a use declaration's argument with what stands before it.
func (r *rustLowering) useTree(n node, before string, in int32, at node, flags importFlag) {
	if !n.ok() || !r.enter() {
		return
	}
	defer r.leave()
	add := func(p, local string) {
		im := imported{scope: in, line: n.line(), pos: at.start(), flags: flags, local: r.keep(local)}
		p = strings.Join(strings.Fields(p), "")
		if i := strings.LastIndex(p, "::"); i >= 0 {
			im.path, im.name = r.keep(p[:i]), r.keep(p[i+2:])
		} else {
			im.path = r.keep(p)
		}
		if im.name == "self" {
			im.name = ""
			if i := strings.LastIndex(im.path, "::"); i >= 0 {
				im.path, im.name = im.path[:i], im.path[i+2:]
			}
			if local == "self" {
				im.local = im.name
				if im.local == "" {
					im.local = im.path
				}
			}
		}
		r.u.imports = append(r.u.imports, im)
	}
	join := func(s string) string {
		if before == "" {
			return s
		}
		return before + "::" + s
	}
	switch n.kind() {
	case "scoped_use_list":
		r.useTree(n.field("list"), join(n.field("path").text()), in, at, flags)
	case "use_list":
		for c := range n.children() {
			r.useTree(c, before, in, at, flags)
		}
	case "use_as_clause":
		add(join(n.field("path").text()), n.field("alias").text())
	case "use_wildcard":
		p := n.first().text()
		if p == "" {
			p = before
		} else {
			p = join(p)
		}
		r.u.imports = append(r.u.imports, imported{path: r.keep(p), name: "*", scope: in, line: n.line(), pos: at.start(), flags: flags})
	default:
		p := join(n.text())
		local := p[strings.LastIndexByte(p, ':')+1:]
		add(p, local)
	}
}

func (r *rustLowering) function(n node, in int32) {
	d := r.named(n, declFunc, KindFunction, in)
	if r.at(in).kind == declType {
		d.node = KindMethod
	}
	f := r.declare(d)
	r.typeParams(n, f)
	for p := range n.field("parameters").children() {
		switch p.kind() {
		case "self_parameter":
			r.declare(decl{kind: declVar, name: "self", scope: f, line: p.line(), pos: p.start(), flags: isParam | isSelf})
		case "parameter":
			t := r.typ(p.field("type"), f, ctxParameter, f)
			pat := p.field("pattern")
			if pat.is("self") {
				r.declare(decl{kind: declVar, name: "self", scope: f, line: p.line(), pos: p.start(), flags: isParam | isSelf})
				continue
			}
			if pat.is("mut_pattern") {
				pat = pat.last()
			}
			x := decl{kind: declVar, scope: f, line: p.line(), pos: p.start(), typ: t, flags: isParam}
			if pat.is("identifier") {
				x.name = pat.text()
				r.declare(x)
			} else {
				i := r.declare(x)
				r.pattern(pat, r.expr(expr{op: opDecl, x: i}), f, n.field("body"))
			}
		}
	}
	if t := n.field("return_type"); t.ok() {
		r.at(f).typ = r.typ(t, f, ctxReturn, f)
	}
	r.ex(n.field("body"), f)
}

func (r *rustLowering) block(n node) node {
	for b := n.parent(); b.ok(); b = b.parent() {
		if b.is("block", "match_arm", "closure_expression", "for_expression", "function_item") {
			return b
		}
	}
	return n.t.root()
}

func (r *rustLowering) bindName(name node, value, typ, in int32, block node) {
	r.declare(decl{kind: declVar, name: name.text(), scope: in, line: name.line(), pos: name.start(), init: value, typ: typ, from: block.start(), to: block.end(), flags: isBlock})
}

// pattern binds the names of a pattern.
func (r *rustLowering) pattern(n node, value, in int32, block node) {
	if !n.ok() || !r.enter() {
		return
	}
	defer r.leave()
	switch n.kind() {
	case "identifier", "shorthand_field_identifier":
		if t := n.text(); t != "" && !(t[0] >= 'A' && t[0] <= 'Z') {
			r.bindName(n, value, 0, in, block)
		}
	case "tuple_pattern":
		i := uint32(0)
		for c := range n.children() {
			v := value
			if v != 0 {
				v = r.expr(expr{op: opItem, x: v, pos: i})
			}
			r.pattern(c, v, in, block)
			i++
		}
	case "tuple_struct_pattern":
		t := n.field("type").text()
		var v int32
		if t == "Some" || t == "Ok" {
			v = r.unary(opElem, value)
		}
		for c := range n.children() {
			if c.i != n.field("type").i {
				r.pattern(c, v, in, block)
			}
		}
	case "struct_pattern":
		ty := r.unary(opOf, r.typ(n.field("type"), in, ctxType, in))
		for c := range n.children() {
			if c.is("field_pattern") {
				name := c.field("name")
				p := c.field("pattern")
				if !p.ok() {
					p = name
				}
				r.pattern(p, r.member(ty, name.text()), in, block)
			}
		}
	case "field_pattern":
		r.pattern(n.last(), 0, in, block)
	case "scoped_identifier", "integer_literal", "string_literal", "const_block", "range_pattern":
	default:
		for c := range n.children() {
			if !c.is("mutable_specifier") {
				r.pattern(c, value, in, block)
			}
		}
	}
}

func (r *rustLowering) statement(n node, in int32) int32 {
	switch n.kind() {
	case "let_declaration":
		t := r.typ(n.field("type"), in, ctxType, in)
		e := r.ex(n.field("value"), in)
		pat := n.field("pattern")
		if pat.is("mut_pattern") {
			pat = pat.last()
		}
		b := r.block(n)
		if pat.is("identifier") {
			r.bindName(pat, e, t, in, b)
		} else {
			r.pattern(pat, r.union(r.unary(opOf, t), e), in, b)
		}
		r.ex(n.field("alternative"), in)
		return 0
	case "expression_statement":
		return r.ex(n.first(), in)
	case "function_item", "struct_item", "enum_item", "impl_item", "trait_item", "mod_item", "use_declaration", "const_item", "static_item", "type_item", "macro_definition", "union_item":
		r.item(n, in)
		return 0
	}
	return r.ex(n, in)
}

func (r *rustLowering) ex(n node, in int32) int32 {
	if !n.ok() || !r.enter() {
		return 0
	}
	defer r.leave()
	switch n.kind() {
	case "identifier", "self", "crate", "super", "metavariable":
		return r.pathExpr(n, in)
	case "scoped_identifier":
		return r.pathExpr(n, in)
	case "generic_function":
		for a := range n.field("type_arguments").children() {
			r.typ(a, in, ctxGeneric, in)
		}
		return r.ex(n.field("function"), in)
	case "field_expression":
		x := r.ex(n.field("value"), in)
		return r.member(x, n.field("field").text())
	case "call_expression":
		f := r.ex(n.field("function"), in)
		var xs []int32
		for a := range n.field("arguments").children() {
			e := r.ex(a, in)
			if a.is("identifier", "scoped_identifier") {
				r.use(use{what: useValue, in: in, expr: e, line: a.line(), context: ctxArgument})
			}
			if e != 0 && f != 0 && r.u.exprs[e].op == opLambda && r.u.exprs[f].op == opMember && overList[r.u.exprs[f].name] {
				if ps := r.at(r.u.exprs[e].x).params; len(ps) > 0 && r.at(ps[0]).typ == 0 {
					r.at(ps[0]).init = r.unary(opElem, r.u.exprs[f].x)
				}
			}
			xs = append(xs, e)
		}
		if f == 0 {
			return 0
		}
		r.use(use{what: useCall, in: in, expr: f, args: -1, line: n.line(), context: ctxCall})
		if x := r.u.exprs[f]; x.op == opName || x.op == opMember {
			switch x.name {
			case "Some", "Ok":
				return r.list(opList, xs)
			case "clone", "as_ref", "as_mut", "borrow", "borrow_mut", "to_owned", "iter", "iter_mut", "into_iter", "lock", "read", "write", "as_deref", "by_ref", "into", "cloned", "copied", "collect":
				if x.op == opMember {
					return r.union(r.withList(expr{op: opCall, x: f}, xs), x.x)
				}
			case "unwrap", "expect", "unwrap_or", "unwrap_or_default", "unwrap_or_else", "next", "pop", "first", "last", "get_mut", "take", "remove":
				if x.op == opMember {
					return r.union(r.withList(expr{op: opCall, x: f}, xs), r.unary(opElem, x.x))
				}
			}
		}
		return r.withList(expr{op: opCall, x: f}, xs)
	case "macro_invocation":
		name := n.field("macro").text()
		name = name[strings.LastIndexByte(name, ':')+1:]
		r.use(use{what: useCall, in: in, expr: r.name(name+"!", in, n.start()), args: -1, line: n.line(), context: ctxCall})
		r.tokens(n.child("token_tree"), in)
		return 0
	case "struct_expression":
		t := r.typ(n.field("name"), in, ctxType, in)
		for f := range n.field("body").children() {
			if f.is("field_initializer") {
				r.ex(f.field("value"), in)
			} else {
				r.ex(f.first(), in)
			}
		}
		return r.unary(opOf, t)
	case "reference_expression", "parenthesized_expression", "unary_expression":
		e := r.ex(n.last(), in)
		if n.has("!") {
			return 0
		}
		return e
	case "try_expression":
		return r.unary(opElem, r.ex(n.first(), in))
	case "await_expression":
		return r.unary(opAwait, r.ex(n.first(), in))
	case "index_expression":
		var xs []int32
		for c := range n.children() {
			xs = append(xs, r.ex(c, in))
		}
		if len(xs) == 0 || xs[0] == 0 {
			return 0
		}
		return r.withList(expr{op: opIndex, x: xs[0]}, xs[1:])
	case "type_cast_expression":
		r.ex(n.field("value"), in)
		return r.unary(opOf, r.typ(n.field("type"), in, ctxType, in))
	case "closure_expression":
		f := r.declare(decl{kind: declFunc, scope: in, line: n.line(), pos: n.start(), flags: isHidden | isArrow})
		for p := range n.field("parameters").children() {
			d := decl{kind: declVar, scope: f, line: p.line(), pos: p.start(), flags: isParam}
			pat := p
			if p.is("parameter") {
				d.typ = r.typ(p.field("type"), f, ctxType, f)
				pat = p.field("pattern")
			}
			for pat.is("reference_pattern", "mut_pattern") {
				pat = pat.last()
			}
			if pat.is("identifier") {
				d.name = pat.text()
				r.declare(d)
			} else {
				i := r.declare(d)
				r.pattern(pat, r.expr(expr{op: opDecl, x: i}), f, n)
			}
		}
		e := r.ex(n.field("body"), f)
		r.at(f).rets = append(r.at(f).rets, e)
		return r.expr(expr{op: opLambda, x: f})
	case "for_expression":
		it := r.ex(n.field("value"), in)
		r.pattern(n.field("pattern"), r.unary(opElem, it), in, n)
		r.ex(n.field("body"), in)
		return 0
	case "let_condition":
		v := r.ex(n.field("value"), in)
		block := r.block(n)
		for b := n.parent(); b.ok(); b = b.parent() {
			if b.is("if_expression") {
				block = b.field("consequence")
				break
			}
			if b.is("while_expression") {
				block = b.field("body")
				break
			}
			if b.is("block") {
				break
			}
		}
		r.pattern(n.field("pattern"), v, in, block)
		return 0
	case "match_expression":
		v := r.ex(n.field("value"), in)
		var xs []int32
		for arm := range n.field("body").children() {
			if !arm.is("match_arm") {
				continue
			}
			p := arm.field("pattern")
			for c := range p.children() {
				if c.i == p.field("condition").i {
					r.ex(c, in)
				} else {
					r.pattern(c, v, in, arm)
				}
			}
			xs = append(xs, r.ex(arm.field("value"), in))
		}
		return r.union(xs...)
	case "if_expression":
		r.ex(n.field("condition"), in)
		a := r.ex(n.field("consequence"), in)
		b := r.ex(n.field("alternative"), in)
		return r.union(a, b)
	case "else_clause":
		return r.ex(n.first(), in)
	case "block", "unsafe_block", "async_block", "const_block":
		var last int32
		for c := range n.children() {
			last = r.statement(c, in)
			if c.is("expression_statement") && c.has(";") {
				last = 0
			}
		}
		if f := n.parent(); f.is("function_item") {
			if r.at(in).typ == 0 {
				return 0
			}
			r.at(in).rets = append(r.at(in).rets, last)
		}
		return last
	case "tuple_expression":
		var xs []int32
		for c := range n.children() {
			xs = append(xs, r.ex(c, in))
		}
		return r.list(opTuple, xs)
	case "array_expression":
		var xs []int32
		for c := range n.children() {
			xs = append(xs, r.ex(c, in))
		}
		return r.list(opList, xs)
	case "string_literal", "raw_string_literal":
		return r.lit("str")
	case "integer_literal":
		return r.lit("i32")
	case "boolean_literal":
		return r.lit("bool")
	case "line_comment", "block_comment", "attribute_item":
		return 0
	}
	for c := range n.children() {
		r.statement(c, in)
	}
	return 0
}

// tokens finds calls in the arguments of a macro, which have no syntax of their own: names, joined by :: and ., before a parenthesis.
func (r *rustLowering) tokens(n node, in int32) {
	if !n.ok() || !r.enter() {
		return
	}
	defer r.leave()
	var e int32
	join := ""
	for c := range n.all() {
		switch k := c.kind(); {
		case k == "identifier" || k == "self" || k == "crate" || k == "super":
			switch {
			case join == "" || e == 0 && join != ".":
				e = r.first(c.text(), in, c.start())
			default:
				e = r.member(e, c.text())
			}
			join = ""
		case k == "::" || k == ".":
			join = k
		case k == "token_tree":
			if e != 0 && strings.HasPrefix(c.text(), "(") {
				r.use(use{what: useCall, in: in, expr: e, args: -1, line: c.line(), context: ctxCall})
				e = r.expr(expr{op: opCall, x: e})
			} else {
				e = 0
			}
			r.tokens(c, in)
			join = ""
		case k == "!":
			e, join = 0, ""
		default:
			e, join = 0, ""
			if c.named() {
				r.tokens(c, in)
			}
		}
	}
}

// first is the first name of a path.
func (r *rustLowering) first(name string, in int32, pos uint32) int32 {
	switch name {
	case "Self":
		return r.expr(expr{op: opSelfType, x: in})
	case "crate", "super":
		return r.expr(expr{op: opImport, name: r.keep(name), x: in})
	case "self":
		if r.around(in, declFunc) < 0 {
			return r.expr(expr{op: opImport, name: "self", x: in})
		}
	}
	return r.name(name, in, pos)
}

// pathExpr lowers a path.
func (r *rustLowering) pathExpr(n node, in int32) int32 {
	switch n.kind() {
	case "scoped_identifier", "scoped_type_identifier":
		p := n.field("path")
		if !p.ok() {
			return r.first(n.field("name").text(), in, n.start())
		}
		return r.member(r.pathExpr(p, in), n.field("name").text())
	case "generic_type":
		return r.typ(n, in, ctxType, in)
	case "bracketed_type": // <T as Trait>::f
		t := n.first()
		if t.is("qualified_type") {
			return r.typ(t.field("type"), in, ctxType, in)
		}
		return r.typ(t, in, ctxType, in)
	}
	return r.first(n.text(), in, n.start())
}

// typ lowers a type and notes what it names.
func (r *rustLowering) typ(n node, in int32, context string, of int32) int32 {
	if !n.ok() || !r.enter() {
		return 0
	}
	defer r.leave()
	named := func(e int32) int32 {
		if context != "" {
			r.use(use{what: useType, in: of, expr: e, line: n.line(), context: context})
		}
		return e
	}
	switch n.kind() {
	case "type_identifier", "identifier", "scoped_type_identifier", "scoped_identifier":
		return named(r.pathExpr(n, in))
	case "generic_type", "generic_type_with_turbofish":
		e := r.typ(n.field("type"), in, context, of)
		var xs []int32
		for a := range n.field("type_arguments").children() {
			if !a.is("lifetime") {
				xs = append(xs, r.typ(a, in, ctxGeneric, of))
			}
		}
		if e == 0 {
			return 0
		}
		return r.withList(expr{op: opIndex, x: e}, xs)
	case "primitive_type":
		return r.lit(n.text())
	case "tuple_type":
		var xs []int32
		for c := range n.children() {
			xs = append(xs, r.unary(opOf, r.typ(c, in, context, of)))
		}
		return r.list(opTuple, xs)
	case "array_type":
		e := r.typ(n.field("element"), in, context, of)
		return r.withList(expr{op: opIndex, x: r.lit("Array")}, []int32{e})
	case "function_type":
		for p := range n.field("parameters").children() {
			r.typ(p, in, context, of)
		}
		return r.expr(expr{op: opFunc, x: r.unary(opOf, r.typ(n.field("return_type"), in, context, of))})
	case "type_binding":
		return r.typ(n.field("type"), in, context, of)
	case "lifetime", "mutable_specifier", "unit_type", "never_type", "inferred_type":
		return 0
	}
	var e int32
	for c := range n.children() { // references, impl Trait, dyn Trait, A + B
		e = r.union(e, r.typ(c, in, context, of))
	}
	return e
}

// resolveRust finds what a use, a mod or a path of one word means.
func resolveRust(r *resolver, u *unit, im *imported) []value {
	if im.flags&importMod != 0 {
		return rustChild(r, ref{r.byPath[u.path], im.scope}, im.path)
	}
	at := ref{r.byPath[u.path], rustModule(u, im.scope)}
	vs := rustPath(r, at, im.path)
	if im.name == "" || im.name == "*" {
		return vs
	}
	var out []value
	for _, v := range vs {
		out = join(out, r.member(v, im.name))
	}
	return out
}

// rustModule is the module around a declaration of a file.
func rustModule(u *unit, d int32) int32 {
	for d != 0 && u.decls[d].kind != declSpace {
		d = u.decls[d].scope
	}
	return d
}

// rustPath follows a path from a module.
func rustPath(r *resolver, at ref, p string) []value {
	if r.depth > maxInference {
		return nil
	}
	r.depth++
	defer func() { r.depth-- }()
	parts := strings.Split(p, "::")
	var vs []value
	switch parts[0] {
	case "crate", "$crate":
		vs = rustCrate(r, at.unit)
	case "self":
		vs = []value{{kind: valModule, at: at}}
	case "super":
		vs = rustParent(r, at)
	case "":
	default:
		u := r.units[at.unit]
		for k := range u.imports { // a module or an alias of the same module
			im := &u.imports[k]
			if im.local == parts[0] && rustModule(u, im.scope) == at.decl && im.path != p && !strings.HasPrefix(im.path, parts[0]+"::") {
				vs = resolveRust(r, u, im)
				break
			}
		}
		if vs == nil {
			if got, ok := r.inScope(at.unit, at.decl, parts[0], ^uint32(0), false, false); ok {
				vs = got
			}
		}
		if vs == nil {
			vs = rustExtern(r, parts[0])
		}
		if vs == nil {
			return []value{{kind: valExternal, name: strings.ReplaceAll(p, "::", ".")}}
		}
	}
	for _, name := range parts[1:] {
		var next []value
		for _, v := range vs {
			if name == "super" && v.kind == valModule {
				next = join(next, rustParent(r, v.at))
				continue
			}
			next = join(next, r.member(v, name))
		}
		vs = next
	}
	return vs
}

// rustCrate is the root of the crate that a file is in.
func rustCrate(r *resolver, u int32) []value {
	for dir := path.Dir(r.units[u].path); ; dir = path.Dir(dir) {
		for _, f := range []string{"lib.rs", "main.rs"} {
			if i, ok := r.byPath[path.Join(dir, f)]; ok {
				return []value{{kind: valModule, at: ref{i, 0}}}
			}
		}
		if dir == "." || dir == "/" {
			return []value{{kind: valModule, at: ref{u, 0}}}
		}
	}
}

// rustParent is the module that holds another.
func rustParent(r *resolver, at ref) []value {
	u := r.units[at.unit]
	if at.decl != 0 {
		return []value{{kind: valModule, at: ref{at.unit, rustModule(u, u.decls[at.decl].scope)}}}
	}
	dir, name := path.Split(u.path)
	dir = path.Clean(dir)
	if name == "mod.rs" {
		dir = path.Dir(dir)
	}
	for _, f := range []string{path.Join(dir, "mod.rs"), dir + ".rs", path.Join(dir, "lib.rs"), path.Join(dir, "main.rs")} {
		if i, ok := r.byPath[f]; ok && i != at.unit {
			return []value{{kind: valModule, at: ref{i, 0}}}
		}
	}
	return nil
}

// rustChild is the file of a module that a file declares.
func rustChild(r *resolver, at ref, name string) []value {
	u := r.units[at.unit]
	dir, file := path.Split(u.path)
	dir = path.Clean(dir)
	if file != "mod.rs" && file != "lib.rs" && file != "main.rs" {
		dir = path.Join(dir, strings.TrimSuffix(file, ".rs"))
	}
	for d := at.decl; d != 0; d = u.decls[d].scope {
		if u.decls[d].kind == declSpace {
			dir = path.Join(dir, u.decls[d].name)
		}
	}
	for _, f := range []string{path.Join(dir, name+".rs"), path.Join(dir, name, "mod.rs"), path.Join(path.Dir(u.path), name+".rs")} {
		if i, ok := r.byPath[f]; ok && i != at.unit {
			return []value{{kind: valModule, at: ref{i, 0}}}
		}
	}
	return nil
}

// rustExtern is the library of another crate of the tree.
func rustExtern(r *resolver, name string) []value {
	crates := layout(r, "crates", func() map[string]int32 {
		out := map[string]int32{}
		for _, u := range r.units {
			if u.lang.name == "Cargo.toml" && u.space != "" {
				if i, ok := r.byPath[path.Join(path.Dir(u.path), "src/lib.rs")]; ok {
					out[strings.ReplaceAll(u.space, "-", "_")] = i
				}
			}
		}
		return out
	})
	if i, ok := crates[name]; ok {
		return []value{{kind: valModule, at: ref{i, 0}}}
	}
	return nil
}

// rustGlobal finds macros, which a file knows wherever it declares them.
func rustGlobal(r *resolver, u *unit, _ int32, name string) []value {
	if !strings.HasSuffix(name, "!") {
		if name != "" && name[0] >= 'A' && name[0] <= 'Z' { // of the prelude
			return []value{{kind: valExternal, name: name}}
		}
		return nil
	}
	i := r.byPath[u.path]
	for d := range u.decls {
		if u.decls[d].flags&isMacro != 0 && u.decls[d].name == name {
			return []value{{kind: valFunc, at: ref{i, int32(d)}}}
		}
	}
	var found []value
	for _, m := range layout(r, "macros", func() map[string][]value {
		out := map[string][]value{}
		for j, v := range r.units {
			for d := range v.decls {
				if x := &v.decls[d]; x.flags&isMacro != 0 {
					out[x.name] = append(out[x.name], value{kind: valFunc, at: ref{int32(j), int32(d)}})
				}
			}
		}
		return out
	})[name] {
		if a, b := rustCrate(r, m.at.unit), rustCrate(r, i); len(a) > 0 && len(b) > 0 && a[0].at == b[0].at {
			found = append(found, m)
		}
	}
	return found
}

// linkRustImport makes the edges of a use: to the module, and to what is taken of it.
func linkRustImport(k *linker, i int32, u *unit, im *imported) {
	file := k.node[i][0]
	vs := resolveRust(k.resolver, u, im)
	for _, v := range vs {
		switch {
		case v.kind == valExternal:
			k.edge(file, k.external(v.name, MakeID(v.name), KindExternal), RelFrom, ctxImport, Extracted, u.path, im.line)
		case v.kind == valModule && v.at.unit != i:
			k.edge(file, k.node[v.at.unit][0], RelFrom, ctxImport, Extracted, u.path, im.line)
		case v.kind == valType || v.kind == valFunc:
			k.edge(file, k.nodeOf(v.at), RelFrom, ctxImport, Extracted, u.path, im.line)
			if v.at.unit != i {
				k.edge(file, k.node[v.at.unit][0], RelFrom, ctxImport, Extracted, u.path, im.line)
			}
		}
	}
}
