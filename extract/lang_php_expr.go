package extract

import "strings"

func (p *phpLowering) assign(left node, e, in int32) {
	switch left.kind() {
	case "variable_name":
		p.declare(decl{kind: declVar, name: phpName(left), scope: in, line: left.line(), pos: left.end(), init: e, flags: isAssign})
	case "member_access_expression":
		if left.field("object").text() == "$this" {
			if c := p.around(in, declType); c >= 0 {
				p.declare(decl{kind: declVar, name: left.field("name").text(), scope: c, line: left.line(), pos: left.start(), init: e, flags: isAssign | isUnordered | isHidden})
				return
			}
		}
		p.ex(left, in)
	case "list_literal", "array_creation_expression":
		i := uint32(0)
		for c := range left.children() {
			v := e
			if v != 0 {
				v = p.expr(expr{op: opItem, x: e, pos: i})
			}
			p.assign(c, v, in)
			i++
		}
	case "array_element_initializer":
		p.assign(left.last(), e, in)
	default:
		p.ex(left, in)
	}
}

// className lowers a name that stands for a class, as seen from a namespace.
func (p *phpLowering) className(n node, in int32) int32 {
	t := n.text()
	switch strings.ToLower(t) {
	case "self", "static":
		return p.expr(expr{op: opSelfType, x: in})
	case "parent":
		return p.expr(expr{op: opSuperType, x: in})
	}
	if rooted, ok := strings.CutPrefix(t, `\`); ok {
		return p.expr(expr{op: opImport, name: p.keep(rooted), x: in})
	}
	var e int32
	for i, part := range strings.Split(strings.TrimPrefix(t, `namespace\`), `\`) {
		if i == 0 {
			e = p.name(part, in, n.start())
		} else {
			e = p.member(e, part)
		}
	}
	return e
}

func (p *phpLowering) ex(n node, in int32) int32 {
	if !n.ok() || !p.enter() {
		return 0
	}
	defer p.leave()
	switch n.kind() {
	case "variable_name":
		if n.text() == "$this" {
			return p.expr(expr{op: opThis, x: in})
		}
		return p.name(phpName(n), in, n.start())
	case "name", "qualified_name", "relative_scope":
		return p.className(n, in)
	case "member_access_expression", "nullsafe_member_access_expression":
		x := p.ex(n.field("object"), in)
		name := n.field("name")
		if !name.is("name") {
			p.ex(name, in)
			return 0
		}
		return p.member(x, name.text())
	case "scoped_property_access_expression":
		return p.member(p.ex(n.field("scope"), in), phpName(n.field("name")))
	case "class_constant_access_expression":
		x := p.ex(n.first(), in)
		name := n.last().text()
		if name == "class" {
			p.use(use{what: useType, in: in, expr: x, line: n.line(), context: ctxType})
			return 0
		}
		p.use(use{what: useType, in: in, expr: x, line: n.line(), context: ctxType})
		return p.member(x, name)
	case "function_call_expression":
		return p.call(n, p.ex(n.field("function"), in), in)
	case "member_call_expression", "nullsafe_member_call_expression":
		x := p.ex(n.field("object"), in)
		name := n.field("name")
		if !name.is("name") {
			p.ex(name, in)
			x = 0
		}
		return p.call(n, p.member(x, name.text()), in)
	case "scoped_call_expression":
		return p.call(n, p.member(p.ex(n.field("scope"), in), n.field("name").text()), in)
	case "object_creation_expression":
		for c := range n.children() {
			switch c.kind() {
			case "anonymous_class":
				t := p.declare(decl{kind: declType, scope: in, line: c.line(), pos: c.start(), flags: isHidden})
				for x := range c.children() {
					if x.is("arguments") {
						p.args(x, in)
					}
				}
				p.bases(c, t, in, KindClass)
				for i := range p.at(t).bases {
					p.at(t).bases[i].relation = relNone
				}
				p.block(c.field("body"), t)
				return p.expr(expr{op: opNew, x: p.expr(expr{op: opDecl, x: t})})
			case "name", "qualified_name":
				e := p.className(c, in)
				xs := p.args(n.child("arguments"), in)
				p.use(use{what: useNew, in: in, expr: e, args: int32(len(xs)), line: n.line(), context: ctxCall})
				return p.unary(opNew, e)
			}
		}
	case "assignment_expression", "reference_assignment_expression":
		e := p.ex(n.field("right"), in)
		p.assign(n.field("left"), e, in)
		return e
	case "augmented_assignment_expression":
		e := p.ex(n.field("right"), in)
		if n.field("operator").text() == "??=" {
			p.assign(n.field("left"), e, in)
		} else {
			p.ex(n.field("left"), in)
		}
		return e
	case "conditional_expression":
		p.ex(n.field("condition"), in)
		return p.union(p.ex(n.field("body"), in), p.ex(n.field("alternative"), in))
	case "binary_expression":
		a, b := p.ex(n.field("left"), in), p.ex(n.field("right"), in)
		if n.field("operator").text() == "??" {
			return p.union(a, b)
		}
		return 0
	case "parenthesized_expression", "clone_expression", "by_ref":
		return p.ex(n.first(), in)
	case "subscript_expression":
		x := p.ex(n.first(), in)
		if i := n.last(); i.i != n.first().i {
			p.ex(i, in)
		}
		return p.unary(opElem, x)
	case "array_creation_expression":
		var xs []int32
		for c := range n.children() {
			v := c.last()
			for k := range c.children() {
				if k.i != v.i {
					p.ex(k, in)
				}
			}
			xs = append(xs, p.ex(v, in))
		}
		return p.list(opList, xs)
	case "anonymous_function", "arrow_function", "anonymous_function_creation_expression":
		f := p.declare(decl{kind: declFunc, scope: in, line: n.line(), pos: n.start(), flags: isHidden | isArrow})
		p.signature(n, f)
		if b := n.field("body"); b.is("compound_statement") {
			p.block(b, f)
		} else {
			e := p.ex(b, f)
			p.at(f).rets = append(p.at(f).rets, e)
		}
		return p.expr(expr{op: opLambda, x: f})
	case "string", "encapsed_string", "heredoc", "nowdoc":
		for c := range n.children() {
			if !c.is("string_content", "escape_sequence") {
				p.ex(c, in)
			}
		}
		return p.lit("string")
	case "integer":
		return p.lit("int")
	case "cast_expression":
		p.ex(n.field("value"), in)
		return 0
	case "comment":
		return 0
	}
	for c := range n.children() {
		p.statement(c, in)
	}
	return 0
}

func (p *phpLowering) args(n node, in int32) []int32 {
	var xs []int32
	for a := range n.children() {
		xs = append(xs, p.ex(a.last(), in))
	}
	return xs
}

func (p *phpLowering) call(n node, f, in int32) int32 {
	xs := p.args(n.field("arguments"), in)
	if f == 0 {
		return 0
	}
	p.use(use{what: useCall, in: in, expr: f, args: -1, line: n.line(), context: ctxCall})
	return p.withList(expr{op: opCall, x: f}, xs)
}

// typ lowers a type and notes what it names.
func (p *phpLowering) typ(n node, in int32, context string, of int32) int32 {
	if !n.ok() || !p.enter() {
		return 0
	}
	defer p.leave()
	switch n.kind() {
	case "named_type":
		return p.typ(n.first(), in, context, of)
	case "name", "qualified_name":
		e := p.className(n, in)
		p.use(use{what: useType, in: of, expr: e, line: n.line(), context: context})
		return e
	case "primitive_type", "bottom_type":
		return p.lit(n.text())
	}
	var xs []int32
	for c := range n.children() {
		xs = append(xs, p.typ(c, in, context, of))
	}
	return p.union(xs...)
}
