package extract

// expr is an expression: its operand and its list are indices into exprs, by way of lists.
type expr struct {
	op   op
	n    uint16 // how many of lists
	x    int32  // operand; for names, this and the like the scope, for functions and declarations they
	lo   int32  // first in lists
	pos  uint32
	name string
}

// use is a place that refers to something.
type use struct {
	what    useKind
	in      int32 // declaration it stands in
	expr    int32
	args    int32 // how many arguments a call has, -1 if that is not known
	call    int32 // the call's expression, if its arguments tell overloads apart
	line    int32
	context string
}

// lowering builds the unit of one file.
type lowering struct {
	u     *unit
	src   []byte
	texts *texts
	last  map[nameKey]int32 // last declaration of a name
	depth int
}

type nameKey struct {
	scope int32
	name  string
}

// scratch is the room that files are lowered in, one after the other: a unit keeps only what it needs of it.
type scratch struct {
	decls []decl
	exprs []expr
	lists []int32
	uses  []use
	texts texts
	last  map[nameKey]int32
}

func newLowering(path string, lang *language, src []byte, room *scratch) *lowering {
	if len(room.last) > maxRoom || room.last == nil { // a large map takes long to clear
		room.last = map[nameKey]int32{}
	}
	clear(room.last)
	l := &lowering{u: &unit{path: path, lang: lang}, src: src, texts: &room.texts, last: room.last}
	l.u.decls, l.u.exprs, l.u.lists, l.u.uses = room.decls[:0], room.exprs[:0], room.lists[:0], room.uses[:0]
	l.u.decls = append(l.u.decls, decl{kind: declFile, node: KindFile, name: path, line: 1})
	l.u.exprs = append(l.u.exprs, expr{})
	return l
}

// maxRoom is how many names a file may have before room that was made for it is given up.
const maxRoom = 4000

// finish gives the unit, and the room back.
func (l *lowering) finish(room *scratch) *unit {
	u := l.u
	room.decls, room.exprs, room.lists, room.uses = u.decls, u.exprs, u.lists, u.uses
	u.decls, u.exprs, u.lists, u.uses = copied(u.decls), copied(u.exprs), copied(u.lists), copied(u.uses)
	clear(room.decls)
	return u
}

// copied is a copy without room to grow.
func copied[T any](s []T) []T {
	if len(s) == 0 {
		return nil
	}
	return append(make([]T, 0, len(s)), s...)
}

// keep gives a copy of s that does not hold the file's text, the same for equal short ones.
func (l *lowering) keep(s string) string { return l.texts.keep(s) }

// text is the text of n, kept.
func (l *lowering) text(n node) string { return l.keep(n.text()) }

// declare adds a declaration and gives its index.
func (l *lowering) declare(d decl) int32 {
	i := int32(len(l.u.decls))
	d.name = l.keep(d.name)
	l.u.decls = append(l.u.decls, d)
	k := nameKey{d.scope, d.name}
	if before, ok := l.last[k]; ok {
		l.u.decls[before].same = i
	}
	l.last[k] = i
	if d.flags&isParam != 0 {
		l.u.decls[d.scope].params = append(l.u.decls[d.scope].params, i)
	}
	return i
}

func (l *lowering) at(i int32) *decl { return &l.u.decls[i] }

// setType and setInit are for what is made in the same statement: to make it may add declarations, and what at gave before that would
// lie in the list as it was. Arguments are made first.
func (l *lowering) setType(i, typ int32)  { l.u.decls[i].typ = typ }
func (l *lowering) setInit(i, init int32) { l.u.decls[i].init = init }

func (l *lowering) expr(e expr) int32 {
	l.u.exprs = append(l.u.exprs, e)
	return int32(len(l.u.exprs) - 1)
}

// list makes an expression over several others.
func (l *lowering) list(o op, xs []int32) int32 { return l.withList(expr{op: o}, xs) }

func (l *lowering) withList(e expr, xs []int32) int32 {
	e.lo, e.n = int32(len(l.u.lists)), uint16(min(len(xs), maxList))
	l.u.lists = append(l.u.lists, xs[:e.n]...)
	return l.expr(e)
}

// union is one of the expressions; those that are none do not count.
func (l *lowering) union(xs ...int32) int32 {
	var some []int32
	for _, x := range xs {
		if x != 0 {
			some = append(some, x)
		}
	}
	switch len(some) {
	case 0:
		return 0
	case 1:
		return some[0]
	}
	return l.list(opUnion, some)
}

// maxList is how many elements of a list or call are looked at.
const maxList = 200

// unary makes an expression over x, none of none.
func (l *lowering) unary(o op, x int32) int32 {
	if x == 0 {
		return 0
	}
	return l.expr(expr{op: o, x: x})
}

func (l *lowering) name(name string, scope int32, pos uint32) int32 {
	return l.expr(expr{op: opName, name: l.keep(name), x: scope, pos: pos})
}

// typeName is a name where only a type can stand.
func (l *lowering) typeName(name string, scope int32, pos uint32) int32 {
	return l.expr(expr{op: opTypeName, name: l.keep(name), x: scope, pos: pos})
}

func (l *lowering) member(x int32, name string) int32 {
	if x == 0 {
		return 0
	}
	return l.expr(expr{op: opMember, x: x, name: l.keep(name)})
}

func (l *lowering) lit(name string) int32 { return l.expr(expr{op: opLit, name: l.keep(name)}) }

func (l *lowering) use(u use) {
	if u.expr != 0 {
		l.u.uses = append(l.u.uses, u)
	}
}

// around is the nearest declaration of a kind around i, i itself included, -1 for none.
func (l *lowering) around(i int32, kind declKind) int32 {
	for {
		if l.u.decls[i].kind == kind {
			return i
		}
		if i == 0 {
			return -1
		}
		i = l.u.decls[i].scope
	}
}

// maxNesting is how deep a syntax is followed. What lies deeper is not code that a person reads.
const maxNesting = 2000

// enter counts the nesting; the caller goes on only if it is true, and then calls leave.
func (l *lowering) enter() bool {
	if l.depth >= maxNesting {
		return false
	}
	l.depth++
	return true
}

func (l *lowering) leave() { l.depth-- }
