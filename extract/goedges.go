package extract

import (
	"go/ast"
	"go/token"
	"go/types"
)

// Contexts of edges, Graphify's words.
const (
	ctxCall       = "call"
	ctxImport     = "import"
	ctxParameter  = "parameter_type"
	ctxReturn     = "return_type"
	ctxField      = "field"
	ctxGeneric    = "generic_arg"
	ctxConstraint = "type_constraint"
	ctxType       = "type"
	ctxArgument   = "argument"
	ctxAssignment = "assignment"
	ctxCollection = "collection"
	ctxValue      = "return"
)

// inferredScore is what Graphify 0.9.96 gives to a call it infers.
const inferredScore = 0.85

// goEdges reads the edges of one file, with the types of one pass.
type goEdges struct {
	pass  *goPass
	file  *goFile
	nodes *goNodes
	dirs  *goDirs
	stubs *goStubs
}

func (x *goEdges) emit(e goEdge) {
	e.file = x.file
	x.file.edges = append(x.file.edges, e)
}

func (x *goEdges) read() {
	for _, im := range x.file.imports {
		e := goEdge{from: x.file.node, relation: RelImports, context: ctxImport, confidence: Extracted, pos: im.pos}
		if u := x.dirs.find(im.path, x.file.dir); u != nil {
			e.to = u.node
		} else {
			e.external.path = im.path
		}
		x.emit(e)
	}
	for _, d := range x.file.ast.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			x.function(d)
		case *ast.GenDecl:
			for _, s := range d.Specs {
				switch s := s.(type) {
				case *ast.TypeSpec:
					x.typeSpec(s)
				case *ast.ValueSpec: // variables and constants are not nodes: the file stands for them
					x.types(x.file.node, s.Type, ctxType)
					for _, v := range s.Values {
						x.body(x.file.node, v)
					}
				}
			}
		}
	}
}

func (x *goEdges) function(d *ast.FuncDecl) {
	from, ok := x.nodes.at[d.Name.Pos()]
	if !ok {
		return
	}
	x.fields(from, d.Type.TypeParams, ctxConstraint)
	x.fields(from, d.Type.Params, ctxParameter)
	x.fields(from, d.Type.Results, ctxReturn)
	if d.Body != nil {
		x.body(from, d.Body)
	}
}

func (x *goEdges) fields(from int, list *ast.FieldList, context string) {
	if list == nil {
		return
	}
	for _, f := range list.List {
		x.types(from, f.Type, context)
	}
}

func (x *goEdges) typeSpec(s *ast.TypeSpec) {
	from, ok := x.nodes.at[s.Name.Pos()]
	if !ok {
		return
	}
	x.fields(from, s.TypeParams, ctxConstraint)
	switch t := ast.Unparen(s.Type).(type) {
	case *ast.StructType:
		for _, f := range t.Fields.List {
			if len(f.Names) == 0 {
				x.embed(from, f.Type)
			} else {
				x.types(from, f.Type, ctxField)
			}
		}
	case *ast.InterfaceType:
		for _, f := range t.Methods.List {
			ft, method := f.Type.(*ast.FuncType)
			switch {
			case !method:
				x.embed(from, f.Type)
			case len(f.Names) > 0:
				if m, ok := x.nodes.at[f.Names[0].Pos()]; ok {
					x.fields(m, ft.Params, ctxParameter)
					x.fields(m, ft.Results, ctxReturn)
				}
			}
		}
	default:
		x.types(from, s.Type, ctxType)
	}
}

// embed is for an embedded type of a struct or interface. A union in an
// interface embeds nothing: it constrains.
func (x *goEdges) embed(from int, e ast.Expr) {
	for {
		switch t := e.(type) {
		case *ast.ParenExpr:
			e = t.X
		case *ast.StarExpr:
			e = t.X
		case *ast.IndexExpr:
			x.types(from, t.Index, ctxGeneric)
			e = t.X
		case *ast.IndexListExpr:
			for _, i := range t.Indices {
				x.types(from, i, ctxGeneric)
			}
			e = t.X
		case *ast.Ident, *ast.SelectorExpr:
			x.typeEdge(from, e, RelEmbeds, "")
			return
		default:
			x.types(from, e, ctxConstraint)
			return
		}
	}
}

