package extract

import (
	"go/ast"
	"go/types"
)

// tested is the package as it was checked without the files that this pass reads, if they only add to it: then the declarations need not
// be checked again, which are most of what a pass over tests checks. It is nil where they are to be: where a file adds methods to a type
// of the package, for one, which go/types takes from files that are checked together.
func (p *goPass) tested() *types.Package {
	base := p.unit.base
	if base == nil || len(p.files) != len(p.record)+len(p.unit.baseFiles) || !containsAll(p.files, p.unit.baseFiles) || !containsAll(p.files, p.record) {
		return nil
	}
	for _, f := range p.record {
		for _, d := range f.ast.Decls {
			if !addsTo(base.Scope(), d) {
				return nil
			}
		}
	}
	return base
}

// containsAll says that the files are among all, which are in the same order.
func containsAll(all, files []*goFile) bool {
	for _, f := range all {
		if len(files) > 0 && files[0] == f {
			files = files[1:]
		}
	}
	return len(files) == 0
}

// addsTo says that a declaration changes nothing of what a scope has.
func addsTo(scope *types.Scope, d ast.Decl) bool {
	has := func(id *ast.Ident) bool { return id != nil && scope.Lookup(id.Name) != nil }
	switch d := d.(type) {
	case *ast.FuncDecl:
		if d.Recv == nil {
			return !has(d.Name)
		}
		for _, f := range d.Recv.List {
			if has(embeddedName(f.Type)) {
				return false
			}
		}
	case *ast.GenDecl:
		for _, spec := range d.Specs {
			switch s := spec.(type) {
			case *ast.TypeSpec:
				of, _ := stripped(s.Type).(*ast.Ident) // go/types follows a name that a type is declared as to its declaration
				if has(s.Name) || has(of) {
					return false
				}
			case *ast.ValueSpec:
				for _, id := range s.Names {
					if has(id) {
						return false
					}
				}
			}
		}
	}
	return true
}

// stripped is a type without stars and parentheses.
func stripped(t ast.Expr) ast.Expr {
	for {
		switch x := t.(type) {
		case *ast.ParenExpr:
			t = x.X
		case *ast.StarExpr:
			t = x.X
		default:
			return t
		}
	}
}

// declares says that an object is one of the package's own.
func (p *goPass) declares(obj types.Object) bool {
	return obj.Parent() == p.pkg.Scope() || p.above != nil && obj.Parent() == p.above.Scope()
}
