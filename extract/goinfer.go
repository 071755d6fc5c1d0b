package extract

import (
	"go/types"
	"slices"
)

// goInference finds the arguments of type parameters.
type goInference struct {
	params map[*types.TypeParam]int
	found  []types.Type
}

// inferred is a generic function with its type arguments: those that are written, and those that follow from what it is called with.
// What cannot be told leaves a function whose results that are not made of the arguments are known. nil is no call.
func (r *goReader) inferred(sig *types.Signature, call *goExpr, args []int32) *types.Signature {
	in := &goInference{params: map[*types.TypeParam]int{}, found: make([]types.Type, sig.TypeParams().Len())}
	for i := range sig.TypeParams().Len() {
		in.params[sig.TypeParams().At(i)] = i
	}
	if fun := &r.exprs[call.x]; fun.op == goIndex {
		given := r.typesOf(fun.y)
		if given == nil || len(given) > len(in.found) {
			return nil
		}
		copy(in.found, given)
	}
	if values := r.arguments(args); values != nil || len(args) == 0 {
		if in.fits(sig, values, call.sub == 1) && !slices.Contains(in.found, nil) {
			out, _ := r.instantiate(sig, in.found).(*types.Signature)
			return out
		}
	}
	if sig.Results().Len() > 0 && in.mentions(sig.Results(), 0) {
		return nil
	}
	return sig
}

// arguments are the types that a call is given, nil if one is not known.
func (r *goReader) arguments(args []int32) []types.Type {
	var out []types.Type
	for _, a := range args {
		m := r.meaning(a)
		if m.mode != goValue {
			return nil
		}
		if t, ok := m.typ.(*types.Tuple); ok && len(args) == 1 {
			for v := range t.Variables() {
				out = append(out, v.Type())
			}
			continue
		}
		out = append(out, m.typ)
	}
	return out
}

// fits unifies parameters with arguments: first those that have a type, then what the constraints say, at last constants.
func (in *goInference) fits(sig *types.Signature, args []types.Type, dots bool) bool {
	n := sig.Params().Len()
	if !sig.Variadic() && len(args) != n || sig.Variadic() && len(args) < n-1 || dots && len(args) != n {
		return false
	}
	param := func(i int) types.Type {
		if sig.Variadic() && i >= n-1 && !dots {
			return sig.Params().At(n - 1).Type().(*types.Slice).Elem()
		}
		return sig.Params().At(i).Type()
	}
	for i, a := range args {
		if !untyped(a) && in.mentions(param(i), 0) && !in.unify(param(i), a, 0) {
			return false
		}
	}
	if !in.constraints(sig) {
		return false
	}
	constants := map[int]types.Type{}
	for i, a := range args {
		p, ok := param(i).(*types.TypeParam)
		if !ok || !untyped(a) || a == types.Typ[types.UntypedNil] {
			continue
		}
		if at, ok := in.params[p]; ok && in.found[at] == nil {
			if was := constants[at]; was == nil || was.(*types.Basic).Kind() < a.(*types.Basic).Kind() {
				constants[at] = a
			}
		}
	}
	for at, t := range constants {
		in.found[at] = types.Default(t)
	}
	return in.constraints(sig)
}

// constraints unifies each parameter with what its constraint is made of.
func (in *goInference) constraints(sig *types.Signature) bool {
	for range in.found {
		for i := range sig.TypeParams().Len() {
			p := sig.TypeParams().At(i)
			var one types.Type
			tilde, n := false, 0
			for term := range termsOf(p.Constraint(), 0) {
				one, tilde = term.Type(), term.Tilde()
				n++
			}
			if n != 1 && in.found[i] != nil && !in.methods(p.Constraint(), in.found[i], 0) {
				return false
			}
			if n != 1 || !in.mentions(one, 0) && !(in.found[i] == nil && !tilde) {
				continue
			}
			switch found := in.found[i]; {
			case found != nil && tilde:
				if !in.unify(one, found.Underlying(), 0) {
					return false
				}
			case found != nil:
				if !in.unify(one, found, 0) {
					return false
				}
			default:
				if t := in.apply(one); t != nil {
					in.found[i] = t
				}
			}
		}
	}
	return true
}

// apply is a type in which the parameters are replaced, nil if one is not known yet.
func (in *goInference) apply(t types.Type) types.Type {
	switch t := types.Unalias(t).(type) {
	case *types.TypeParam:
		if i, ok := in.params[t]; ok {
			return in.found[i]
		}
		return t
	case *types.Slice:
		if e := in.apply(t.Elem()); e != nil {
			return types.NewSlice(e)
		}
		return nil
	case *types.Pointer:
		if e := in.apply(t.Elem()); e != nil {
			return types.NewPointer(e)
		}
		return nil
	case *types.Map:
		k, e := in.apply(t.Key()), in.apply(t.Elem())
		if k != nil && e != nil {
			return types.NewMap(k, e)
		}
		return nil
	}
	if in.mentions(t, 0) {
		return nil
	}
	return t
}