// types makes a reference for every named type in the type expression e.
func (x *goEdges) types(from int, e ast.Expr, context string) {
	switch t := e.(type) {
	case *ast.Ident, *ast.SelectorExpr:
		x.typeEdge(from, e, RelReferences, context)
	case *ast.ParenExpr:
		x.types(from, t.X, context)
	case *ast.StarExpr:
		x.types(from, t.X, context)
	case *ast.UnaryExpr: // ~T
		x.types(from, t.X, context)
	case *ast.BinaryExpr: // A | B
		x.types(from, t.X, context)
		x.types(from, t.Y, context)
	case *ast.ArrayType:
		x.types(from, t.Elt, context)
	case *ast.Ellipsis:
		x.types(from, t.Elt, context)
	case *ast.ChanType:
		x.types(from, t.Value, context)
	case *ast.MapType:
		x.types(from, t.Key, context)
		x.types(from, t.Value, context)
	case *ast.FuncType:
		x.fields(from, t.Params, context)
		x.fields(from, t.Results, context)
	case *ast.StructType:
		x.fields(from, t.Fields, context)
	case *ast.InterfaceType:
		x.fields(from, t.Methods, context)
	case *ast.IndexExpr:
		x.types(from, t.X, context)
		x.types(from, t.Index, ctxGeneric)
	case *ast.IndexListExpr:
		x.types(from, t.X, context)
		for _, i := range t.Indices {
			x.types(from, i, ctxGeneric)
		}
	}
}

// typeEdge makes an edge to the type that e, a plain or a qualified name, is.
// Predeclared types, type parameters and types declared inside functions have
// no node.
func (x *goEdges) typeEdge(from int, e ast.Expr, relation, context string) {
	id, imported := x.name(e)
	if id == nil {
		return
	}
	edge := goEdge{from: from, relation: relation, context: context, confidence: Extracted, pos: e.Pos()}
	if obj, ok := x.pass.info.Uses[id].(*types.TypeName); ok {
		if obj.Pkg() == nil {
			return
		}
		if !x.stubs.isStub(obj.Pkg()) {
			var ok bool
			if edge.to, ok = x.nodes.at[obj.Pos()]; ok {
				x.typeEmit(edge)
			}
			return
		}
	} else if x.pass.info.Uses[id] != nil {
		return
	}
	// What go/types does not know: a name in a package outside of the tree, or
	// one that is declared for another system only.
	switch {
	case imported == nil:
		if to, ok := x.only(x.pass.unit.types[id.Name]); ok {
			edge.to, edge.confidence = to, Inferred
			x.typeEmit(edge)
		}
	case imported.unit != nil:
		if to, ok := x.only(imported.unit.types[id.Name]); ok {
			edge.to, edge.confidence = to, Inferred
			x.typeEmit(edge)
		}
	default:
		edge.external = goExternal{path: imported.path, pkg: imported.name, name: id.Name}
		x.emit(edge)
	}
}

// typeEmit leaves out that a type refers to itself, as every list does.
func (x *goEdges) typeEmit(e goEdge) {
	if e.from != e.to {
		x.emit(e)
	}
}

// only is the node of a declaration, if it is the only one of its name.
func (x *goEdges) only(decls []token.Pos) (int, bool) {
	if len(decls) != 1 {
		return 0, false
	}
	n, ok := x.nodes.at[decls[0]]
	return n, ok
}

// goImported is the package that a qualified name belongs to.
type goImported struct {
	path, name string
	unit       *goUnit // nil outside of the tree
}

