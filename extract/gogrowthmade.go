package extract

import "go/ast"

// of reads a node: what its value is made of, at least.
func (m *goMakers) of(n ast.Node) goMade {
	switch n := n.(type) {
	case *ast.Ident:
		if made, ok := m.locals[n.Name]; ok {
			return made
		}
		return m.variable(m.file.unit, n.Name)
	case *ast.SelectorExpr:
		if q, ok := n.X.(*ast.Ident); ok {
			if u := m.growth.imported(q.Name, m.file); u != nil {
				return m.variable(u, n.Sel.Name)
			}
		}
		made := m.of(n.X)
		if g, ok := m.fields[n.Sel.Name]; ok {
			made = m.make(g, made)
		}
		return made
	case *ast.FuncLit:
		if m.locals == nil {
			m.locals = map[string]goMade{}
			defer func() { m.locals = nil }()
		}
		return m.of(n.Body)
	case *ast.CallExpr:
		return m.call(n)
	case *ast.AssignStmt:
		return m.assign(n.Lhs, n.Rhs)
	case *ast.ValueSpec:
		names := make([]ast.Expr, len(n.Names))
		for i, id := range n.Names {
			names[i] = id
		}
		return m.assign(names, n.Values)
	case *ast.RangeStmt:
		made := m.assign([]ast.Expr{n.Key, n.Value}, []ast.Expr{n.X})
		return made.with(m.of(n.Body))
	}
	var made goMade
	top := true
	ast.Inspect(n, func(c ast.Node) bool {
		if c == nil || top {
			top = false
			return c != nil
		}
		made = made.with(m.of(c))
		return false
	})
	return made
}

func (m *goMakers) call(n *ast.CallExpr) goMade {
	made := m.of(n.Fun)
	for _, a := range n.Args {
		made = made.with(m.of(a))
	}
	fun := ast.Unparen(n.Fun)
	switch f := fun.(type) {
	case *ast.IndexExpr:
		fun = f.X
	case *ast.IndexListExpr:
		fun = f.X
	}
	name := ""
	switch f := fun.(type) {
	case *ast.Ident:
		name = f.Name
	case *ast.SelectorExpr:
		name = f.Sel.Name
	}
	if g, ok := m.given[name]; ok {
		made = m.make(g, made)
	}
	return made
}

func (m *goMakers) make(g goGiven, of goMade) goMade {
	made := goMade{min(g.own+g.each*of.size, maxValueSize+1), of.calls + 1}
	m.worst = m.worst.with(made)
	return made
}

func (m *goMakers) assign(to, values []ast.Expr) goMade {
	var all goMade
	for _, v := range values {
		all = all.with(m.of(v))
	}
	for _, x := range to {
		if id, ok := x.(*ast.Ident); ok && m.locals != nil {
			m.locals[id.Name] = m.locals[id.Name].with(all)
		}
	}
	return all
}

// variable is what a package's variable is made of.
func (m *goMakers) variable(u *goUnit, name string) goMade {
	v := m.vars[u][name]
	if v == nil || v.read {
		if v != nil {
			return v.made
		}
		return goMade{}
	}
	v.read = true
	file, locals, worst := m.file, m.locals, m.worst
	m.file, m.locals = v.file, nil
	v.made = m.of(v.value)
	if v.made.tooLarge() { // it is taken out
		v.made = goMade{}
	}
	m.file, m.locals, m.worst = file, locals, worst
	return v.made
}
