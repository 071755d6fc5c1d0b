package fts

import (
	"cmp"
	"encoding/binary"
	"slices"
)

// Layout 3 has a number in place of each lexeme, for a ranking that knows from an index which lexemes a text holds and only
// asks where: it takes less than half the room of layout 2 and cannot be unpacked. After the version byte, every lexeme by
// ascending number is
//
//	3 bytes   its number, big-endian (FNV-1a of 32 bits, the upper 8 xored into the lower 24)
//	uvarint…  its positions, each (distance from the one before) << 1 | whether it is the last
const packedHash = 3

// lexemeNumber is the number of a lexeme in layout 3. It is stored: it never changes.
func lexemeNumber(lexeme string) uint32 {
	h := uint32(2166136261)
	for i := range len(lexeme) {
		h = (h ^ uint32(lexeme[i])) * 16777619
	}
	return h>>24 ^ h&0xffffff
}

// Index is the most compact form of v, from which Select finds the lexemes that v is known to hold, and no others may be asked
// for. It is Pack where two lexemes have one number, where one has no positions, or weights.
func (v Vector) Index() Packed {
	type numbered struct {
		number uint32
		pos    []Pos
	}
	list := make([]numbered, len(v))
	for i, lex := range v {
		if len(lex.Pos) == 0 {
			return v.Pack()
		}
		for _, q := range lex.Pos {
			if q.Weight() != WeightD {
				return v.Pack()
			}
		}
		list[i] = numbered{lexemeNumber(lex.Text), lex.Pos}
	}
	slices.SortFunc(list, func(a, b numbered) int { return cmp.Compare(a.number, b.number) })
	out := append(make(Packed, 0, 1+6*len(v)), packedHash)
	for i, n := range list {
		if i > 0 && list[i-1].number == n.number {
			return v.Pack()
		}
		out = appendNumbered(out, n.number, n.pos)
	}
	return out
}

// appendNumbered adds a word to layout 3: its number, and the steps between its positions, of which the last is marked.
func appendNumbered(out Packed, number uint32, places []Pos) Packed {
	out = append(out, byte(number>>16), byte(number>>8), byte(number))
	before := 0
	for k, q := range places {
		step := uint64(q.At()-before) << 1
		if k == len(places)-1 {
			step |= 1
		}
		out = binary.AppendUvarint(out, step)
		before = q.At()
	}
	return out
}

// selectHash is Select for layout 3.
func (p Packed) selectHash(want []string) (v Vector) {
	var room [16]uint32
	numbers := room[:0]
	for _, lexeme := range want {
		numbers = append(numbers, lexemeNumber(lexeme))
	}
	var places [16]int // of positions, 0: not found yet
	at := places[:]
	if len(want) > len(places) {
		at = make([]int, len(want))
	}
	for i := 1; i+3 < len(p); {
		number := uint32(p[i])<<16 | uint32(p[i+1])<<8 | uint32(p[i+2])
		i += 3
		for k, n := range numbers {
			if n == number {
				at[k] = i
			}
		}
		for last := byte(0); last == 0 && i < len(p); i++ {
			last = p[i] & 1
			for i < len(p) && p[i] >= 0x80 {
				i++
			}
		}
	}
	for k, lexeme := range want {
		if at[k] == 0 || k > 0 && lexeme == want[k-1] {
			continue
		}
		pos, ok := hashPositions(p[at[k]:])
		if !ok {
			break
		}
		v = append(v, Lexeme{lexeme, pos})
	}
	return v
}

// hashPositions reads positions up to the one that is the last.
func hashPositions(b []byte) (pos []Pos, ok bool) {
	for at := 0; ; {
		x, n := binary.Uvarint(b)
		if n <= 0 || x>>1 == 0 || x>>1 > MaxPos {
			return nil, false
		}
		if at += int(x >> 1); at > MaxPos {
			return nil, false
		}
		pos = append(pos, NewPos(at, WeightD))
		if x&1 == 1 {
			return pos, true
		}
		b = b[n:]
	}
}
