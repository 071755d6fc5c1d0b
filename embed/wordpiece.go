package embed

import "unicode/utf8"

// wordPiece cuts words into the longest pieces of the vocabulary, from left to right.
type wordPiece struct {
	vocab
	unknown  int32
	maxRunes int // longer words are unknown as a whole
}

// cut appends the pieces of the word that w holds. A word that can't be cut into known pieces to its last byte is one
// unknown piece.
func (p *wordPiece) cut(pieces []Piece, w *wordScanner) []Piece {
	if w.long {
		return append(pieces, Piece{p.unknown, w.whole.start, w.whole.end})
	}
	first := len(pieces)
	for start, at := 0, 0; start < len(w.word); {
		id, end := p.longest(w.word, start)
		if end == start {
			return append(pieces[:first], Piece{p.unknown, w.whole.start, w.whole.end})
		}
		n := utf8.RuneCount(w.word[start:end])
		from := w.runes[at]
		for _, r := range w.runes[at : at+n] {
			from = from.join(r)
		}
		pieces = append(pieces, Piece{id, from.start, from.end})
		start, at = end, at+n
	}
	return pieces
}

// longest finds the longest piece at start of the word and tells its end; the end is start if there is none.
func (p *wordPiece) longest(word []byte, start int) (id int32, end int) {
	end = min(len(word), start+p.longestPiece)
	// The longest piece of BERT has 18 letters. Where pieces can be longer, their hashes don't fit on the stack.
	var room [64]uint32
	suffix := start > 0
	hashes, hash := room[:0], startHash(suffix)
	for _, b := range word[start:end] {
		hash = hashOn(hash, b)
		hashes = append(hashes, hash)
	}
	for ; end > start; end-- {
		if id, ok := p.find(word[start:end], suffix, hashes[end-start-1]); ok {
			return id, end
		}
	}
	return 0, start
}
