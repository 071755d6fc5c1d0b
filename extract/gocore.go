package extract

import "go/types"

// core is the type that a type is made of: its underlying type, of a type parameter that of all types it stands for, nil if they differ.
func core(t types.Type) types.Type {
	p, ok := types.Unalias(t).(*types.TypeParam)
	if !ok {
		return t.Underlying()
	}
	var one types.Type
	for term := range termsOf(p.Constraint(), 0) {
		u := term.Type().Underlying()
		if one != nil && !types.Identical(one, u) {
			return nil
		}
		one = u
	}
	return one
}

// termsOf are the terms of the first union that a constraint names.
func termsOf(t types.Type, depth int) func(func(*types.Term) bool) {
	return func(yield func(*types.Term) bool) {
		iface, ok := t.Underlying().(*types.Interface)
		if !ok || depth > 8 {
			return
		}
		for e := range iface.EmbeddedTypes() {
			switch e := types.Unalias(e).(type) {
			case *types.Union:
				for term := range e.Terms() {
					if !yield(term) {
						return
					}
				}
			default:
				if _, nested := e.Underlying().(*types.Interface); !nested {
					if !yield(types.NewTerm(false, e)) {
						return
					}
					continue
				}
				for term := range termsOf(e, depth+1) {
					if !yield(term) {
						return
					}
				}
			}
		}
	}
}
