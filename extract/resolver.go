package extract

import (
	"cmp"
	"slices"
	"strings"
)

// resolver finds what the names and expressions of a tree's units mean. It goes by scopes, imports and types: what these do not
// decide stays unknown.
type resolver struct {
	units  []*unit // sorted by path
	byPath map[string]int32

	names   []map[nameKey]int32   // by unit: first declaration of a name in a scope
	imports []map[nameKey][]int32 // by unit: imports by the name they bind
	stars   [][]int32             // by unit: imports of everything
	seen    [][]int32             // by unit and expression: index in sets, 0 for not asked yet
	sets    [][]value

	parts map[ref][]ref // what else declares members of a type
	main  map[ref]ref   // the first of several declarations of one type
	chain map[ref][]ref // a type and all that it builds on
	depth int
	cut   bool // an answer was left out because it is being asked for
	again int  // how often what was cut has been asked anew

	spaces  map[spaceKey][]ref // declarations of a namespace by language family
	inSpace map[spaceKey][]ref // declarations of a name in a namespace
	layouts map[string]any
}

type spaceKey struct{ family, name string }

func newResolver(units []*unit) *resolver {
	r := &resolver{
		units: units, byPath: map[string]int32{}, parts: map[ref][]ref{}, main: map[ref]ref{}, chain: map[ref][]ref{},
		spaces: map[spaceKey][]ref{}, inSpace: map[spaceKey][]ref{}, layouts: map[string]any{},
		sets: make([][]value, 3), // 0 is not asked, 1 is being asked, 2 is nothing
	}
	r.names = make([]map[nameKey]int32, len(units))
	r.imports = make([]map[nameKey][]int32, len(units))
	r.stars = make([][]int32, len(units))
	r.seen = make([][]int32, len(units))
	for i, u := range units {
		r.byPath[u.path] = int32(i)
		r.index(int32(i), u)
	}
	r.share()
	for i, u := range units {
		for d := range u.decls {
			if x := &u.decls[d]; x.kind == declType && x.flags&isPartial != 0 && x.typ != 0 {
				for _, v := range r.infer(int32(i), x.typ) {
					if v.kind == valType && v.at != (ref{int32(i), int32(d)}) {
						r.parts[v.at] = append(r.parts[v.at], ref{int32(i), int32(d)})
						break
					}
				}
			}
		}
	}
	// What was asked above did not know all parts yet.
	for i, u := range units {
		r.seen[i] = make([]int32, len(u.exprs))
	}
	r.sets = r.sets[:3]
	clear(r.chain)
	return r
}

// share makes one type of the declarations that bear its name, in languages where any file can add to a type.
func (r *resolver) share() {
	first := map[spaceKey]ref{}
	for i, u := range r.units {
		for d := range u.decls {
			x := &u.decls[d]
			if x.flags&isCompanion != 0 {
				if c := r.names[i][nameKey{x.scope, x.name}]; c != int32(d) {
					of := ref{int32(i), c}
					r.parts[of] = append(r.parts[of], ref{int32(i), int32(d)})
				}
			}
			if x.flags&isShared == 0 || x.kind != declType {
				continue
			}
			name := u.decls[d].name
			for s := u.decls[d].scope; s != 0; s = u.decls[s].scope {
				name = u.decls[s].name + "." + name
			}
			key := spaceKey{u.lang.familyName(), u.space + "." + name}
			at := ref{int32(i), int32(d)}
			if f, ok := first[key]; ok {
				r.main[at] = f
				r.parts[f] = append(r.parts[f], at)
			} else {
				first[key] = at
			}
		}
	}
}

func (r *resolver) index(i int32, u *unit) {
	names := make(map[nameKey]int32, len(u.decls))
	for d := len(u.decls) - 1; d > 0; d-- { // backwards: the first stays
		x := &u.decls[d]
		if x.name != "" {
			names[nameKey{x.scope, x.name}] = int32(d)
		}
	}
	r.names[i] = names
	imports := map[nameKey][]int32{}
	for k := range u.imports {
		im := &u.imports[k]
		if im.name == "*" && im.local == "" {
			r.stars[i] = append(r.stars[i], int32(k))
		} else if im.local != "" {
			key := nameKey{im.scope, im.local}
			imports[key] = append(imports[key], int32(k))
		}
	}
	r.imports[i] = imports
	r.seen[i] = make([]int32, len(u.exprs))
	r.indexSpaces(i, u)
}

// indexSpaces notes what the file declares in namespaces: its own, and those it opens.
func (r *resolver) indexSpaces(i int32, u *unit) {
	family := u.lang.familyName()
	full := make([]string, len(u.decls))
	full[0] = u.space
	opened := make([]bool, len(u.decls))
	opened[0] = u.space != ""
	if opened[0] {
		r.spaces[spaceKey{family, u.space}] = append(r.spaces[spaceKey{family, u.space}], ref{i, 0})
	}
	for d := 1; d < len(u.decls); d++ {
		x := &u.decls[d]
		in := x.scope
		top := in == 0 || u.decls[in].kind == declSpace
		if !top || x.flags&isHidden != 0 {
			continue
		}
		name := x.name
		if full[in] != "" {
			name = full[in] + "." + x.name
		}
		if x.kind == declSpace {
			full[d] = name
			r.spaces[spaceKey{family, name}] = append(r.spaces[spaceKey{family, name}], ref{i, int32(d)})
		}
		r.inSpace[spaceKey{family, name}] = append(r.inSpace[spaceKey{family, name}], ref{i, int32(d)})
	}
}

func (r *resolver) decl(at ref) *decl { return &r.units[at.unit].decls[at.decl] }

