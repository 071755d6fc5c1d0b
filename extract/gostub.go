package extract

import (
	"go/ast"
	"go/token"
	"go/types"
	"path"
	"strings"
)

// goStubs are packages for import paths that are not in the tree, the standard
// library's among them: where its source lies, and whether it is there at all,
// differs from machine to machine, and the graph may not.
//
// A stub declares the names that some file of the tree uses as a type, each as
// a type that equals only itself and of which nothing else is known. So
// context.Context in two signatures is one type, and whether a type implements
// an interface can be told. Everything else about a stub is unknown to
// go/types, which then knows no type for what is computed from it.
type goStubs struct {
	packages map[string]*types.Package
}

// A few interfaces and generic functions of the standard library are known
// nevertheless: see stdSource.
func makeStubs(fset *token.FileSet, files []*goFile) *goStubs {
	imported := map[string]bool{}
	for _, f := range files {
		for _, im := range f.imports {
			imported[im.path] = true
		}
	}
	s := &goStubs{packages: checkStd(fset, imported)}
	generic := map[string]map[string]bool{}
	names := map[string]map[string]bool{}
	packageNames := map[string]string{}
	for _, f := range files {
		use := f.of
		f.of = nil
		use.add(f.ast)
		for _, im := range f.imports {
			if names[im.path] == nil {
				names[im.path] = map[string]bool{}
				generic[im.path] = map[string]bool{}
			}
			local := im.local
			if local == "" {
				var sure bool
				if local, sure = guessName(im.path, use.qualifiers); sure && packageNames[im.path] == "" {
					packageNames[im.path] = local
				}
			}
			for name := range use.types[local] {
				names[im.path][name] = true
			}
			for name := range use.generic[local] {
				generic[im.path][name] = true
			}
		}
	}
	for p, types := range names {
		name := packageNames[p]
		if name == "" {
			name, _ = guessName(p, nil)
		}
		s.add(p, name, types, generic[p])
	}
	return s
}

func (s *goStubs) add(importPath, name string, names, generic map[string]bool) {
	pkg := s.packages[importPath]
	if pkg == nil {
		pkg = types.NewPackage(importPath, name)
	}
	for n := range names {
		if !generic[n] && pkg.Scope().Lookup(n) == nil {
			obj := types.NewTypeName(token.NoPos, pkg, n, nil)
			types.NewNamed(obj, types.Typ[types.Invalid], nil)
			pkg.Scope().Insert(obj)
		}
	}
	pkg.MarkComplete()
	s.packages[importPath] = pkg
}

// isStub reports whether pkg is one of the stubs.
func (s *goStubs) isStub(pkg *types.Package) bool {
	return pkg != nil && s.packages[pkg.Path()] == pkg
}

// nameUses is how a file uses names that other packages declare.
type nameUses struct {
	qualifiers     map[string]bool            // x of every x.y
	types, generic map[string]map[string]bool // x → y of x.y as a type, of x.y[…] as a type
}

func newNameUses() *nameUses {
	return &nameUses{map[string]bool{}, map[string]map[string]bool{}, map[string]map[string]bool{}}
}

// add notes what a file says outside of the bodies that were lowered.
func (u *nameUses) add(f *ast.File) {
	ast.Inspect(f, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.SelectorExpr:
			if x, ok := n.X.(*ast.Ident); ok {
				u.qualifiers[x.Name] = true
			}
		case *ast.Field:
			u.typeUse(n.Type)
		case *ast.ValueSpec:
			u.typeUse(n.Type)
		case *ast.TypeSpec:
			u.typeUse(n.Type)
		case *ast.CompositeLit:
			u.typeUse(n.Type)
		case *ast.TypeAssertExpr:
			u.typeUse(n.Type)
		case *ast.ArrayType:
			u.typeUse(n.Elt)
		case *ast.MapType:
			u.typeUse(n.Key)
			u.typeUse(n.Value)
		case *ast.ChanType:
			u.typeUse(n.Value)
		case *ast.Ellipsis:
			u.typeUse(n.Elt)
		case *ast.CallExpr:
			if id, ok := n.Fun.(*ast.Ident); ok && len(n.Args) > 0 && (id.Name == "new" || id.Name == "make") {
				u.typeUse(n.Args[0])
			}
		case *ast.TypeSwitchStmt:
			for _, s := range n.Body.List {
				if c, ok := s.(*ast.CaseClause); ok {
					for _, e := range c.List {
						u.typeUse(e)
					}
				}
			}
		}
		return true
	})
}

// typeUse notes the qualified name that e, a type, is or points to. Longer
// types are made of nodes that Inspect comes to by itself.
func (u *nameUses) typeUse(e ast.Expr) {
	for {
		switch x := e.(type) {
		case *ast.ParenExpr:
			e = x.X
		case *ast.StarExpr:
			e = x.X
		case *ast.SelectorExpr:
			note(u.types, x)
			return
		case *ast.IndexExpr:
			note(u.generic, x.X)
			e = x.Index
		case *ast.IndexListExpr:
			note(u.generic, x.X)
			for _, i := range x.Indices {
				u.typeUse(i)
			}
			return
		default:
			return
		}
	}
}

func note(m map[string]map[string]bool, e ast.Expr) {
	sel, ok := e.(*ast.SelectorExpr)
	if !ok {
		return
	}
	if x, ok := sel.X.(*ast.Ident); ok {
		if m[x.Name] == nil {
			m[x.Name] = map[string]bool{}
		}
		m[x.Name][sel.Sel.Name] = true
	}
}

// guessName guesses a package's name from its import path: most end in it, but
// for major versions (v2, yaml.v3) and the habit of naming a repository go-x,
// x-go or x.go. sure is whether the file uses the name.
func guessName(importPath string, used map[string]bool) (name string, sure bool) {
	last := lastPart(importPath)
	if dot := strings.LastIndex(last, ".v"); dot > 0 {
		last = last[:dot]
	}
	plain := strings.TrimSuffix(strings.TrimSuffix(strings.TrimPrefix(last, "go-"), "-go"), ".go")
	flat := func(s, with string) string { return strings.ReplaceAll(strings.ReplaceAll(s, "-", with), ".", with) }
	candidates := []string{last, path.Base(importPath), plain, flat(plain, ""), flat(last, ""), flat(last, "_")}
	if i := strings.LastIndexAny(plain, "-."); i >= 0 {
		candidates = append(candidates, plain[i+1:], plain[:i])
	}
	for _, c := range candidates {
		if used[c] {
			return c, true
		}
	}
	for _, c := range candidates {
		if token.IsIdentifier(c) {
			return c, false
		}
	}
	return "unknown", false
}
