package extract

import (
	"go/ast"
	"go/token"
)

// goGiven is what a generic function of some name makes of its arguments: the parts of its result, and how often an argument's are among
// them.
type goGiven struct{ own, each int }

// goMade is a value made by generic functions: the parts of its type, and how many calls led to it.
type goMade struct{ size, calls int }

// goMakers reads what package variables, and the bodies that are left to go/types, make by generic functions.
type goMakers struct {
	growth *goGrowth
	given  map[string]goGiven // by the function's or method's name alone
	fields map[string]goGiven // what a field of a generic type is made of
	vars   map[*goUnit]map[string]*goVar
	file   *goFile
	locals map[string]goMade // nil outside of functions
	worst  goMade
}

// goVar is a variable of a package without a type of its own.
type goVar struct {
	file  *goFile
	value ast.Expr
	made  goMade
	read  bool
}

func (m goMade) with(o goMade) goMade { return goMade{max(m.size, o.size), max(m.calls, o.calls)} }

func (m goMade) tooLarge() bool { return m.size > maxValueSize || m.calls > maxGeneric }

// boundValues takes out values of package variables, and bodies that go/types is to read, that would be of too large types.
func (g *goGrowth) boundValues(units []*goUnit) {
	m := &goMakers{growth: g, given: map[string]goGiven{}, fields: map[string]goGiven{}, vars: map[*goUnit]map[string]*goVar{}}
	for _, u := range units {
		for _, f := range u.files {
			for _, d := range f.ast.Decls {
				if fd, ok := d.(*ast.FuncDecl); ok {
					m.function(u, f, fd)
				}
			}
		}
	}
	for _, types := range g.types {
		for _, t := range types {
			m.fieldsOf(t)
		}
	}
	if len(m.given) == 0 && len(m.fields) == 0 {
		return
	}
	var bodies []func()
	for _, u := range units {
		m.vars[u] = map[string]*goVar{}
		for _, f := range u.files {
			for _, d := range f.ast.Decls {
				switch d := d.(type) {
				case *ast.FuncDecl:
					if d.Body != nil && d.Body.List != nil {
						bodies = append(bodies, func() { m.body(f, d) })
					}
				case *ast.GenDecl:
					if d.Tok == token.VAR {
						for _, s := range d.Specs {
							if spec, ok := s.(*ast.ValueSpec); ok {
								bodies = append(bodies, m.variables(u, f, spec))
							}
						}
					}
				}
			}
		}
	}
	for _, b := range bodies {
		b()
	}
}

// function notes what a generic function gives.
func (m *goMakers) function(u *goUnit, f *goFile, fd *ast.FuncDecl) {
	params := paramNames(fd.Type.TypeParams)
	if fd.Recv != nil && len(fd.Recv.List) > 0 {
		for _, a := range receiverArgs(fd.Recv.List[0].Type) {
			if id, ok := a.(*ast.Ident); ok {
				params = append(params, id.Name)
			}
		}
	}
	if len(params) == 0 || fd.Type.Results == nil {
		return
	}
	m.note(m.given, fd.Name.Name, &ast.FuncType{Results: fd.Type.Results}, &goGrown{unit: u, file: f, params: params})
}

// fieldsOf notes what the fields of a generic type are made of.
func (m *goMakers) fieldsOf(t *goGrown) {
	s, ok := t.spec.Type.(*ast.StructType)
	if !ok || len(t.params) == 0 {
		return
	}
	for _, f := range s.Fields.List {
		for _, n := range f.Names {
			m.note(m.fields, n.Name, f.Type, t)
		}
	}
}

func (m *goMakers) note(in map[string]goGiven, name string, e ast.Expr, t *goGrown) {
	s := m.growth.size(e, t, behindName)
	was, each := in[name], 0
	for _, n := range s.each {
		each += n
	}
	in[name] = goGiven{max(was.own, min(s.own, maxValueSize)), max(was.each, min(each, maxValueSize))}
}

// variables notes those of a declaration, and gives what looks at their values once all are noted.
func (m *goMakers) variables(u *goUnit, f *goFile, spec *ast.ValueSpec) func() {
	for i, n := range spec.Names {
		if spec.Type == nil && len(spec.Values) > 0 {
			m.vars[u][n.Name] = &goVar{file: f, value: spec.Values[min(i, len(spec.Values)-1)]}
		}
	}
	return func() {
		for i, v := range spec.Values {
			if !m.grows(v) {
				continue
			}
			m.file, m.locals, m.worst = f, nil, goMade{}
			if m.of(v); m.worst.tooLarge() {
				f.tooLarge(growthValue)
				spec.Values[i] = &ast.BadExpr{From: v.Pos(), To: v.End()}
			}
		}
	}
}

// grows says that an expression has what may make larger types.
func (m *goMakers) grows(e ast.Expr) (yes bool) {
	ast.Inspect(e, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			_, given := m.given[id.Name]
			_, field := m.fields[id.Name]
			yes = yes || given || field
		}
		return !yes
	})
	return yes
}

func (m *goMakers) body(f *goFile, fd *ast.FuncDecl) {
	m.file, m.locals, m.worst = f, map[string]goMade{}, goMade{}
	if m.of(fd.Body); m.worst.tooLarge() {
		f.tooLarge(growthValue)
		fd.Body = &ast.BlockStmt{Lbrace: fd.Body.Lbrace, Rbrace: fd.Body.Rbrace}
	}
}
