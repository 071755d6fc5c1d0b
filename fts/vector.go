package fts

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
