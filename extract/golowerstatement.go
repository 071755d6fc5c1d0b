package extract

import (
	"go/ast"
	"go/token"
)

func (l *goLowering) block(b *ast.BlockStmt) {
	if b != nil {
		outer := l.enter()
		l.statements(b.List)
		l.leave(outer)
	}
}

func (l *goLowering) statements(list []ast.Stmt) {
	for _, s := range list {
		l.statement(s)
	}
}

func (l *goLowering) statement(s ast.Stmt) {
	if l.inside() {
		l.oneStatement(s)
	}
	l.depth--
}

func (l *goLowering) oneStatement(s ast.Stmt) {
	switch s := s.(type) {
	case nil, *ast.EmptyStmt, *ast.BranchStmt:
	case *ast.ExprStmt:
		l.expr(s.X, asNothing)
	case *ast.AssignStmt:
		l.assign(s)
	case *ast.ReturnStmt:
		for _, e := range s.Results {
			l.expr(e, asResult)
		}
	case *ast.DeclStmt:
		if d, ok := s.Decl.(*ast.GenDecl); ok {
			l.declaration(d)
		} else {
			l.stop = true
		}
	case *ast.IncDecStmt:
		l.expr(s.X, asNothing)
	case *ast.SendStmt:
		l.expr(s.Chan, asNothing)
		l.expr(s.Value, asNothing)
	case *ast.GoStmt:
		l.expr(s.Call, asNothing)
	case *ast.DeferStmt:
		l.expr(s.Call, asNothing)
	case *ast.LabeledStmt:
		l.statement(s.Stmt)
	case *ast.BlockStmt:
		l.block(s)
	default:
		outer := l.enter()
		l.control(s)
		l.leave(outer)
	}
}

// assign lowers an assignment or a short declaration.
func (l *goLowering) assign(s *ast.AssignStmt) {
	define := s.Tok == token.DEFINE
	if !define {
		for _, e := range s.Lhs {
			l.expr(e, asNothing)
		}
	}
	values := l.exprList(s.Rhs, asAssignment)
	if !define {
		return
	}
	var fresh []*ast.Ident
	var at []int
	for i, e := range s.Lhs {
		id, ok := e.(*ast.Ident)
		if !ok {
			l.stop = true
			return
		}
		if id.Name != "_" && !l.redeclared(id) {
			fresh, at = append(fresh, id), append(at, i)
		}
	}
	for i, id := range fresh {
		l.declare(id, l.valued(at[i], len(s.Lhs), values, s.Rhs))
	}
}

// valued is the i-th of n names that are given values.
func (l *goLowering) valued(i, n int, values []int32, exprs []ast.Expr) goLocal {
	switch {
	case len(values) == n:
		return goLocal{kind: localInit, x: values[i]}
	case len(values) == 1 && n < 256:
		return goLocal{kind: localPart, index: uint8(i), of: uint8(n), x: values[0]}
	}
	return goLocal{kind: localInit}
}

// declaration lowers the constants, variables and types that a function declares.
func (l *goLowering) declaration(d *ast.GenDecl) {
	var typ int32
	var values []int32 // of the constant before
	for _, spec := range d.Specs {
		switch s := spec.(type) {
		case *ast.ValueSpec:
			l.of.typeUse(s.Type)
			t := int32(0)
			if s.Type != nil {
				t = l.typ(s.Type)
			}
			v := l.exprList(s.Values, asAssignment)
			if d.Tok == token.CONST {
				if s.Type != nil || len(s.Values) > 0 {
					typ, values = t, v
				}
				l.constants(s.Names, typ, values)
				continue
			}
			var locals []goLocal
			for i := range s.Names {
				if t != 0 {
					locals = append(locals, goLocal{kind: localTyped, x: t})
				} else {
					locals = append(locals, l.valued(i, len(s.Names), v, s.Values))
				}
			}
			for i, id := range s.Names {
				l.declare(id, locals[i])
			}
		case *ast.TypeSpec:
			if s.TypeParams != nil {
				l.stop = true
				return
			}
			kind := localType
			if s.Assign.IsValid() {
				kind = localAlias
			}
			i := l.declare(s.Name, goLocal{kind: kind})
			l.of.typeUse(s.Type)
			t := l.typ(s.Type)
			l.locals[i].x = t
		default:
			l.stop = true
		}
	}
}

func (l *goLowering) constants(names []*ast.Ident, typ int32, values []int32) {
	for i, id := range names {
		switch {
		case typ != 0:
			l.declare(id, goLocal{kind: localTyped, x: typ})
		case i < len(values):
			l.declare(id, goLocal{kind: localConst, x: values[i]})
		default:
			l.declare(id, goLocal{kind: localConst})
		}
	}
}
