package extract

import (
	"slices"
	"strings"
)

// maxDepth of inference: longer chains of calls and assignments are not followed.
const maxInference = 40

// infer gives what an expression of a unit may stand for, nothing if that is not known.
func (r *resolver) infer(u, e int32) []value {
	if e == 0 {
		return nil
	}
	switch s := r.seen[u][e]; s {
	case notAsked:
	case beingAsked:
		r.cut = true
		return nil
	case isNothing:
		return nil
	default:
		return r.set(s)
	}
	if r.depth > maxInference {
		r.cut = true
		return nil
	}
	if r.depth == 0 {
		r.cut, r.again, r.steps = false, 0, 0
	}
	r.seen[u][e] = beingAsked
	r.depth++
	vs := r.eval(u, &r.units[u].exprs[e])
	r.depth--
	if len(vs) > maxValues && vs[0].kind != valFunc { // overloads are told apart later
		if vs[0].kind == valAlias && r.units[u].lang.aliasArgs { // the name is known, if not what it means
			vs = vs[:1:1]
		} else {
			vs = nil
		}
	}
	switch {
	case r.cut && r.depth > 0 && r.again < maxAgain: // what was asked in a circle knows only a part: it may be asked again
		r.again++
		r.seen[u][e] = notAsked
	case len(vs) > 0:
		r.seen[u][e] = r.newSet(vs)
	default:
		r.seen[u][e] = isNothing
	}
	return vs
}

// ownType is what a well-known method gives that makes an instance of the type it is asked of.
const ownType = "."

// constructing are the classes, nearest first of each base, whose constructor a call of super in a class runs.
func (r *resolver) constructing(at ref) []value {
	var out []value
	for _, b := range r.baseTypes(at) {
		if b.kind != valType {
			continue
		}
		for _, c := range r.ancestry(b.at) {
			if d := r.firstOf(c.unit, nameKey{c.decl, "constructor"}); d != 0 && r.units[c.unit].decls[d].flags&isCtor != 0 {
				out = join(out, []value{{kind: valType, at: c}})
				break
			}
		}
	}
	return out
}

// maxAgain bounds how much of one question is asked anew because of circles.
const maxAgain = 2000

func (r *resolver) operands(u int32, x *expr) []int32 {
	return r.units[u].lists[x.lo : x.lo+int32(x.n)]
}

