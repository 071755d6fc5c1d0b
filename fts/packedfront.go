package fts

import (
	"encoding/binary"
	"strings"
)

// Layout 2 keeps of each lexeme what the lexemes before it do not say. They are sorted, so it begins as the one before does;
// and the path of a URL, which to_tsvector gives beside the URL, comes before it and ends it. Notes with many links take half
// the room of layout 1. After the version byte, every lexeme in order is
//
//	byte      characters shared with the one before << 4 | bytes of its own; 15 of either: and as many more as
//	uvarint…  follow, in this order
//	uvarint   bytes of its positions << 1 | whether its end is a copy
//	uvarint   of a copy: how far before its begin it stands in all lexemes written one after the other
//	uvarint   of a copy: its bytes
//	…         its own bytes, between what is shared and what is copied
//	uvarint…  its positions, as in layout 1
//
// A lexeme of more than maxFront bytes neither shares nor copies, so that a few bytes cannot stand for very many.
const (
	maxFront = 512
	minCopy  = 4 // bytes that are worth a copy's numbers
	nibble   = 15
)

// packer is a Packed that is being made.
type packer struct {
	out    Packed
	at     int            // bytes of the lexemes until now
	before string         // the last of them
	paths  map[string]int // where lexemes that begin with / stand
	pos    []byte
}

// Pack is the compact form of v.
func (v Vector) Pack() Packed {
	size := 1
	for _, lex := range v {
		size += len(lex.Text) + 2*len(lex.Pos) + 3
	}
	w := packer{out: append(make(Packed, 0, size), packedFront)}
	for _, lex := range v {
		w.add(lex)
	}
	return w.out
}

func (w *packer) add(lex Lexeme) {
	w.pos = w.pos[:0]
	before := 0
	for _, q := range lex.Pos {
		w.pos = binary.AppendUvarint(w.pos, uint64(q.At()-before)<<2|uint64(q.Weight()))
		before = q.At()
	}
	shared, own := 0, lex.Text
	distance, copied := 0, 0
	if len(lex.Text) <= maxFront {
		if len(w.before) <= maxFront {
			for shared < min(len(w.before), len(lex.Text)) && w.before[shared] == lex.Text[shared] {
				shared++
			}
		}
		own = lex.Text[shared:]
		slash := strings.IndexByte(lex.Text, '/')
		switch {
		case slash == 0:
			if w.paths == nil {
				w.paths = map[string]int{}
			}
			w.paths[lex.Text] = w.at
		case slash > 0:
			from := max(slash, shared)
			if start, ok := w.paths[lex.Text[slash:]]; ok && len(lex.Text)-from >= minCopy {
				own = lex.Text[shared:from]
				distance, copied = w.at-start-(from-slash), len(lex.Text)-from
			}
		}
	}
	w.out = append(w.out, byte(min(shared, nibble)<<4|min(len(own), nibble)))
	for _, n := range []int{shared, len(own)} {
		if n >= nibble {
			w.out = binary.AppendUvarint(w.out, uint64(n-nibble))
		}
	}
	w.out = binary.AppendUvarint(w.out, uint64(len(w.pos))<<1|uint64(min(copied, 1)))
	if copied > 0 {
		w.out = binary.AppendUvarint(w.out, uint64(distance))
		w.out = binary.AppendUvarint(w.out, uint64(copied))
	}
	w.out = append(append(w.out, own...), w.pos...)
	w.at += len(lex.Text)
	w.before = lex.Text
}

