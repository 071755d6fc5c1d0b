package extract

func (r *rubyLowering) local(name string, in int32) bool {
	for s := in; ; s = r.at(s).scope {
		if d, ok := r.last[nameKey{s, name}]; ok && r.at(d).kind == declVar && r.at(d).flags&isHidden == 0 {
			return true
		}
		if s == 0 || r.at(s).kind == declType || r.at(s).kind == declFunc && r.at(s).name != "" {
			return false
		}
	}
}

func (r *rubyLowering) assign(left node, e, in int32, n node) {
	switch left.kind() {
	case "identifier":
		r.declare(decl{kind: declVar, name: left.text(), scope: in, line: left.line(), pos: left.end(), init: e, flags: isAssign})
	case "instance_variable", "class_variable":
		if c := r.around(in, declType); c >= 0 {
			r.declare(decl{kind: declVar, name: left.text(), scope: c, line: left.line(), pos: left.start(), init: e, flags: isAssign | isUnordered})
		}
	case "constant":
		r.declare(decl{kind: declVar, name: left.text(), scope: in, line: left.line(), pos: left.start(), init: e, flags: isUnordered})
	case "left_assignment_list":
		i := uint32(0)
		for c := range left.children() {
			v := e
			if v != 0 {
				v = r.expr(expr{op: opItem, x: e, pos: i})
			}
			r.assign(c, v, in, n)
			i++
		}
	default:
		r.ex(left, in)
	}
}

func (r *rubyLowering) ex(n node, in int32) int32 {
	if !n.ok() || !r.enter() {
		return 0
	}
	defer r.leave()
	switch n.kind() {
	case "identifier":
		e := r.name(n.text(), in, n.start())
		if !r.local(n.text(), in) {
			r.use(use{what: useCall, in: in, expr: e, args: -1, line: n.line(), context: ctxCall})
			return r.expr(expr{op: opCall, x: e})
		}
		return e
	case "constant":
		e := r.name(n.text(), in, n.start())
		r.use(use{what: useType, in: in, expr: e, line: n.line(), context: ctxType})
		return e
	case "scope_resolution":
		s := n.field("scope")
		if !s.ok() {
			return r.expr(expr{op: opRoot, name: r.text(n.field("name")), x: in})
		}
		e := r.member(r.ex(s, in), n.field("name").text())
		r.use(use{what: useType, in: in, expr: e, line: n.line(), context: ctxType})
		return e
	case "self":
		return r.expr(expr{op: opThis, x: in})
	case "instance_variable", "class_variable":
		return r.name(n.text(), in, n.start())
	case "call":
		return r.call(n, in)
	case "super":
		f := r.around(in, declFunc)
		if f < 0 {
			return 0
		}
		e := r.member(r.expr(expr{op: opSuper, x: in}), r.at(f).name)
		r.use(use{what: useCall, in: in, expr: e, args: -1, line: n.line(), context: ctxCall})
		return r.unary(opCall, e)
	case "assignment":
		right := n.field("right")
		e := r.ex(right, in)
		r.assign(n.field("left"), e, in, n)
		return e
	case "operator_assignment":
		e := r.ex(n.field("right"), in)
		left := n.field("left")
		if n.field("operator").text() == "||=" {
			r.assign(left, e, in, n)
		} else {
			r.ex(left, in)
		}
		return e
	case "lambda", "block", "do_block":
		f := r.declare(decl{kind: declFunc, scope: in, line: n.line(), pos: n.start(), flags: isHidden | isArrow})
		r.params(n.field("parameters"), f)
		b := n.field("body")
		var e int32
		if b.is("block", "do_block") {
			e = r.ex(b, f)
		} else {
			for c := range b.children() {
				if c.is("method", "class", "module") {
					r.statement(c, f)
				} else {
					e = r.ex(c, f)
				}
			}
		}
		r.at(f).rets = append(r.at(f).rets, e)
		return r.expr(expr{op: opLambda, x: f})
	case "return":
		e := r.ex(n.first().first(), in)
		if f := r.around(in, declFunc); f >= 0 {
			r.at(f).rets = append(r.at(f).rets, e)
		}
		return 0
	case "parenthesized_statements", "begin", "then", "else", "body_statement":
		var e int32
		for c := range n.children() {
			if c.is("method", "class", "module", "singleton_method") {
				r.statement(c, in)
			} else {
				e = r.ex(c, in)
			}
		}
		return e
	case "conditional":
		r.ex(n.field("condition"), in)
		return r.union(r.ex(n.field("consequence"), in), r.ex(n.field("alternative"), in))
	case "binary":
		a, b := r.ex(n.field("left"), in), r.ex(n.field("right"), in)
		switch n.field("operator").text() {
		case "||", "or", "&&", "and":
			return r.union(a, b)
		}
		return 0
	case "array":
		var xs []int32
		for c := range n.children() {
			xs = append(xs, r.ex(c, in))
		}
		return r.list(opList, xs)
	case "element_reference":
		x := r.ex(n.field("object"), in)
		for c := range n.children() {
			if c.i != n.field("object").i {
				r.ex(c, in)
			}
		}
		return r.unary(opElem, x)
	case "string", "heredoc_body", "subshell", "delimited_symbol", "regex":
		for c := range n.below() {
			if c.is("interpolation") {
				for x := range c.children() {
					r.ex(x, in)
				}
			}
		}
		return r.lit("String")
	case "integer":
		return r.lit("Integer")
	case "exception_variable":
		r.assign(n.first(), 0, in, n)
		return 0
	case "hash_key_symbol", "simple_symbol", "comment", "nil", "true", "false":
		return 0
	case "pair":
		if k := n.field("key"); !k.is("hash_key_symbol") {
			r.ex(k, in)
		}
		return r.ex(n.field("value"), in)
	}
	for c := range n.children() {
		r.statement(c, in)
	}
	return 0
}

