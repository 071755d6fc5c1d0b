package extract

func (r *rustLowering) block(n node) node {
	for b := n.parent(); b.ok(); b = b.parent() {
		if b.is("block", "match_arm", "closure_expression", "for_expression", "function_item") {
			return b
		}
	}
	return n.t.root()
}

func (r *rustLowering) bindName(name node, value, typ, in int32, block node) {
	from := block.start()
	for n := name.parent(); n.ok() && n.i != block.i; n = n.parent() {
		if n.is("let_declaration") { // let x = x(): what x is made of does not see it
			from = n.end()
			break
		}
	}
	r.declare(decl{kind: declVar, name: name.text(), scope: in, line: name.line(), pos: name.start(), init: value, typ: typ, from: from, to: block.end(), flags: isBlock})
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
