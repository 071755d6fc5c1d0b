package fts

import (
	"encoding/binary"
	"errors"
	"fmt"
)

// Packed is a vector in bytes, for a BLOB. It is made for Select: a ranking looks at a few lexemes of each of many
// vectors. Pack writes layout 2 (see packer), Index layout 3; layout 1, of older files, is read too:
//
//	the version byte, then every lexeme in order as
//	uvarint  bytes of the lexeme
//	uvarint  bytes of its positions
//	…        the lexeme
//	uvarint… its positions, each (distance from the one before) << 2 | weight
type Packed []byte

// The versions of the layout.
const (
	packedPlain = 1
	packedFront = 2
)

var errPacked = errors.New("read packed vector: data is damaged")

// Unpack is the vector of p. It takes any bytes and gives an error for those that are no vector.
func (p Packed) Unpack() (Vector, error) {
	if len(p) == 0 {
		return nil, errPacked
	}
	switch p[0] {
	case packedFront:
		return p.unpackFront()
	case packedPlain:
	default:
		return nil, fmt.Errorf("read packed vector: unknown version %d", p[0])
	}
	// One copy of all bytes backs all lexemes.
	text := string(p)
	v := Vector{}
	for i := 1; i < len(p); {
		e, ok := p.entry(i)
		if !ok {
			return nil, errPacked
		}
		lex := Lexeme{Text: text[e.text:e.pos]}
		if len(v) > 0 && v[len(v)-1].Text >= lex.Text {
			return nil, errPacked
		}
		if lex.Pos, ok = unpackPositions(p[e.pos:e.end]); !ok {
			return nil, errPacked
		}
		v = append(v, lex)
		i = e.end
	}
	return v, nil
}

// Select is the vector of those lexemes of p that are in want, which must be sorted by bytes. It steps over the others and
// allocates nothing for them. Damaged data ends the walk: what it has found until then is the result.
func (p Packed) Select(want []string) Vector {
	var v Vector
	if len(p) > 0 && p[0] == packedFront {
		return p.selectFront(want)
	}
	if len(p) > 0 && p[0] == packedHash {
		return p.selectHash(want)
	}
	if len(p) == 0 || p[0] != packedPlain {
		return nil
	}
	for i := 1; i < len(p) && len(want) > 0; {
		e, ok := p.entry(i)
		if !ok {
			break
		}
		i = e.end
		order := compareBytes(p[e.text:e.pos], want[0])
		for order > 0 {
			if want = want[1:]; len(want) == 0 {
				return v
			}
			order = compareBytes(p[e.text:e.pos], want[0])
		}
		if order < 0 {
			continue
		}
		pos, ok := unpackPositions(p[e.pos:e.end])
		if !ok {
			break
		}
		v = append(v, Lexeme{want[0], pos})
		want = want[1:]
	}
	return v
}

// compareBytes orders a before, like or behind b. Most lexemes of a walk differ in the first byte already, which is
// cheaper seen here than by a call.
func compareBytes(a []byte, b string) int {
	if len(a) > 0 && len(b) > 0 && a[0] != b[0] {
		return int(a[0]) - int(b[0])
	}
	switch { // comparisons of string(a) copy nothing
	case string(a) < b:
		return -1
	case string(a) == b:
		return 0
	}
	return 1
}

// packedEntry says where a lexeme, its positions and the end of both are.
type packedEntry struct{ text, pos, end int }

// entry reads the lengths at i.
func (p Packed) entry(i int) (packedEntry, bool) {
	if i+1 < len(p) && p[i]|p[i+1] < 0x80 { // nearly always
		e := packedEntry{text: i + 2}
		e.pos = e.text + int(p[i])
		e.end = e.pos + int(p[i+1])
		return e, p[i] > 0 && e.end <= len(p)
	}
	return p.longEntry(i)
}

func (p Packed) longEntry(i int) (packedEntry, bool) {
	size, n := binary.Uvarint(p[i:])
	if n <= 0 || size == 0 || size > uint64(len(p)) {
		return packedEntry{}, false
	}
	i += n
	pos, n := binary.Uvarint(p[i:])
	if n <= 0 || pos > uint64(len(p)) {
		return packedEntry{}, false
	}
	e := packedEntry{text: i + n}
	e.pos = e.text + int(size)
	e.end = e.pos + int(pos)
	return e, e.end <= len(p)
}

// unpackPositions reads the positions that fill b, nil for none.
func unpackPositions(b []byte) ([]Pos, bool) {
	if len(b) == 0 {
		return nil, true
	}
	count := 0
	for _, c := range b {
		if c < 0x80 { // the last byte of a uvarint
			count++
		}
	}
	pos := make([]Pos, 0, count)
	at := 0
	for len(b) > 0 {
		x, n := binary.Uvarint(b)
		if n <= 0 || x>>2 > MaxPos {
			return nil, false
		}
		if at += int(x >> 2); at == 0 || at > MaxPos {
			return nil, false
		}
		pos = append(pos, NewPos(at, Weight(x&3)))
		b = b[n:]
	}
	return pos, true
}
