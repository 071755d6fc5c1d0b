package extract

import (
	"path"
	"strconv"
	"strings"
)

// unitIDs are the ids of a file's declarations as Graphify makes them, in the file unlike each other: the container's and the
// name. Of names that give the same id, the only public one keeps it; the others, and names that lose what makes them, get a hash.
func unitIDs(u *unit) []string {
	ids := make([]string, len(u.decls))
	within := make([]string, len(u.decls)) // what the ids of a declaration's members begin with: all of its name have the same
	stem := strings.TrimSuffix(u.path, path.Ext(u.path))
	ids[0] = MakeID(stem)
	if ids[0] == "" {
		ids[0] = hash(u.path, 6)
	}
	within[0] = ids[0]
	type group struct {
		first, size int32
		public      map[string]bool
		seen        map[string]int // how many of a name have an id
		taken       map[string]bool
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
			up := within[u.containerOf(d)]
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
				g = &group{first: d}
				groups[bases[d]] = g
			}
			if g.size++; g.size == 2 {
				g.public, g.seen, g.taken = map[string]bool{}, map[string]int{}, map[string]bool{}
				if f := u.decls[g.first].name; !strings.HasPrefix(f, "_") && !strings.HasPrefix(f, "#") {
					g.public[f] = true
				}
			}
			if g.size > 1 && !strings.HasPrefix(x.name, "_") && !strings.HasPrefix(x.name, "#") {
				g.public[x.name] = true
			}
		}
		for _, d := range ds {
			g := groups[bases[d]]
			x := &u.decls[d]
			salt := lossy(x.name) && x.node != KindHeading && x.idName == "" || bases[d] == ids[u.containerOf(d)] || bases[d] == ids[0] && x.node == KindKey
			if g.size > 1 && !salt {
				one := len(g.public) == 1 && g.public[x.name]
				if len(g.public) == 0 { // none is public: the first name keeps it
					one = u.decls[g.first].name == x.name
				}
				salt = !one
			}
			id := bases[d]
			if salt {
				id = joinID(id, hash(x.name, 6))
			}
			within[d] = id
			if g.size > 1 {
				g.seen[x.name]++
				if n := g.seen[x.name]; n > 1 { // the same name again
					what := x.salt
					if what == "" {
						what = strconv.Itoa(n)
					}
					id = joinID(id, hash(what, 6))
					for g.taken[id] {
						n++
						id = joinID(bases[d], hash(x.name+"\x00"+what+"\x00"+strconv.Itoa(n), 6))
					}
				}
				g.taken[id] = true
			}
			if x.node == KindScript {
				id = MakeID(u.path) + "__entry"
				within[d] = id
			}
			ids[d] = id
		}
	}
	return ids
}
