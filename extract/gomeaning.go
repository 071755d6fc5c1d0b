package extract

import (
	"go/token"
	"go/types"
	"sync"
)

// goMode is what an expression stands for.
type goMode uint8

const (
	goUnread  goMode = iota
	goInvalid        // go/types would know no type for it
	goValue
	goTypeMode
	goNoValue // call without a result
	goBuiltin
	goPending // is being read
)

// goMeaning is an expression's type.
type goMeaning struct {
	mode goMode
	free bool // a type to which go/types is made to convert whatever there is, see prepare
	typ  types.Type
}

var goNothing = goMeaning{mode: goInvalid}

func valueOf(t types.Type) goMeaning {
	if t == nil {
		return goNothing
	}
	return goMeaning{mode: goValue, typ: t}
}

// goReader tells what the names in the bodies of one file mean, as go/types would. What it cannot tell has no meaning, as what is
// computed from outside of the tree has none for go/types.
type goReader struct {
	*goBodies
	file       *goFile
	pass       *goPass
	scope      *types.Scope // of the file
	function   *types.Scope
	firstLocal int32           // of the function
	nested     int             // how many locals are being read, each for the one before
	methods    map[string]bool // names of the methods of the tree
	context    *types.Context  // nil until it is needed
	goMeanings
}

// goMeanings are what was found out for a file, room that the next one takes over.
type goMeanings struct {
	objects    []types.Object // of names
	looked     []bool
	meanings   []goMeaning // of expressions
	localTypes []types.Type
	guarded    []int8
}

var meaningRooms = sync.Pool{New: func() any { return &goMeanings{} }}

func newGoReader(p *goPass, f *goFile, methods map[string]bool) *goReader {
	room := meaningRooms.Get().(*goMeanings)
	b := f.bodies
	return &goReader{
		goBodies: b, file: f, pass: p, methods: methods, scope: p.info.Scopes[f.ast],
		goMeanings: goMeanings{
			objects: cleared(room.objects, len(b.names)), looked: cleared(room.looked, len(b.names)),
			meanings: cleared(room.meanings, len(b.exprs)), localTypes: cleared(room.localTypes, len(b.locals)),
			guarded: cleared(room.guarded, len(b.guards)),
		},
	}
}

// close hands the room on.
func (r *goReader) close() {
	room := r.goMeanings
	meaningRooms.Put(&room)
}

// cleared is a slice of n zeros, in the room of another if that will do.
func cleared[T any](s []T, n int) []T {
	if cap(s) < n {
		return make([]T, n, n+n/4)
	}
	s = s[:n]
	clear(s)
	return s
}

// global is what a name means outside of functions, nil for nothing.
func (r *goReader) global(name int32) types.Object {
	if !r.looked[name] {
		r.looked[name] = true
		s := r.names[name]
		var obj types.Object
		if r.scope != nil {
			obj = r.scope.Lookup(s)
		}
		if obj == nil {
			obj = r.pass.pkg.Scope().Lookup(s)
		}
		if obj == nil {
			obj = types.Universe.Lookup(s)
		}
		r.objects[name] = obj
	}
	return r.objects[name]
}

// qualifier is the package that the expression names, nil for none.
func (r *goReader) qualifier(e int32) *types.PkgName {
	if x := &r.exprs[e]; x.op == goGlobal {
		p, _ := r.global(x.name).(*types.PkgName)
		return p
	}
	return nil
}

// object is the declaration that a name means: of those of the tree's functions, methods and types all, of others some.
func (r *goReader) object(e int32) types.Object {
	x := &r.exprs[e]
	if x.op == goGlobal {
		return r.global(x.name)
	}
	if q := r.qualifier(x.x); q != nil {
		return q.Imported().Scope().Lookup(r.names[x.name])
	}
	if !r.methods[r.names[x.name]] {
		return nil
	}
	return r.member(e)
}

