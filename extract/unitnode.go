package extract

import "path"

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
		if m, ok := k.main[ref{i, int32(d)}]; ok && u.lang.partial {
			k.node[i][d] = k.nodeOf(m)
			if n := &k.b.nodes[k.node[i][d]]; n.Doc == "" {
				n.Doc = x.doc
			}
			continue
		}
		n := Node{
			Label: x.label, FileType: fileType, Kind: x.node, SourceFile: u.path, SourceLocation: k.b.at(x.line),
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
		k.node[i][d] = int32(k.b.add(n, claim{base: names[d], rank: rank << 8, name: x.name, who: "decl " + u.path + "\x00" + names[d], file: u.path, path: u.path, yields: x.node == KindMethod && x.contains == RelContains, final: true}))
		k.declOf = append(k.declOf, ref{i, int32(d)})
	}
}

// nodes is how many nodes a unit makes of its own, or some more.
func (u *unit) nodes() int {
	n := len(u.notes)
	for d := range u.decls {
		if x := &u.decls[d]; x.node != "" {
			n++
			if len(x.doc) > minDoc && !u.lang.docstrings && !u.lang.document {
				n++
			}
		}
	}
	return n
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
	for range maxMore {
		if u.decls[d].flags&isMore == 0 {
			break
		}
		e := u.more(d)
		if e == 0 {
			break
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

// more is the declaration to which d, which adds to one of its name, does add, 0 if there is none.
func (u *unit) more(d int32) int32 {
	x := &u.decls[d]
	for e := d - 1; e > max(0, d-maxBack); e-- {
		y := &u.decls[e]
		if y.scope == x.scope && y.name == x.name && y.node != "" {
			return e
		}
	}
	return 0
}

// Code has a few declarations of one name, near each other. A file with more of them than these is made to take long.
const (
	maxMore = 1000   // that add to one another
	maxBack = 20_000 // declarations that are looked through for one
	maxSame = 64     // of a scope that a name may mean

	maxAgainDeclared = 8 // the same, of more than maxSame, where they are no overloads
)

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
