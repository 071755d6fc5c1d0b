package extract

import (
	"go/ast"
	"go/token"
)

// withoutBodies is a file's declarations, for files whose bodies another pass
// reads. Positions stay, by which declarations are known.
func withoutBodies(f *ast.File) *ast.File {
	g := *f
	g.Comments = nil
	g.Decls = make([]ast.Decl, len(f.Decls))
	for i, d := range f.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			g.Decls[i] = d
			if d.Body != nil {
				short := *d
				short.Body = nil
				g.Decls[i] = &short
			}
		case *ast.GenDecl:
			g.Decls[i] = withoutValues(d)
		default:
			g.Decls[i] = d
		}
	}
	return &g
}

// withoutValues is a declaration of variables with no more of their values than tells their types: large tables are many.
func withoutValues(d *ast.GenDecl) *ast.GenDecl {
	if d.Tok != token.VAR {
		return d
	}
	short := *d
	short.Specs = make([]ast.Spec, len(d.Specs))
	for i, spec := range d.Specs {
		short.Specs[i] = spec
		if s, ok := spec.(*ast.ValueSpec); ok && len(s.Values) > 0 {
			v := *s
			v.Values = nil
			if s.Type == nil {
				for _, e := range s.Values {
					v.Values = append(v.Values, shortValue(e))
				}
			}
			short.Specs[i] = &v
		}
	}
	return &short
}

// shortValue is a value of the same type.
func shortValue(e ast.Expr) ast.Expr {
	switch e := e.(type) {
	case *ast.CompositeLit:
		if a, ok := e.Type.(*ast.ArrayType); e.Type == nil || ok && a.Len != nil { // the elements are counted
			return e
		}
		short := *e
		short.Elts = nil
		return &short
	case *ast.UnaryExpr:
		if e.Op == token.AND {
			short := *e
			short.X = shortValue(e.X)
			return &short
		}
	case *ast.FuncLit:
		short := *e
		short.Body = &ast.BlockStmt{Lbrace: e.Body.Lbrace, Rbrace: e.Body.Rbrace}
		return &short
	}
	return e
}
