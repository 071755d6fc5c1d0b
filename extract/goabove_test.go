package extract

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"testing"
)

func TestWhatChangesNothingOfAPackageIsToldFromWhatDoes(t *testing.T) {
	pkg := types.NewPackage("p", "p")
	pkg.Scope().Insert(types.NewTypeName(token.NoPos, pkg, "T", types.Typ[types.Int]))
	for source, adds := range map[string]bool{
		"func f() {}":                true,
		"func T() {}":                false,
		"func (x U) T() {}":          true,
		"func (x *T) f() {}":         false,
		"func (x *(T[A])) f() {}":    false,
		"func init() {}":             true,
		"var _, a = T(1), T(2)":      true,
		"var a, T = 1, 2":            false,
		"const T = 1":                false,
		"type U struct{ T }":         true,
		"type T struct{}":            false,
		"type U T":                   false,
		"type U = *(T)":              false,
		"type U = []T":               true,
		"import . \"example.org/T\"": true,
	} {
		f, err := parser.ParseFile(token.NewFileSet(), "", "package p\n"+source, 0)
		if err != nil {
			t.Fatal(err)
		}
		all := true
		for _, d := range f.Decls {
			all = all && addsTo(pkg.Scope(), ast.Decl(d))
		}
		if all != adds {
			t.Errorf("%s: %v", source, all)
		}
	}
}
