package extract

import (
	"go/ast"
	"go/types"
	"sync"
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

	reader *goReader // of the file's bodies, nil for none
	edges  []goEdge
}

func (x *goEdges) emit(e goEdge) {
	e.file = x.file
	x.edges = append(x.edges, e)
}

// edgeRooms are lists that grew for one file and will do for others.
var edgeRooms = sync.Pool{New: func() any { return new([]goEdge) }}

func (x *goEdges) read() {
	room := edgeRooms.Get().(*[]goEdge)
	x.edges = *room
	defer func() { // also of what was read before half a syntax tree broke it off
		x.file.edges = append(x.file.edges, x.edges...)
		clear(x.edges)
		*room = x.edges[:0]
		edgeRooms.Put(room)
	}()
	if x.file.bodies != nil {
		x.reader = newGoReader(x.pass, x.file, x.nodes.methods)
		defer func() {
			x.file.bodies = nil
			x.reader.close()
		}()
	}
	for _, im := range x.file.imports {
		e := goEdge{from: x.file.node, relation: RelFrom, context: ctxImport, confidence: Extracted, pos: im.pos}
		if u := x.dirs.find(im.path, x.file.dir); u != nil {
			e.to = u.node
		} else {
			e.external.path = im.path
		}
		x.emit(e)
	}
	for i, d := range x.file.ast.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			x.function(d, i)
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

func (x *goEdges) function(d *ast.FuncDecl, at int) {
	from, ok := x.nodes.at[d.Name.Pos()]
	if !ok {
		return
	}
	x.fields(from, d.Type.TypeParams, ctxConstraint)
	x.fields(from, d.Type.Params, ctxParameter)
	x.fields(from, d.Type.Results, ctxReturn)
	if d.Body != nil {
		x.body(from, d.Body)
	} else if x.reader != nil {
		x.lowered(from, d, x.reader.funcs[at])
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

func (x *goEdges) call(from int, fun ast.Expr, id *ast.Ident) {
	edge := goEdge{from: from, confidence: Extracted, pos: id.Pos()}
	switch obj := x.pass.info.Uses[id].(type) {
	case *types.Func, *types.TypeName:
		x.named(edge, obj, true)
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
			edge.to, edge.relation, edge.context, edge.confidence = to, RelCalls, ctxCall, Inferred
			x.emit(edge)
		}
	}
}

// use makes the edge for a name that is not called: a function as a value, or
// a type of the tree.
func (x *goEdges) use(from int, id *ast.Ident, context string) {
	if obj := x.pass.info.Uses[id]; obj != nil {
		x.named(goEdge{from: from, context: context, confidence: Extracted, pos: id.Pos()}, obj, false)
	}
}

// named makes the edge to what a name means: a function that is called or used as a value, or a type, which a call converts to.
func (x *goEdges) named(edge goEdge, obj types.Object, called bool) {
	var ok bool
	switch obj := obj.(type) {
	case *types.Func:
		edge.relation, edge.confidence = RelIndirect, Inferred // that it is called, not that it is used
		if called {
			edge.relation, edge.context, edge.confidence = RelCalls, ctxCall, Extracted
		}
		if edge.to, ok = x.nodes.at[obj.Pos()]; ok {
			x.emit(edge)
		}
	case *types.TypeName:
		edge.relation, edge.context = RelReferences, ctxType
		if edge.to, ok = x.nodes.at[obj.Pos()]; ok {
			x.typeEmit(edge)
		}
	}
}
