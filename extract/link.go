package extract

import (
	"path"
	"slices"
	"strconv"
	"strings"
)

// linker turns units into nodes and edges.
type linker struct {
	*resolver
	b         *graphBuilder
	node      [][]int32 // by unit and declaration: its node, -1 for none
	declOf    map[int32]ref
	externals map[string]int32
}

// link adds what the units say to b, which may hold nodes of other languages already.
func link(b *graphBuilder, units []*unit) {
	k := &linker{resolver: newResolver(units), b: b, externals: map[string]int32{}, declOf: map[int32]ref{}}
	k.node = make([][]int32, len(units))
	for i, u := range units {
		k.addNodes(int32(i), u)
	}
	for i, u := range units {
		k.addEdges(int32(i), u)
	}
	k.mentions()
}

// at is a line as Graphify writes it.
func at(line int32) string {
	if line == 0 {
		return ""
	}
	return "L" + strconv.Itoa(int(line))
}

// ownerOf is the nearest declaration around d, d itself included, that has a node.
func (k *linker) ownerOf(u int32, d int32) int32 {
	ds := k.units[u].decls
	for k.node[u][d] < 0 {
		if o := ds[d].owner; o != 0 {
			d = o
		} else {
			d = ds[d].scope
		}
	}
	return d
}

func (k *linker) nodeOf(r ref) int32 {
	if r.unit < 0 {
		return -1
	}
	return k.node[r.unit][r.decl]
}

func (k *linker) addNodes(i int32, u *unit) {
	k.node[i] = make([]int32, len(u.decls))
	names := unitIDs(u)
	fileType := "code"
	if u.lang.document {
		fileType = "document"
	}
	for d := range u.decls {
		x := &u.decls[d]
		k.node[i][d] = -1
		if x.node == "" {
			continue
		}
		if f := u.primary(int32(d)); f != int32(d) {
			k.node[i][d] = k.node[i][f]
			continue
		}
		n := Node{
			Label: x.label, FileType: fileType, Kind: x.node, SourceFile: u.path, SourceLocation: at(x.line),
			Signature: x.sig, Doc: x.doc,
		}
		if n.Label == "" {
			n.Label = u.labelOf(int32(d))
		}
		rank := rankFunc
		switch {
		case d == 0:
			n.Label = path.Base(u.path)
			rank = rankFile
		default:
			if x.kind == declType || x.kind == declAlias {
				rank = rankType
			}
			if up := u.containerOf(int32(d)); up > 0 {
				n.Container = u.nameIn(up)
			}
		}
		k.declOf[int32(len(k.b.nodes))] = ref{i, int32(d)}
		k.node[i][d] = int32(k.b.add(n, claim{base: names[d], rank: rank << 8, name: x.name, who: "decl " + u.path + "\x00" + names[d], file: u.path, path: u.path, final: true}))
	}
}

// containerOf is the declaration that d belongs to in the graph: the nearest around it with a node.
func (u *unit) containerOf(d int32) int32 {
	for d != 0 {
		if o := u.decls[d].owner; o != 0 {
			d = o
		} else {
			d = u.decls[d].scope
		}
		if u.decls[d].node != "" {
			return u.primary(d)
		}
	}
	return 0
}

// primary is the declaration whose node stands for d: d itself, unless it adds to one before.
func (u *unit) primary(d int32) int32 {
	for u.decls[d].flags&isMore != 0 {
		e := u.more(d)
		if e == 0 {
			return d
		}
		d = e
	}
	return d
}

// nameIn is a declaration's name with those of the types around it.
func (u *unit) nameIn(d int32) string {
	name := u.decls[d].name
	if name == "" {
		name = u.decls[d].label
	}
	for up := u.containerOf(d); up > 0; up = u.containerOf(up) {
		name = u.decls[up].name + "." + name
	}
	return name
}

// labelOf is Graphify's label of a declaration: name() for functions, .name() for methods, bare for the rest.
func (u *unit) labelOf(d int32) string {
	x := &u.decls[d]
	switch {
	case x.kind != declFunc || x.node == KindProperty || x.node == KindField:
		return x.name
	case x.node == KindMethod || x.node == KindInterfaceMethod:
		return "." + x.name + "()"
	}
	return x.name + "()"
}

