package engine

import (
	"strings"
	"unicode/utf8"

	"brain/chunk"
)

// The most of one word that is read for its pieces, for each piece that a question may have; and from how many pieces on a word is
// cut in two where it does not fit as a whole, as a text without white space must be.
const (
	wordBytes = 8
	longWord  = 16
)

// windowOf is what of a question the model reads: as much as it takes at a time, from the beginning. What is in a question of a
// megabyte is not one thing to look for, and the mean of its windows would take minutes. So the pieces are counted word by word, until
// there are enough; what fits is left as it is.
func windowOf(enc Encoder, text string) string {
	room := max(enc.Window()-specialPieces, 1)
	if len(text) <= room {
		return text // no piece stands for less than a byte
	}
	for at := 0; at < len(text); {
		from := at + len(text[at:]) - len(strings.TrimLeft(text[at:], " \n"))
		word := text[from:]
		if end := strings.IndexAny(word, " \n"); end >= 0 {
			word = word[:end]
		}
		whole := len(word)
		if len(word) > wordBytes*room {
			word = word[:wordBytes*room]
			for len(word) > 0 && !utf8.RuneStart(text[from+len(word)]) {
				word = word[:len(word)-1]
			}
		}
		n := enc.Count(word)
		switch {
		case n > room && n >= longWord:
			return text[:from] + chunk.Windows(word, room, enc.Count)[0]
		case n > room:
			return text[:at]
		case len(word) < whole:
			return text[:from+len(word)]
		}
		room -= n
		at = from + whole
	}
	return text
}
