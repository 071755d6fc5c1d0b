package extract

import "go/ast"

// go/types writes a type out in full: where it looks for an instance that it has, where it compares, where it looks for cycles. A few
// lines can make one that is larger than any memory, each declared of two of the one before. So what would be larger than these is taken
// out of a file before go/types reads it.
const (
	maxTypeSize  = 1 << 16 // parts of a declared type, with all that lies in it
	maxNameSize  = 1 << 12 // parts of it with what its aliases stand for alone
	maxValueSize = 1 << 14 // parts of the type of a value, where calls of generic functions make it
	maxGeneric   = 200     // calls of generic functions, each of what the one before gives
	maxArgSize   = 200     // parts of a type argument in the bodies that are read here
)

const (
	growthCut   = "declares types that are too large when written out, which were left out"
	growthValue = "calls generic functions on what they give too many times, which was left out"
)

// goGrowth tells how large types become.
type goGrowth struct {
	dirs  *goDirs
	types map[*goUnit]map[string]*goGrown
	names map[*goFile]map[string]*goUnit // the packages of the tree that a file knows by a name
}

// goGrown is a declared type.
type goGrown struct {
	unit    *goUnit
	file    *goFile
	spec    *ast.TypeSpec
	params  []string
	reading [2]bool
	sizes   [2]*goSize // as a part of another, and as what a pointer or the like leads to
}

// goSize is how many parts a type has: some, and those of each type parameter as often as it stands there.
type goSize struct {
	own  int
	each []int
}

const (
	asPart     = iota // what holds it holds its parts too
	behindName        // only names and aliases are written out
)

// boundGrowth takes out of the files what go/types would not end with.
func boundGrowth(units []*goUnit, dirs *goDirs) {
	g := &goGrowth{dirs: dirs, types: map[*goUnit]map[string]*goGrown{}, names: map[*goFile]map[string]*goUnit{}}
	var all []*goGrown
	for _, u := range units {
		g.types[u] = map[string]*goGrown{}
		for _, f := range u.files {
			for spec := range f.typeSpecs() {
				if spec.Type == nil {
					continue
				}
				t := &goGrown{unit: u, file: f, spec: spec, params: paramNames(spec.TypeParams)}
				g.types[u][spec.Name.Name] = t
				all = append(all, t)
			}
		}
	}
	for _, t := range all {
		g.declared(t, asPart)
		g.declared(t, behindName)
	}
	g.boundValues(units)
}

func paramNames(list *ast.FieldList) (out []string) {
	if list != nil {
		for _, f := range list.List {
			for _, n := range f.Names {
				out = append(out, n.Name)
			}
		}
	}
	return out
}

// declared is the size of a declared type. One that is too large becomes an empty struct.
func (g *goGrowth) declared(t *goGrown, how int) *goSize {
	if s := t.sizes[how]; s != nil {
		return s
	}
	one := &goSize{own: 1, each: make([]int, len(t.params))}
	for i := range one.each { // an argument is written even if nothing is made of it
		one.each[i] = 1
	}
	if t.reading[how] { // of itself
		return one
	}
	if how == behindName && !t.spec.Assign.IsValid() {
		t.sizes[how] = one
		return one
	}
	t.reading[how] = true
	s := g.size(t.spec.Type, t, how)
	t.reading[how] = false
	most := s.own
	for i, n := range s.each {
		s.each[i] = max(n, 1)
		most = max(most, n)
	}
	if most > [...]int{maxTypeSize, maxNameSize}[how] {
		t.spec.Type = &ast.StructType{Struct: t.spec.Type.Pos(), Fields: &ast.FieldList{}}
		t.file.tooLarge(growthCut)
		t.sizes = [2]*goSize{one, one}
		return one
	}
	t.sizes[how] = s
	return s
}

func (f *goFile) tooLarge(problem string) {
	if f.problem == "" {
		f.problem = problem
	}
}