// unitIDs are the ids of a file's declarations as Graphify makes them, in the file unlike each other: the container's and the
// name. Of names that give the same id, the only public one keeps it; the others, and names that lose what makes them, get a hash.
func unitIDs(u *unit) []string {
	ids := make([]string, len(u.decls))
	stem := strings.TrimSuffix(u.path, path.Ext(u.path))
	ids[0] = MakeID(stem)
	if ids[0] == "" {
		ids[0] = hash(u.path, 6)
	}
	type group struct {
		all, public []int32
	}
	groups := map[string]*group{}
	bases := make([]string, len(u.decls))
	// Parents come before children, so a level at a time is not needed: but salts of a level must be known before the next.
	level := make([]int32, len(u.decls))
	deepest := int32(0)
	for d := 1; d < len(u.decls); d++ {
		if u.decls[d].node == "" || u.primary(int32(d)) != int32(d) {
			continue
		}
		level[d] = level[u.containerOf(int32(d))] + 1
		deepest = max(deepest, level[d])
	}
	byLevel := make([][]int32, deepest+1)
	for d := 1; d < len(u.decls); d++ {
		if level[d] > 0 {
			byLevel[level[d]] = append(byLevel[level[d]], int32(d))
		}
	}
	for _, ds := range byLevel {
		clear(groups)
		for _, d := range ds {
			x := &u.decls[d]
			name := x.idName
			if name == "" {
				name = x.name
			}
			up := ids[u.containerOf(d)]
			if u.lang.flatTypes && (x.kind == declType || x.kind == declAlias || x.kind == declFunc && x.node == KindFunction && u.decls[u.containerOf(d)].kind == declSpace) {
				up = ids[0]
			}
			switch {
			case x.flags&isFlat != 0:
				up = ids[0]
			case x.flags&isRooted != 0:
				up = ""
			}
			bases[d] = MakeID(up, name)
			g := groups[bases[d]]
			if g == nil {
				g = &group{}
				groups[bases[d]] = g
			}
			g.all = append(g.all, d)
			if !strings.HasPrefix(x.name, "_") && !strings.HasPrefix(x.name, "#") {
				g.public = append(g.public, d)
			}
		}
		for _, d := range ds {
			g := groups[bases[d]]
			x := &u.decls[d]
			first := g.all[0] == d
			for _, e := range g.all {
				if u.decls[e].name == x.name {
					first = e == d
					break
				}
			}
			salt := lossy(x.name) && x.node != KindHeading && x.idName == "" || bases[d] == ids[u.containerOf(d)]
			if len(g.all) > 1 && !salt {
				names := map[string]bool{}
				for _, e := range g.public {
					names[u.decls[e].name] = true
				}
				one := len(names) == 1 && names[x.name]
				if len(names) == 0 { // none is public: the first name keeps it
					one = u.decls[g.all[0]].name == x.name
				}
				salt = !one
			}
			id := bases[d]
			if salt {
				id = joinID(id, hash(x.name, 6))
			}
			if !first { // the same name again
				n := 1
				for _, e := range g.all {
					if e == d {
						break
					}
					if u.decls[e].name == x.name {
						n++
					}
				}
				what := x.salt
				if what == "" {
					what = strconv.Itoa(n)
				}
				id = joinID(id, hash(what, 6))
				for slices.ContainsFunc(g.all, func(e int32) bool { return e != d && ids[e] == id }) {
					n++
					id = joinID(bases[d], hash(x.name+"\x00"+what+"\x00"+strconv.Itoa(n), 6))
				}
			}
			if x.node == KindScript {
				id = MakeID(u.path) + "__entry"
			}
			ids[d] = id
		}
	}
	return ids
}

// more is the declaration to which d, which adds to one of its name, does add, 0 if there is none.
func (u *unit) more(d int32) int32 {
	x := &u.decls[d]
	for e := d - 1; e > 0; e-- {
		y := &u.decls[e]
		if y.scope == x.scope && y.name == x.name && y.node != "" {
			return e
		}
	}
	return 0
}

