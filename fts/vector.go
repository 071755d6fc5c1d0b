package fts

import "slices"

// Weight is a position's label. PostgreSQL numbers them D, C, B, A from 0 up (WordEntryPos).
type Weight uint8

// The four labels of a position, from the least to the most important.
const (
	WeightD Weight = iota
	WeightC
	WeightB
	WeightA
)

// Pos is one position of a lexeme with its weight: the weight in the two high bits, the position (1..16383) in the
// fourteen low ones, as PostgreSQL's WordEntryPos lays it out.
type Pos uint16

// NewPos joins a position and a weight; positions beyond MaxPos are held at MaxPos, as PostgreSQL does.
func NewPos(pos int, w Weight) Pos {
	return Pos(min(pos, MaxPos)) | Pos(w)<<14
}

// At is the position without its weight.
func (p Pos) At() int { return int(p & MaxPos) }

// Weight is the label of the position.
func (p Pos) Weight() Weight { return Weight(p >> 14) }

// MaxPos is the last position that a tsvector can hold; later words share it.
const MaxPos = 1<<14 - 1

// Lexeme is one entry of a tsvector: the normalised word and where it stands. Pos is ascending and may be empty
// (a stripped vector).
type Lexeme struct {
	Text string
	Pos  []Pos
}

// Vector is a tsvector: lexemes sorted by their bytes, each once.
type Vector []Lexeme

// Strip is v without positions and weights, PostgreSQL's strip.
func (v Vector) Strip() Vector {
	out := make(Vector, len(v))
	for i, lex := range v {
		out[i].Text = lex.Text
	}
	return out
}

// SetWeight is v with all positions labelled w, PostgreSQL's setweight. A lexeme without positions has no weight either.
func (v Vector) SetWeight(w Weight) Vector {
	out := make(Vector, len(v))
	for i, lex := range v {
		out[i].Text = lex.Text
		for _, p := range lex.Pos {
			out[i].Pos = append(out[i].Pos, NewPos(p.At(), w))
		}
	}
	return out
}

// Concat is PostgreSQL's a || b: the positions of b follow the last position in a. That is the last one of a lexeme, so
// stop words at the end of a's text do not count. Weights are kept.
func Concat(a, b Vector) Vector {
	shift := 0
	for _, lex := range a {
		for _, p := range lex.Pos {
			shift = max(shift, p.At())
		}
	}
	out := make(Vector, 0, len(a)+len(b))
	for len(a) > 0 || len(b) > 0 {
		switch {
		case len(b) == 0 || len(a) > 0 && a[0].Text < b[0].Text:
			out = append(out, Lexeme{a[0].Text, slices.Clone(a[0].Pos)})
			a = a[1:]
		case len(a) == 0 || b[0].Text < a[0].Text:
			out = append(out, Lexeme{b[0].Text, appendShifted(nil, b[0].Pos, shift)})
			b = b[1:]
		default:
			out = append(out, Lexeme{a[0].Text, appendShifted(slices.Clone(a[0].Pos), b[0].Pos, shift)})
			a, b = a[1:], b[1:]
		}
	}
	return out
}

// appendShifted appends more, moved up by shift, up to 256 positions and none behind MaxPos.
func appendShifted(pos, more []Pos, shift int) []Pos {
	for _, p := range more {
		if n := len(pos); n >= maxStoredPositions || n > 0 && pos[n-1].At() == MaxPos {
			break
		}
		pos = append(pos, NewPos(p.At()+shift, p.Weight()))
	}
	return pos
}
