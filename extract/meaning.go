package extract

import (
	"slices"
	"strings"
)

// valueOf gives what a declaration's name stands for.
func (r *resolver) valueOf(at ref) []value {
	d := r.decl(at)
	switch d.kind {
	case declType:
		return []value{{kind: valType, at: r.whole(at)}}
	case declFunc:
		return []value{{kind: valFunc, at: at}}
	case declSpace, declFile:
		return []value{{kind: valModule, at: at}}
	case declAlias:
		vs := r.infer(at.unit, d.typ)
		if d.node == "" {
			return vs
		}
		out := []value{{kind: valAlias, at: at, via: at}}
		for _, v := range vs {
			v.via = at
			out = append(out, v)
		}
		return out
	case declTypeParam:
		if d.typ != 0 {
			return r.infer(at.unit, d.typ)
		}
		return []value{{kind: valTypeParam, at: at}}
	case declVar:
		return r.variable(at, d)
	}
	return nil
}

func (r *resolver) variable(at ref, d *decl) []value {
	u := r.units[at.unit]
	switch {
	case d.flags&isEnumCase != 0:
		return []value{{kind: valInstance, at: r.whole(ref{at.unit, d.scope})}}
	case d.flags&isSelf != 0:
		f := &u.decls[d.scope]
		c := r.typeAround(at.unit, f.scope)
		if c < 0 {
			return nil
		}
		v := r.thisValue(ref{at.unit, c})
		if f.flags&isClassMethod != 0 {
			v.kind = valType
		}
		return []value{v}
	case d.typ != 0:
		return r.instances(at.unit, r.infer(at.unit, d.typ))
	}
	if d.flags&hasMembers != 0 {
		own := value{kind: valObject, at: at}
		if d.init != 0 {
			return join([]value{own}, softened(r.infer(at.unit, d.init)))
		}
		return []value{own}
	}
	vs := r.infer(at.unit, d.init)
	if d.flags&isElement != 0 {
		var out []value
		for _, v := range vs {
			out = join(out, r.elements(v))
		}
		vs = out
	}
	return r.soften(vs)
}

// soften marks instances as concluded; a name for a type, function or module is as good as the thing itself.
func (r *resolver) soften(vs []value) []value {
	for _, v := range vs {
		if v.kind != valType && v.kind != valModule {
			return softened(vs)
		}
	}
	return vs
}

// instances gives values of types.
func (r *resolver) instances(u int32, types []value) []value {
	if len(types) == 0 {
		return nil
	}
	var out []value
	for _, t := range types {
		switch t.kind {
		case valType:
			t.kind = valInstance
			t.soft, t.via = false, ref{}
			out = join(out, []value{t})
		case valExternal:
			out = join(out, r.outside(u, t))
		case valFunc:
			if r.decl(t.at).flags&hasMembers != 0 { // a function as a constructor
				out = join(out, []value{{kind: valObject, at: t.at}})
			} else { // typeof f
				out = join(out, []value{t})
			}
		case valShape, valTypeParam, valOutside, valObject, valInstance:
			t.via = ref{}
			out = join(out, []value{t})
		}
	}
	return out
}

// outside is an instance of a type that the tree does not have; of some it is known what their arguments mean.
func (r *resolver) outside(u int32, t value) []value {
	t.via = ref{}
	short := t.name[strings.LastIndexAny(t.name, ".:\\")+1:]
	switch shape := r.units[u].lang.generics[short]; shape {
	case "":
		return []value{{kind: valOutside, name: t.name, args: t.args}}
	case shapePass:
		var out []value
		for _, a := range t.args {
			out = join(out, a)
		}
		return out
	case shapeLast:
		if len(t.args) > 0 {
			return t.args[len(t.args)-1]
		}
		return nil
	case shapeFirst:
		if len(t.args) > 0 {
			return t.args[0]
		}
		return nil
	case shapeGiven:
		if len(t.args) > 0 {
			return r.callAll(t.args[0])
		}
		return nil
	case shapeType:
		var out []value
		for _, a := range t.args {
			for _, v := range a {
				if v.kind == valInstance {
					v.kind = valType
					out = join(out, []value{v})
				}
			}
		}
		return out
	default:
		return []value{{kind: valShape, name: shape, of: short, args: t.args}}
	}
}

// substitute puts the type arguments of a receiver in place of its type's parameters.
func (r *resolver) substitute(vs []value, self *value) []value {
	if self == nil {
		return vs
	}
	change := false
	for i := range vs {
		change = change || vs[i].kind == valTypeParam || len(vs[i].args) > 0
	}
	if !change {
		return vs
	}
	var out []value
	for _, v := range vs {
		switch {
		case v.kind == valTypeParam:
			out = join(out, r.argument(v.at, self))
		case len(v.args) > 0 && self.args != nil:
			args := make([][]value, len(v.args))
			for i, a := range v.args {
				args[i] = r.substitute(a, self)
			}
			v.args = args
			out = join(out, []value{v})
		default:
			out = join(out, []value{v})
		}
	}
	return out
}

// argument is what a receiver has for a type parameter: its own argument, or that of the base which declares the parameter.
func (r *resolver) argument(param ref, self *value) []value {
	d := r.decl(param)
	owner := ref{param.unit, d.scope}
	if self.at == owner {
		if i := r.paramIndex(param); i >= 0 && i < len(self.args) {
			return self.args[i]
		}
		return nil
	}
	if self.kind != valInstance && self.kind != valType || r.depth > maxInference {
		return nil
	}
	r.depth++
	defer func() { r.depth-- }()
	for _, b := range r.baseTypes(self.at) {
		if b.kind == valType && slices.Contains(r.ancestry(b.at), owner) {
			b.kind = valInstance
			args := make([][]value, len(b.args))
			for i, a := range b.args {
				args[i] = r.substitute(a, self)
			}
			b.args = args
			return r.argument(param, &b)
		}
	}
	return nil
}

func (r *resolver) paramIndex(param ref) int {
	u := r.units[param.unit]
	owner := u.decls[param.decl].scope
	i := 0
	for d := owner + 1; int(d) < len(u.decls) && d <= param.decl; d++ {
		if u.decls[d].scope == owner && u.decls[d].kind == declTypeParam {
			if d == param.decl {
				return i
			}
			i++
		}
	}
	return -1
}