// nextFront reads the lexeme that rest begins with. texts are all lexemes until now, of which the last begins at before; the
// lexeme is put behind them, from start on. pos are the bytes of its positions. (Values that go in and out stay off the heap.)
func nextFront(rest, texts []byte, before int) (_, _ []byte, start int, pos []byte, ok bool) {
	shared, own := int(rest[0]>>4), int(rest[0]&nibble)
	start = len(texts)
	// Nearly always both are short and nothing is copied: then 16 bytes of each are put down, of which the right ones stay.
	if len(rest) >= 2+16 && shared < nibble && own < nibble && rest[1] < 0x80 && rest[1]&1 == 0 && shared+own > 0 && shared <= start-before && cap(texts)-start >= 32 {
		end := 2 + own + int(rest[1]>>1)
		if end > len(rest) {
			return nil, nil, 0, nil, false
		}
		texts = texts[:start+32]
		*(*[16]byte)(texts[start:]) = *(*[16]byte)(texts[before:])
		*(*[16]byte)(texts[start+shared:]) = *(*[16]byte)(rest[2:])
		return rest[end:], texts[:start+shared+own], start, rest[2+own : end], true
	}
	rest = rest[1:]
	var more, n, distance, copied int
	if shared == nibble {
		more, rest = frontNumber(rest)
		shared += more
	}
	if own == nibble {
		more, rest = frontNumber(rest)
		own += more
	}
	n, rest = frontNumber(rest)
	if n&1 > 0 {
		distance, rest = frontNumber(rest)
		copied, rest = frontNumber(rest)
	}
	n >>= 1
	size := shared + own + copied
	if size == 0 || shared > start-before || own > len(rest) || n > len(rest)-own || distance > start || copied > distance ||
		shared+copied > 0 && size > maxFront {
		return nil, nil, 0, nil, false
	}
	texts = append(texts, texts[before:before+shared]...)
	texts = append(texts, rest[:own]...)
	texts = append(texts, texts[start-distance:start-distance+copied]...)
	return rest[own+n:], texts, start, rest[own : own+n], true
}

// frontNumber reads a number; what is none, or no length, is more than there can be.
func frontNumber(rest []byte) (int, []byte) {
	if len(rest) > 0 && rest[0] < 0x80 { // nearly always
		return int(rest[0]), rest[1:]
	}
	return frontLong(rest)
}

func frontLong(rest []byte) (int, []byte) {
	const none = 1 << 28
	n, size := binary.Uvarint(rest)
	if size <= 0 || n > none {
		return none, nil
	}
	return int(n), rest[size:]
}

func (p Packed) unpackFront() (Vector, error) {
	v := Vector{}
	var starts []int
	var texts []byte
	before := 0
	for rest := []byte(p[1:]); len(rest) > 0; {
		var bytes []byte
		var ok bool
		rest, texts, before, bytes, ok = nextFront(rest, texts, before)
		if !ok {
			return nil, errPacked
		}
		pos, ok := unpackPositions(bytes)
		if !ok {
			return nil, errPacked
		}
		starts = append(starts, before)
		v = append(v, Lexeme{Pos: pos})
	}
	// One copy of all bytes backs all lexemes.
	text := string(texts)
	starts = append(starts, len(text))
	for i := range v {
		v[i].Text = text[starts[i]:starts[i+1]]
		if i > 0 && v[i-1].Text >= v[i].Text {
			return nil, errPacked
		}
	}
	return v, nil
}

// selectFront is Select for layout 2.
func (p Packed) selectFront(want []string) (v Vector) {
	var room [2048]byte // for the lexemes of most vectors
	texts, before := room[:0], 0
	for rest := []byte(p[1:]); len(rest) > 0 && len(want) > 0; {
		var bytes []byte
		var ok bool
		rest, texts, before, bytes, ok = nextFront(rest, texts, before)
		if !ok {
			break
		}
		text := texts[before:]
		order := compareBytes(text, want[0])
		for order > 0 {
			if want = want[1:]; len(want) == 0 {
				return v
			}
			order = compareBytes(text, want[0])
		}
		if order < 0 {
			continue
		}
		pos, ok := unpackPositions(bytes)
		if !ok {
			break
		}
		v = append(v, Lexeme{want[0], pos})
		want = want[1:]
	}
	return v
}
