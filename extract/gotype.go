package extract

import (
	"go/ast"
	"go/token"
	"iter"
	"strings"
)

func (g *goNodes) addTypes(f *goFile, stem string) {
	for spec, d := range f.typeSpecs() {
		doc := spec.Doc
		if doc == nil && !d.Lparen.IsValid() {
			doc = d.Doc
		}
		g.addType(f, spec, doc, stem)
	}
}

// typeSpecs are the types that a file declares at its top, each with the declaration that it stands in.
func (f *goFile) typeSpecs() iter.Seq2[*ast.TypeSpec, *ast.GenDecl] {
	return func(yield func(*ast.TypeSpec, *ast.GenDecl) bool) {
		for _, d := range f.ast.Decls {
			gd, ok := d.(*ast.GenDecl)
			if !ok || gd.Tok != token.TYPE {
				continue
			}
			for _, s := range gd.Specs {
				if spec, ok := s.(*ast.TypeSpec); ok && spec.Name != nil && !yield(spec, gd) {
					return
				}
			}
		}
	}
}

func (g *goNodes) addType(f *goFile, spec *ast.TypeSpec, doc *ast.CommentGroup, stem string) {
	u, name := f.unit, spec.Name.Name
	kind := KindType
	switch ast.Unparen(spec.Type).(type) {
	case *ast.StructType:
		kind = KindStruct
	case *ast.InterfaceType:
		kind = KindInterface
	}
	if spec.Assign.IsValid() {
		kind = KindAlias
	}
	who := "type " + u.dir + "\x00" + u.name + "\x00" + name
	node := g.add(Node{
		Label:          name,
		Kind:           kind,
		SourceFile:     f.rel,
		SourceLocation: line(g.fset, spec.Name.Pos()),
		Container:      u.path,
		Signature:      typeSignature(spec),
		Doc:            doc.Text(),
	}, claim{base: MakeID(stem, name), rank: u.rank(rankType, name), name: name, who: who, file: f.rel})
	g.at[spec.Name.Pos()] = node
	g.contain(f.node, node, RelContains, f, spec.Name.Pos())
	u.types[name] = append(u.types[name], spec.Name.Pos())

	iface, ok := ast.Unparen(spec.Type).(*ast.InterfaceType)
	if !ok || iface.Methods == nil {
		return
	}
	for _, field := range iface.Methods.List {
		ft, ok := field.Type.(*ast.FuncType)
		if !ok {
			continue
		}
		doc := field.Doc
		if doc == nil {
			doc = field.Comment
		}
		for _, id := range field.Names {
			m := g.add(Node{
				Label:          "." + id.Name + "()",
				Kind:           KindInterfaceMethod,
				SourceFile:     f.rel,
				SourceLocation: line(g.fset, id.Pos()),
				Container:      name,
				Signature:      cut(id.Name + strings.TrimPrefix(exprString(ft), "func")),
				Doc:            doc.Text(),
			}, claim{base: MakeID(stem, name, id.Name), rank: u.rank(rankFunc, name, id.Name), name: id.Name, who: who + "\x00" + id.Name, file: f.rel})
			g.at[id.Pos()] = m
			g.methods[id.Name] = true
			g.contain(node, m, RelMethod, f, id.Pos())
		}
	}
}
