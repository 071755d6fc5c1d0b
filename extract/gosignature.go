package extract

import (
	"go/ast"
	"go/types"
	"strings"
)

func funcSignature(fd *ast.FuncDecl) string {
	var b strings.Builder
	b.WriteString("func ")
	if fd.Recv != nil && len(fd.Recv.List) > 0 {
		b.WriteString(strings.TrimPrefix(exprString(&ast.FuncType{Params: fd.Recv}), "func"))
		b.WriteByte(' ')
	}
	b.WriteString(fd.Name.Name)
	writeTypeParams(&b, fd.Type.TypeParams)
	b.WriteString(strings.TrimPrefix(exprString(&ast.FuncType{Params: fd.Type.Params, Results: fd.Type.Results}), "func"))
	return cut(b.String())
}

func typeSignature(spec *ast.TypeSpec) string {
	var b strings.Builder
	b.WriteString("type " + spec.Name.Name)
	writeTypeParams(&b, spec.TypeParams)
	b.WriteByte(' ')
	if spec.Assign.IsValid() {
		b.WriteString("= ")
	}
	b.WriteString(exprString(spec.Type))
	return cut(b.String())
}

func writeTypeParams(b *strings.Builder, params *ast.FieldList) {
	if params == nil || len(params.List) == 0 {
		return
	}
	list := strings.TrimPrefix(exprString(&ast.FuncType{Params: params}), "func(")
	b.WriteString("[" + strings.TrimSuffix(list, ")") + "]")
}

// exprString writes an expression on one line, without comments and tags.
func exprString(e ast.Expr) string {
	var s string
	if guard(func() error { s = types.ExprString(e); return nil }) != nil {
		return "…" // half a syntax tree
	}
	return oneLine(s)
}

func cut(s string) string {
	if len(s) <= maxSignature {
		return s
	}
	if r := []rune(s); len(r) > maxSignature {
		return string(r[:maxSignature-1]) + "…"
	}
	return s
}

// calleeName is the name that is called in f(…), x.f(…), f[T](…).
func calleeName(e ast.Expr) *ast.Ident {
	for {
		switch f := e.(type) {
		case *ast.ParenExpr:
			e = f.X
		case *ast.IndexExpr:
			e = f.X
		case *ast.IndexListExpr:
			e = f.X
		case *ast.SelectorExpr:
			return f.Sel
		case *ast.Ident:
			return f
		default:
			return nil
		}
	}
}
