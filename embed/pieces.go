package embed

// pieceTable finds word pieces: open addressing over the pieces in their order, with keys that are parts of the text they were
// read from. Filling it takes a fifth of the time of a Go map, and the hash of a piece is that of its first bytes gone on
// with, so all beginnings of a word are hashed in one pass.
type pieceTable struct {
	pieces []tablePiece
	slots  []pieceSlot
	mask   uint32
}

type tablePiece struct {
	key string
	id  int32
}

// pieceSlot is free if its piece is 0, else it is one more than a piece's index.
type pieceSlot struct{ hash, piece uint32 }

// hashStart and hashPrime are those of FNV-1a, of 32 bits.
const (
	hashStart = 2166136261
	hashPrime = 16777619
)

// hashOn is the hash of a key with one byte more.
func hashOn(hash uint32, b byte) uint32 { return (hash ^ uint32(b)) * hashPrime }

// slot is where the search for a hash begins. The low bits of FNV alone follow the low bits of the last bytes.
func (t *pieceTable) slot(hash uint32) uint32 { return (hash ^ hash>>15) & t.mask }

// build makes the pieces findable. Of pieces with the same key the last one counts, as in JSON.
func (t *pieceTable) build() {
	size := 8
	for size < 2*len(t.pieces) {
		size *= 2
	}
	t.slots, t.mask = make([]pieceSlot, size), uint32(size-1)
next:
	for i, p := range t.pieces {
		hash := uint32(hashStart)
		for j := range len(p.key) {
			hash = hashOn(hash, p.key[j])
		}
		at := t.slot(hash)
		for ; t.slots[at].piece != 0; at = (at + 1) & t.mask {
			if s := &t.slots[at]; s.hash == hash && t.pieces[s.piece-1].key == p.key {
				s.piece = uint32(i + 1)
				continue next
			}
		}
		t.slots[at] = pieceSlot{hash, uint32(i + 1)}
	}
}

// find tells the number of a piece by its key and the key's hash.
func (t *pieceTable) find(key []byte, hash uint32) (id int32, ok bool) {
	for at := t.slot(hash); t.slots[at].piece != 0; at = (at + 1) & t.mask {
		if s := t.slots[at]; s.hash == hash {
			if p := &t.pieces[s.piece-1]; p.key == string(key) {
				return p.id, true
			}
		}
	}
	return 0, false
}

// number is the number of a piece.
func (t *pieceTable) number(key string) (id int32, ok bool) {
	hash := uint32(hashStart)
	for i := range len(key) {
		hash = hashOn(hash, key[i])
	}
	return t.find([]byte(key), hash)
}
