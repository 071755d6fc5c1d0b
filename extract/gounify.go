package extract

import "go/types"

// unifyDepth bounds how deep types are compared.
const unifyDepth = 50

// mentions says that a type is made of one of the parameters.
func (in *goInference) mentions(t types.Type, depth int) bool {
	if depth > unifyDepth {
		return false
	}
	of := func(t types.Type) bool { return in.mentions(t, depth+1) }
	switch t := types.Unalias(t).(type) {
	case *types.TypeParam:
		_, ok := in.params[t]
		return ok
	case *types.Pointer:
		return of(t.Elem())
	case *types.Slice:
		return of(t.Elem())
	case *types.Array:
		return of(t.Elem())
	case *types.Chan:
		return of(t.Elem())
	case *types.Map:
		return of(t.Key()) || of(t.Elem())
	case *types.Signature:
		return of(t.Params()) || of(t.Results())
	case *types.Tuple:
		for v := range t.Variables() {
			if of(v.Type()) {
				return true
			}
		}
	case *types.Named:
		for a := range t.TypeArgs().Types() {
			if of(a) {
				return true
			}
		}
	case *types.Struct:
		for f := range t.Fields() {
			if of(f.Type()) {
				return true
			}
		}
	case *types.Interface:
		for m := range t.Methods() {
			if of(m.Type()) {
				return true
			}
		}
	}
	return false
}

// unify makes a parameter's type that of an argument, as far as it can.
func (in *goInference) unify(p, a types.Type, depth int) bool {
	if depth > unifyDepth {
		return false
	}
	p, a = types.Unalias(p), types.Unalias(a)
	if tp, ok := p.(*types.TypeParam); ok {
		if i, ok := in.params[tp]; ok {
			return in.bind(i, a, depth)
		}
	}
	if p == a {
		return true
	}
	if _, ok := p.(*types.Named); !ok {
		if n, ok := a.(*types.Named); ok {
			a = n.Underlying()
		}
	}
	of := func(p, a types.Type) bool { return in.unify(p, a, depth+1) }
	switch p := p.(type) {
	case *types.Pointer:
		b, ok := a.(*types.Pointer)
		return ok && of(p.Elem(), b.Elem())
	case *types.Slice:
		b, ok := a.(*types.Slice)
		return ok && of(p.Elem(), b.Elem())
	case *types.Array:
		b, ok := a.(*types.Array)
		return ok && of(p.Elem(), b.Elem())
	case *types.Chan:
		b, ok := a.(*types.Chan)
		return ok && of(p.Elem(), b.Elem())
	case *types.Map:
		b, ok := a.(*types.Map)
		return ok && of(p.Key(), b.Key()) && of(p.Elem(), b.Elem())
	case *types.Signature:
		b, ok := a.(*types.Signature)
		return ok && b.TypeParams().Len() == 0 && p.Variadic() == b.Variadic() && in.unifyTuples(p.Params(), b.Params(), depth) &&
			in.unifyTuples(p.Results(), b.Results(), depth)
	case *types.Named:
		return in.unifyNamed(p, a, depth)
	}
	return !in.mentions(p, depth) // whether it may be assigned is none of ours
}

func (in *goInference) unifyTuples(p, a *types.Tuple, depth int) bool {
	if p.Len() != a.Len() {
		return false
	}
	for i := range p.Len() {
		if !in.unify(p.At(i).Type(), a.At(i).Type(), depth+1) {
			return false
		}
	}
	return true
}

func (in *goInference) unifyNamed(p *types.Named, a types.Type, depth int) bool {
	if b, ok := a.(*types.Named); ok && b.Origin() == p.Origin() {
		if p.TypeArgs().Len() != b.TypeArgs().Len() {
			return false
		}
		for i := range p.TypeArgs().Len() {
			if !in.unify(p.TypeArgs().At(i), b.TypeArgs().At(i), depth+1) {
				return false
			}
		}
		return true
	}
	if !in.mentions(p, depth) {
		return true
	}
	if types.IsInterface(p) {
		return in.methods(p, a, depth)
	}
	if _, named := a.(*types.Named); named {
		return false
	}
	return in.unify(p.Underlying(), a, depth+1)
}

// methods unifies the methods that an interface asks for with those of what is given.
func (in *goInference) methods(iface, a types.Type, depth int) bool {
	asked, ok := iface.Underlying().(*types.Interface)
	if !ok {
		return true
	}
	for m := range asked.Methods() {
		obj, _, _ := types.LookupFieldOrMethod(a, true, m.Pkg(), m.Name())
		f, ok := obj.(*types.Func)
		if !ok || !in.unify(m.Type(), f.Type(), depth+1) {
			return false
		}
	}
	return true
}

// bind gives a parameter its type. Of a named type and one that is not the named one stays.
func (in *goInference) bind(i int, a types.Type, depth int) bool {
	was := in.found[i]
	if was == nil {
		in.found[i] = a
		return true
	}
	if types.Identical(was, a) {
		return true
	}
	_, named := was.(*types.Named)
	if b, ok := a.(*types.Named); ok && !named && types.Identical(was, b.Underlying()) {
		in.found[i] = a
		return true
	}
	if named && types.Identical(was.Underlying(), a) {
		return true
	}
	_, x := was.(*types.Chan)
	_, y := a.(*types.Chan)
	return x && y
}