func (k *linker) edge(from, to int32, relation, context, confidence, file string, line int32) {
	if from < 0 || to < 0 || from == to && relation != RelCalls && relation != RelIndirect {
		return
	}
	k.b.edge(builtEdge{from: from, to: to, relation: relation, context: context, confidence: confidence, file: file, line: line})
}

func (k *linker) addEdges(i int32, u *unit) {
	for d := 1; d < len(u.decls); d++ {
		x := &u.decls[d]
		if x.node == "" || k.node[i][d] < 0 || u.primary(int32(d)) != int32(d) {
			continue
		}
		up := u.containerOf(int32(d))
		k.edge(k.node[i][up], k.node[i][d], u.containment(up, int32(d)), "", Extracted, u.path, x.line)
	}
	for _, n := range u.notes {
		k.addNote(i, u, n)
	}
	for j := range u.imports {
		k.addImport(i, u, &u.imports[j])
	}
	for d := range u.decls {
		for _, b := range u.decls[d].bases {
			k.addBase(i, u, int32(d), b)
		}
	}
	for j := range u.uses {
		k.addUse(i, u, &u.uses[j])
	}
}

// containment is how the container has the declaration.
func (u *unit) containment(up, d int32) string {
	x := &u.decls[d]
	switch {
	case x.contains != "":
		return x.contains
	case x.flags&isEnumCase != 0:
		return RelCaseOf
	case x.node == KindMethod || x.node == KindInterfaceMethod:
		return RelMethod
	case x.node == KindField || x.node == KindProperty:
		return RelDefines
	}
	return RelContains
}

func (k *linker) addNote(i int32, u *unit, n remark) {
	if n.cite {
		k.edge(k.node[i][0], k.external(n.text, MakeID("docref", n.text), KindCitation), RelCites, "", Extracted, u.path, n.line)
		return
	}
	label := n.text
	if r := []rune(oneLine(label)); len(r) > 80 {
		label = string(r[:80])
	} else {
		label = string(r)
	}
	base := MakeID(strings.TrimSuffix(u.path, path.Ext(u.path)), "rationale", strconv.Itoa(int(n.line)))
	to := k.node[i][k.ownerOf(i, n.of)]
	from := k.b.add(Node{
		Label: label, FileType: "rationale", Kind: KindRationale, SourceFile: u.path, SourceLocation: at(n.line), Doc: clean(n.text),
	}, claim{base: base, rank: rankExternal << 8, name: base, who: "note " + u.path + "\x00" + base, file: u.path, path: u.path, final: true})
	k.edge(int32(from), to, RelRationale, "", Extracted, u.path, n.line)
}

// external is the node of a module or symbol that the tree does not hold.
func (k *linker) external(name, base, kind string) int32 {
	key := base + "\x00" + name
	if n, ok := k.externals[key]; ok {
		return n
	}
	n := k.b.add(Node{Label: clean(name), FileType: "concept", Kind: kind},
		claim{base: base, rank: rankExternal << 8, name: name, who: kind + " " + name, final: true})
	k.externals[key] = int32(n)
	return int32(n)
}

