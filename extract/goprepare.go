package extract

import (
	"go/ast"
	"go/token"
	"go/types"
)

// Where go/types does not know the type of an operand, it knows none for the
// whole expression. But of x.(T) and T(x) the type is T, whatever x is, and x
// is often a value from outside of the tree: pool.Get().(*T), T(time.Since(t)).
// So these are rewritten, before they are checked, to calls of functions that
// take anything: asAny(x).(T) and asType[T](x). The names are none that a file
// could declare, and no declaration of the tree has their position.
const (
	asAny  = "as·any"
	asType = "as·type"
)

// declareHelpers puts the two functions into the scope of a package.
func declareHelpers(pkg *types.Package) {
	empty := types.Universe.Lookup("any").Type()
	param := func() *types.Tuple {
		return types.NewTuple(types.NewParam(token.NoPos, pkg, "x", empty))
	}
	result := func(t types.Type) *types.Tuple {
		return types.NewTuple(types.NewParam(token.NoPos, pkg, "", t))
	}
	t := types.NewTypeParam(types.NewTypeName(token.NoPos, pkg, "T", nil), empty)
	pkg.Scope().Insert(types.NewFunc(token.NoPos, pkg, asAny,
		types.NewSignatureType(nil, nil, nil, param(), result(empty), false)))
	pkg.Scope().Insert(types.NewFunc(token.NoPos, pkg, asType,
		types.NewSignatureType(nil, nil, []*types.TypeParam{t}, param(), result(t), false)))
}

// prepare rewrites a file in place. Whether a call is a conversion is judged
// by name; a local function that hides a type of the package is rare enough.
// Constants stay, they have to be constant. Comments go, which are a good part
// of a file in memory: the nodes have what they say.
func (f *goFile) prepare(dirs *goDirs) {
	imported := map[string]*goUnit{}
	for _, im := range f.imports {
		if u := dirs.find(im.path, f.dir); u != nil {
			name := im.local
			if name == "" {
				name = u.name
			}
			imported[name] = u
		}
	}
	isType := func(e ast.Expr) bool {
		switch e := ast.Unparen(e).(type) {
		case *ast.StarExpr: // (*T)(x)
			id, ok := e.X.(*ast.Ident)
			return ok && f.unit.types[id.Name] != nil
		case *ast.Ident:
			return f.unit.types[e.Name] != nil
		case *ast.SelectorExpr:
			if q, ok := e.X.(*ast.Ident); ok {
				u := imported[q.Name]
				return u != nil && u.types[e.Sel.Name] != nil
			}
		}
		return false
	}
	f.ast.Comments, f.ast.Doc = nil, nil
	ast.Inspect(f.ast, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncDecl:
			n.Doc = nil
		case *ast.TypeSpec:
			n.Doc, n.Comment = nil, nil
		case *ast.ValueSpec:
			n.Doc, n.Comment = nil, nil
		case *ast.ImportSpec:
			n.Doc, n.Comment = nil, nil
		case *ast.Field:
			n.Doc, n.Comment = nil, nil
		case *ast.GenDecl:
			n.Doc = nil
			return n.Tok != token.CONST
		case *ast.TypeAssertExpr:
			if n.Type != nil { // x.(type) has none
				n.X = &ast.CallExpr{
					Fun:    &ast.Ident{NamePos: n.X.Pos(), Name: asAny},
					Lparen: n.X.Pos(),
					Args:   []ast.Expr{n.X},
					Rparen: n.X.End(),
				}
			}
		case *ast.CallExpr:
			if len(n.Args) != 1 || !isType(n.Fun) {
				return true
			}
			if _, literal := n.Args[0].(*ast.BasicLit); !literal {
				n.Fun = &ast.IndexExpr{
					X:      &ast.Ident{NamePos: n.Fun.Pos(), Name: asType},
					Lbrack: n.Fun.Pos(),
					Index:  n.Fun,
					Rbrack: n.Fun.End(),
				}
			}
		}
		return true
	})
}
