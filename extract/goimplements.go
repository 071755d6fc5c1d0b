package extract

import (
	"go/types"
	"slices"
	"strings"
)

// goType is a named type of the tree, as one pass knows it.
type goType struct {
	node     int
	obj      *types.TypeName
	file     *goFile
	recorded bool             // declared in a file whose bodies the pass read
	iface    *types.Interface // nil for concrete types
	methods  map[string]bool  // by types.Func.Id
}

// implements finds which types of the tree have the methods of which of its
// interfaces; a pointer to a type counts for the type. Empty and generic
// interfaces are left out, and those that embed what is not in the tree: what
// they ask for is not known in full.
func (g *goNodes) implements(passes []*goPass) []goEdge {
	fileOf := map[int]*goFile{}
	for _, e := range g.edges {
		if e.relation == RelContains {
			fileOf[e.to] = e.file
		}
	}
	byPass := make([][]*goType, len(passes))
	seen := map[*types.TypeName]*goType{}
	var shared []*goType // interfaces as other packages import them
	for i, p := range passes {
		byPass[i] = g.typesOf(p, fileOf, seen)
		if p.pkg == p.unit.base {
			for _, t := range byPass[i] {
				if t.iface != nil {
					shared = append(shared, t)
				}
			}
		}
	}
	var out []goEdge
	for i, p := range passes {
		base := p.pkg == p.unit.base
		byMethod := map[string][]*goType{}
		for _, t := range byPass[i] {
			if t.iface == nil {
				for m := range t.methods {
					byMethod[m] = append(byMethod[m], t)
				}
			}
		}
		if len(byMethod) == 0 {
			continue
		}
		match := func(in *goType, wants func(*goType) bool) {
			for _, t := range rarest(in, byMethod) {
				if wants(t) && satisfies(t, in) {
					out = append(out, implementsEdge(t, in))
				}
			}
		}
		for _, in := range shared {
			if in.obj.Pkg().Path() != p.pkg.Path() {
				match(in, func(t *goType) bool { return base || t.recorded })
			}
		}
		for _, in := range byPass[i] {
			if in.iface != nil {
				match(in, func(t *goType) bool { return base || t.recorded || in.recorded })
			}
		}
	}
	return out
}

// typesOf are the types of a pass. Those that an earlier one has too are in seen; nil is none.
func (g *goNodes) typesOf(p *goPass, fileOf map[int]*goFile, seen map[*types.TypeName]*goType) []*goType {
	var out []*goType
	scope := p.pkg.Scope()
	for _, name := range scope.Names() { // sorted
		obj, ok := scope.Lookup(name).(*types.TypeName)
		if !ok {
			continue
		}
		t, ok := seen[obj]
		if !ok {
			t = g.typeOfName(obj, fileOf)
			seen[obj] = t
		}
		if t != nil {
			again := *t
			again.recorded = slices.Contains(p.record, t.file)
			out = append(out, &again)
		}
	}
	return out
}

// typeOfName is the type that a name declares, nil if it cannot implement or be implemented.
func (g *goNodes) typeOfName(obj *types.TypeName, fileOf map[int]*goFile) *goType {
	if obj.IsAlias() {
		return nil
	}
	named, ok := obj.Type().(*types.Named)
	if !ok || named.TypeParams().Len() > 0 {
		return nil
	}
	node, ok := g.at[obj.Pos()]
	if !ok {
		return nil
	}
	t := &goType{node: node, obj: obj, file: fileOf[node], methods: map[string]bool{}}
	if iface, ok := named.Underlying().(*types.Interface); ok {
		if !known(iface, nil) || iface.NumMethods() == 0 || !iface.IsMethodSet() {
			return nil
		}
		t.iface = iface
		for i := range iface.NumMethods() {
			t.methods[iface.Method(i).Id()] = true
		}
		return t
	}
	set := types.NewMethodSet(types.NewPointer(named))
	for i := range set.Len() {
		t.methods[set.At(i).Obj().Id()] = true
	}
	return t
}

// known reports whether everything that an interface embeds is an interface
// whose methods are known.
func known(iface *types.Interface, seen []*types.Interface) bool {
	if slices.Contains(seen, iface) {
		return true
	}
	seen = append(seen, iface)
	for i := range iface.NumEmbeddeds() {
		e, ok := iface.EmbeddedType(i).Underlying().(*types.Interface)
		if !ok || !known(e, seen) {
			return false
		}
	}
	return true
}

// rarest gives the types that have the method of the interface which the
// fewest types have.
func rarest(in *goType, byMethod map[string][]*goType) []*goType {
	var least []*goType
	for i := range in.iface.NumMethods() {
		list := byMethod[in.iface.Method(i).Id()]
		if len(list) == 0 {
			return nil
		}
		if least == nil || len(list) < len(least) {
			least = list
		}
	}
	return least
}

func satisfies(t, in *goType) bool {
	for m := range in.methods {
		if !t.methods[m] {
			return false
		}
	}
	return types.Implements(types.NewPointer(t.obj.Type()), in.iface)
}

// implementsEdge is inferred where a signature has a type that could not be
// resolved: go/types takes all of those for the same.
func implementsEdge(t, in *goType) goEdge {
	e := goEdge{from: t.node, to: in.node, relation: RelImplements, confidence: Extracted, file: t.file, pos: t.obj.Pos()}
	for i := range in.iface.NumMethods() {
		if strings.Contains(in.iface.Method(i).Signature().String(), "invalid type") {
			e.confidence = Inferred
		}
	}
	return e
}
