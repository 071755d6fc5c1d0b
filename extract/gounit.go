package extract

import (
	"cmp"
	"go/token"
	"go/types"
	"slices"
	"strings"
)

// goUnit is a Go package of the tree: the files of one folder with one package
// name. A folder may hold several, such as a package, its external tests and
// a generator that the package's build ignores.
type goUnit struct {
	dir, name string
	path      string // import path; of a package that nothing can import, one that tells it apart
	primary   bool   // what an import of the folder means
	xtest     bool   // external tests: package name_test
	files     []*goFile
	node      int

	funcs map[string][]token.Pos // functions by name, in every file of the unit
	types map[string][]token.Pos

	base      *types.Package // the package as others import it
	baseFiles []*goFile      // of base
	tested    *types.Package // with its own tests, as its external tests import it
	imports   []*goUnit      // of the non-test files, in the tree, without what would make a cycle
}

func newUnit(dir, name string) *goUnit {
	return &goUnit{dir: dir, name: name, funcs: map[string][]token.Pos{}, types: map[string][]token.Pos{}}
}

func (u *goUnit) take(f *goFile) {
	u.files = append(u.files, f)
	f.unit = u
}

// groupUnits puts the files into packages, sorted by folder; in a folder the
// primary package comes first.
func groupUnits(files []*goFile, dirs *goDirs) []*goUnit {
	type key struct{ dir, name string }
	byKey := map[key]*goUnit{}
	var units []*goUnit
	var unnamed []*goFile
	for _, f := range files {
		k := key{f.dir, f.ast.Name.Name}
		if k.name == "" || k.name == "_" {
			unnamed = append(unnamed, f)
			continue
		}
		u := byKey[k]
		if u == nil {
			u = newUnit(k.dir, k.name)
			byKey[k] = u
			units = append(units, u)
		}
		u.take(f)
	}
	dirs.units = map[string][]*goUnit{}
	for _, u := range units {
		u.xtest = strings.HasSuffix(u.name, "_test") && !slices.ContainsFunc(u.files, func(f *goFile) bool { return !f.test })
		dirs.units[u.dir] = append(dirs.units[u.dir], u)
	}
	for _, list := range dirs.units {
		slices.SortFunc(list, comparePrimary)
	}
	for _, f := range unnamed { // no package clause that parses: the file goes with the others
		u := primary(dirs.units[f.dir])
		if u == nil {
			u = newUnit(f.dir, "")
			units = append(units, u)
			dirs.units[f.dir] = []*goUnit{u}
		}
		u.take(f)
	}
	for _, u := range units {
		slices.SortFunc(u.files, func(a, b *goFile) int { return strings.Compare(a.rel, b.rel) })
		first := dirs.units[u.dir][0]
		u.path = dirs.importPath(u.dir, first.name)
		switch {
		case u == first:
			u.primary = true
		case u.xtest:
			u.path += "_test"
		default:
			u.path += " (" + u.name + ")"
		}
	}
	slices.SortFunc(units, func(a, b *goUnit) int {
		return cmp.Or(strings.Compare(a.dir, b.dir), comparePrimary(a, b))
	})
	return units
}

// comparePrimary orders the packages of a folder: first the one that a plain
// build takes the most files of, and no main before a library.
func comparePrimary(a, b *goUnit) int {
	return cmp.Or(
		compareBool(a.xtest, b.xtest),
		cmp.Compare(b.built(), a.built()),
		compareBool(a.name == "main", b.name == "main"),
		cmp.Compare(len(b.files), len(a.files)),
		strings.Compare(a.name, b.name),
	)
}

func (u *goUnit) built() int {
	n := 0
	for _, f := range u.files {
		if !f.test && baseContext.matches(f.tags) {
			n++
		}
	}
	return n
}

func compareBool(a, b bool) int {
	switch {
	case a == b:
		return 0
	case b:
		return -1
	}
	return 1
}

func primary(units []*goUnit) *goUnit {
	if len(units) == 0 {
		return nil
	}
	return units[0]
}

// linkUnits finds what each package imports from the tree, and gives the
// packages in an order in which every import comes before its importer. In a
// cycle, which no Go program has but a tree may, one import is cut.
func linkUnits(units []*goUnit, dirs *goDirs) []*goUnit {
	const (
		unseen = iota
		open
		done
	)
	state := map[*goUnit]int{}
	var order []*goUnit
	var visit func(*goUnit)
	visit = func(u *goUnit) {
		state[u] = open
		seen := map[*goUnit]bool{}
		for _, f := range u.files {
			if f.test {
				continue
			}
			for _, im := range f.imports {
				v := dirs.find(im.path, u.dir)
				if v == nil || seen[v] {
					continue
				}
				seen[v] = true
				if state[v] == unseen {
					visit(v)
				}
				if state[v] == done {
					u.imports = append(u.imports, v)
				}
			}
		}
		state[u] = done
		order = append(order, u)
	}
	for _, u := range units {
		if state[u] == unseen {
			visit(u)
		}
	}
	return order
}