// member is the field or method that x.name means.
func (r *goReader) member(e int32) types.Object {
	x := &r.exprs[e]
	of := r.meaning(x.x)
	if of.mode != goValue && of.mode != goTypeMode || !valid(of.typ) || overgrown(of.typ) {
		return nil
	}
	if _, tuple := of.typ.(*types.Tuple); tuple {
		return nil
	}
	obj, _, _ := types.LookupFieldOrMethod(of.typ, true, r.pass.pkg, r.names[x.name])
	return obj
}

func valid(t types.Type) bool { return t != nil && types.Unalias(t) != types.Typ[types.Invalid] }

// meaning is what an expression stands for.
func (r *goReader) meaning(e int32) goMeaning {
	if e == 0 {
		return goNothing
	}
	switch m := r.meanings[e]; m.mode {
	case goUnread:
	case goPending:
		return goNothing
	default:
		return m
	}
	r.meanings[e].mode = goPending
	m := r.read(&r.exprs[e], e)
	if m.mode == goUnread || (m.mode == goValue || m.mode == goTypeMode) && m.typ == nil {
		m = goNothing
	}
	r.meanings[e] = m
	return m
}

func (r *goReader) read(x *goExpr, e int32) goMeaning {
	switch x.op {
	case goGlobal:
		return r.ofObject(r.global(x.name))
	case goLocalName:
		return r.ofLocal(x.x)
	case goSelect:
		return r.selected(x, e)
	case goCall:
		return r.called(x)
	case goIndex:
		return r.indexed(x)
	case goSlice:
		return r.sliced(r.meaning(x.x))
	case goStar:
		return r.starred(r.meaning(x.x))
	case goUnary:
		return r.unary(token.Token(x.sub), r.meaning(x.x))
	case goBinary:
		return r.binary(token.Token(x.sub), r.meaning(x.x), r.meaning(x.y))
	case goAssert:
		if t := r.typ(x.x); valid(t) {
			return valueOf(t)
		}
		return goNothing
	case goLiteral:
		return valueOf(types.Typ[x.sub])
	case goComposite:
		return r.composite(x)
	case goFuncLit:
		return valueOf(r.typ(x.x))
	}
	return r.newType(x)
}

// typ is the type that an expression names, types.Typ[types.Invalid] for none.
func (r *goReader) typ(e int32) types.Type {
	m := r.meaning(e)
	if m.mode != goTypeMode || !valid(m.typ) || generic(m.typ) {
		return types.Typ[types.Invalid]
	}
	return m.typ
}

// generic says that a type lacks its arguments.
func generic(t types.Type) bool {
	switch t := t.(type) {
	case *types.Named:
		return t.TypeParams().Len() > 0 && t.TypeArgs().Len() == 0
	case *types.Alias:
		return t.TypeParams().Len() > 0 && t.TypeArgs().Len() == 0
	}
	return false
}

func (r *goReader) ofObject(obj types.Object) goMeaning {
	switch obj := obj.(type) {
	case *types.TypeName:
		if !valid(obj.Type()) {
			return goNothing
		}
		return goMeaning{mode: goTypeMode, typ: obj.Type(), free: r.pass.declares(obj)}
	case *types.Var, *types.Const:
		if !valid(obj.Type()) {
			return goNothing
		}
		return valueOf(obj.Type())
	case *types.Func, *types.Nil:
		return valueOf(obj.Type())
	case *types.Builtin:
		return goMeaning{mode: goBuiltin}
	}
	return goNothing
}

func (r *goReader) selected(x *goExpr, e int32) goMeaning {
	if q := r.qualifier(x.x); q != nil {
		m := r.ofObject(q.Imported().Scope().Lookup(r.names[x.name]))
		m.free = m.mode == goTypeMode && !r.pass.isStub(q.Imported())
		return m
	}
	obj := r.member(e)
	if obj == nil {
		return goNothing
	}
	if f, ok := obj.(*types.Func); ok {
		sig := f.Signature()
		if of := r.meaning(x.x); of.mode == goTypeMode {
			return valueOf(methodExpr(of.typ, sig))
		}
		return valueOf(sig)
	}
	if r.meaning(x.x).mode == goTypeMode {
		return goNothing // T.field
	}
	return r.ofObject(obj)
}