func (r *resolver) eval(u int32, x *expr) []value {
	lang := r.units[u].lang
	switch x.op {
	case opName:
		if x.n != 0 {
			if vs := r.called(u, x.x, x.name); vs != nil {
				return vs
			}
		}
		return r.lookup(u, x.x, x.name, x.pos, false)
	case opTypeName:
		return r.withoutCompanions(r.lookup(u, x.x, x.name, x.pos, true))
	case opRoot:
		return r.lookup(u, 0, x.name, ^uint32(0), false)
	case opMember:
		var out []value
		for _, v := range r.infer(u, x.x) {
			out = join(out, r.member(v, x.name))
		}
		if len(out) == 0 && lang.extension != nil {
			for _, v := range r.infer(u, x.x) {
				out = join(out, lang.extension(r, r.units[u], v, x.name))
			}
		}
		if gives := lang.methods[x.name]; gives != "" && (len(out) == 0 || out[0].kind == valExternal) {
			if gives == ownType {
				if len(out) == 0 {
					return nil
				}
				gives = lastName(strings.TrimSuffix(out[0].name, "."+x.name))
			}
			return []value{{kind: valShape, name: shapeFunc, args: [][]value{{{kind: valOutside, name: gives}}}}}
		}
		return out
	case opCall:
		return r.results(u, x)
	case opNew:
		return r.instances(u, r.infer(u, x.x))
	case opOf:
		return r.instances(u, r.infer(u, x.x))
	case opIndex:
		return r.indexed(u, x)
	case opAwait:
		var out []value
		for _, v := range r.infer(u, x.x) {
			out = join(out, r.awaited(v))
		}
		return out
	case opThis:
		return r.this(u, x.x)
	case opSelfType:
		if c := r.typeAround(u, x.x); c >= 0 {
			return []value{{kind: valType, at: r.whole(ref{u, c})}}
		}
	case opSuperType:
		if c := r.typeAround(u, x.x); c >= 0 && x.pos == asConstructor {
			return r.constructing(ref{u, c})
		}
		if c := r.typeAround(u, x.x); c >= 0 {
			return slices.DeleteFunc(slices.Clone(r.baseTypes(r.whole(ref{u, c}))), func(v value) bool {
				return v.kind == valType && r.decl(v.at).flags&isInterface != 0
			})
		}
	case opSuper:
		if c := r.typeAround(u, x.x); c >= 0 {
			return r.instances(u, r.baseTypes(r.whole(ref{u, c})))
		}
	case opUnion:
		var out []value
		for _, e := range r.operands(u, x) {
			vs := r.infer(u, e)
			if x.pos == whereAllKnown && !slices.ContainsFunc(vs, func(v value) bool { return v.kind != valAlias }) {
				return nil
			}
			out = join(out, vs)
		}
		return out
	case opTuple:
		v := value{kind: valShape, name: shapeTuple}
		for _, e := range r.operands(u, x) {
			v.args = append(v.args, r.infer(u, e))
		}
		return []value{v}
	case opList:
		var of []value
		for _, e := range r.operands(u, x) {
			of = join(of, r.infer(u, e))
		}
		return []value{{kind: valShape, name: shapeList, args: [][]value{of}}}
	case opSum:
		xs := r.operands(u, x)
		return sum(withoutNull(r.infer(u, xs[0])), withoutNull(r.infer(u, xs[1])))
	case opMap:
		v := value{kind: valShape, name: shapeMap}
		for _, e := range r.operands(u, x) {
			v.args = append(v.args, r.infer(u, e))
		}
		return []value{v}
	case opElem:
		var out []value
		for _, v := range r.infer(u, x.x) {
			if v.kind == valShape && v.name == shapeMap && x.pos != 0 {
				if i := 2 - int(x.pos); i < len(v.args) {
					out = join(out, v.args[i])
				}
				continue
			}
			if x.pos == keyOfEach {
				continue
			}
			if v.kind == valShape && v.name == shapeMap && lang.pairs[v.of] {
				out = join(out, v.pair())
				continue
			}
			out = join(out, r.elements(v))
		}
		return out
	case opItem:
		var out []value
		for _, v := range r.infer(u, x.x) {
			if v.kind == valShape && v.name == shapeTuple {
				if int(x.pos) < len(v.args) {
					out = join(out, v.args[x.pos])
				}
			} else {
				out = join(out, r.elements(v))
			}
		}
		return out
	case opLit:
		if k := lang.generics[x.name]; k != "" {
			return []value{{kind: valExternal, name: x.name}}
		}
		return []value{{kind: valOutside, name: x.name}}
	case opLambda:
		return []value{{kind: valFunc, at: ref{u, x.x}}}
	case opDecl:
		return r.valueOf(ref{u, x.x})
	case opImport:
		if lang.resolve != nil {
			im := imported{path: x.name, scope: x.x}
			if x.pos == wholeModule {
				im.name = "*"
			}
			return lang.resolve(r, r.units[u], &im)
		}
	case opEnter:
		var out []value
		for _, v := range r.infer(u, x.x) {
			switch entered := r.member(v, "__enter__"); {
			case v.kind == valShape && v.name == shapeList: // a generator as a context manager
				out = join(out, r.elements(v))
			case entered != nil:
				out = join(out, r.callAll(entered))
			default:
				out = join(out, r.callAll(r.member(v, "__aenter__")))
			}
		}
		return out
	case opDecorated:
		return r.decorated(u, x)
	case opFunc:
		return []value{{kind: valShape, name: shapeFunc, args: [][]value{r.infer(u, x.x)}}}
	}
	return nil
}
