package extract

import "go/ast"

// typ lowers an expression that stands where only a type may.
func (l *goLowering) typ(e ast.Expr) (out int32) {
	if l.inside() {
		switch e := e.(type) {
		case *ast.ParenExpr:
			out = l.typ(e.X)
		case *ast.StarExpr:
			out = l.node(goExpr{op: goStar, x: l.typ(e.X)})
		case *ast.IndexExpr:
			out = l.generic(e.X, []ast.Expr{e.Index})
		case *ast.IndexListExpr:
			out = l.generic(e.X, e.Indices)
		default:
			out = l.oneExpr(e, asNothing)
		}
	}
	l.depth--
	return out
}

// generic lowers a generic type with its arguments.
func (l *goLowering) generic(of ast.Expr, args []ast.Expr) int32 {
	x := l.expr(of, asNothing)
	outer := l.guard
	l.guard = int32(len(l.guards))
	l.guards = append(l.guards, goGuard{key: x, outer: outer})
	var list []int32
	for _, a := range args {
		list = append(list, l.typ(a))
	}
	l.guard = outer
	return l.node(goExpr{op: goIndex, x: x, y: l.list(list)})
}

// typeExpr lowers what can only be a type.
func (l *goLowering) typeExpr(e ast.Expr) int32 {
	switch e := e.(type) {
	case *ast.ArrayType:
		l.of.typeUse(e.Elt)
		if e.Len == nil {
			return l.node(goExpr{op: goSliceType, x: l.typ(e.Elt)})
		}
		if _, open := e.Len.(*ast.Ellipsis); !open {
			l.expr(e.Len, asNothing)
		}
		return l.node(goExpr{op: goArray, x: l.typ(e.Elt)})
	case *ast.MapType:
		l.of.typeUse(e.Key)
		l.of.typeUse(e.Value)
		k := l.typ(e.Key)
		return l.node(goExpr{op: goMapType, x: k, y: l.typ(e.Value)})
	case *ast.ChanType:
		l.of.typeUse(e.Value)
		return l.node(goExpr{op: goChanType, sub: uint8(e.Dir), x: l.typ(e.Value)})
	case *ast.FuncType:
		return l.funcType(e)
	case *ast.StructType:
		return l.structType(e)
	case *ast.InterfaceType:
		if e.Methods == nil || len(e.Methods.List) == 0 {
			return l.node(goExpr{op: goInterface})
		}
	}
	l.stop = true
	return 0
}

func (l *goLowering) funcType(e *ast.FuncType) int32 {
	if e.TypeParams != nil {
		l.stop = true
		return 0
	}
	n := goExpr{op: goFuncType}
	params, variadic := l.fieldTypes(e.Params)
	results, _ := l.fieldTypes(e.Results)
	if variadic {
		n.sub = 1
	}
	n.x, n.y = l.list(params), l.list(results)
	return l.node(n)
}

// fieldTypes are the types of parameters, one for each. variadic says that the last may be given any number of times.
func (l *goLowering) fieldTypes(list *ast.FieldList) (out []int32, variadic bool) {
	if list == nil {
		return nil, false
	}
	for _, f := range list.List {
		l.of.typeUse(f.Type)
		t := f.Type
		if dots, ok := t.(*ast.Ellipsis); ok {
			if dots.Elt == nil {
				l.stop = true
				return nil, false
			}
			l.of.typeUse(dots.Elt)
			t, variadic = dots.Elt, true
		}
		x := l.typ(t)
		for range max(1, len(f.Names)) {
			out = append(out, x)
		}
	}
	return out, variadic
}

func (l *goLowering) structType(e *ast.StructType) int32 {
	var fields []int32
	for _, f := range e.Fields.List {
		l.of.typeUse(f.Type)
		t := l.typ(f.Type)
		if len(f.Names) == 0 {
			id := embeddedName(f.Type)
			if id == nil {
				l.stop = true
				return 0
			}
			fields = append(fields, l.intern(id.Name), t, 1)
		}
		for _, id := range f.Names {
			fields = append(fields, l.intern(id.Name), t, 0)
		}
	}
	return l.node(goExpr{op: goStructType, x: l.list(fields)})
}

// embeddedName is the name of a field that has its type's.
func embeddedName(t ast.Expr) *ast.Ident {
	for {
		switch x := t.(type) {
		case *ast.StarExpr:
			t = x.X
		case *ast.ParenExpr:
			t = x.X
		case *ast.IndexExpr:
			t = x.X
		case *ast.IndexListExpr:
			t = x.X
		case *ast.SelectorExpr:
			return x.Sel
		case *ast.Ident:
			return x
		default:
			return nil
		}
	}
}
