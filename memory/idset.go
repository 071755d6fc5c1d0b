package memory

import (
	"maps"
	"slices"
)

// idSet is a set of ids. Those of a file mostly count up from 1, so they are bits: of 100,000 a map took 10 ms of CPU to fill, and
// memory that the system must clear first. The zero value is empty.
type idSet struct {
	size int
	bits []uint64
	odd  map[int64]struct{} // ids beyond
}

// mostBits is up to which id bits are kept: half a megabyte.
const mostBits = 1 << 22

// add says whether the id is new.
func (s *idSet) add(id int64) bool {
	if s.has(id) {
		return false
	}
	s.size++
	if id < 0 || id >= mostBits {
		if s.odd == nil {
			s.odd = map[int64]struct{}{}
		}
		s.odd[id] = struct{}{}
		return true
	}
	if word := int(id / 64); word >= len(s.bits) {
		s.bits = append(s.bits, make([]uint64, word+1-len(s.bits))...)
	}
	s.bits[id/64] |= 1 << (id % 64)
	return true
}

func (s *idSet) has(id int64) bool {
	if id < 0 || id >= mostBits {
		_, there := s.odd[id]
		return there
	}
	return int(id/64) < len(s.bits) && s.bits[id/64]&(1<<(id%64)) != 0
}

// list gives them all, in order.
func (s *idSet) list() []int64 {
	out := slices.Grow(slices.Collect(maps.Keys(s.odd)), s.size-len(s.odd))
	for word, bits := range s.bits {
		for bit := range 64 {
			if bits&(1<<bit) != 0 {
				out = append(out, int64(word*64+bit))
			}
		}
	}
	slices.Sort(out)
	return out
}
