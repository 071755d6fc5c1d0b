package extract

import (
	"go/ast"
	"slices"
	"sync"
)

// goLowering turns the bodies of a file into goBodies.
type goLowering struct {
	goBodies
	of      *nameUses
	index   map[string]int32
	current []int32 // the local that a name means now, by name
	outside []bool  // the name qualifies another
	undo    []shadowed
	scope   int     // where the innermost scope begins in undo
	level   int32   // how many scopes are open
	levels  []int32 // of each local
	guard   int32
	depth   int
	stop    bool // what is met is left to go/types
	scratch []int32
}

// shadowed is a name that means something else again once its scope ends.
type shadowed struct{ name, local int32 }

// lowerDepth is how deep syntax may nest to be lowered.
const lowerDepth = 1000

// lowerings are those that are done, with the room that they have. What they made was copied.
var lowerings = sync.Pool{New: func() any { return &goLowering{index: map[string]int32{}} }}

// lowerBodies takes the bodies out of a file. of is told what they say of other packages.
func lowerBodies(f *ast.File, of *nameUses) *goBodies {
	l := lowerings.Get().(*goLowering)
	l.reset(of)
	funcs := make([]goBody, len(f.Decls))
	for i, d := range f.Decls {
		if fd, ok := d.(*ast.FuncDecl); ok && fd.Body != nil {
			l.function(fd, &funcs[i])
		}
	}
	for i, is := range l.outside {
		if is {
			of.qualifiers[l.names[i]] = true
		}
	}
	out := &goBodies{funcs: funcs, names: slices.Clone(l.names), exprs: slices.Clone(l.exprs), lists: slices.Clone(l.lists),
		locals: slices.Clone(l.locals), uses: slices.Clone(l.goBodies.uses), guards: slices.Clone(l.guards)}
	if len(l.names) == 0 {
		out = nil
	}
	l.of = nil
	clear(l.names)
	lowerings.Put(l)
	return out
}

// reset readies for another file.
func (l *goLowering) reset(of *nameUses) {
	l.of = of
	clear(l.index)
	l.names, l.current, l.outside, l.undo = l.names[:0], l.current[:0], l.outside[:0], l.undo[:0]
	l.goBodies.uses = l.goBodies.uses[:0]
	l.exprs, l.lists, l.levels = append(l.exprs[:0], goExpr{}), append(l.lists[:0], 0), append(l.levels[:0], 0)
	l.locals, l.guards = append(l.locals[:0], goLocal{}), append(l.guards[:0], goGuard{})
	l.scope, l.level, l.depth = 0, 0, 0
}

func (l *goLowering) function(fd *ast.FuncDecl, body *goBody) {
	before := l.goBodies
	l.stop, l.guard = false, 0
	outer := l.enter()
	if fd.Recv != nil {
		for _, f := range fd.Recv.List {
			l.params(f.Names)
			for _, a := range receiverArgs(f.Type) {
				l.receiverParam(a)
			}
		}
	}
	for _, list := range []*ast.FieldList{fd.Type.TypeParams, fd.Type.Params, fd.Type.Results} {
		if list != nil {
			for _, f := range list.List {
				l.params(f.Names)
			}
		}
	}
	l.statements(fd.Body.List)
	l.leave(outer)
	if l.stop {
		body.whole = true
		names := l.names
		l.goBodies = before
		l.levels = l.levels[:len(l.locals)]
		l.names = names
		return
	}
	body.first, body.last, body.local = int32(len(before.uses)), int32(len(l.uses)), int32(len(before.locals))
	fd.Body = nil
}

func (l *goLowering) params(names []*ast.Ident) {
	for _, n := range names {
		l.declare(n, goLocal{kind: localParam})
	}
}

// receiverArgs are the type parameters in the type of a receiver.
func receiverArgs(t ast.Expr) []ast.Expr {
	switch t := stripped(t).(type) {
	case *ast.IndexExpr:
		return []ast.Expr{t.Index}
	case *ast.IndexListExpr:
		return t.Indices
	}
	return nil
}

// receiverParam declares one of them.
func (l *goLowering) receiverParam(e ast.Expr) {
	if id, ok := e.(*ast.Ident); ok {
		l.declare(id, goLocal{kind: localParam})
	} else {
		l.stop = true
	}
}

// intern gives the index of a name.
func (l *goLowering) intern(name string) int32 {
	if i, ok := l.index[name]; ok {
		return i
	}
	i := int32(len(l.names))
	l.index[name] = i
	l.names = append(l.names, name)
	l.current = append(l.current, 0)
	l.outside = append(l.outside, false)
	return i
}

// declare makes a name mean a local until its scope ends.
func (l *goLowering) declare(id *ast.Ident, d goLocal) int32 {
	if id.Name == "_" {
		return 0
	}
	d.name = l.intern(id.Name)
	i := int32(len(l.locals))
	l.locals = append(l.locals, d)
	l.levels = append(l.levels, l.level)
	l.undo = append(l.undo, shadowed{d.name, l.current[d.name]})
	l.current[d.name] = i
	return i
}

// enter begins a scope, and gives where the one around it began.
func (l *goLowering) enter() (outer int) {
	outer = l.scope
	l.scope = len(l.undo)
	l.level++
	return outer
}

// leave ends a scope.
func (l *goLowering) leave(outer int) {
	for i := len(l.undo) - 1; i >= l.scope; i-- {
		l.current[l.undo[i].name] = l.undo[i].local
	}
	l.undo = l.undo[:l.scope]
	l.scope = outer
	l.level--
}

// redeclared says that the innermost scope has the name already.
func (l *goLowering) redeclared(id *ast.Ident) bool {
	i, ok := l.index[id.Name]
	return ok && l.current[i] != 0 && l.levels[l.current[i]] == l.level
}

func (l *goLowering) node(e goExpr) int32 {
	l.exprs = append(l.exprs, e)
	return int32(len(l.exprs) - 1)
}

// list keeps a list of numbers: how many, and then they.
func (l *goLowering) list(items []int32) int32 {
	at := int32(len(l.lists))
	l.lists = append(append(l.lists, int32(len(items))), items...)
	return at
}

// at gives a list.
func (b *goBodies) list(at int32) []int32 {
	if at == 0 {
		return nil
	}
	n := b.lists[at]
	return b.lists[at+1 : at+1+n]
}

func (l *goLowering) use(u goUse) {
	u.guard = l.guard
	l.goBodies.uses = append(l.goBodies.uses, u)
}

// inside guards against syntax that nests too deeply.
func (l *goLowering) inside() bool {
	l.depth++
	if l.depth > lowerDepth {
		l.stop = true
	}
	return !l.stop
}
