package extract

// search is a question for a name of a module that is being followed through the modules which it takes everything from.
type search struct {
	name    string
	seen    map[ref]bool
	partial bool // an answer on the way left something out that an outer search is asking
}

type memberKey struct {
	at   ref
	name string
}

// maxSearch bounds what one question may ask of modules: a tree whose modules all import each other has more ways than time. After
// questions that used it up, others get less, so that a tree made to be slow is not.
const maxSearch = 50_000

// moduleMember gives a name of a file or namespace as others see it. Modules that import everything of each other are asked once in
// a search: who comes back to one finds nothing new there.
func (r *resolver) moduleMember(v value, name string) []value {
	if v.at.unit < 0 {
		return v.lang.submodule(r, v, name)
	}
	key := memberKey{v.at, name}
	if vs, ok := r.members[key]; ok {
		return vs
	}
	if r.steps++; r.steps > r.patience {
		if r.steps == r.patience+1 {
			r.patience = max(r.patience*3/4, 100)
		}
		r.cut = true
		return nil
	}
	for i := len(r.searches) - 1; i >= 0; i-- {
		s := r.searches[i]
		if s.name != name {
			continue
		}
		if s.seen[v.at] {
			for _, inner := range r.searches[i+1:] {
				inner.partial = true
			}
			return nil
		}
		s.seen[v.at] = true
		return r.findMember(v, name)
	}
	s := &search{name: name, seen: map[ref]bool{v.at: true}}
	r.searches = append(r.searches, s)
	cut := r.cut
	r.cut = false
	vs := r.findMember(v, name)
	r.searches = r.searches[:len(r.searches)-1]
	if !s.partial && !r.cut {
		r.members[key] = vs
	}
	r.cut = r.cut || cut || s.partial
	return vs
}
