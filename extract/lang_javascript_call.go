package extract

import "strings"

func (j *jsLowering) jsx(n node, in int32) {
	if name := n.field("name"); name.ok() && n.is("jsx_opening_element", "jsx_self_closing_element") {
		if t := name.text(); t != "" && (t[0] >= 'A' && t[0] <= 'Z' || name.is("member_expression", "nested_identifier")) {
			var e int32
			for i, part := range strings.Split(t, ".") {
				if i == 0 {
					e = j.name(part, in, name.start())
				} else {
					e = j.member(e, part)
				}
			}
			j.use(use{what: useCall, in: in, expr: e, args: -1, line: n.line(), context: ctxCall})
		}
	}
	for c := range n.children() {
		switch c.kind() {
		case "jsx_element", "jsx_self_closing_element", "jsx_fragment", "jsx_expression", "jsx_attribute", "jsx_opening_element":
			if j.enter() {
				j.jsx(c, in)
				j.leave()
			}
		case "property_identifier", "jsx_text", "string", "jsx_closing_element", "identifier", "member_expression", "jsx_namespace_name", "html_character_reference":
			if c.is("identifier", "member_expression") && n.is("jsx_expression") {
				e := j.ex(c, in)
				j.handOn(e, c, in, ctxArgument)
			}
		default:
			j.ex(c, in)
		}
	}
}

// wholeModule tells an import() apart, which gives the module with all that it exports, from a require, which gives what it exports as one.
const wholeModule = 1

// asConstructor tells the call of super apart: it leads to the nearest class that declares a constructor, as new of that class does.
const asConstructor = 1

// What of a map forEach gives first and second: for…of gives both as a pair.
const (
	valueOfEach = 1
	keyOfEach   = 2
)

// overList are the methods that call their argument with the elements of the list.
var overList = setOf("map forEach filter find findIndex findLast some every flatMap sort")

func (j *jsLowering) call(n node, in int32) int32 {
	fn := n.field("function")
	args := n.field("arguments")
	if fn.is("import") {
		if a := args.first(); a.is("string") {
			spec := j.keep(stringContent(a))
			j.u.imports = append(j.u.imports, imported{path: spec, scope: in, line: n.line(), pos: n.start(), flags: importFrom | importDynamic})
			return j.expr(expr{op: opImport, name: spec, pos: wholeModule})
		}
		j.args(args, 0, "", in)
		return 0
	}
	if spec, member, ok := j.required(n); ok && member == "" {
		spec = j.keep(spec)
		j.u.imports = append(j.u.imports, imported{path: spec, scope: in, line: n.line(), pos: n.start(), flags: importFrom | importRequire})
		return j.expr(expr{op: opImport, name: spec})
	}
	f := j.callee(fn, in)
	if fn.is("super") {
		f = j.expr(expr{op: opSuperType, x: in, pos: asConstructor})
	}
	receiver, method := int32(0), ""
	if f != 0 && j.u.exprs[f].op == opMember {
		receiver, method = j.u.exprs[f].x, j.u.exprs[f].name
	}
	first := int32(len(j.u.decls))
	var xs []int32
	if args.is("template_string") {
		j.ex(args, in)
	} else {
		xs = j.args(args, receiver, method, in)
	}
	if f == 0 {
		return 0
	}
	if fn.text() == "Object.defineProperty" && len(xs) == 3 && xs[0] != 0 && int(first) < len(j.u.decls) { // its functions have the object as this
		if d := j.at(first); d.flags&hasMembers != 0 && d.init == 0 {
			d.init = xs[0]
		}
	}
	if e := j.global(fn.text(), args, xs); e != 0 {
		return e
	}
	switch method { // f.call(x, …) calls f
	case "call", "apply":
		j.use(use{what: useCall, in: in, expr: receiver, args: -1, line: n.line(), context: ctxCall})
	case "bind":
		j.use(use{what: useValue, in: in, expr: receiver, line: n.line(), context: ctxArgument})
	}
	j.use(use{what: useCall, in: in, expr: f, args: int32(len(xs)), line: n.line(), context: ctxCall})
	if (method == "map" || method == "flatMap") && len(xs) > 0 && xs[0] != 0 && j.u.exprs[xs[0]].op == opLambda {
		return j.list(opList, []int32{j.expr(expr{op: opCall, x: xs[0]})})
	}
	if method == "then" && len(xs) > 0 && xs[0] != 0 && j.u.exprs[xs[0]].op == opLambda {
		return j.expr(expr{op: opCall, x: xs[0]})
	}
	if method == "bind" {
		return receiver
	}
	return j.withList(expr{op: opCall, x: f}, xs)
}

// args lowers arguments. A function among those of a method that hands it the elements of the receiver has them as its first parameter.
func (j *jsLowering) args(n node, receiver int32, method string, in int32) []int32 {
	var xs []int32
	for c := range n.children() {
		e := j.ex(c, in)
		j.handOn(e, c, in, ctxArgument)
		if e != 0 && receiver != 0 && j.u.exprs[e].op == opLambda {
			if ps := j.at(j.u.exprs[e].x).params; len(ps) > 0 && j.at(ps[0]).typ == 0 && j.at(ps[0]).init == 0 {
				switch {
				case method == "forEach": // of a map, too, which gives the value first
					j.setInit(ps[0], j.expr(expr{op: opElem, x: receiver, pos: valueOfEach}))
					if len(ps) > 1 && j.at(ps[1]).typ == 0 {
						j.setInit(ps[1], j.expr(expr{op: opElem, x: receiver, pos: keyOfEach}))
					}
				case overList[method]:
					j.setInit(ps[0], j.unary(opElem, receiver))
					if method == "sort" && len(ps) > 1 && j.at(ps[1]).typ == 0 {
						j.setInit(ps[1], j.at(ps[0]).init)
					}
				case method == "reduce" && len(ps) > 1 && j.at(ps[1]).typ == 0 && j.at(ps[1]).init == 0:
					j.setInit(ps[1], j.unary(opElem, receiver))
				case method == "then":
					j.setInit(ps[0], j.unary(opAwait, receiver))
				}
			}
		}
		xs = append(xs, e)
	}
	return xs
}

// global is what the functions give that make lists of what others hold, 0 for other functions.
func (j *jsLowering) global(fn string, args node, xs []int32) int32 {
	if len(xs) == 0 || xs[0] == 0 {
		return 0
	}
	switch fn {
	case "Object.values":
		return j.list(opList, []int32{j.expr(expr{op: opElem, x: xs[0], pos: valueOfEach})})
	case "Object.entries":
		pair := j.list(opTuple, []int32{j.lit("string"), j.expr(expr{op: opElem, x: xs[0], pos: valueOfEach})})
		return j.list(opList, []int32{pair})
	case "Array.from":
		if len(xs) == 1 {
			return j.list(opList, []int32{j.unary(opElem, xs[0])})
		}
	case "Promise.all":
		x := j.u.exprs[xs[0]]
		if x.op != opList || !args.first().is("array") || args.first().has("spread_element") {
			return j.list(opList, []int32{j.unary(opAwait, j.unary(opElem, xs[0]))})
		}
		var each []int32
		for _, e := range j.u.lists[x.lo : x.lo+int32(x.n)] {
			each = append(each, j.unary(opAwait, e))
		}
		return j.list(opTuple, each)
	}
	return 0
}