// maxDepth of inference: longer chains of calls and assignments are not followed.
const maxInference = 40

// infer gives what an expression of a unit may stand for, nothing if that is not known.
func (r *resolver) infer(u, e int32) []value {
	if e == 0 {
		return nil
	}
	switch s := r.seen[u][e]; s {
	case 0:
	case 1:
		r.cut = true
		return nil
	default:
		return r.sets[s]
	}
	if r.depth > maxInference {
		r.cut = true
		return nil
	}
	if r.depth == 0 {
		r.cut, r.again = false, 0
	}
	r.seen[u][e] = 1
	r.depth++
	vs := r.eval(u, &r.units[u].exprs[e])
	r.depth--
	if len(vs) > maxValues && vs[0].kind != valFunc { // overloads are told apart later
		vs = nil
	}
	switch {
	case r.cut && r.depth > 0 && r.again < maxAgain: // what was asked in a circle knows only a part: it may be asked again
		r.again++
		r.seen[u][e] = 0
	case len(vs) > 0:
		r.seen[u][e] = int32(len(r.sets))
		r.sets = append(r.sets, vs)
	default:
		r.seen[u][e] = 2
	}
	return vs
}

// maxAgain bounds how much of one question is asked anew because of circles.
const maxAgain = 2000

func (r *resolver) operands(u int32, x *expr) []int32 {
	return r.units[u].lists[x.lo : x.lo+int32(x.n)]
}

func (r *resolver) eval(u int32, x *expr) []value {
	lang := r.units[u].lang
	switch x.op {
	case opName:
		return r.lookup(u, x.x, x.name, x.pos, false)
	case opTypeName:
		return r.lookup(u, x.x, x.name, x.pos, true)
	case opRoot:
		return r.lookup(u, 0, x.name, ^uint32(0), false)
	case opMember:
		var out []value
		for _, v := range r.infer(u, x.x) {
			out = join(out, r.member(v, x.name))
		}
		if gives := lang.methods[x.name]; gives != "" && (len(out) == 0 || out[0].kind == valExternal) {
			return []value{{kind: valShape, name: shapeFunc, args: [][]value{{{kind: valOutside, name: gives}}}}}
		}
		return out
	case opCall:
		return r.results(u, x)
	case opNew:
		return r.instances(u, r.infer(u, x.x))
	case opOf:
		return r.instances(u, r.infer(u, x.x))
	case opIndex:
		return r.indexed(u, x)
	case opAwait:
		var out []value
		for _, v := range r.infer(u, x.x) {
			out = join(out, r.awaited(v))
		}
		return out
	case opThis:
		return r.this(u, x.x)
	case opSelfType:
		if c := r.typeAround(u, x.x); c >= 0 {
			return []value{{kind: valType, at: r.whole(ref{u, c})}}
		}
	case opSuperType:
		if c := r.typeAround(u, x.x); c >= 0 {
			return slices.DeleteFunc(slices.Clone(r.baseTypes(ref{u, c})), func(v value) bool {
				return v.kind == valType && r.decl(v.at).flags&isInterface != 0
			})
		}
	case opSuper:
		if c := r.typeAround(u, x.x); c >= 0 {
			return r.instances(u, r.baseTypes(ref{u, c}))
		}
	case opUnion:
		var out []value
		for _, e := range r.operands(u, x) {
			out = join(out, r.infer(u, e))
		}
		return out
	case opTuple:
		v := value{kind: valShape, name: shapeTuple}
		for _, e := range r.operands(u, x) {
			v.args = append(v.args, r.infer(u, e))
		}
		return []value{v}
	case opList:
		var of []value
		for _, e := range r.operands(u, x) {
			of = join(of, r.infer(u, e))
		}
		return []value{{kind: valShape, name: shapeList, args: [][]value{of}}}
	case opElem:
		var out []value
		for _, v := range r.infer(u, x.x) {
			out = join(out, r.elements(v))
		}
		return out
	case opItem:
		var out []value
		for _, v := range r.infer(u, x.x) {
			if v.kind == valShape && v.name == shapeTuple {
				if int(x.pos) < len(v.args) {
					out = join(out, v.args[x.pos])
				}
			} else {
				out = join(out, r.elements(v))
			}
		}
		return out
	case opLit:
		if k := lang.generics[x.name]; k != "" {
			return []value{{kind: valExternal, name: x.name}}
		}
		return []value{{kind: valOutside, name: x.name}}
	case opLambda:
		return []value{{kind: valFunc, at: ref{u, x.x}}}
	case opDecl:
		return r.valueOf(ref{u, x.x})
	case opImport:
		if lang.resolve != nil {
			return lang.resolve(r, r.units[u], &imported{path: x.name, scope: x.x})
		}
	case opEnter:
		var out []value
		for _, v := range r.infer(u, x.x) {
			switch entered := r.member(v, "__enter__"); {
			case v.kind == valShape && v.name == shapeList: // a generator as a context manager
				out = join(out, r.elements(v))
			case entered != nil:
				out = join(out, r.callAll(entered))
			default:
				out = join(out, r.callAll(r.member(v, "__aenter__")))
			}
		}
		return out
	case opFunc:
		return []value{{kind: valShape, name: shapeFunc, args: [][]value{r.infer(u, x.x)}}}
	}
	return nil
}

// typeAround is the type that a scope lies in, -1 for none.
func (r *resolver) typeAround(u, scope int32) int32 {
	ds := r.units[u].decls
	for i := scope; i > 0; i = ds[i].scope {
		if ds[i].kind == declType {
			return i
		}
	}
	return -1
}

