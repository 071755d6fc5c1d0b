package extract

import (
	"go/ast"
	"go/token"
	"go/types"
)

// exprList lowers a list of expressions. What it gives is good until the next call.
func (l *goLowering) exprList(list []ast.Expr, ctx uint8) []int32 {
	if len(list) == 0 {
		return nil
	}
	out := make([]int32, len(list))
	for i, e := range list {
		out[i] = l.expr(e, ctx)
	}
	return out
}

// expr lowers an expression or a type. ctx is what a function that it names is used as.
func (l *goLowering) expr(e ast.Expr, ctx uint8) (out int32) {
	if l.inside() {
		out = l.oneExpr(e, ctx)
	}
	l.depth--
	return out
}

func (l *goLowering) oneExpr(e ast.Expr, ctx uint8) int32 {
	switch e := e.(type) {
	case *ast.Ident:
		x, local := l.ident(e)
		if !local {
			l.use(goUse{ctx: ctx, expr: x, pos: e.Pos()})
		}
		return x
	case *ast.BasicLit:
		return l.node(goExpr{op: goLiteral, sub: literalKind(e.Kind)})
	case *ast.ParenExpr:
		return l.expr(e.X, ctx)
	case *ast.SelectorExpr:
		x := l.selector(e)
		l.use(goUse{ctx: ctx, expr: x, pos: e.Sel.Pos()})
		return x
	case *ast.CallExpr:
		return l.call(e)
	case *ast.CompositeLit:
		return l.literal(e, l.node(goExpr{op: goComposite}))
	case *ast.FuncLit:
		return l.funcLit(e)
	case *ast.IndexExpr:
		x := l.expr(e.X, ctx)
		i := l.expr(e.Index, asNothing)
		return l.node(goExpr{op: goIndex, x: x, y: l.list([]int32{i})})
	case *ast.IndexListExpr:
		x := l.expr(e.X, ctx)
		return l.node(goExpr{op: goIndex, x: x, y: l.list(l.exprList(e.Indices, asNothing))})
	case *ast.SliceExpr:
		x := l.expr(e.X, asNothing)
		for _, i := range []ast.Expr{e.Low, e.High, e.Max} {
			if i != nil {
				l.expr(i, asNothing)
			}
		}
		return l.node(goExpr{op: goSlice, x: x})
	case *ast.StarExpr:
		return l.node(goExpr{op: goStar, x: l.expr(e.X, asNothing)})
	case *ast.UnaryExpr:
		return l.node(goExpr{op: goUnary, sub: uint8(e.Op), x: l.expr(e.X, asNothing)})
	case *ast.BinaryExpr:
		x := l.expr(e.X, asNothing)
		return l.node(goExpr{op: goBinary, sub: uint8(e.Op), x: x, y: l.expr(e.Y, asNothing)})
	case *ast.TypeAssertExpr:
		if e.Type == nil {
			l.stop = true
			return 0
		}
		l.of.typeUse(e.Type)
		l.expr(e.X, asArgument)
		return l.node(goExpr{op: goAssert, x: l.typ(e.Type)})
	}
	return l.typeExpr(e)
}

func literalKind(k token.Token) uint8 {
	switch k {
	case token.INT:
		return uint8(types.UntypedInt)
	case token.FLOAT:
		return uint8(types.UntypedFloat)
	case token.IMAG:
		return uint8(types.UntypedComplex)
	case token.CHAR:
		return uint8(types.UntypedRune)
	}
	return uint8(types.UntypedString)
}

// ident gives the expression of a name, and whether it is a local's.
func (l *goLowering) ident(id *ast.Ident) (x int32, local bool) {
	name := l.intern(id.Name)
	if i := l.current[name]; i != 0 {
		return l.node(goExpr{op: goLocalName, x: i}), true
	}
	return l.node(goExpr{op: goGlobal, name: name}), false
}

// selector lowers x.name but for the use of name.
func (l *goLowering) selector(e *ast.SelectorExpr) int32 {
	if id, ok := e.X.(*ast.Ident); ok {
		l.outside[l.intern(id.Name)] = true
	}
	x := l.expr(e.X, asNothing)
	return l.node(goExpr{op: goSelect, name: l.intern(e.Sel.Name), x: x})
}

// literal lowers a composite literal into an expression that is there already.
func (l *goLowering) literal(e *ast.CompositeLit, at int32) int32 {
	if e.Type != nil {
		l.of.typeUse(e.Type)
		t := l.typ(e.Type)
		l.exprs[at].x = t
	}
	guard := l.guard
	for _, elt := range e.Elts {
		kv, ok := elt.(*ast.KeyValueExpr)
		if !ok {
			l.element(elt, at, 0, asElement)
			continue
		}
		var key int32
		if id, ok := kv.Key.(*ast.Ident); ok { // a field or a constant: neither makes an edge
			key, _ = l.ident(id)
		} else {
			l.guards = append(l.guards, goGuard{literal: at, outer: guard})
			l.guard = int32(len(l.guards) - 1)
			key = l.element(kv.Key, at, 1, asNothing)
		}
		l.guards = append(l.guards, goGuard{literal: at, key: key, outer: guard})
		l.guard = int32(len(l.guards) - 1)
		l.element(kv.Value, at, 0, asElement)
		l.guard = guard
	}
	return at
}

func (l *goLowering) element(e ast.Expr, of int32, key uint8, ctx uint8) int32 {
	c, ok := e.(*ast.CompositeLit)
	if !ok || c.Type != nil {
		return l.expr(e, ctx)
	}
	var out int32
	if l.inside() {
		out = l.literal(c, l.node(goExpr{op: goComposite, sub: key, y: of}))
	}
	l.depth--
	return out
}

func (l *goLowering) funcLit(e *ast.FuncLit) int32 {
	t := l.typeExpr(e.Type)
	if l.stop {
		return 0
	}
	outer := l.enter()
	params, results := l.goBodies.list(l.exprs[t].x), l.goBodies.list(l.exprs[t].y)
	l.signature(e.Type.Params, params, l.exprs[t].sub == 1)
	l.signature(e.Type.Results, results, false)
	l.statements(e.Body.List)
	l.leave(outer)
	return l.node(goExpr{op: goFuncLit, x: t})
}

// signature declares parameters whose types are known.
func (l *goLowering) signature(list *ast.FieldList, types []int32, variadic bool) {
	if list == nil {
		return
	}
	n := 0
	for _, f := range list.List {
		for _, id := range f.Names {
			kind := localTyped
			if variadic && n == len(types)-1 {
				kind = localVariadic
			}
			l.declare(id, goLocal{kind: kind, x: types[n]})
			n++
		}
	}
}