// externalType is the node of a type of the outside, known by its whole name, with its last part in the id as long as that is enough.
func (k *linker) externalType(u *unit, name string) int32 {
	if u.lang.typeImports && strings.ContainsAny(name, `.:\`) { // imports name types: both are one node
		return k.external(name, MakeID(name), KindExternal)
	}
	short := name[strings.LastIndexAny(name, ".:\\/")+1:]
	key := "type\x00" + name
	if n, ok := k.externals[key]; ok {
		return n
	}
	n := k.b.add(Node{Label: clean(short), FileType: "code", Kind: KindExternalType, Container: clean(strings.TrimRight(strings.TrimSuffix(name, short), ".:\\/"))},
		claim{base: MakeID(short), rank: rankExternal << 8, name: name, who: "type " + name, final: true})
	k.externals[key] = int32(n)
	return int32(n)
}

// externalModule is the node of a module of the outside.
func (k *linker) externalModule(u *unit, p string) int32 {
	if u.lang.externalID != nil {
		id, label := u.lang.externalID(p)
		return k.external(label, id, KindExternal)
	}
	return k.external(p, MakeID(p), KindExternal)
}

func (k *linker) addImport(i int32, u *unit, im *imported) {
	if u.lang.linkImport != nil {
		u.lang.linkImport(k, i, u, im)
		return
	}
	if u.lang.resolve == nil {
		return
	}
	from := k.node[i][0]
	whole := *im
	whole.name, whole.local = "", ""
	relation := RelImports
	if im.flags&importFrom != 0 {
		relation = RelFrom
	}
	for _, v := range u.lang.resolve(k.resolver, u, &whole) {
		switch {
		case v.kind == valExternal:
			if name := strings.TrimLeft(im.path, "."); name != "" {
				k.edge(from, k.externalModule(u, name), relation, ctxImport, Extracted, u.path, im.line)
			}
		case v.kind == valModule && v.at.unit >= 0:
			to := k.nodeOf(ref{v.at.unit, 0})
			k.edge(from, to, relation, ctxImport, Extracted, u.path, im.line)
			if im.flags&importExport != 0 {
				k.edge(from, to, RelExports, ctxExport, Extracted, u.path, im.line)
			}
		}
	}
	if im.name == "" || im.name == "*" {
		return
	}
	for _, v := range u.lang.resolve(k.resolver, u, im) {
		if v.at.unit < 0 {
			continue
		}
		switch v.kind {
		case valType, valFunc:
			k.edge(from, k.nodeOf(v.at), RelImports, ctxImport, Extracted, u.path, im.line)
		case valModule:
			k.edge(from, k.nodeOf(v.at), RelFrom, ctxSubmodule, Extracted, u.path, im.line)
		}
	}
}

func (k *linker) addBase(i int32, u *unit, d int32, b base) {
	if b.relation == relNone {
		return
	}
	from := k.node[i][k.ownerOf(i, d)]
	vs := k.infer(i, b.expr)
	for _, v := range vs {
		switch v.kind {
		case valType:
			relation := b.relation
			if relation == "" { // the language does not say which
				relation = RelInherits
				if k.decl(v.at).flags&isInterface != 0 && k.decl(ref{i, d}).flags&isInterface == 0 {
					relation = RelImplements
				}
			}
			k.edge(from, k.nodeOf(v.at), relation, "", Extracted, u.path, b.line)
			k.addUses(i, u, d, v.at, b.line)
		case valExternal:
			k.edge(from, k.externalType(u, v.name), outsideRelation(b.relation, v.name), "", Extracted, u.path, b.line)
		}
	}
	if len(vs) == 0 {
		if name := plainName(u, b.expr); name != "" && u.lang.generics[name] == "" {
			k.edge(from, k.externalType(u, name), outsideRelation(b.relation, name), "", Extracted, u.path, b.line)
		}
	}
}

// relNone is for bases that give no edge, as of classes without a name.
const relNone = "-"

// outsideRelation is the relation to a base that the tree does not hold; where the language does not say which, by the custom of
// C# that names of interfaces begin with I.
func outsideRelation(relation, name string) string {
	short := name[strings.LastIndexByte(name, '.')+1:]
	switch {
	case relation != "":
		return relation
	case len(short) > 1 && short[0] == 'I' && short[1] >= 'A' && short[1] <= 'Z':
		return RelImplements
	}
	return RelInherits
}

// plainName is the name that an expression is, through type arguments, "" for others.
func plainName(u *unit, e int32) string {
	x := &u.exprs[e]
	switch x.op {
	case opName, opTypeName:
		return x.name
	case opIndex:
		return plainName(u, x.x)
	case opMember:
		if up := plainName(u, x.x); up != "" {
			return up + "." + x.name
		}
	}
	return ""
}

// addUses notes that a declaration at the top of a file uses a type of another file; the relation is Graphify's for Python.
func (k *linker) addUses(i int32, u *unit, d int32, to ref, line int32) {
	if !u.lang.linkUses || to.unit == i || to.unit < 0 {
		return
	}
	d = k.ownerOf(i, d)
	for d != 0 {
		up := u.containerOf(d)
		if up == 0 {
			break
		}
		d = up
	}
	if d == 0 {
		return
	}
	k.edge(k.node[i][d], k.nodeOf(to), RelUses, "", Inferred, u.path, line)
}

// sure is the confidence of an edge to one of several targets.
func sure(v *value, of int) string {
	switch {
	case of > 1:
		return Ambiguous
	case v.soft:
		return Inferred
	}
	return Extracted
}

func (k *linker) addUse(i int32, u *unit, x *use) {
	from := k.node[i][k.ownerOf(i, x.in)]
	switch x.what {
	case useCall, useNew:
		k.addCall(i, u, x, from)
	case useValue:
		vs := k.infer(i, x.expr)
		if len(vs) == 1 && vs[0].kind == valFunc {
			to := k.nodeOf(vs[0].at)
			if lang := k.units[vs[0].at.unit].lang; to < 0 && lang.definition != nil {
				if d := lang.definition(k.resolver, vs[0].at); len(d) == 1 {
					to = k.nodeOf(d[0])
				}
			}
			k.edge(from, to, RelIndirect, x.context, Inferred, u.path, x.line)
		}
	case useRead:
		k.addRead(i, u, x, from)
	case useType, useMark:
		vs := k.infer(i, x.expr)
		if n := k.constant(i, x.expr); n >= 0 { // the type of a constant
			k.edge(from, n, RelReferences, x.context, Extracted, u.path, x.line)
			return
		}
		for _, v := range vs {
			if v.via != (ref{}) {
				k.edge(from, k.nodeOf(v.via), RelReferences, x.context, Extracted, u.path, x.line)
				continue
			}
			switch v.kind {
			case valType:
				k.edge(from, k.nodeOf(v.at), RelReferences, x.context, Extracted, u.path, x.line)
				k.addUses(i, u, x.in, v.at, x.line)
			case valFunc:
				if x.what == useMark {
					k.edge(from, k.nodeOf(v.at), RelReferences, x.context, Extracted, u.path, x.line)
				}
			case valExternal:
				if short := v.name[strings.LastIndexAny(v.name, ".:\\/")+1:]; u.lang.generics[short] == "" && !u.lang.builtins[short] {
					k.edge(from, k.externalType(u, v.name), RelReferences, x.context, Extracted, u.path, x.line)
				}
			}
		}
	case useName:
		for _, v := range k.infer(i, x.expr) {
			if v.kind == valType {
				k.addUses(i, u, x.in, v.at, x.line)
			}
		}
	}
}

// addCall makes the edges of a call. Several targets are all named, as ambiguous, if they are few.
func (k *linker) addCall(i int32, u *unit, x *use, from int32) {
	fs := k.infer(i, x.expr)
	if x.what == useNew {
		var types []value
		for _, f := range fs {
			if f.kind == valType || f.kind == valFunc || f.kind == valObject {
				types = append(types, f)
			}
		}
		fs = types
	} else {
		var call *expr
		if x.call != 0 {
			call = &u.exprs[x.call]
		}
		fs = k.overload(i, fs, x.args, call)
	}
	type target struct {
		node int32
		v    value
	}
	var to []target
	add := func(n int32, v value) {
		if n >= 0 && !slices.ContainsFunc(to, func(t target) bool { return t.node == n }) {
			to = append(to, target{n, v})
		}
	}
	for _, f := range fs {
		switch f.kind {
		case valFunc, valObject:
			if lang := k.units[f.at.unit].lang; k.nodeOf(f.at) < 0 && lang.definition != nil && f.kind == valFunc {
				for _, d := range lang.definition(k.resolver, f.at) {
					add(k.nodeOf(d), f)
				}
			} else {
				add(k.nodeOf(f.at), f)
			}
		case valType:
			add(k.nodeOf(f.at), f)
			k.addUses(i, u, x.in, f.at, x.line)
		case valExternal:
			if u.lang.linkOutside {
				k.addOutsideCall(u, x, f, from)
			}
		case valInstance:
			if m := k.units[f.at.unit].lang.callable; m != "" {
				for _, g := range k.member(f, m) {
					if g.kind == valFunc {
						add(k.nodeOf(g.at), g)
					}
				}
			}
		}
	}
	if len(to) == 0 {
		if n := k.constant(i, x.expr); n >= 0 {
			add(n, value{})
		} else if n := k.enumCase(i, x.expr); n >= 0 {
			k.edge(from, n, RelReferences, ctxConstructor, Extracted, u.path, x.line)
		}
	}
	if len(to) > maxCandidates {
		return
	}
	for _, t := range to {
		k.edge(from, t.node, RelCalls, ctxCall, sure(&t.v, len(to)), u.path, x.line)
	}
}

// constant is the node of the variable that a name means, -1 for none: what is called is then its value.
func (k *linker) constant(u, e int32) int32 {
	x := &k.units[u].exprs[e]
	if x.op != opName {
		return -1
	}
	ds := k.units[u].decls
	for s := x.x; ; s = ds[s].scope {
		key := nameKey{s, x.name}
		if d := k.names[u][key]; d != 0 && ds[d].flags&isHidden == 0 {
			if ds[d].kind == declVar {
				return k.callable(ref{u, d})
			}
			return -1
		}
		for _, im := range k.imports[u][key] {
			if lang := k.units[u].lang; lang.declared != nil {
				for _, at := range lang.declared(k, k.units[u], &k.units[u].imports[im]) {
					if k.decl(at).kind == declVar {
						return k.callable(at)
					}
				}
			}
			return -1
		}
		if s == 0 {
			return -1
		}
	}
}

// callable is the node of a constant, unless it is only another name for something.
func (k *linker) callable(at ref) int32 {
	d := k.decl(at)
	if o := k.units[at.unit].exprs[d.init].op; d.typ == 0 && (o == opName || o == opMember) {
		return -1
	}
	return k.nodeOf(at)
}

// enumCase is the node of the case of an enum that an expression is, -1 for none.
func (k *linker) enumCase(u, e int32) int32 {
	x := &k.units[u].exprs[e]
	if x.op != opMember {
		return -1
	}
	for _, v := range k.infer(u, x.x) {
		if v.kind == valType {
			if d := k.names[v.at.unit][nameKey{v.at.decl, x.name}]; d != 0 && k.units[v.at.unit].decls[d].flags&isEnumCase != 0 {
				return k.node[v.at.unit][d]
			}
		}
	}
	return -1
}

// addOutsideCall makes the edge from a call of a function of an imported module that the tree does not hold to that module.
func (k *linker) addOutsideCall(u *unit, x *use, f value, from int32) {
	if i := strings.LastIndexByte(f.name, '.'); i > 0 && u.exprs[x.expr].op == opMember {
		if to, ok := k.externals[MakeID(f.name[:i])+"\x00"+f.name[:i]]; ok {
			k.edge(from, to, RelCalls, ctxCall, Extracted, u.path, x.line)
		}
	}
}

// maxCandidates is how many targets an ambiguous call may have.
const maxCandidates = 4

// addRead makes the edge to a property that is read.
func (k *linker) addRead(i int32, u *unit, x *use, from int32) {
	e := &u.exprs[x.expr]
	if e.op != opMember {
		return
	}
	for _, v := range k.infer(i, e.x) {
		if v.kind != valInstance && v.kind != valModule && v.kind != valType {
			continue
		}
		if v.kind != valInstance {
			for _, t := range k.member(v, e.name) {
				if t.kind == valType {
					k.addUses(i, u, x.in, t.at, x.line)
				}
			}
			continue
		}
		for _, c := range k.ancestry(v.at) {
			d := k.names[c.unit][nameKey{c.decl, e.name}]
			if d == 0 {
				continue
			}
			if k.units[c.unit].decls[d].flags&isProperty != 0 {
				k.edge(from, k.node[c.unit][d], RelReferences, x.context, sure(&v, 1), u.path, x.line)
			}
			break
		}
	}
}