// this is the object whose function a scope lies in: of a type, or of an object that members are assigned to.
func (r *resolver) this(u, scope int32) []value {
	ds := r.units[u].decls
	for i := scope; i > 0; i = ds[i].scope {
		d := &ds[i]
		up := d.scope
		switch {
		case d.kind == declType:
			return []value{r.thisValue(ref{u, i})}
		case d.kind != declFunc || d.flags&isArrow != 0:
		case ds[up].kind == declType:
			v := r.thisValue(ref{u, up})
			if d.flags&isStatic != 0 {
				v.kind = valType
			}
			return []value{v}
		case up > 0 && ds[up].flags&hasMembers != 0:
			own := []value{{kind: valObject, at: ref{u, up}}}
			if ds[up].name == "" {
				own = join(own, r.infer(u, ds[up].init))
			}
			return own
		case d.flags&hasMembers != 0:
			return []value{{kind: valObject, at: ref{u, i}}}
		default:
			return nil
		}
	}
	return nil
}

// whole is the type that a part belongs to, the part itself if it is alone.
func (r *resolver) whole(at ref) ref {
	if m, ok := r.main[at]; ok {
		return m
	}
	d := r.decl(at)
	if d.flags&isPartial != 0 && d.typ != 0 {
		for _, v := range r.infer(at.unit, d.typ) {
			if v.kind == valType {
				return v.at
			}
		}
	}
	return at
}

func (r *resolver) thisValue(at ref) value { return value{kind: valInstance, at: r.whole(at)} }

// lookup gives what a name means at a place.
func (r *resolver) lookup(u, scope int32, name string, pos uint32, types bool) []value {
	un := r.units[u]
	top := int32(0) // the outermost scope that is seen
	for s := scope; ; s = un.decls[s].scope {
		d := &un.decls[s]
		if s == scope || d.kind != declType || !un.lang.noClosure {
			if vs, ok := r.inScope(u, s, name, pos, s == scope, types); ok {
				return vs
			}
			if d.kind == declType && un.lang.ownMembers {
				vs := r.memberOf(r.thisValue(ref{u, s}), r.whole(ref{u, s}), name)
				if types {
					vs = onlyTypes(vs)
				}
				if len(vs) > 0 {
					return vs
				}
			}
		}
		if s == 0 || d.kind == declSpace && un.lang.sealed {
			top = s
			break
		}
	}
	for _, k := range r.stars[u] {
		im := &un.imports[k]
		if un.lang.sealed && im.scope != top && un.decls[im.scope].kind != declFunc {
			continue
		}
		for _, m := range un.lang.resolve(r, un, im) {
			if m.kind == valModule && m.at == (ref{u, top}) || m.kind == valModule && m.at.unit == u && !un.lang.sealed {
				continue
			}
			if vs := r.member(m, name); vs != nil && m.kind != valExternal {
				return vs
			}
		}
	}
	if un.lang.global != nil {
		return un.lang.global(r, un, scope, name)
	}
	return nil
}

// onlyTypes keeps what is a type or may be one.
func onlyTypes(vs []value) []value {
	return slices.DeleteFunc(slices.Clone(vs), func(v value) bool {
		return v.kind == valFunc || v.kind == valInstance || v.kind == valOutside || v.kind == valObject
	})
}

// inScope gives what a name means among the declarations and imports of one scope. direct says that pos is in that scope
// itself, not in a function of it that runs at some other time.
func (r *resolver) inScope(u, s int32, name string, pos uint32, direct, types bool) ([]value, bool) {
	un := r.units[u]
	var found []int32
	for d := r.names[u][nameKey{s, name}]; d != 0; d = un.decls[d].same {
		x := &un.decls[d]
		if x.flags&isHidden != 0 || x.flags&isCtor != 0 && s != 0 && x.name == un.decls[s].name || x.flags&isBlock != 0 && (pos < x.from || pos >= x.to) {
			continue
		}
		if types && (x.kind == declVar || x.kind == declFunc) {
			continue
		}
		found = append(found, d)
	}
	ims := r.imports[u][nameKey{s, name}]
	if len(found) == 0 && len(ims) == 0 {
		return nil, false
	}
	if un.lang.loose {
		return r.reaching(u, found, ims, pos, direct), true
	}
	if len(found) == 0 {
		var out []value
		for _, k := range ims {
			out = join(out, un.lang.resolve(r, un, &un.imports[k]))
		}
		return out, true
	}
	best := found[0]
	for _, d := range found[1:] { // the innermost block, and in it the last that stands before
		x, b := &un.decls[d], &un.decls[best]
		switch {
		case x.flags&isMore != 0, x.flags&isAssign != 0 && x.typ == 0:
		case x.flags&isBlock != 0 && b.flags&isBlock == 0:
			best = d
		case x.flags&isBlock != b.flags&isBlock:
		case x.from > b.from, x.from == b.from && x.pos <= pos && b.flags&isUnordered == 0:
			best = d
		}
	}
	if k := un.decls[best].kind; k == declFunc {
		var out []value
		for _, d := range found {
			if un.decls[d].kind == declFunc {
				out = append(out, value{kind: valFunc, at: ref{u, d}})
			}
		}
		return out, true
	}
	vs := r.valueOf(ref{u, best})
	if vs == nil {
		for _, d := range found {
			if un.decls[d].flags&isAssign != 0 {
				vs = join(vs, r.valueOf(ref{u, d}))
			}
		}
	}
	return vs, true
}

