package extract

import "go/ast"

// call lowers a call. Its edge comes before those of its parts, so it is noted first and told what is called later.
func (l *goLowering) call(e *ast.CallExpr) int32 {
	if len(e.Args) > 0 && (calls(e.Fun, "new") || calls(e.Fun, "make")) {
		l.of.typeUse(e.Args[0])
	}
	fun := l.callee(e.Fun)
	from := len(l.scratch)
	for i, a := range e.Args {
		x := int32(0)
		if i == 0 && calls(e.Fun, "make") {
			x = l.typ(a)
		} else {
			x = l.expr(a, asArgument)
		}
		l.scratch = append(l.scratch, x)
	}
	n := goExpr{op: goCall, x: fun, y: l.list(l.scratch[from:])}
	l.scratch = l.scratch[:from]
	if e.Ellipsis.IsValid() {
		n.sub = 1
	}
	return l.node(n)
}

func calls(fun ast.Expr, name string) bool {
	id, ok := fun.(*ast.Ident)
	return ok && id.Name == name
}

// callee lowers what is called.
func (l *goLowering) callee(fun ast.Expr) int32 {
	name := calleeName(fun)
	if name == nil {
		return l.expr(fun, asNothing)
	}
	at := len(l.uses)
	l.use(goUse{call: true, plain: plainCall(fun), pos: name.Pos()})
	x, called := l.calleePart(fun)
	if called == 0 { // a local
		l.uses = append(l.uses[:at], l.uses[at+1:]...)
	} else {
		l.uses[at].expr = called
	}
	return x
}

// plainCall reports whether the name of a function may be concluded from what is called.
func plainCall(fun ast.Expr) bool {
	fun = ast.Unparen(fun)
	if ix, ok := fun.(*ast.IndexExpr); ok {
		fun = ix.X
	}
	switch f := fun.(type) {
	case *ast.Ident:
		return true
	case *ast.SelectorExpr:
		_, ok := f.X.(*ast.Ident)
		return ok
	}
	return false
}

// calleePart lowers what is called, whose name calleeName gives, without a use of that name. called is the expression of the name, 0 for a
// local.
func (l *goLowering) calleePart(fun ast.Expr) (x, called int32) {
	defer func() { l.depth-- }()
	if !l.inside() {
		return 0, 0
	}
	switch f := fun.(type) {
	case *ast.ParenExpr:
		return l.calleePart(f.X)
	case *ast.IndexExpr:
		x, called = l.calleePart(f.X)
		i := l.expr(f.Index, asNothing)
		return l.node(goExpr{op: goIndex, x: x, y: l.list([]int32{i})}), called
	case *ast.IndexListExpr:
		x, called = l.calleePart(f.X)
		return l.node(goExpr{op: goIndex, x: x, y: l.list(l.exprList(f.Indices, asNothing))}), called
	case *ast.SelectorExpr:
		x = l.selector(f)
		return x, x
	case *ast.Ident:
		x, local := l.ident(f)
		if local {
			return x, 0
		}
		return x, x
	}
	l.stop = true
	return 0, 0
}
