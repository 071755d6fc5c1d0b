package extract

// unit is what one file says, in a form that all languages share: what it declares, what it imports, and the expressions that
// name, call and compute things. It holds no syntax and nothing of other files, so it stays good while the file does not change.
type unit struct {
	path  string // slash-separated, below the root
	lang  *language
	space string // package or namespace that the whole file is in, in the language's own writing

	decls   []decl // 0 is the file
	exprs   []expr // 0 is none
	lists   []int32
	imports []imported
	uses    []use
	notes   []remark
	spans   []codeSpan
}

// declKind is what a name stands for.
type declKind uint8

const (
	declFile declKind = iota
	declType
	declFunc
	declVar   // variable, parameter, field or constant
	declAlias // another name for a type
	declSpace // namespace
	declTypeParam
)

// declFlag is a property of a declaration that names and calls depend on.
type declFlag uint32

const (
	isStatic    declFlag = 1 << iota
	isProperty           // a function that is read like a field
	isParam              // a parameter of the function it stands in
	isRest               // that takes what is left of the arguments
	isSelf               // the receiver
	isBlock              // known between from and to only
	isAssign             // one more value for a variable
	isEnumCase           // of type
	isInterface          // type whose methods others give
	isGenerator          // a function that yields
	isAsync              // a function whose result is awaited
	isExported           // seen from other files
	isDefault            // the default export
	isMore               // adds to the declaration of the same name before it: overloads, setters
	isHidden             // not a member that plain names or other files reach
	isPartial            // a type that several places declare
	isCtor               // a constructor
	isUnordered          // seen in all of its scope, before it stands too
	isElement            // init is iterated over: the name stands for an element
	isMacro
	hasMembers    // a variable or function below which members are declared
	isClassMethod // a method of the type itself
	isOptional    // a parameter that may be left out
	isFlat        // its id bears the file's name, not the container's
	isRooted      // its id is made of idName alone
	isArrow       // a function without a this of its own
	isFileOnly    // not seen from other files
	isShared      // a type that several declarations make up
	isCompanion   // an object beside the type of its name
)

// decl is a declaration. Its scope is the declaration it stands in.
type decl struct {
	kind     declKind
	flags    declFlag
	node     string // Kind of its node in the graph, "" for none
	name     string
	label    string // of the node, if other than kind and name make it
	idName   string // what ids are made of, if other than the name
	salt     string // what tells it from others of its name in ids: the types of its parameters
	contains string // relation from the container's node, if other than the kind makes it
	owner    int32  // declaration whose node holds it in the graph, where that is not the scope; 0 is the scope
	scope    int32
	line     int32
	pos      uint32 // where the name stands
	from, to uint32 // where it is known, with isBlock
	sig, doc string

	typ    int32   // type of a variable, result of a function, what an alias means
	init   int32   // first value of a variable
	rets   []int32 // values that a function returns
	params []int32
	bases  []base

	same int32 // next declaration of the same name and scope, 0 for none
}

// base is a type that another builds on.
type base struct {
	expr     int32
	relation string
	line     int32
}

// op is what an expression does.
type op uint8

const (
	opNone      op = iota
	opName         // name, looked up in scope at pos
	opTypeName     // the same, but only what is a type or holds types
	opMember       // name of x
	opCall         // x(list…)
	opNew          // new x(list…): an instance of the type x
	opIndex        // x[list…]: an element, or as a type x with its arguments
	opAwait        // what x is awaited for
	opThis         // the instance whose method scope is
	opSuper        // the same, as its base type
	opSelfType     // the type around scope
	opSuperType    // the types that it builds on
	opOf           // an instance of the type x
	opUnion        // one of list
	opTuple        // all of list
	opList         // several of list
	opElem         // what comes of iterating over x
	opItem         // the n-th (at pos) of what x is
	opLit          // a value of the built-in type name
	opLambda       // the function scope
	opDecl         // the declaration scope itself
	opRoot         // name, looked up from the outermost namespace
	opImport       // module by name
	opEnter        // what entering the context x gives
	opFunc         // type of functions that give x
)

// expr is an expression: its operand and its list are indices into exprs, by way of lists.
type expr struct {
	op   op
	n    uint16 // how many of lists
	x    int32  // operand; for names, this and the like the scope, for functions and declarations they
	lo   int32  // first in lists
	pos  uint32
	name string
}

// what a use is.
type useKind uint8

const (
	useCall  useKind = iota // the expression is called
	useNew                  // the type is instantiated
	useType                 // the type is named
	useBase                 // the type is built on
	useValue                // a function is handed on
	useRead                 // a member is read
	useMark                 // a decorator or annotation
	useName                 // anything else that names something
)

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

// imported is one name, or one module, that a file imports.
type imported struct {
	path  string // module, in the language's own writing
	name  string // what is taken of it: "" is the module itself, "*" everything
	local string // what it is called here, "" for nothing
	as    string // what it is exported as
	scope int32
	line  int32
	pos   uint32
	flags importFlag
}

type importFlag uint16

const (
	importFrom    importFlag = 1 << iota // `from m import n`
	importExport                         // is exported again
	importType                           // types only
	importDynamic                        // at run time
	importStatic                         // members of a type
	importInclude                        // the text of a file
	importSide                           // for its effects only
	importMod                            // a module declared here
	importLocal                          // of the file itself: an export
	importRequire                        // as CommonJS does
	importAlias                          // no import, but what a path stands for
)

// remark is a comment that tells why.
type remark struct {
	text string
	line int32
	of   int32 // declaration
	cite bool  // text is a document that the comment names
}

// codeSpan is what a document mentions.
type codeSpan struct {
	text string
	link bool // a path rather than a name
	in   int32
	line int32
}

// lowering builds the unit of one file.
type lowering struct {
	u     *unit
	src   []byte
	names map[string]string
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
}

func newLowering(path string, lang *language, src []byte, room *scratch) *lowering {
	l := &lowering{u: &unit{path: path, lang: lang}, src: src, names: map[string]string{}, last: map[nameKey]int32{}}
	l.u.decls, l.u.exprs, l.u.lists, l.u.uses = room.decls[:0], room.exprs[:0], room.lists[:0], room.uses[:0]
	l.u.decls = append(l.u.decls, decl{kind: declFile, node: KindFile, name: path, line: 1})
	l.u.exprs = append(l.u.exprs, expr{})
	return l
}

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

// keep gives a copy of s that does not hold the file's text, the same for equal ones.
func (l *lowering) keep(s string) string {
	if k, ok := l.names[s]; ok {
		return k
	}
	k := clean(s)
	if len(k) == len(s) {
		k = string([]byte(s))
	}
	l.names[k] = k
	return k
}

// text is the text of n, kept.
func (l *lowering) text(n node) string {
	if !n.ok() {
		return ""
	}
	r := n.raw()
	if k, ok := l.names[string(n.t.src[r.start:r.end])]; ok { // without a copy
		return k
	}
	return l.keep(n.text())
}

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

func (l *lowering) lit(name string) int32 { return l.expr(expr{op: opLit, name: name}) }

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
