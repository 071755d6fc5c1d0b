package embed

// pieceTable finds word pieces. It is an open-addressing hash table over the pieces in their order, whose keys are parts of the
// text they were read from: it is filled in a quarter of the time of a Go map. The hash of a piece is that of its first bytes
// gone on with, so all beginnings of a word are hashed in one pass.
type pieceTable struct {
	pieces []tablePiece
	slots  []uint32 // 0 if free, else the index of a piece plus 1, and in the bits above mask those of its hash
	mask   uint32
}

// tablePiece is a piece that starts a word or, as a suffix, one that goes on with it, without its prefix.
type tablePiece struct {
	key    string
	id     int32
	suffix bool
}

// newPieceTable makes room for n pieces.
func newPieceTable(n int) *pieceTable {
	size := 8
	for size < 2*n {
		size *= 2
	}
	return &pieceTable{pieces: make([]tablePiece, 0, n), slots: make([]uint32, size), mask: uint32(size - 1)}
}

// startHash is the hash of the empty piece; it and hashOn are those of FNV-1a, of 32 bits.
func startHash(suffix bool) uint32 {
	if suffix {
		return 2166136261 ^ 1
	}
	return 2166136261
}

// hashOn is the hash of a key with one byte more.
func hashOn(hash uint32, b byte) uint32 { return (hash ^ uint32(b)) * 16777619 }

// hashOf is the hash of a key.
func hashOf(key string, suffix bool) uint32 {
	hash := startHash(suffix)
	for i := range len(key) {
		hash = hashOn(hash, key[i])
	}
	return hash
}

// slot is where the search for a hash begins. The low bits of FNV alone follow the low bits of the last bytes.
func (t *pieceTable) slot(hash uint32) uint32 { return (hash ^ hash>>15) & t.mask }

// add adds a piece, for which there must be room. Of two pieces with the same key the last one counts, as in JSON.
func (t *pieceTable) add(p tablePiece) {
	hash := hashOf(p.key, p.suffix)
	at := t.slot(hash)
	for ; t.slots[at] != 0; at = (at + 1) & t.mask {
		if s := t.slots[at]; s&^t.mask == hash&^t.mask {
			if old := &t.pieces[s&t.mask-1]; old.key == p.key && old.suffix == p.suffix {
				old.id = p.id
				return
			}
		}
	}
	t.pieces = append(t.pieces, p)
	t.slots[at] = hash&^t.mask | uint32(len(t.pieces))
}

// find tells the number of a piece by its key and the key's hash.
func (t *pieceTable) find(key []byte, suffix bool, hash uint32) (id int32, ok bool) {
	for at := t.slot(hash); t.slots[at] != 0; at = (at + 1) & t.mask {
		if s := t.slots[at]; s&^t.mask == hash&^t.mask {
			if p := &t.pieces[s&t.mask-1]; p.key == string(key) && p.suffix == suffix {
				return p.id, true
			}
		}
	}
	return 0, false
}

// number is the number of a piece that starts a word.
func (t *pieceTable) number(key string) (id int32, ok bool) {
	return t.find([]byte(key), false, hashOf(key, false))
}
