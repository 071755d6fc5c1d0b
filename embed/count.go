package embed

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// What becomes of an ASCII character, where it is no letter of a word.
const (
	plainSpace = 0x80 + iota // ends the word
	plainAlone               // a word of its own
	plainGone                // dropped
)

// plainTable says what becomes of each ASCII character: the letter that it is in its word, or one of the above.
type plainTable [utf8.RuneSelf]byte

func (n normalizer) plainTable() (table plainTable) {
	for i := range table {
		r := rune(i)
		if n.lower {
			r = lower(r)
		}
		switch {
		case n.clean && isRemoved(r):
			table[i] = plainGone
		case unicode.IsSpace(r):
			table[i] = plainSpace
		case isPunct(r):
			table[i] = plainAlone
		default:
			table[i] = byte(r)
		}
	}
	return table
}

// Count is the number of word pieces that [Tokenizer.Encode] gives. To cut pages their words are counted more often than they are
// encoded, and most are ASCII, which needs neither classes of Unicode nor places in the text. What is not is cut as Encode does,
// from white space to white space, where all pieces end.
func (t *Tokenizer) Count(text string) (n int) {
	if t.spaced {
		return t.count(text)
	}
	for text != "" {
		end := 0
		for end < len(text) && text[end] < utf8.RuneSelf {
			end++
		}
		if end < len(text) {
			end = strings.LastIndexAny(text[:end], " \n") + 1
		}
		n += t.countPlain(text[:end])
		if text = text[end:]; text == "" {
			break
		}
		if end = strings.IndexAny(text, " \n"); end < 0 {
			end = len(text)
		}
		n += t.count(text[:end])
		text = text[end:]
	}
	return n
}

// count counts what scan finds, whatever the text.
func (t *Tokenizer) count(text string) (n int) {
	pieces := make([]Piece, 0, 32)
	t.scan(text, func(w *wordScanner) { n += len(t.cut(pieces, w)) }, func(Piece) { n++ })
	return n
}

// countPlain counts the pieces of ASCII text.
func (t *Tokenizer) countPlain(text string) (n int) {
	for start := 0; start < len(text); {
		token, at := t.nextAdded(text, start)
		n += t.countWords(text[start:at])
		if token == nil {
			break
		}
		n++
		start = at + len(token.Content)
	}
	return n
}

func (t *Tokenizer) countWords(text string) (n int) {
	var room [64]byte
	word, long := room[:0], false
	end := func() {
		switch {
		case long:
			n++
		case len(word) > 0:
			n += t.countWord(word)
		}
		word, long = word[:0], false
	}
	for i := range len(text) {
		switch c := t.plain[text[i]]; c {
		case plainSpace:
			end()
		case plainAlone: // one piece, known or not
			end()
			n++
		case plainGone:
		default:
			if len(word) == t.maxRunes {
				long = true
				continue
			}
			word = append(word, c)
		}
	}
	end()
	return n
}

// countWord is how many pieces a word is cut into: one, where it can't be cut into known ones.
func (p *wordPiece) countWord(word []byte) (n int) {
	for start := 0; start < len(word); n++ {
		_, end := p.longest(word, start)
		if end == start {
			return 1
		}
		start = end
	}
	return n
}
