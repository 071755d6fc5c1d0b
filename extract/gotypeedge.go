package extract

import (
	"go/ast"
	"go/token"
	"go/types"
)

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
