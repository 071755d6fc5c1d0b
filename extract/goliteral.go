package extract

import "go/types"

// composite is the value of a composite literal.
func (r *goReader) composite(x *goExpr) goMeaning {
	t := r.literalType(x)
	if t == nil {
		return goNothing
	}
	switch u := literalBase(t, x.x == 0).(type) {
	case *types.Struct, *types.Array, *types.Slice, *types.Map:
		return valueOf(t)
	case nil:
		return goNothing
	default:
		if !valid(u) {
			return valueOf(t) // a type of which nothing is known
		}
	}
	return goNothing
}

// literalType is the type of a composite literal as it is written, or for an element without one what its place says.
func (r *goReader) literalType(x *goExpr) types.Type {
	if x.x != 0 {
		return r.typ(x.x)
	}
	if x.y == 0 {
		return nil
	}
	outer := &r.exprs[x.y]
	t := r.literalType(outer)
	if t == nil {
		return nil
	}
	switch u := literalBase(t, outer.x == 0).(type) {
	case *types.Array:
		return u.Elem()
	case *types.Slice:
		return u.Elem()
	case *types.Map:
		if x.sub == 1 {
			return u.Key()
		}
		return u.Elem()
	}
	return types.Typ[types.Invalid]
}

// literalBase is what a literal of a type is made of; an element's may be a pointer to that.
func literalBase(t types.Type, element bool) types.Type {
	if p, ok := core(t).(*types.Pointer); ok && element {
		return core(p.Elem())
	}
	return core(t)
}

// reads says that go/types reads the part of a literal that a guard stands before.
func (r *goReader) reads(guard int32) bool {
	if guard == 0 {
		return true
	}
	if r.guarded[guard] == 0 {
		r.guarded[guard] = -1
		g := &r.guards[guard]
		x := &r.exprs[g.literal]
		ok := r.reads(g.outer)
		if g.literal == 0 {
			if m := r.meaning(g.key); ok && m.mode == goTypeMode && generic(m.typ) {
				r.guarded[guard] = 1
			}
			return r.guarded[guard] == 1
		}
		if t := r.literalType(x); ok && t != nil {
			switch literalBase(t, x.x == 0).(type) {
			case *types.Map:
				ok = g.key == 0 || r.meaning(g.key).mode == goValue
			case *types.Array, *types.Slice:
			default:
				ok = g.key != 0
			}
		} else if g.key == 0 {
			ok = false
		}
		if ok {
			r.guarded[guard] = 1
		}
	}
	return r.guarded[guard] == 1
}