// name is the identifier in a plain or qualified name, and for a qualified one
// the package. Both are nil for anything else, such as the field of a value.
func (x *goEdges) name(e ast.Expr) (*ast.Ident, *goImported) {
	switch e := e.(type) {
	case *ast.Ident:
		return e, nil
	case *ast.SelectorExpr:
		q, ok := e.X.(*ast.Ident)
		if !ok {
			return nil, nil
		}
		name, ok := x.pass.info.Uses[q].(*types.PkgName)
		if !ok {
			return nil, nil
		}
		path := name.Imported().Path()
		return e.Sel, &goImported{path: path, name: name.Imported().Name(), unit: x.dirs.find(path, x.file.dir)}
	}
	return nil, nil
}

// body makes the edges of statements and expressions: calls, functions used as
// values, and types. What a function literal does counts for the declaration
// it stands in.
func (x *goEdges) body(from int, root ast.Node) {
	callees := map[*ast.Ident]bool{}
	values := map[*ast.Ident]string{} // context of functions used as values
	value := func(e ast.Expr, context string) {
		if id := calleeName(e); id != nil {
			values[id] = context
		}
	}
	ast.Inspect(root, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			for _, a := range n.Args {
				value(a, ctxArgument)
			}
			if id := calleeName(n.Fun); id != nil {
				callees[id] = true
				x.call(from, n.Fun, id)
			}
		case *ast.AssignStmt:
			for _, e := range n.Rhs {
				value(e, ctxAssignment)
			}
		case *ast.ValueSpec:
			for _, e := range n.Values {
				value(e, ctxAssignment)
			}
		case *ast.ReturnStmt:
			for _, e := range n.Results {
				value(e, ctxValue)
			}
		case *ast.CompositeLit:
			for _, e := range n.Elts {
				if kv, ok := e.(*ast.KeyValueExpr); ok {
					e = kv.Value
				}
				value(e, ctxCollection)
			}
		case *ast.Ident:
			if !callees[n] {
				x.use(from, n, values[n])
			}
		}
		return true
	})
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

func (x *goEdges) call(from int, fun ast.Expr, id *ast.Ident) {
	edge := goEdge{from: from, relation: RelCalls, context: ctxCall, confidence: Extracted, pos: id.Pos()}
	switch obj := x.pass.info.Uses[id].(type) {
	case *types.Func:
		var ok bool
		if edge.to, ok = x.nodes.at[obj.Pos()]; ok {
			x.emit(edge)
		}
	case *types.TypeName:
		x.use(from, id, "") // a conversion
	case nil:
		// Not known to go/types. A plain or a package's name that one function
		// bears is good enough to infer from; a method's name is not.
		fun = ast.Unparen(fun)
		if ix, ok := fun.(*ast.IndexExpr); ok {
			fun = ix.X
		}
		name, imported := x.name(fun)
		if name == nil {
			return
		}
		u := x.pass.unit
		if imported != nil {
			u = imported.unit
		}
		if u == nil {
			return
		}
		if to, ok := x.only(u.funcs[name.Name]); ok {
			edge.to, edge.confidence = to, Inferred
			x.emit(edge)
		}
	}
}

// use makes the edge for a name that is not called: a function as a value, or
// a type of the tree.
func (x *goEdges) use(from int, id *ast.Ident, context string) {
	edge := goEdge{from: from, context: context, confidence: Extracted, pos: id.Pos()}
	switch obj := x.pass.info.Uses[id].(type) {
	case *types.Func:
		edge.relation = RelIndirect
		edge.confidence = Inferred // that it is called, not that it is used
		edge.pos = id.Pos()
		var ok bool
		if edge.to, ok = x.nodes.at[obj.Pos()]; ok {
			x.emit(edge)
		}
	case *types.TypeName:
		edge.relation = RelReferences
		edge.context = ctxType
		var ok bool
		if edge.to, ok = x.nodes.at[obj.Pos()]; ok {
			x.typeEmit(edge)
		}
	}
}
