package extract

import (
	"go/token"
	"go/types"
)

// maxNestedLocals is how many locals are read each for the one before. A function may have as many as a file has room for, and a stack
// that overflows cannot be recovered from.
const maxNestedLocals = 100

// ofLocal is what a name of the function's own means.
func (r *goReader) ofLocal(i int32) goMeaning {
	r.nested++
	defer func() { r.nested-- }()
	if r.nested == maxNestedLocals { // a local is made of those before it: these one after the other
		nested := r.nested
		for before := r.firstLocal; before < i; before++ {
			r.nested = 1
			r.ofLocal(before)
		}
		r.nested = nested
	}
	d := &r.locals[i]
	switch d.kind {
	case localParam:
		if r.function == nil {
			return goNothing
		}
		return r.ofObject(r.function.Lookup(r.names[d.name]))
	case localType, localAlias:
		if t := r.localType(i, d); valid(t) {
			return goMeaning{mode: goTypeMode, typ: t}
		}
		return goNothing
	}
	if r.localTypes[i] == nil {
		r.localTypes[i] = types.Typ[types.Invalid] // while it is read
		if t := r.localVar(d); t != nil {
			r.localTypes[i] = t
		}
	}
	if t := r.localTypes[i]; valid(t) {
		return valueOf(t)
	}
	return goNothing
}

func (r *goReader) localType(i int32, d *goLocal) types.Type {
	if r.localTypes[i] != nil {
		return r.localTypes[i]
	}
	if d.kind == localAlias {
		r.localTypes[i] = types.Typ[types.Invalid]
		if t := r.typ(d.x); !larger(t, maxNameSize) {
			r.localTypes[i] = t
		}
		return r.localTypes[i]
	}
	named := types.NewNamed(types.NewTypeName(token.NoPos, r.pass.pkg, r.names[d.name], nil), types.Typ[types.Invalid], nil)
	r.localTypes[i] = named
	if t := r.typ(d.x); valid(t) {
		named.SetUnderlying(t.Underlying())
	}
	return named
}

// localVar is the type of a variable or constant, nil for none.
func (r *goReader) localVar(d *goLocal) types.Type {
	switch d.kind {
	case localTyped:
		return r.typ(d.x)
	case localVariadic:
		return types.NewSlice(r.typ(d.x))
	case localConst:
		return r.meaning(d.x).typ
	case localInit:
		return variable(r.meaning(d.x))
	case localPart:
		return r.part(d)
	case localKey, localElem:
		k, v := ranged(r.meaning(d.x))
		if d.kind == localKey {
			return k
		}
		return v
	case localCase:
		return r.inCase(d)
	}
	return nil
}

// variable is the type of what is declared by its value alone.
func variable(m goMeaning) types.Type {
	if m.mode != goValue || m.typ == types.Typ[types.UntypedNil] {
		return nil
	}
	if _, tuple := m.typ.(*types.Tuple); tuple {
		return nil
	}
	return types.Default(m.typ)
}

// part is the type of one of several values.
func (r *goReader) part(d *goLocal) types.Type {
	m := r.meaning(d.x)
	if m.mode != goValue {
		return nil
	}
	if t, ok := m.typ.(*types.Tuple); ok {
		if t.Len() != int(d.of) {
			return nil
		}
		return t.At(int(d.index)).Type()
	}
	if d.of != 2 || !r.commaOK(d.x) {
		return nil
	}
	if d.index == 1 {
		return types.Typ[types.Bool]
	}
	return m.typ
}

// commaOK says that an expression may give whether it was there too.
func (r *goReader) commaOK(e int32) bool {
	switch x := &r.exprs[e]; x.op {
	case goAssert:
		return true
	case goUnary:
		return token.Token(x.sub) == token.ARROW
	case goIndex:
		m := r.meaning(x.x)
		if m.mode != goValue {
			return false
		}
		_, ok := core(m.typ).(*types.Map)
		return ok
	}
	return false
}

func (r *goReader) inCase(d *goLocal) types.Type {
	cases := r.list(d.y)
	if len(cases) == 1 && !r.isNil(cases[0]) {
		return r.typ(cases[0])
	}
	m := r.meaning(d.x)
	if m.mode == goValue && m.typ != nil && types.IsInterface(m.typ) {
		return m.typ
	}
	return nil
}

func (r *goReader) isNil(e int32) bool {
	x := &r.exprs[e]
	return x.op == goGlobal && r.global(x.name) == types.Universe.Lookup("nil")
}

// ranged gives the types of key and element in a range, nil for none.
func ranged(m goMeaning) (key, elem types.Type) {
	if m.mode != goValue {
		return nil, nil
	}
	t := m.typ
	if t == types.Typ[types.UntypedInt] || t == types.Typ[types.UntypedRune] || t == types.Typ[types.UntypedString] {
		t = types.Default(t)
	}
	u := core(t)
	if p, ok := u.(*types.Pointer); ok {
		if a, ok := core(p.Elem()).(*types.Array); ok {
			u = a
		}
	}
	switch u := u.(type) {
	case *types.Basic:
		switch {
		case u.Info()&types.IsString != 0:
			return types.Typ[types.Int], types.Universe.Lookup("rune").Type()
		case u.Info()&types.IsInteger != 0:
			return t, nil
		}
	case *types.Array:
		return types.Typ[types.Int], u.Elem()
	case *types.Slice:
		return types.Typ[types.Int], u.Elem()
	case *types.Map:
		return u.Key(), u.Elem()
	case *types.Chan:
		return u.Elem(), nil
	case *types.Signature:
		return yielded(u)
	}
	return nil, nil
}

// yielded are the types of what an iterator gives.
func yielded(iter *types.Signature) (key, elem types.Type) {
	if iter.Params().Len() != 1 || iter.Results().Len() != 0 {
		return nil, nil
	}
	yield, ok := core(iter.Params().At(0).Type()).(*types.Signature)
	if !ok || yield.Params().Len() > 2 || yield.Results().Len() != 1 {
		return nil, nil
	}
	if yield.Params().Len() > 0 {
		key = yield.Params().At(0).Type()
	}
	if yield.Params().Len() > 1 {
		elem = yield.Params().At(1).Type()
	}
	return key, elem
}
