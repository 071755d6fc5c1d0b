package extract

// ref is a declaration of some unit.
type ref struct{ unit, decl int32 }

// valueKind is what an expression can stand for.
type valueKind uint8

const (
	valInstance  valueKind = iota + 1 // of the type at
	valType                           // the type at
	valFunc                           // the function at, of self if that is bound
	valModule                         // the file or namespace at, or the folder name where at.unit is -1
	valObject                         // the value of the variable or function at, whose members are declared below it
	valExternal                       // something outside of the tree, by its name
	valOutside                        // an instance of an external type
	valShape                          // a built-in container or another known form: name, and its parts in args
	valTypeParam                      // the type parameter at
	valAlias                          // what the alias at stands for, which is not known
)

// value is one thing that an expression may stand for. Sets of values are shared and never changed.
type value struct {
	kind valueKind
	soft bool // concluded from what was assigned or returned, not declared
	at   ref
	name string
	self *value
	args [][]value // type arguments: sets of instances
	lang *language // of a folder
	of   string    // of a shape: the type's own name
	via  ref       // the alias by which a type is named, if it has a node
}

// Shapes: the forms of values that every language has in its own words.
const (
	shapeList  = "list"  // of args[0]
	shapeMap   = "map"   // from args[0] to args[1]
	shapeTuple = "tuple" // of all args
	shapePass  = "pass"  // a type that stands for its arguments: Optional
	shapeLast  = "last"  // for its last argument
	shapeFirst = "first" // for its first argument
	shapeGiven = "given" // for what its first argument gives when called
	shapeType  = "type"  // the type itself, not an instance
	shapeFunc  = "func"  // a function that gives the last of args
	shapeAwait = "await" // what is awaited for args[0]
)

// maxValues bounds a set: what may be any of so many things is not known.
const maxValues = 6

// join adds values that are not there yet.
func join(a, b []value) []value {
	if len(a) == 0 {
		return b
	}
	out := a
	copied := false
	for _, v := range b {
		if containsValue(out, v) {
			continue
		}
		if !copied {
			out = append(make([]value, 0, len(a)+len(b)), a...)
			copied = true
		}
		out = append(out, v)
	}
	return out
}

func containsValue(set []value, v value) bool {
	for i := range set {
		if set[i].kind == v.kind && set[i].at == v.at && set[i].name == v.name && set[i].via == v.via {
			return true
		}
	}
	return false
}

// softened marks values as concluded.
func softened(vs []value) []value {
	for i := range vs {
		if !vs[i].soft {
			out := append([]value(nil), vs...)
			for j := range out {
				out[j].soft = true
			}
			return out
		}
	}
	return vs
}