// reaching gives the values that the bindings of a name may have at pos: going back from there, those up to the first whose block
// the place is in. In a function of the scope, any may hold; the last of those that nothing hides does.
func (r *resolver) reaching(u int32, found, ims []int32, pos uint32, direct bool) []value {
	un := r.units[u]
	type binding struct {
		pos, from, to uint32
		decl, im      int32
		always        bool
	}
	var bs []binding
	for _, d := range found {
		x := &un.decls[d]
		to := x.to
		if to == 0 {
			to = ^uint32(0)
		}
		bs = append(bs, binding{x.pos, x.from, to, d, -1, x.flags&(isUnordered|isParam) != 0})
	}
	for _, k := range ims {
		bs = append(bs, binding{un.imports[k].pos, 0, ^uint32(0), 0, k, false})
	}
	slices.SortStableFunc(bs, func(a, b binding) int { return int(int64(a.pos) - int64(b.pos)) })
	valueOf := func(b binding) []value {
		if b.im >= 0 {
			return un.lang.resolve(r, un, &un.imports[b.im])
		}
		return r.valueOf(ref{u, b.decl})
	}
	if !direct {
		var out []value
		for i := len(bs) - 1; i >= 0; i-- {
			out = join(out, valueOf(bs[i]))
			if bs[i].from == 0 && bs[i].to == ^uint32(0) { // at the top of the scope: what was before is gone
				break
			}
		}
		return out
	}
	var out []value
	some := false
	for i := len(bs) - 1; i >= 0; i-- {
		b := bs[i]
		if b.pos > pos && !b.always {
			continue
		}
		some = true
		vs := valueOf(b)
		out = join(out, vs)
		if b.from <= pos && pos < b.to {
			break
		}
	}
	if !some {
		for _, b := range bs {
			out = join(out, valueOf(b))
		}
	}
	return out
}

// valueOf gives what a declaration's name stands for.
func (r *resolver) valueOf(at ref) []value {
	d := r.decl(at)
	switch d.kind {
	case declType:
		return []value{{kind: valType, at: r.whole(at)}}
	case declFunc:
		return []value{{kind: valFunc, at: at}}
	case declSpace, declFile:
		return []value{{kind: valModule, at: at}}
	case declAlias:
		vs := r.infer(at.unit, d.typ)
		if d.node == "" {
			return vs
		}
		out := []value{{kind: valAlias, at: at, via: at}}
		for _, v := range vs {
			v.via = at
			out = append(out, v)
		}
		return out
	case declTypeParam:
		if d.typ != 0 {
			return r.infer(at.unit, d.typ)
		}
		return []value{{kind: valTypeParam, at: at}}
	case declVar:
		return r.variable(at, d)
	}
	return nil
}

func (r *resolver) variable(at ref, d *decl) []value {
	u := r.units[at.unit]
	switch {
	case d.flags&isEnumCase != 0:
		return []value{{kind: valInstance, at: r.whole(ref{at.unit, d.scope})}}
	case d.flags&isSelf != 0:
		f := &u.decls[d.scope]
		c := r.typeAround(at.unit, f.scope)
		if c < 0 {
			return nil
		}
		v := r.thisValue(ref{at.unit, c})
		if f.flags&isClassMethod != 0 {
			v.kind = valType
		}
		return []value{v}
	case d.typ != 0:
		return r.instances(at.unit, r.infer(at.unit, d.typ))
	}
	if d.flags&hasMembers != 0 {
		own := value{kind: valObject, at: at}
		if d.init != 0 {
			return join([]value{own}, softened(r.infer(at.unit, d.init)))
		}
		return []value{own}
	}
	vs := r.infer(at.unit, d.init)
	if d.flags&isElement != 0 {
		var out []value
		for _, v := range vs {
			out = join(out, r.elements(v))
		}
		vs = out
	}
	return r.soften(vs)
}

// soften marks instances as concluded; a name for a type, function or module is as good as the thing itself.
func (r *resolver) soften(vs []value) []value {
	for _, v := range vs {
		if v.kind != valType && v.kind != valModule {
			return softened(vs)
		}
	}
	return vs
}

// member gives what x.name stands for.
func (r *resolver) member(v value, name string) []value {
	if r.depth > maxInference {
		return nil
	}
	r.depth++
	defer func() { r.depth-- }()
	switch v.kind {
	case valInstance, valType:
		return r.memberOf(v, v.at, name)
	case valObject:
		return r.ownMember(v, v.at, name)
	case valFunc:
		return r.ownMember(v, v.at, name)
	case valModule:
		return r.moduleMember(v, name)
	case valExternal:
		return []value{{kind: valExternal, name: v.name + "." + name}}
	case valShape:
		return r.shapeMember(v, name)
	}
	return nil
}

// memberOf looks a member up in a type and in what it builds on, nearest first.
func (r *resolver) memberOf(v value, at ref, name string) []value {
	if r.units[at.unit].lang.overloads {
		return r.overloadsOf(v, at, name)
	}
	for _, c := range r.ancestry(at) {
		if vs := r.ownMember(v, c, name); vs != nil {
			return vs
		}
		for _, p := range r.parts[c] {
			if vs := r.ownMember(v, p, name); vs != nil {
				return vs
			}
		}
	}
	return nil
}

// overloadsOf gives the functions of a name of a type and all that it builds on, nearest first; what is no function hides the rest.
func (r *resolver) overloadsOf(v value, at ref, name string) []value {
	var out []value
	for _, c := range r.ancestry(at) {
		for _, p := range append([]ref{c}, r.parts[c]...) {
			for _, m := range r.ownMember(v, p, name) {
				if len(out) < 4*maxValues {
					out = append(out, m)
				}
			}
		}
		if len(out) > 0 && out[len(out)-1].kind != valFunc {
			break
		}
	}
	return out
}

