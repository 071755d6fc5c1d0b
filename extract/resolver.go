package extract

import (
	"cmp"
	"hash/maphash"
	"strings"
)

// resolver finds what the names and expressions of a tree's units mean. It goes by scopes, imports and types: what these do not
// decide stays unknown.
type resolver struct {
	units  []*unit // sorted by path
	byPath map[string]int32

	names   []scopeNames // by unit
	hash    nameHash
	inner   []bool                // by unit: imports stand below its top, too
	imports []map[nameKey][]int32 // by unit: imports by the name they bind
	stars   [][]int32             // by unit: imports of everything
	seen    [][]int32             // by unit and expression: index in sets, 0 for not asked yet
	sets    []*setPage
	asked   int32 // sets that are taken

	parts map[ref][]ref       // what else declares members of a type
	main  map[ref]ref         // the first of several declarations of one type
	chain map[ref][]ref       // a type and all that it builds on
	many  map[manyKey][]int32 // declarations of names that have very many
	depth int
	cut   bool // an answer was left out because it is being asked for
	again int  // how often what was cut has been asked anew

	members  map[memberKey][]value // names of modules
	searches []*search             // those under way, the innermost last
	steps    int                   // of the question under way
	patience int                   // how many a question may take

	projects []string           // folders that hold a project of .NET, sorted
	spaces   map[spaceKey][]ref // declarations of a namespace by language family
	inSpace  map[spaceKey][]ref // declarations of a name in a namespace
	layouts  map[string]any
}

// What resolver.seen says of an expression: that it was not asked for, is being asked for, stands for nothing, or else the number of its
// set, which lies in a page.
const (
	notAsked = iota
	beingAsked
	isNothing
	firstSet
)

type setPage [1 << 10][]value

func (r *resolver) set(n int32) []value { return r.sets[n>>10][n&(1<<10-1)] }

func (r *resolver) newSet(vs []value) int32 {
	n := r.asked
	if int(n>>10) >= len(r.sets) {
		r.sets = append(r.sets, new(setPage))
	}
	r.sets[n>>10][n&(1<<10-1)] = vs
	r.asked++
	return n
}

type spaceKey struct{ family, name string }

func newResolver(units []*unit, projects []string) *resolver {
	r := &resolver{
		units: units, byPath: map[string]int32{}, parts: map[ref][]ref{}, main: map[ref]ref{}, chain: map[ref][]ref{}, members: map[memberKey][]value{}, many: map[manyKey][]int32{},
		patience: maxSearch, projects: projects,
		spaces: map[spaceKey][]ref{}, inSpace: map[spaceKey][]ref{}, layouts: map[string]any{},
		asked: firstSet,
		hash:  nameHash{seed: maphash.MakeSeed()},
	}
	r.names = make([]scopeNames, len(units))
	r.inner = make([]bool, len(units))
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
	for i := range units {
		clear(r.seen[i])
	}
	r.sets, r.asked = nil, firstSet
	clear(r.chain)
	clear(r.members)
	return r
}

func (r *resolver) index(i int32, u *unit) {
	r.names[i] = newScopeNames(u.decls, &r.hash)
	var imports map[nameKey][]int32
	for k := range u.imports {
		im := &u.imports[k]
		if im.name == "*" && im.local == "" {
			r.stars[i] = append(r.stars[i], int32(k))
		} else if im.local != "" {
			key := nameKey{im.scope, im.local}
			if imports == nil {
				imports = make(map[nameKey][]int32, len(u.imports))
			}
			r.inner[i] = r.inner[i] || im.scope != 0
			imports[key] = append(imports[key], int32(k))
		}
	}
	r.imports[i] = imports
	r.seen[i] = make([]int32, len(u.exprs))
	r.indexSpaces(i, u)
}

func (r *resolver) decl(at ref) *decl { return &r.units[at.unit].decls[at.decl] }

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
