package extract

import "strings"

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
			if e != 0 && f != 0 && r.u.exprs[e].op == opLambda && r.u.exprs[f].op == opMember && (overList[r.u.exprs[f].name] || rustClosures[r.u.exprs[f].name]) {
				if ps := r.at(r.u.exprs[e].x).params; len(ps) > 0 && r.at(ps[0]).typ == 0 {
					r.setInit(ps[0], r.given(r.u.exprs[f].x))
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

// rustClosures are further methods of iterators, options and results that call their argument with what the receiver holds.
var rustClosures = setOf("and_then for_each any all filter_map find_map inspect map_or map_or_else is_some_and is_ok_and is_none_or take_while skip_while map_while position " +
	"max_by_key min_by_key sort_by_key retain partition flat_map")

// given is what x holds. A map's get gives the value itself here, not an option of it.
func (r *rustLowering) given(x int32) int32 {
	e := r.unary(opElem, x)
	if call := &r.u.exprs[x]; call.op == opCall {
		if f := &r.u.exprs[call.x]; f.op == opMember && (f.name == "get" || f.name == "get_mut" || f.name == "remove") {
			return r.union(e, x)
		}
	}
	return e
}