// ownMember looks a member up among the declarations below one.
func (r *resolver) ownMember(v value, at ref, name string) []value {
	var out []value
	u := r.units[at.unit]
	for d := r.names[at.unit][nameKey{at.decl, name}]; d != 0; d = u.decls[d].same {
		x := &u.decls[d]
		if x.flags&(isParam|isBlock) != 0 && v.kind != valModule || x.flags&isCtor != 0 && at.decl != 0 && x.name == u.decls[at.decl].name {
			continue
		}
		switch {
		case x.kind == declTypeParam:
		case x.kind == declFunc && x.flags&isMore != 0 && out != nil:
		case x.kind == declFunc && x.flags&isProperty != 0 && v.kind == valInstance:
			out = join(out, r.result(value{kind: valFunc, at: ref{at.unit, d}, self: &v}))
		case x.kind == declFunc:
			self := v
			out = append(out[:len(out):len(out)], value{kind: valFunc, at: ref{at.unit, d}, self: &self, soft: v.soft})
		case x.kind == declVar:
			vs := r.substitute(r.valueOf(ref{at.unit, d}), &v)
			if v.soft {
				vs = softened(vs)
			}
			out = join(out, vs)
		default:
			out = join(out, r.valueOf(ref{at.unit, d}))
		}
	}
	return out
}

// moduleMember gives a name of a file or namespace as others see it.
func (r *resolver) moduleMember(v value, name string) []value {
	if v.at.unit < 0 {
		return v.lang.submodule(r, v, name)
	}
	u := r.units[v.at.unit]
	if u.lang.spaced {
		return r.spaceMember(u, r.spaceName(v.at), name)
	}
	if v.at.decl == 0 && u.lang.exported != nil {
		return u.lang.exported(r, v.at.unit, name, nil)
	}
	vs, ok := r.inScope(v.at.unit, v.at.decl, name, ^uint32(0), false, false)
	if ok && vs != nil {
		return vs
	}
	if v.at.decl == 0 || u.lang.sealed {
		for _, k := range r.stars[v.at.unit] {
			im := &u.imports[k]
			if im.scope != v.at.decl {
				continue
			}
			for _, m := range u.lang.resolve(r, u, im) {
				if m.kind != valModule || m.at == v.at || m.at.unit < 0 {
					continue
				}
				if vs := r.member(m, name); vs != nil {
					return vs
				}
			}
		}
	}
	if u.lang.submodule != nil && !ok {
		return u.lang.submodule(r, v, name)
	}
	if full := r.spaceName(v.at); full != "" {
		return r.spaceMember(u, full, name)
	}
	return nil
}

// spaceName is the full name of a namespace.
func (r *resolver) spaceName(at ref) string {
	u := r.units[at.unit]
	d := &u.decls[at.decl]
	if at.decl == 0 {
		return u.space
	}
	if d.kind != declSpace {
		return ""
	}
	if up := r.spaceName(ref{at.unit, d.scope}); up != "" {
		return up + "." + d.name
	}
	return d.name
}

// spaceMember gives what a namespace has under a name, wherever it is declared: of several declarations of a type, as copies in other
// folders are, the one nearest to the file that asks.
func (r *resolver) spaceMember(u *unit, space, name string) []value {
	full := name
	if space != "" {
		full = space + "." + name
	}
	key := spaceKey{u.lang.familyName(), full}
	at := r.nearest(u, r.inSpace[key])
	var out []value
	for _, a := range at {
		if r.decl(a).kind == declFunc {
			out = append(out, value{kind: valFunc, at: a})
		} else if r.decl(a).kind != declSpace {
			out = join(out, r.valueOf(a))
		}
	}
	if len(out) == 0 {
		for _, a := range r.spaces[key] {
			return []value{{kind: valModule, at: a}}
		}
	}
	return out
}

// nearest keeps those declarations whose files have the most folders in common with a file.
func (r *resolver) nearest(u *unit, at []ref) []ref {
	if len(at) < 2 {
		return at
	}
	var out []ref
	most := -1
	for _, a := range at {
		n := commonFolders(u.path, r.units[a.unit].path)
		if n > most {
			most, out = n, out[:0]
		}
		if n == most {
			out = append(out, a)
		}
	}
	return out
}

func commonFolders(a, b string) int {
	n := 0
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			break
		}
		if a[i] == '/' {
			n++
		}
	}
	return n
}

// ancestry is a type and all types of the tree that it builds on, nearest first.
func (r *resolver) ancestry(at ref) []ref {
	if c, ok := r.chain[at]; ok {
		return c
	}
	r.chain[at] = []ref{at} // while it is asked, and for circles
	before := r.cut
	r.cut = false
	out := []ref{at}
	for _, v := range r.baseTypes(at) {
		if v.kind != valType {
			continue
		}
		for _, c := range r.ancestry(v.at) {
			if !slices.Contains(out, c) {
				out = append(out, c)
			}
		}
	}
	if r.cut {
		delete(r.chain, at)
	} else {
		r.chain[at] = out
	}
	r.cut = r.cut || before
	return out
}

// baseTypes are the types that a type names as its bases, with its parts'.
func (r *resolver) baseTypes(at ref) []value {
	var out []value
	for _, p := range append([]ref{at}, r.parts[at]...) {
		for _, b := range r.decl(p).bases {
			for _, v := range r.infer(p.unit, b.expr) {
				if v.kind == valType && v.at != at || v.kind == valExternal {
					out = join(out, []value{v})
				}
			}
		}
	}
	return out
}

