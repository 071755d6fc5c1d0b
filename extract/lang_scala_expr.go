package extract

func (s *scalaLowering) ex(n node, in int32) int32 {
	if !n.ok() || !s.enter() {
		return 0
	}
	defer s.leave()
	switch n.kind() {
	case "identifier", "operator_identifier":
		switch t := n.text(); t {
		case "this":
			return s.expr(expr{op: opThis, x: in})
		case "super":
			return s.expr(expr{op: opSuper, x: in})
		default:
			e := s.name(t, in, n.start())
			if p := n.parent(); !s.local(t, in) && (!p.is("call_expression", "generic_function") || p.field("function").i != n.i) {
				s.use(use{what: useBare, in: in, expr: e, line: n.line(), context: ctxCall})
			}
			return e
		}
	case "field_expression":
		if n.field("value").text() == scalaRoot {
			return s.expr(expr{op: opRoot, name: s.text(n.field("field")), x: in})
		}
		x := s.ex(n.field("value"), in)
		e := s.member(x, n.field("field").text())
		if p := n.parent(); !p.is("call_expression", "generic_function") || p.field("function").i != n.i {
			s.use(use{what: useCall, in: in, expr: e, args: 0, line: n.line(), context: ctxCall}) // a method without parentheses
			return s.union(s.unary(opCall, e), e)
		}
		return e
	case "generic_function":
		for a := range n.field("type_arguments").children() {
			s.typ(a, in, ctxGeneric, in)
		}
		return s.ex(n.field("function"), in)
	case "call_expression":
		fn := n.field("function")
		f := s.ex(fn, in)
		var x int32
		name := ""
		if f != 0 && s.u.exprs[f].op == opMember {
			x, name = s.u.exprs[f].x, s.u.exprs[f].name
		}
		xs := s.args(n.field("arguments"), x, name, in)
		if f == 0 {
			return 0
		}
		call := s.withList(expr{op: opCall, x: f}, xs)
		if !fn.is("call_expression") { // of f(a)(b), f is called once
			s.use(use{what: useCall, in: in, expr: f, call: call, args: -1, line: n.line(), context: ctxCall})
		} else {
			return s.union(call, f)
		}
		return call
	case "instance_expression":
		var t int32
		for c := range n.children() {
			switch {
			case c.is("arguments"):
				s.args(c, 0, "", in)
			case c.is("template_body"):
				a := s.declare(decl{kind: declType, scope: in, line: c.line(), pos: c.start(), flags: isHidden})
				if t != 0 {
					s.at(a).bases = append(s.at(a).bases, base{t, relNone, c.line()})
				}
				s.body(c, a)
			case t == 0:
				t = s.typ(c, in, ctxType, in)
			}
		}
		s.use(use{what: useNew, in: in, expr: t, args: -1, line: n.line(), context: ctxCall})
		return s.unary(opOf, t)
	case "infix_expression":
		x := s.ex(n.field("left"), in)
		op := n.field("operator")
		r := s.ex(n.field("right"), in)
		e := s.member(x, op.text())
		s.use(use{what: useCall, in: in, expr: e, args: -1, line: n.line(), context: ctxCall})
		if e == 0 {
			return 0
		}
		return s.withList(expr{op: opCall, x: e}, []int32{r})
	case "lambda_expression":
		f := s.declare(decl{kind: declFunc, scope: in, line: n.line(), pos: n.start(), flags: isHidden | isArrow})
		ps := n.field("parameters")
		if ps.is("identifier") {
			s.declare(decl{kind: declVar, name: ps.text(), scope: f, line: ps.line(), pos: ps.start(), flags: isParam})
		}
		for p := range ps.children() {
			s.declare(decl{kind: declVar, name: p.field("name").text(), scope: f, line: p.line(), pos: p.start(), flags: isParam, typ: s.typ(p.field("type"), f, ctxType, f)})
		}
		var e int32
		for c := range n.children() {
			if c.i != ps.i && !c.is("type_parameters") {
				e = s.ex(c, f)
			}
		}
		s.at(f).rets = append(s.at(f).rets, e)
		return s.expr(expr{op: opLambda, x: f})
	case "block", "indented_block", "template_body", "indented_cases", "case_block":
		var e int32
		for c := range n.children() {
			switch c.kind() {
			case "function_definition", "class_definition", "object_definition", "trait_definition", "val_definition", "var_definition", "import_declaration", "type_definition", "given_definition":
				s.statement(c, in)
			default:
				e = s.ex(c, in)
			}
		}
		return e
	case "case_clause":
		s.pattern(n.field("pattern"), 0, 0, in, n, false)
		for c := range n.children() {
			if c.i != n.field("pattern").i {
				s.ex(c, in)
			}
		}
		return s.ex(node{}, in)
	case "match_expression":
		v := s.ex(n.field("value"), in)
		for c := range n.field("body").children() {
			if c.is("case_clause") {
				s.pattern(c.field("pattern"), v, 0, in, c, false)
				for x := range c.children() {
					if x.i != c.field("pattern").i {
						s.ex(x, in)
					}
				}
			}
		}
		return 0
	case "for_expression":
		for g := range n.child("enumerators").children() {
			var parts []node
			for c := range g.children() {
				parts = append(parts, c)
			}
			if len(parts) >= 2 {
				it := s.ex(parts[1], in)
				s.pattern(parts[0], s.unary(opElem, it), 0, in, n, false)
				for _, p := range parts[2:] {
					s.ex(p, in)
				}
			}
		}
		s.ex(n.field("body"), in)
		return 0
	case "if_expression":
		s.ex(n.field("condition"), in)
		return s.union(s.ex(n.field("consequence"), in), s.ex(n.field("alternative"), in))
	case "parenthesized_expression":
		return s.ex(n.first(), in)
	case "ascription_expression":
		s.ex(n.first(), in)
		return s.unary(opOf, s.typ(n.last(), in, ctxType, in))
	case "tuple_expression":
		var xs []int32
		for c := range n.children() {
			xs = append(xs, s.ex(c, in))
		}
		return s.list(opTuple, xs)
	case "assignment_expression":
		s.ex(n.field("left"), in)
		return s.ex(n.field("right"), in)
	case "string", "interpolated_string_expression", "interpolated_string":
		for c := range n.below() {
			if c.is("interpolation") {
				s.ex(c.first(), in)
			}
		}
		return s.lit("String")
	case "integer_literal":
		return s.lit("Int")
	case "boolean_literal":
		return s.lit("Boolean")
	case "comment", "block_comment":
		return 0
	case "type_identifier", "generic_type", "stable_type_identifier":
		return s.typ(n, in, ctxType, in)
	}
	for c := range n.children() {
		s.statement(c, in)
	}
	return 0
}

// local says that a name is a variable of the function that a scope lies in.
func (s *scalaLowering) local(name string, in int32) bool {
	for ; in != 0 && s.at(in).kind != declType; in = s.at(in).scope {
		if d, ok := s.last[nameKey{in, name}]; ok {
			return s.at(d).kind == declVar
		}
	}
	return false
}

func (s *scalaLowering) args(n node, receiver int32, method string, in int32) []int32 {
	if n.is("block", "case_block") {
		return []int32{s.ex(n, in)}
	}
	var xs []int32
	for c := range n.children() {
		e := s.ex(c, in)
		if c.is("identifier", "field_expression") {
			s.use(use{what: useValue, in: in, expr: e, line: c.line(), context: ctxArgument})
		}
		if e != 0 && receiver != 0 && (overList[method] || streaming[method] || method == "foreach") && s.u.exprs[e].op == opLambda {
			if ps := s.at(s.u.exprs[e].x).params; len(ps) == 1 && s.at(ps[0]).typ == 0 {
				s.setInit(ps[0], s.unary(opElem, receiver))
			}
		}
		xs = append(xs, e)
	}
	return xs
}
