package extract

import "strings"

// scalaRoot leads to the outermost packages.
const scalaRoot = "_root_"

// typ lowers a type and notes what it names.
func (s *scalaLowering) typ(n node, in int32, context string, of int32) int32 {
	if !n.ok() || !s.enter() {
		return 0
	}
	defer s.leave()
	named := func(e int32) int32 {
		if context != "" {
			s.use(use{what: useType, in: of, expr: e, line: n.line(), context: context})
		}
		return e
	}
	switch n.kind() {
	case "type_identifier", "identifier":
		return named(s.typeName(n.text(), in, n.start()))
	case "stable_type_identifier", "stable_identifier":
		var e int32
		root := false
		for part := range strings.SplitSeq(n.text(), ".") {
			switch part = strings.TrimSpace(part); {
			case part == scalaRoot:
				root = true
			case e == 0 && root:
				e = s.expr(expr{op: opRoot, name: s.keep(part), x: in})
			case e == 0:
				e = s.name(part, in, n.start())
			default:
				e = s.member(e, part)
			}
		}
		return named(e)
	case "generic_type":
		e := s.typ(n.field("type"), in, context, of)
		var xs []int32
		for a := range n.field("type_arguments").children() {
			xs = append(xs, s.typ(a, in, ctxGeneric, of))
		}
		if e == 0 {
			return 0
		}
		return s.withList(expr{op: opIndex, x: e}, xs)
	case "tuple_type":
		var xs []int32
		for c := range n.children() {
			xs = append(xs, s.unary(opOf, s.typ(c, in, context, of)))
		}
		return s.list(opTuple, xs)
	case "function_type":
		for c := range n.field("parameter_types").children() {
			s.typ(c, in, context, of)
		}
		return s.expr(expr{op: opFunc, x: s.unary(opOf, s.typ(n.field("return_type"), in, context, of))})
	}
	var e int32
	for c := range n.children() {
		e = s.union(e, s.typ(c, in, context, of))
	}
	return e
}

func resolveScala(r *resolver, u *unit, im *imported) []value {
	if vs := scalaPath(r, u, im.path); vs != nil {
		return vs
	}
	for _, around := range scalaAround(u, im.scope) {
		if vs := scalaPath(r, u, around+"."+im.path); vs != nil {
			return vs
		}
	}
	if im.name == "*" {
		for _, space := range append([]string{im.path}, scalaAround(u, im.scope)...) {
			if space != im.path {
				space += "." + im.path
			}
			if at := r.spaces[spaceKey{"Scala", space}]; len(at) > 0 {
				return []value{{kind: valModule, at: at[0]}}
			}
		}
		return nil
	}
	return []value{{kind: valExternal, name: im.path}}
}

// scalaAround are the full names of what a scope lies in, the innermost first: a path may begin in any of them.
func scalaAround(u *unit, scope int32) []string {
	space := u.space
	var names []string
	for s := scope; s != 0; s = u.decls[s].scope {
		if u.decls[s].kind == declType {
			names = append([]string{u.decls[s].name}, names...)
		}
	}
	var out []string
	for n := len(names); n > 0; n-- {
		out = append(out, strings.TrimPrefix(space+"."+strings.Join(names[:n], "."), "."))
	}
	for ; space != ""; space = space[:max(0, strings.LastIndexByte(space, '.'))] {
		out = append(out, space)
	}
	return out
}

// scalaPath finds a declaration by its full name: the package, then what is in each other.
func scalaPath(r *resolver, u *unit, p string) []value {
	for i := len(p); i > 0; i = strings.LastIndexByte(p[:i], '.') {
		at := r.nearest(u, r.inSpace[spaceKey{"Scala", p[:i]}])
		if len(at) == 0 {
			continue
		}
		var vs []value
		for _, a := range at {
			vs = join(vs, r.valueOf(a))
		}
		for _, name := range strings.FieldsFunc(p[i:], func(c rune) bool { return c == '.' }) {
			var next []value
			for _, v := range vs {
				next = join(next, r.member(v, name))
			}
			vs = next
		}
		return vs
	}
	return nil
}

// scalaGlobal finds a name in the packages around a file, from the innermost.
func scalaGlobal(r *resolver, u *unit, _ int32, name string) []value {
	for space := u.space; ; {
		if vs := r.spaceMember(u, space, name); vs != nil {
			return vs
		}
		for _, at := range r.inSpace[spaceKey{"Scala", space}] { // what the package object has
			if r.decl(at).node == KindObject {
				if vs := r.member(value{kind: valType, at: at}, name); vs != nil {
					return vs
				}
			}
		}
		if space == "" {
			break
		}
		space = space[:max(0, strings.LastIndexByte(space, '.'))]
	}
	if name != "" && name[0] >= 'A' && name[0] <= 'Z' {
		return []value{{kind: valExternal, name: name}}
	}
	return nil
}

func linkScalaImport(k *linker, i int32, u *unit, im *imported) {
	file := k.node[i][0]
	for _, v := range resolveScala(k.resolver, u, im) {
		switch v.kind {
		case valType, valFunc:
			k.edge(file, k.nodeOf(v.at), RelImports, ctxImport, Extracted, u.path, im.line)
		case valExternal:
			k.edge(file, k.external(im.path, MakeID(im.path), KindExternal), RelImports, ctxImport, Extracted, u.path, im.line)
		}
	}
}