// instances gives values of types.
func (r *resolver) instances(u int32, types []value) []value {
	if len(types) == 0 {
		return nil
	}
	var out []value
	for _, t := range types {
		switch t.kind {
		case valType:
			t.kind = valInstance
			t.soft, t.via = false, ref{}
			out = join(out, []value{t})
		case valExternal:
			out = join(out, r.outside(u, t))
		case valFunc:
			if r.decl(t.at).flags&hasMembers != 0 { // a function as a constructor
				out = join(out, []value{{kind: valObject, at: t.at}})
			} else { // typeof f
				out = join(out, []value{t})
			}
		case valShape, valTypeParam, valOutside, valObject, valInstance:
			t.via = ref{}
			out = join(out, []value{t})
		}
	}
	return out
}

// outside is an instance of a type that the tree does not have; of some it is known what their arguments mean.
func (r *resolver) outside(u int32, t value) []value {
	t.via = ref{}
	short := t.name[strings.LastIndexAny(t.name, ".:\\")+1:]
	switch shape := r.units[u].lang.generics[short]; shape {
	case "":
		return []value{{kind: valOutside, name: t.name, args: t.args}}
	case shapePass:
		var out []value
		for _, a := range t.args {
			out = join(out, a)
		}
		return out
	case shapeLast:
		if len(t.args) > 0 {
			return t.args[len(t.args)-1]
		}
		return nil
	case shapeType:
		var out []value
		for _, a := range t.args {
			for _, v := range a {
				if v.kind == valInstance {
					v.kind = valType
					out = join(out, []value{v})
				}
			}
		}
		return out
	default:
		return []value{{kind: valShape, name: shape, args: t.args}}
	}
}

// indexed is x[i] of a value, and x with arguments of a type.
func (r *resolver) indexed(u int32, x *expr) []value {
	var out []value
	for _, v := range r.infer(u, x.x) {
		switch v.kind {
		case valType, valExternal:
			v.args = nil
			for _, e := range r.operands(u, x) {
				v.args = append(v.args, r.instances(u, r.infer(u, e)))
			}
			if v.kind == valExternal && r.units[u].exprs[x.x].op == opLit {
				out = join(out, r.outside(u, v))
			} else {
				out = join(out, []value{v})
			}
		case valShape:
			switch {
			case v.name == shapeTuple && x.pos > 0 && int(x.pos) <= len(v.args):
				out = join(out, v.args[x.pos-1])
			case v.name == shapeMap && len(v.args) > 1:
				out = join(out, v.args[1])
			default:
				out = join(out, r.elements(v))
			}
		case valInstance:
			out = join(out, r.callAll(r.member(v, "__getitem__")))
		case valOutside:
			if r.units[u].exprs[x.x].op == opLit {
				out = join(out, []value{v})
			}
		}
	}
	return out
}

// elements is what comes of iterating over a value.
func (r *resolver) elements(v value) []value {
	switch v.kind {
	case valShape:
		switch v.name {
		case shapeList, shapeMap:
			if len(v.args) > 0 {
				return v.args[0]
			}
		case shapeTuple:
			var out []value
			for _, a := range v.args {
				out = join(out, a)
			}
			return out
		}
	case valInstance:
		if it := r.callAll(r.member(v, "__iter__")); it != nil {
			var out []value
			for _, i := range it {
				if i.kind == valInstance {
					out = join(out, r.callAll(r.member(i, "__next__")))
				} else {
					out = join(out, r.elements(i))
				}
			}
			return out
		}
		return r.callAll(r.member(v, "__getitem__"))
	}
	return nil
}

func (r *resolver) awaited(v value) []value {
	if v.kind == valShape && v.name == shapeAwait {
		if len(v.args) == 0 {
			return nil
		}
		return v.args[0]
	}
	return []value{v}
}

// shapeMember gives the methods of containers that hand out what is in them.
func (r *resolver) shapeMember(v value, name string) []value {
	gives := func(vs ...[]value) []value {
		return []value{{kind: valShape, name: shapeFunc, soft: v.soft, args: vs}}
	}
	part := func(i int) []value {
		if i < len(v.args) {
			return v.args[i]
		}
		return nil
	}
	list := func(of []value) []value { return []value{{kind: valShape, name: shapeList, args: [][]value{of}}} }
	switch v.name {
	case shapeList:
		switch name {
		case "pop", "popleft", "get", "first", "last", "shift", "at", "find", "next", "getFirst", "getLast", "remove", "poll", "peek", "element",
			"First", "Last", "Single", "FirstOrDefault", "findFirst", "orElse", "orElseGet", "orElseThrow", "head", "unwrap":
			return gives(part(0))
		case "copy", "filter", "slice", "concat", "reverse", "sort", "iterator", "stream", "sorted", "distinct", "limit", "skip", "listIterator", "iter", "subList",
			"Where", "OrderBy", "ToList", "ToArray", "toList", "values", "tail", "toArray", "spliterator", "descendingIterator":
			return gives([]value{v})
		}
	case shapeMap:
		switch name {
		case "get", "pop", "setdefault", "getOrDefault", "computeIfAbsent", "put", "remove":
			return gives(part(1))
		case "values":
			return gives(list(part(1)))
		case "keys", "keySet":
			return gives(list(part(0)))
		case "items", "entries", "entrySet":
			return gives(list([]value{{kind: valShape, name: shapeTuple, args: [][]value{part(0), part(1)}}}))
		case "copy":
			return gives([]value{v})
		}
	case shapeTuple:
		switch name {
		case "getKey", "key", "_1":
			return gives(part(0))
		case "getValue", "value", "_2":
			return gives(part(1))
		}
	case shapeAwait:
		switch name {
		case "catch", "finally":
			return gives([]value{v})
		}
	}
	return nil
}

// results is what a call gives.
func (r *resolver) results(u int32, x *expr) []value {
	fs := r.infer(u, x.x)
	if vs, ok := r.special(u, x, fs); ok {
		return vs
	}
	return r.callAll(r.overload(u, fs, int32(x.n), x))
}

