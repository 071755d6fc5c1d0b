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
	isPartial            // what adds to the type that typ names: an impl, a method outside of its class
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
	isQualifier   // a module that the name of a class inside it names: class A::B
	isShared      // a type that several declarations make up
	isCompanion   // an object beside the type of its name
	isCast        // a constant that gives something else a name and a type of its own
	isExtended    // a parameter that the function is called on as if it were a method of it
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
	opSum          // what an operator makes of two numbers or strings
	opMap          // a map from the first of list to the second
	opElem         // what comes of iterating over x
	opItem         // the n-th (at pos) of what x is
	opLit          // a value of the built-in type name
	opLambda       // the function scope
	opDecl         // the declaration scope itself
	opRoot         // name, looked up from the outermost namespace
	opImport       // module by name
	opEnter        // what entering the context x gives
	opFunc         // type of functions that give x
	opDecorated    // what decorators, outermost first, make of a function
)

// what a use is.
type useKind uint8

const (
	useCall  useKind = iota // the expression is called
	useNew                  // the type is instantiated
	useType                 // the type is named
	useValue                // a function is handed on
	useRead                 // a member is read
	useMark                 // a decorator or annotation
	useBare                 // a function without parameters is called if it is one
	useName                 // anything else that names something
)

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
	importForward                        // a type that is only named here
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
