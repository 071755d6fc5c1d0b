package extract

import (
	"go/ast"
	"go/token"
	"path"
	"slices"
	"strings"
)

// goNodes makes the nodes of a tree of Go and remembers which declaration is
// which node. A declaration is known by the position of its name: passes over
// the same files have different objects of go/types, but the same positions.
type goNodes struct {
	fset *token.FileSet
	dirs *goDirs

	nodes   []Node
	claims  []claim // of the same index
	at      map[token.Pos]int
	methods map[string]bool // names of methods
	edges   []goEdge        // contains and method, which need no types

	externals map[goExternal]int
}

// goEdge is an edge between nodes by index.
type goEdge struct {
	from, to   int
	external   goExternal // what the edge ends at if that is not in the tree; to does not count then
	relation   string
	context    string
	confidence string
	file       *goFile
	pos        token.Pos
}

// Ranks of nodes that would get the same id: the lowest keeps it. Where a file
// and a type share one, Graphify 0.9.96 leaves only the type.
const (
	rankType = iota
	rankFunc
	rankPackage
	rankFile
	rankExternal
)

// rank orders nodes that would get the same id: by kind, then names that
// differ only in case or underscores, of which Graphify lets the exported one
// keep it. Packages that share a folder with another come behind the other, and
// tests behind what they test.
func (u *goUnit) rank(kind int, names ...string) int {
	r := kind
	if !u.primary {
		r += 8
	}
	for i := range 2 {
		r *= 4
		switch {
		case i >= len(names):
		case strings.HasPrefix(names[i], "_"):
			r += 2
		case !ast.IsExported(names[i]):
			r++
		}
	}
	return r
}

// maxSignature is the length in characters at which a signature is cut: that
// of a struct holds all its fields.
const maxSignature = 400

// grow makes room for what files declare, about: nodes are large, and a list of them that grows is copied often.
func (g *goNodes) grow(files []*goFile) {
	n := 2 * len(files)
	for _, f := range files {
		n += len(f.ast.Decls)
	}
	g.nodes, g.claims, g.edges = make([]Node, 0, n), make([]claim, 0, n), make([]goEdge, 0, n)
}

func (g *goNodes) add(n Node, c claim) int {
	n.Label = clean(n.Label)
	n.Doc = clean(strings.TrimSpace(n.Doc))
	n.Signature = clean(n.Signature)
	n.FileType = "code"
	g.nodes = append(g.nodes, n)
	g.claims = append(g.claims, c)
	return len(g.nodes) - 1
}

// clean makes text that any file or database takes.
func clean(s string) string {
	return strings.ReplaceAll(strings.ToValidUTF8(s, "\uFFFD"), "\x00", "\uFFFD")
}

func (g *goNodes) addUnit(u *goUnit) {
	root := g.typeStem(u)
	first := u.files[0]
	if i := slices.IndexFunc(u.files, func(f *goFile) bool { return !f.test }); i >= 0 {
		first = u.files[i]
	}
	var docs []string
	for _, f := range u.files {
		if f.ast.Doc != nil {
			if len(docs) == 0 {
				first = f
			}
			docs = append(docs, strings.TrimSpace(f.ast.Doc.Text()))
		}
	}
	n := Node{
		Label:          u.path,
		Kind:           KindPackage,
		SourceFile:     first.rel,
		SourceLocation: line(g.fset, first.ast.Package),
		Doc:            strings.Join(docs, "\n\n"),
	}
	if u.name != "" {
		n.Signature = "package " + u.name
	}
	if m := g.dirs.module(u.dir); m != nil && m.path != u.path {
		n.Container = m.path
	}
	u.node = g.add(n, claim{base: MakeID("go_pkg", u.path), rank: u.rank(rankPackage), name: u.path, who: "package " + u.dir + "\x00" + u.name})
	for _, f := range u.files {
		f.node = g.add(Node{
			Label:          path.Base(f.rel),
			Kind:           KindFile,
			SourceFile:     f.rel,
			SourceLocation: "L1",
			Container:      u.path,
		}, claim{base: MakeID(withoutExt(f.rel)), rank: u.rank(rankFile), name: path.Base(withoutExt(f.rel)), who: "file " + f.rel, path: f.rel})
		g.contain(u.node, f.node, RelContains, f, f.ast.Package)
	}
	for _, f := range u.files {
		g.addTypes(f, root)
	}
	for _, f := range u.files {
		for _, d := range f.ast.Decls {
			if fd, ok := d.(*ast.FuncDecl); ok && fd.Name != nil {
				g.addFunc(f, fd, root)
			}
		}
	}
}