// special knows the few functions without which little can be said: super, type, cast and the like.
func (r *resolver) special(u int32, x *expr, fs []value) ([]value, bool) {
	callee := &r.units[u].exprs[x.x]
	if callee.op == opName && len(fs) == 0 && r.units[u].lang.special != nil {
		return r.units[u].lang.special(r, u, callee.name, callee.x, r.operands(u, x))
	}
	return nil, false
}

// overload keeps those functions that take so many arguments, and of these, with the types of the arguments at hand, the ones that
// fit best; all if none does. Where a type and its base have such functions, those of the type stay.
func (r *resolver) overload(u int32, fs []value, args int32, call *expr) []value {
	if len(fs) < 2 || args < 0 {
		return fs
	}
	var out []value
	some := false
	for _, f := range fs {
		if f.kind != valFunc {
			out = append(out, f)
		} else if r.takes(f.at, args) {
			some = true
			out = append(out, f)
		}
	}
	if !some {
		return fs
	}
	if !r.units[u].lang.overloads {
		return out
	}
	if fixed := slices.DeleteFunc(slices.Clone(out), func(f value) bool { return f.kind == valFunc && r.hasRest(f.at) }); len(fixed) > 0 {
		out = fixed
	}
	if call != nil && len(out) > 1 {
		out = r.fitting(u, out, r.operands(u, call))
	}
	var near []value
	for _, f := range out {
		if f.kind != valFunc || len(near) == 0 || near[0].kind == valFunc && r.sameScope(near[0].at, f.at) {
			near = append(near, f)
		}
	}
	return near
}

// hasRest reports whether a function takes any number of arguments.
func (r *resolver) hasRest(at ref) bool {
	d := r.decl(at)
	return len(d.params) > 0 && r.units[at.unit].decls[d.params[len(d.params)-1]].flags&isRest != 0
}

func (r *resolver) sameScope(a, b ref) bool {
	return a.unit == b.unit && r.decl(a).scope == r.decl(b).scope
}

// fitting keeps the functions whose parameters fit arguments best.
func (r *resolver) fitting(u int32, fs []value, args []int32) []value {
	best := -1
	var out []value
	for _, f := range fs {
		if f.kind != valFunc {
			continue
		}
		score, fits := 0, true
		d := r.decl(f.at)
		i := 0
		for _, p := range d.params {
			x := &r.units[f.at.unit].decls[p]
			if x.flags&isSelf != 0 {
				continue
			}
			if i >= len(args) {
				break
			}
			s, ok := r.fits(r.infer(u, args[i]), r.valueOf(ref{f.at.unit, p}))
			score += s
			fits = fits && ok
			if x.flags&isRest == 0 {
				i++
				score++ // fixed parameters before a rest
			} else {
				break
			}
		}
		if !fits {
			continue
		}
		if score > best {
			best, out = score, nil
		}
		if score == best {
			out = append(out, f)
		}
	}
	if len(out) == 0 {
		return fs
	}
	return out
}

// fits says how well a value goes with a parameter's type: exactly, as one of what it builds on, perhaps, or not at all.
func (r *resolver) fits(arg, param []value) (score int, ok bool) {
	if len(arg) == 0 || len(param) == 0 {
		return 1, true
	}
	a, p := arg[0], param[0]
	last := func(s string) string { return s[strings.LastIndexAny(s, ".:\\")+1:] }
	switch {
	case p.kind == valTypeParam && a.kind == valTypeParam:
		return 3, true
	case p.kind == valTypeParam:
		return 1, true
	case a.kind == valTypeParam:
		return 1, last(p.name) == "Object"
	case a.kind == valShape && p.kind == valShape:
		if a.name == p.name {
			return 3, true
		}
		return 0, a.name == shapeFunc || p.name == shapeFunc
	case a.kind == valFunc:
		y := last(p.name)
		return 2, p.kind == valInstance && r.decl(p.at).flags&isInterface != 0 || p.kind != valInstance && numeric[y] == 0 && y != "String" && y != "boolean" && y != "Object"
	case a.kind == valInstance && p.kind == valInstance:
		if a.at == p.at {
			return 4, true
		}
		if slices.Contains(r.ancestry(a.at), p.at) {
			return 3, true
		}
		return 0, false
	case a.kind == valOutside && p.kind == valOutside:
		x, y := last(a.name), last(p.name)
		switch {
		case x == y:
			return 4, true
		case y == "Object" || y == "CharSequence" && x == "String":
			return 1, true
		case x == "String":
			return 1, y == "Comparable" || y == "Serializable"
		case numeric[x] != 0 && numeric[y] != 0:
			if numeric[x] == numeric[y] {
				return 3, true
			}
			return 2, numeric[x] < numeric[y]
		case (numeric[x] != 0 || x == "String" || x == "boolean") && (numeric[y] != 0 || y == "String" || y == "boolean" || y == "Boolean"):
			return 0, x == "boolean" && y == "Boolean"
		}
		return 1, numeric[y] == 0 && y != "boolean"
	case p.kind == valOutside:
		y := last(p.name)
		if y == "Object" {
			return 1, true
		}
		return 0, numeric[y] == 0 && y != "String" && y != "boolean"
	case a.kind == valOutside && p.kind == valInstance:
		x := last(a.name)
		return 0, numeric[x] == 0 && x != "String" && x != "boolean"
	}
	return 1, true
}

// numeric ranks the number types that convert to one another.
var numeric = map[string]int{"byte": 1, "Byte": 1, "short": 2, "Short": 2, "char": 3, "Character": 3, "int": 4, "Integer": 4, "long": 5, "Long": 5, "float": 6, "Float": 6, "double": 7, "Double": 7, "number": 7, "Number": 8}

