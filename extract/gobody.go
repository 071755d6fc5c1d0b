package extract

import "go/token"

// goBodies is what the functions of one file do, as far as names and types matter for it: the names that may make an edge, and the
// expressions that tell what they mean. It takes the place of the bodies' syntax, of which it is a tenth in memory: the bodies of a
// large tree are most of what is held while it is read.
//
// Names of a function's own are resolved when it is made, all others wait until the packages are known.
type goBodies struct {
	funcs  []goBody // by the index of the declaration in its file
	names  []string
	exprs  []goExpr // 0 is none
	lists  []int32
	locals []goLocal // 0 is none
	uses   []goUse
	guards []goGuard // 0 is none
}

// goBody is one function: its uses are those from first to last. It is read by go/types, from its syntax, if whole is set.
type goBody struct {
	first, last int32
	local       int32 // the first of its locals
	whole       bool
}

// goOp is what an expression is.
type goOp uint8

const (
	goNone       goOp = iota
	goGlobal          // name of the package, the file or the universe
	goLocalName       // the local x
	goSelect          // x.name
	goCall            // x(list y), with … for sub 1
	goIndex           // x[list y]
	goSlice           // x[:]
	goStar            // *x
	goUnary           // sub x
	goBinary          // x sub y
	goAssert          // x, a type: what is asserted to be one
	goLiteral         // of the basic type sub
	goComposite       // x{…}; where x is 0, an element of the literal y, or a key of it for sub 1
	goFuncLit         // func of type x
	goArray           // [y]x, y is not known
	goSliceType       // []x
	goMapType         // map[x]y
	goChanType        // chan x, of direction sub
	goFuncType        // func(list x) list y, variadic for sub 1
	goInterface       // without methods
	goStructType      // fields are in list x: name, type, 1 if it is embedded
)

// goExpr is an expression or a type.
type goExpr struct {
	op   goOp
	sub  uint8
	name int32
	x, y int32
}

// goLocalKind is where the type of a local comes from.
type goLocalKind uint8

const (
	localParam    goLocalKind = iota // of the declared function, by name: its scope knows it
	localTyped                       // type x
	localVariadic                    // a slice of type x
	localInit                        // value x
	localPart                        // value index of the several that x gives
	localKey                         // key in a range over x
	localElem                        // element in a range over x
	localCase                        // x in a type switch, the cases of which are list y
	localConst                       // constant of value x
	localType                        // type declared as x
	localAlias                       // another name of type x
)

// goLocal is a name that a function declares.
type goLocal struct {
	kind  goLocalKind
	index uint8
	of    uint8 // how many parts there are
	name  int32
	x, y  int32
}

// goUse is a name that may make an edge.
type goUse struct {
	call  bool // it is called
	plain bool // the call is of a plain or qualified name
	ctx   uint8
	expr  int32 // the name
	guard int32
	pos   token.Pos
}

// goGuard says on what it depends whether go/types reads a part of an expression: a key of a composite literal, if that is none of a
// struct; a value in one of a map, if its key is known; the arguments of a generic type, if that is one.
type goGuard struct {
	literal int32 // 0 for a generic type
	key     int32 // the generic type; 0 for a key
	outer   int32
}

// goContexts are the contexts of uses.
var goContexts = [...]string{"", ctxArgument, ctxAssignment, ctxCollection, ctxValue}

const (
	asNothing uint8 = iota
	asArgument
	asAssignment
	asElement
	asResult
)
