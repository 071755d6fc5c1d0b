package extract

import (
	"go/ast"
	"go/token"
)

// control lowers a statement that is a scope.
func (l *goLowering) control(s ast.Stmt) {
	switch s := s.(type) {
	case *ast.IfStmt:
		l.statement(s.Init)
		l.expr(s.Cond, asNothing)
		l.block(s.Body)
		l.statement(s.Else)
	case *ast.ForStmt:
		l.statement(s.Init)
		if s.Cond != nil {
			l.expr(s.Cond, asNothing)
		}
		l.statement(s.Post)
		l.block(s.Body)
	case *ast.RangeStmt:
		l.rangeOver(s)
	case *ast.SwitchStmt:
		l.statement(s.Init)
		if s.Tag != nil {
			l.expr(s.Tag, asNothing)
		}
		for _, c := range s.Body.List {
			if c, ok := c.(*ast.CaseClause); ok {
				for _, e := range c.List {
					l.expr(e, asNothing)
				}
				outer := l.enter()
				l.statements(c.Body)
				l.leave(outer)
			}
		}
	case *ast.TypeSwitchStmt:
		l.typeSwitch(s)
	case *ast.SelectStmt:
		for _, c := range s.Body.List {
			if c, ok := c.(*ast.CommClause); ok {
				outer := l.enter()
				l.statement(c.Comm)
				l.statements(c.Body)
				l.leave(outer)
			}
		}
	default:
		l.stop = true
	}
}

func (l *goLowering) rangeOver(s *ast.RangeStmt) {
	define := s.Tok == token.DEFINE
	if !define {
		if s.Key != nil {
			l.expr(s.Key, asNothing)
		}
		if s.Value != nil {
			l.expr(s.Value, asNothing)
		}
	}
	x := l.expr(s.X, asNothing)
	if define {
		l.ranged(s.Key, goLocal{kind: localKey, x: x})
		l.ranged(s.Value, goLocal{kind: localElem, x: x})
	}
	l.block(s.Body)
}

func (l *goLowering) ranged(e ast.Expr, d goLocal) {
	if id, ok := e.(*ast.Ident); ok {
		l.declare(id, d)
	} else if e != nil {
		l.stop = true
	}
}

func (l *goLowering) typeSwitch(s *ast.TypeSwitchStmt) {
	l.statement(s.Init)
	var name *ast.Ident
	var guard ast.Expr
	switch a := s.Assign.(type) {
	case *ast.AssignStmt:
		if len(a.Lhs) == 1 && len(a.Rhs) == 1 {
			name, _ = a.Lhs[0].(*ast.Ident)
			guard = a.Rhs[0]
		}
	case *ast.ExprStmt:
		guard = a.X
	}
	assert, ok := ast.Unparen(guard).(*ast.TypeAssertExpr)
	if guard == nil || !ok || assert.Type != nil {
		l.stop = true
		return
	}
	x := l.expr(assert.X, asNothing)
	for _, c := range s.Body.List {
		c, ok := c.(*ast.CaseClause)
		if !ok {
			l.stop = true
			return
		}
		var cases []int32
		for _, e := range c.List {
			l.of.typeUse(e)
			cases = append(cases, l.typ(e))
		}
		outer := l.enter()
		if name != nil {
			l.declare(name, goLocal{kind: localCase, x: x, y: l.list(cases)})
		}
		l.statements(c.Body)
		l.leave(outer)
	}
}