func (r *resolver) takes(at ref, args int32) bool {
	d := r.decl(at)
	need, most := int32(0), int32(0)
	for _, p := range d.params {
		x := &r.units[at.unit].decls[p]
		switch {
		case x.flags&isSelf != 0:
		case x.flags&isRest != 0:
			most += 1000
		case x.init != 0 || x.flags&isOptional != 0:
			most++
		default:
			need++
			most++
		}
	}
	return args >= need && args <= most
}

func (r *resolver) callAll(fs []value) []value {
	var out []value
	for _, f := range fs {
		out = join(out, r.call(f))
	}
	if len(out) > maxValues {
		return nil
	}
	return out
}

func (r *resolver) call(f value) []value {
	if r.depth > maxInference {
		return nil
	}
	r.depth++
	defer func() { r.depth-- }()
	switch f.kind {
	case valType:
		f.kind = valInstance
		return []value{f}
	case valFunc:
		return r.result(f)
	case valInstance:
		if m := r.units[f.at.unit].lang.callable; m != "" {
			return r.callAll(r.member(f, m))
		}
	case valShape:
		if f.name == shapeFunc && len(f.args) > 0 {
			return f.args[len(f.args)-1]
		}
	case valExternal:
		if short := f.name[strings.LastIndexAny(f.name, ".:\\")+1:]; short != "" && short[0] >= 'A' && short[0] <= 'Z' { // a type by custom
			return []value{{kind: valOutside, name: f.name}}
		}
	}
	return nil
}

// result is what a function returns: what it declares, else what its return statements say.
func (r *resolver) result(f value) []value {
	d := r.decl(f.at)
	if d.typ != 0 {
		types := r.infer(f.at.unit, d.typ)
		if f.self != nil {
			for _, t := range types {
				if t.kind == valExternal && (t.name == "Self" || strings.HasSuffix(t.name, ".Self")) {
					s := *f.self
					s.kind = valInstance
					return []value{s}
				}
			}
		}
		vs := r.substitute(r.instances(f.at.unit, types), f.self)
		if f.soft {
			vs = softened(vs)
		}
		return vs
	}
	var out []value
	for _, e := range d.rets {
		if f.self != nil && r.isSelf(f.at.unit, e) {
			out = join(out, []value{*f.self})
			continue
		}
		out = join(out, r.infer(f.at.unit, e))
	}
	out = softened(r.substitute(out, f.self))
	if d.flags&isGenerator != 0 {
		return []value{{kind: valShape, name: shapeList, soft: true, args: [][]value{out}}}
	}
	return out
}

// isSelf reports whether an expression is the receiver.
func (r *resolver) isSelf(u, e int32) bool {
	if e == 0 {
		return false
	}
	x := &r.units[u].exprs[e]
	if x.op == opThis {
		return true
	}
	if x.op != opName {
		return false
	}
	d := r.names[u][nameKey{x.x, x.name}]
	return d != 0 && r.units[u].decls[d].flags&isSelf != 0 && r.units[u].decls[d].same == 0
}

// substitute puts the type arguments of a receiver in place of its type's parameters.
func (r *resolver) substitute(vs []value, self *value) []value {
	if self == nil {
		return vs
	}
	change := false
	for i := range vs {
		change = change || vs[i].kind == valTypeParam || len(vs[i].args) > 0
	}
	if !change {
		return vs
	}
	var out []value
	for _, v := range vs {
		switch {
		case v.kind == valTypeParam:
			out = join(out, r.argument(v.at, self))
		case len(v.args) > 0 && self.args != nil:
			args := make([][]value, len(v.args))
			for i, a := range v.args {
				args[i] = r.substitute(a, self)
			}
			v.args = args
			out = join(out, []value{v})
		default:
			out = join(out, []value{v})
		}
	}
	return out
}

// argument is what a receiver has for a type parameter: its own argument, or that of the base which declares the parameter.
func (r *resolver) argument(param ref, self *value) []value {
	d := r.decl(param)
	owner := ref{param.unit, d.scope}
	if self.at == owner {
		if i := r.paramIndex(param); i >= 0 && i < len(self.args) {
			return self.args[i]
		}
		return nil
	}
	if self.kind != valInstance && self.kind != valType || r.depth > maxInference {
		return nil
	}
	r.depth++
	defer func() { r.depth-- }()
	for _, b := range r.baseTypes(self.at) {
		if b.kind == valType && slices.Contains(r.ancestry(b.at), owner) {
			b.kind = valInstance
			args := make([][]value, len(b.args))
			for i, a := range b.args {
				args[i] = r.substitute(a, self)
			}
			b.args = args
			return r.argument(param, &b)
		}
	}
	return nil
}

func (r *resolver) paramIndex(param ref) int {
	u := r.units[param.unit]
	owner := u.decls[param.decl].scope
	i := 0
	for d := owner + 1; int(d) < len(u.decls) && d <= param.decl; d++ {
		if u.decls[d].scope == owner && u.decls[d].kind == declTypeParam {
			if d == param.decl {
				return i
			}
			i++
		}
	}
	return -1
}

// comparePaths puts the shorter path first.
func comparePaths(a, b string) int {
	return cmp.Or(strings.Count(a, "/")-strings.Count(b, "/"), len(a)-len(b), strings.Compare(a, b))
}

// layout gives what a language knows of the whole tree, made once.
func layout[T any](r *resolver, language string, build func() T) T {
	if got, ok := r.layouts[language]; ok {
		return got.(T)
	}
	got := build()
	r.layouts[language] = got
	return got
}