func withoutExt(rel string) string { return strings.TrimSuffix(rel, ".go") }

// typeStem is what the ids of a package's types begin with: the folder's path.
// In the root that would be the name of the checkout, as it is in Graphify, so
// there the package's name stands for it, or the module's for a main package.
func (g *goNodes) typeStem(u *goUnit) string {
	if u.dir != "" {
		return u.dir
	}
	name := g.dirs.units[u.dir][0].name
	if m := g.dirs.module(""); m != nil && name == "main" {
		return lastPart(m.path)
	}
	return name
}

func (g *goNodes) contain(from, to int, relation string, f *goFile, pos token.Pos) {
	g.edges = append(g.edges, goEdge{from: from, to: to, relation: relation, confidence: Extracted, file: f, pos: pos})
}

func (g *goNodes) addFunc(f *goFile, fd *ast.FuncDecl, stem string) {
	u, name := f.unit, fd.Name.Name
	n := Node{
		Label:          name + "()",
		Kind:           KindFunction,
		SourceFile:     f.rel,
		SourceLocation: line(g.fset, fd.Pos()),
		Container:      u.path,
		Signature:      funcSignature(fd),
		Doc:            fd.Doc.Text(),
	}
	recv := receiver(fd)
	if recv == "" {
		node := g.add(n, claim{base: MakeID(withoutExt(f.rel), name), rank: u.rank(rankFunc, name), name: name, who: "func " + f.rel + "\x00" + name, path: f.rel})
		g.at[fd.Name.Pos()] = node
		g.contain(f.node, node, RelContains, f, fd.Pos())
		if fd.Recv == nil && name != "init" && name != "_" {
			u.funcs[name] = append(u.funcs[name], fd.Name.Pos())
		}
		return
	}
	g.methods[name] = true
	n.Label = "." + n.Label
	n.Kind = KindMethod
	n.Container = recv
	node := g.add(n, claim{base: MakeID(stem, recv, name), rank: u.rank(rankFunc, recv, name), name: name, who: "type " + u.dir + "\x00" + u.name + "\x00" + recv + "\x00" + name, file: f.rel})
	g.at[fd.Name.Pos()] = node
	if t, ok := g.typeOf(u, recv, f); ok {
		g.contain(t, node, RelMethod, f, fd.Pos())
	} else {
		g.contain(f.node, node, RelContains, f, fd.Pos())
	}
}

// typeOf is the type that a method in f belongs to. Where the type is declared
// several times, for several systems, it is the one in the same file, else the
// first.
func (g *goNodes) typeOf(u *goUnit, name string, f *goFile) (int, bool) {
	decls := u.types[name]
	if len(decls) == 0 {
		return 0, false
	}
	for _, pos := range decls {
		if f.ast.FileStart <= pos && pos <= f.ast.FileEnd {
			return g.at[pos], true
		}
	}
	return g.at[decls[0]], true
}

// receiver is the name of a method's type, "" for a function.
func receiver(fd *ast.FuncDecl) string {
	if fd.Recv == nil || len(fd.Recv.List) == 0 {
		return ""
	}
	e := fd.Recv.List[0].Type
	for {
		switch x := e.(type) {
		case *ast.ParenExpr:
			e = x.X
		case *ast.StarExpr:
			e = x.X
		case *ast.IndexExpr:
			e = x.X
		case *ast.IndexListExpr:
			e = x.X
		case *ast.Ident:
			return x.Name
		default:
			return ""
		}
	}
}

// goExternal names what is not in the tree: a package, or a type in it.
type goExternal struct{ path, pkg, name string }

// external is the node of what is not in the tree.
func (g *goNodes) external(x goExternal) int {
	if n, ok := g.externals[x]; ok {
		return n
	}
	n := Node{Label: x.path, Kind: KindExternalPackage}
	c := claim{base: MakeID("go_pkg", x.path), rank: rankExternal << 8, name: x.path, who: "external package " + x.path}
	if x.name != "" {
		n = Node{Label: x.pkg + "." + x.name, Kind: KindExternalType, Container: x.path}
		c = claim{base: MakeID("go_type", x.path, x.name), rank: rankExternal << 8, name: x.name, who: "external type " + x.path + "\x00" + x.name}
	}
	g.externals[x] = g.add(n, c)
	return g.externals[x]
}
