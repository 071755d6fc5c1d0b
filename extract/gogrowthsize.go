package extract

import (
	"cmp"
	"go/ast"
	"go/types"
)

// size is that of a type where t is declared.
func (g *goGrowth) size(e ast.Expr, t *goGrown, how int) *goSize {
	out := &goSize{own: 1, each: make([]int, len(t.params))}
	fields := func(list *ast.FieldList, how int) {
		if list == nil {
			return
		}
		for _, f := range list.List {
			out.add(g.size(f.Type, t, how), max(1, len(f.Names)))
		}
	}
	switch e := e.(type) {
	case *ast.ParenExpr:
		return g.size(e.X, t, how)
	case *ast.Ident:
		for i, p := range t.params {
			if p == e.Name {
				out.own, out.each[i] = 0, 1
				return out
			}
		}
		return g.instance(e, nil, out, t, how)
	case *ast.SelectorExpr:
		return g.instance(e, nil, out, t, how)
	case *ast.IndexExpr:
		return g.instance(e.X, []ast.Expr{e.Index}, out, t, how)
	case *ast.IndexListExpr:
		return g.instance(e.X, e.Indices, out, t, how)
	case *ast.StarExpr:
		out.add(g.size(e.X, t, behindName), 1)
	case *ast.ArrayType:
		if e.Len == nil {
			how = behindName
		}
		out.add(g.size(e.Elt, t, how), 1)
	case *ast.MapType:
		out.add(g.size(e.Key, t, behindName), 1)
		out.add(g.size(e.Value, t, behindName), 1)
	case *ast.ChanType:
		out.add(g.size(e.Value, t, behindName), 1)
	case *ast.Ellipsis:
		if e.Elt != nil {
			out.add(g.size(e.Elt, t, behindName), 1)
		}
	case *ast.FuncType:
		fields(e.Params, behindName)
		fields(e.Results, behindName)
	case *ast.StructType:
		fields(e.Fields, how)
	case *ast.InterfaceType:
		fields(e.Methods, how)
	case *ast.UnaryExpr:
		return g.size(e.X, t, how)
	case *ast.BinaryExpr:
		out.add(g.size(e.X, t, how), 1)
		out.add(g.size(e.Y, t, how), 1)
	}
	return out
}

// instance is the size of a named type with its arguments.
func (g *goGrowth) instance(name ast.Expr, args []ast.Expr, out *goSize, t *goGrown, how int) *goSize {
	s := &goSize{own: 1}
	if of := g.find(name, t.unit, t.file); of != nil {
		s = g.declared(of, how)
	}
	out.own = s.own
	for i, a := range args {
		n := 1
		if i < len(s.each) {
			n = s.each[i]
		}
		out.add(g.size(a, t, how), n)
	}
	return out
}

// find gives the declaration of a type in the tree.
func (g *goGrowth) find(name ast.Expr, u *goUnit, f *goFile) *goGrown {
	switch n := name.(type) {
	case *ast.Ident:
		return g.types[u][n.Name]
	case *ast.SelectorExpr:
		if q, ok := n.X.(*ast.Ident); ok {
			return g.types[g.imported(q.Name, f)][n.Sel.Name]
		}
	}
	return nil
}

// imported is the package of the tree that a file knows by a name.
func (g *goGrowth) imported(name string, f *goFile) *goUnit {
	names, ok := g.names[f]
	if !ok {
		names = map[string]*goUnit{}
		for _, im := range f.imports {
			if u := g.dirs.find(im.path, f.dir); u != nil {
				names[cmp.Or(im.local, u.name)] = u
			}
		}
		g.names[f] = names
	}
	return names[name]
}

// add adds n times another, up to more than is allowed.
func (s *goSize) add(o *goSize, n int) {
	s.own = min(s.own+o.own*n, maxTypeSize+1)
	for i, k := range o.each {
		if i < len(s.each) {
			s.each[i] = min(s.each[i]+k*n, maxTypeSize+1)
		}
	}
}

// large says that a type has more parts than an argument may have.
func large(t types.Type) bool { return larger(t, maxArgSize) }

// overgrown says that what a type is an instance of, or points to an instance of, has a large argument.
func overgrown(t types.Type) bool {
	if p, ok := types.Unalias(t).(*types.Pointer); ok {
		t = p.Elem()
	}
	n, ok := types.Unalias(t).(*types.Named)
	if !ok {
		return false
	}
	for a := range n.TypeArgs().Types() {
		if large(a) {
			return true
		}
	}
	return false
}

func larger(t types.Type, limit int) bool {
	left := limit
	var count func(t types.Type)
	count = func(t types.Type) {
		if left--; left < 0 {
			return
		}
		switch t := types.Unalias(t).(type) {
		case *types.Named:
			for a := range t.TypeArgs().Types() {
				count(a)
			}
		case *types.Pointer:
			count(t.Elem())
		case *types.Slice:
			count(t.Elem())
		case *types.Array:
			count(t.Elem())
		case *types.Chan:
			count(t.Elem())
		case *types.Map:
			count(t.Key())
			count(t.Elem())
		case *types.Struct:
			for f := range t.Fields() {
				count(f.Type())
			}
		case *types.Tuple:
			for v := range t.Variables() {
				count(v.Type())
			}
		case *types.Signature:
			count(t.Params())
			count(t.Results())
		}
	}
	count(t)
	return left < 0
}