// hook notes what a module gives to the classes that include it: def self.included(base) extends them by a module of methods. It reports
// whether in is such a method.
func (r *rubyLowering) hook(args node, in int32) bool {
	f := r.around(in, declFunc)
	if f < 0 || r.at(f).name != "included" || r.at(r.at(f).scope).kind != declType {
		return false
	}
	for a := range args.children() {
		if e := r.ex(a, in); e != 0 && a.is("constant", "scope_resolution") {
			m := r.at(r.at(f).scope)
			m.bases = append(m.bases, base{expr: e, relation: relNone, line: a.line()})
		}
	}
	return true
}

func (r *rubyLowering) call(n node, in int32) int32 {
	method := n.field("method")
	name := method.text()
	receiver := n.field("receiver")
	args := n.field("arguments")
	if name == "class" && receiver.is("self") {
		return r.expr(expr{op: opSelfType, x: in})
	}
	if !receiver.ok() {
		switch name {
		case "require", "require_relative", "load":
			if a := args.first(); a.is("string") {
				im := imported{path: r.keep(stringContent(a)), line: n.line(), pos: n.start(), flags: importInclude}
				if name == "require_relative" {
					im.flags |= importLocal
				}
				r.u.imports = append(r.u.imports, im)
				return 0
			}
		case "include", "extend", "prepend":
			if r.at(in).kind == declType {
				for a := range args.children() {
					if e := r.ex(a, in); e != 0 && a.is("constant", "scope_resolution") {
						r.at(in).bases = append(r.at(in).bases, base{e, RelMixesIn, a.line()})
					}
				}
				return 0
			}
		case "attr_reader", "attr_accessor", "attr_writer":
			return 0
		}
	}
	if name == "extend" && receiver.is("identifier") && r.hook(args, in) {
		return 0
	}
	var f, x int32
	if receiver.ok() {
		x = r.ex(receiver, in)
		f = r.member(x, name)
	} else {
		f = r.name(name, in, method.start())
	}
	var xs []int32
	for a := range args.children() {
		if a.is("block_argument") && a.first().is("simple_symbol") {
			continue
		}
		xs = append(xs, r.ex(a, in))
	}
	if b := n.field("block"); b.ok() {
		l := r.ex(b, in)
		if l != 0 && x != 0 {
			if ps := r.at(r.u.exprs[l].x).params; len(ps) > 0 && rubyIterators[name] {
				r.setInit(ps[0], r.unary(opElem, x))
			}
		}
	}
	if f == 0 {
		return 0
	}
	if name == "new" && receiver.ok() {
		r.use(use{what: useNew, in: in, expr: x, args: -1, line: n.line(), context: ctxCall})
		return r.unary(opNew, x)
	}
	r.use(use{what: useCall, in: in, expr: f, args: -1, line: n.line(), context: ctxCall})
	return r.withList(expr{op: opCall, x: f}, xs)
}

var rubyIterators = setOf("each map select reject find detect flat_map each_with_index collect any? all? none? sort_by group_by filter sum min_by max_by each_with_object")
