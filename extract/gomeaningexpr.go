package extract

import (
	"go/token"
	"go/types"
	"slices"
)

func (r *goReader) indexed(x *goExpr) goMeaning {
	m := r.meaning(x.x)
	switch m.mode {
	case goTypeMode:
		if !generic(m.typ) {
			return goNothing
		}
		if t := r.instantiate(m.typ, r.typesOf(x.y)); t != nil {
			return goMeaning{mode: goTypeMode, typ: t}
		}
		return goNothing
	case goValue:
	default:
		return goNothing
	}
	if sig, ok := m.typ.(*types.Signature); ok && sig.TypeParams().Len() > 0 {
		targs := r.typesOf(x.y)
		if len(targs) == sig.TypeParams().Len() {
			if t := r.instantiate(sig, targs); t != nil {
				return valueOf(t)
			}
			return goNothing
		}
		return m // the rest is inferred
	}
	u := core(m.typ)
	if p, ok := u.(*types.Pointer); ok {
		u, ok = core(p.Elem()).(*types.Array)
		if !ok {
			return goNothing
		}
	}
	switch u := u.(type) {
	case *types.Basic:
		if u.Info()&types.IsString != 0 {
			return valueOf(types.Universe.Lookup("byte").Type())
		}
	case *types.Array:
		return valueOf(u.Elem())
	case *types.Slice:
		return valueOf(u.Elem())
	case *types.Map:
		return valueOf(u.Elem())
	}
	return goNothing
}

// typesOf are the types in a list, nil if one is none.
func (r *goReader) typesOf(list int32) []types.Type {
	var out []types.Type
	for _, e := range r.list(list) {
		t := r.typ(e)
		if !valid(t) {
			return nil
		}
		out = append(out, t)
	}
	return out
}

// instantiate gives a generic type or function its arguments, nil if they do not fit.
func (r *goReader) instantiate(t types.Type, targs []types.Type) (out types.Type) {
	if len(targs) == 0 || slices.ContainsFunc(targs, large) {
		return nil
	}
	if r.context == nil {
		r.context = types.NewContext()
	}
	if guard(func() (err error) { out, err = types.Instantiate(r.context, t, targs, false); return err }) != nil {
		return nil
	}
	return out
}

func (r *goReader) sliced(m goMeaning) goMeaning {
	if m.mode != goValue {
		return goNothing
	}
	switch u := core(m.typ).(type) {
	case *types.Basic:
		if u.Info()&types.IsString != 0 {
			if u.Info()&types.IsUntyped != 0 {
				return valueOf(types.Typ[types.String])
			}
			return m
		}
	case *types.Array:
		return valueOf(types.NewSlice(u.Elem()))
	case *types.Pointer:
		if a, ok := core(u.Elem()).(*types.Array); ok {
			return valueOf(types.NewSlice(a.Elem()))
		}
	case *types.Slice:
		return m
	}
	return goNothing
}

func (r *goReader) starred(m goMeaning) goMeaning {
	switch m.mode {
	case goTypeMode:
		if generic(m.typ) {
			return goNothing
		}
		return goMeaning{mode: goTypeMode, typ: types.NewPointer(m.typ), free: m.free}
	case goValue:
		if p, ok := core(m.typ).(*types.Pointer); ok {
			return valueOf(p.Elem())
		}
	}
	return goNothing
}

func (r *goReader) unary(op token.Token, m goMeaning) goMeaning {
	if m.mode != goValue {
		return goNothing
	}
	switch op {
	case token.AND:
		return valueOf(types.NewPointer(m.typ))
	case token.ARROW:
		if c, ok := core(m.typ).(*types.Chan); ok {
			return valueOf(c.Elem())
		}
		return goNothing
	}
	if !computes(m.typ) {
		return goNothing
	}
	return m
}

// computes says that operators take a type.
func computes(t types.Type) bool {
	if _, param := types.Unalias(t).(*types.TypeParam); param {
		return true
	}
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&(types.IsNumeric|types.IsString|types.IsBoolean) != 0
}

func (r *goReader) binary(op token.Token, x, y goMeaning) goMeaning {
	if x.mode != goValue || y.mode != goValue {
		return goNothing
	}
	switch op {
	case token.SHL, token.SHR:
		return x
	case token.EQL, token.NEQ, token.LSS, token.LEQ, token.GTR, token.GEQ:
		if mixes(x.typ, y.typ) || mixes(y.typ, x.typ) {
			return goNothing
		}
		return valueOf(types.Typ[types.UntypedBool])
	}
	if !computes(x.typ) || !computes(y.typ) {
		return goNothing
	}
	switch {
	case !untyped(x.typ):
		return x
	case !untyped(y.typ):
		return y
	case x.typ.(*types.Basic).Kind() < y.typ.(*types.Basic).Kind():
		return y
	}
	return x
}

// mixes says that a constant is put together with a type of which nothing is known.
func mixes(constant, t types.Type) bool {
	return untyped(constant) && constant != types.Typ[types.UntypedNil] && t.Underlying() == types.Typ[types.Invalid]
}

func untyped(t types.Type) bool {
	b, ok := t.(*types.Basic)
	return ok && b.Info()&types.IsUntyped != 0
}
