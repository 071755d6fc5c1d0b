package extract

import (
	"slices"
	"strconv"
)

// linker turns units into nodes and edges.
type linker struct {
	*resolver
	b         *graphBuilder
	node      [][]int32 // by unit and declaration: its node, -1 for none
	declOf    []ref     // by node, counted from the first of a unit
	first     int32     // node of a unit
	externals map[externalKey]int32
}

// externalKey is what tells nodes of the outside apart.
type externalKey struct{ base, name string }

// link adds what the units say to b, which may hold nodes of other languages already. projects are the folders that hold a project of .NET.
func link(b *graphBuilder, units []*unit, projects []string) {
	k := &linker{resolver: newResolver(units, projects), b: b, externals: map[externalKey]int32{}, first: int32(len(b.nodes))}
	k.node = make([][]int32, len(units))
	n := 0
	for _, u := range units {
		n += u.nodes()
	}
	b.nodes, b.claims, k.declOf = slices.Grow(b.nodes, n), slices.Grow(b.claims, n), make([]ref, 0, n)
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

// declaredBy is the declaration of a node, if it is of a unit.
func (k *linker) declaredBy(node int32) (at ref, ok bool) {
	if n := node - k.first; n >= 0 && int(n) < len(k.declOf) {
		return k.declOf[n], true
	}
	return ref{}, false
}

func (k *linker) nodeOf(r ref) int32 {
	if r.unit < 0 {
		return -1
	}
	return k.node[r.unit][r.decl]
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
		if u.lang.declaration != nil {
			if of := u.lang.declaration(k.resolver, ref{i, int32(d)}); of != (ref{}) {
				k.edge(k.nodeOf(of), k.node[i][d], RelDispatches, ctxCall, Extracted, u.path, x.line)
			}
		}
	}
	k.addDocs(i, u)
	for _, n := range u.notes {
		k.addNote(i, u, n)
	}
	for j := range u.imports {
		k.steps = 0
		k.addImport(i, u, &u.imports[j])
	}
	for d := range u.decls {
		for _, b := range u.decls[d].bases {
			k.steps = 0
			k.addBase(i, u, int32(d), b)
		}
	}
	for j := range u.uses {
		k.steps = 0
		k.addUse(i, u, &u.uses[j])
	}
}
