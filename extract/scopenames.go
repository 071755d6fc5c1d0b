package extract

import (
	"hash/maphash"
	"unsafe"
)

// scopeNames finds the first declaration of a name in a scope. Most questions are for names that a scope does not have, on the way up
// through all that are around a place: so the name is hashed once for all of them, and an empty slot answers.
type scopeNames struct {
	slots []int32 // declarations, 0 for none; as many as a power of two
	decls []decl
}

// nameHash hashes names. It remembers the last, which is the next more often than not.
type nameHash struct {
	seed maphash.Seed
	last *byte
	size int
	hash uint64
}

func (h *nameHash) of(name string) uint64 {
	if p := unsafe.StringData(name); p != h.last || len(name) != h.size {
		h.last, h.size, h.hash = p, len(name), maphash.String(h.seed, name)
	}
	return h.hash
}

func newScopeNames(decls []decl, h *nameHash) scopeNames {
	size := 4
	for size < 2*len(decls) {
		size *= 2
	}
	n := scopeNames{slots: make([]int32, size), decls: decls}
	for d := len(decls) - 1; d > 0; d-- { // backwards: the first stays
		if x := &decls[d]; x.name != "" {
			n.slots[n.slot(nameKey{x.scope, x.name}, h.of(x.name))] = int32(d)
		}
	}
	return n
}

// slot is where the declaration of a name is, or would be.
func (n *scopeNames) slot(key nameKey, hash uint64) int {
	mask := len(n.slots) - 1
	for i := int(hash+uint64(uint32(key.scope))*0x9e3779b97f4a7c15>>32) & mask; ; i = (i + 1) & mask {
		d := n.slots[i]
		if d == 0 || n.decls[d].scope == key.scope && n.decls[d].name == key.name {
			return i
		}
	}
}

// firstOf is the first declaration of a name in a scope of a unit, 0 for none.
func (r *resolver) firstOf(u int32, key nameKey) int32 {
	if key.name == "" {
		return 0
	}
	n := &r.names[u]
	return n.slots[n.slot(key, r.hash.of(key.name))]
}

// importsOf are the imports that bind a name in a scope.
func (r *resolver) importsOf(u int32, key nameKey) []int32 {
	if len(r.imports[u]) == 0 || key.scope != 0 && !r.inner[u] {
		return nil
	}
	return r.imports[u][key]
}
