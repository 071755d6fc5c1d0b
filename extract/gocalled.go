package extract

import "go/types"

// called is what a call gives.
func (r *goReader) called(x *goExpr) goMeaning {
	f := r.meaning(x.x)
	args := r.list(x.y)
	switch f.mode {
	case goTypeMode:
		return r.converted(f, args)
	case goBuiltin:
		return r.builtin(r.names[r.exprs[x.x].name], args)
	case goValue:
	default:
		return goNothing
	}
	if !valid(f.typ) {
		return goNothing
	}
	sig, ok := core(f.typ).(*types.Signature)
	if !ok {
		return goNothing
	}
	if sig.TypeParams().Len() > 0 {
		if sig = r.inferred(sig, x, args); sig == nil {
			return goNothing
		}
	}
	switch sig.Results().Len() {
	case 0:
		return goMeaning{mode: goNoValue}
	case 1:
		return valueOf(sig.Results().At(0).Type())
	}
	return valueOf(sig.Results())
}

// converted is the value of a conversion.
func (r *goReader) converted(t goMeaning, args []int32) goMeaning {
	if len(args) != 1 || generic(t.typ) {
		return goNothing
	}
	if t.free && r.exprs[args[0]].op != goLiteral {
		return valueOf(t.typ)
	}
	m := r.meaning(args[0])
	if m.mode != goValue {
		return goNothing
	}
	if untyped(m.typ) {
		if m.typ != types.Typ[types.UntypedNil] && !valid(t.typ.Underlying()) {
			return goNothing
		}
		return valueOf(t.typ)
	}
	if _, tuple := m.typ.(*types.Tuple); tuple || !types.ConvertibleTo(m.typ, t.typ) {
		return goNothing
	}
	return valueOf(t.typ)
}

// builtin is the value of a call of a predeclared function, or of one of package unsafe.
func (r *goReader) builtin(name string, args []int32) goMeaning {
	switch name {
	case "make":
		if len(args) == 0 {
			return goNothing
		}
		t := r.typ(args[0])
		switch core(t).(type) {
		case *types.Slice, *types.Map, *types.Chan:
			return valueOf(t)
		}
		return goNothing
	case "new":
		if len(args) != 1 {
			return goNothing
		}
		switch m := r.meaning(args[0]); {
		case m.mode == goTypeMode && !generic(m.typ):
			return valueOf(types.NewPointer(m.typ))
		case m.mode == goValue:
			return valueOf(types.NewPointer(types.Default(m.typ)))
		}
		return goNothing
	case "Sizeof", "Offsetof", "Alignof":
		return valueOf(types.Typ[types.Uintptr])
	}
	var all []goMeaning
	for _, a := range args {
		m := r.meaning(a)
		if m.mode != goValue {
			return goNothing
		}
		all = append(all, m)
	}
	switch name {
	case "recover":
		return valueOf(types.Universe.Lookup("any").Type())
	case "panic", "print", "println", "close", "clear", "delete":
		return goMeaning{mode: goNoValue}
	}
	if len(all) == 0 {
		return goNothing
	}
	return builtinOf(name, all)
}

func builtinOf(name string, args []goMeaning) goMeaning {
	x := args[0]
	if !valid(x.typ) {
		return goNothing
	}
	switch name {
	case "append":
		if _, ok := core(x.typ).(*types.Slice); ok {
			return x
		}
		return goNothing
	case "len", "cap", "copy":
		if !valid(x.typ.Underlying()) {
			return goNothing
		}
		return valueOf(types.Typ[types.Int])
	case "min", "max":
		for _, m := range args {
			if !computes(m.typ) {
				return goNothing
			}
			if !untyped(m.typ) {
				x = m
			}
		}
		return x
	case "real", "imag":
		return valueOf(types.Typ[types.Float64])
	case "complex":
		return valueOf(types.Typ[types.Complex128])
	case "Add":
		return x
	case "String":
		return valueOf(types.Typ[types.String])
	case "Slice":
		if p, ok := core(x.typ).(*types.Pointer); ok {
			return valueOf(types.NewSlice(p.Elem()))
		}
	case "SliceData":
		if s, ok := core(x.typ).(*types.Slice); ok {
			return valueOf(types.NewPointer(s.Elem()))
		}
	case "StringData":
		return valueOf(types.NewPointer(types.Universe.Lookup("byte").Type()))
	}
	return goNothing
}
