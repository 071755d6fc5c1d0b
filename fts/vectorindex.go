package fts

import (
	"strings"
	"unicode/utf8"
)

// Lexemes hold any character: "'s", "src/core/foo.ts", "user@host". FTS5's tokenizer "ascii" takes letters, digits and
// everything beyond ASCII as parts of a token, splits at the rest and folds A to Z. So a lexeme becomes one token of it by
// moving the rest and the capitals to the private use area, byte b to U+E000+b. A private character of the lexeme
// itself that would look like a moved one, or like this escape, gets the escape before it.
const (
	movedBase   = 0xe000
	movedEscape = movedBase + utf8.RuneSelf
)

// IndexToken is the one token that stands for lexeme in an FTS5 index with the tokenizer "ascii". Different lexemes have
// different tokens.
func IndexToken(lexeme string) string {
	if !strings.ContainsFunc(lexeme, isMoved) {
		return lexeme
	}
	var b strings.Builder
	b.Grow(len(lexeme) + 2*utf8.UTFMax)
	writeIndexToken(&b, lexeme)
	return b.String()
}

// IndexText is the text of v for such an index: the token of every lexeme, each once.
func (v Vector) IndexText() string {
	var b strings.Builder
	letters := 0
	for _, lex := range v {
		letters += len(lex.Text) + 1
	}
	b.Grow(letters)
	for i, lex := range v {
		if i > 0 {
			b.WriteByte(' ')
		}
		writeIndexToken(&b, lex.Text)
	}
	return b.String()
}

func writeIndexToken(b *strings.Builder, lexeme string) {
	plain := 0 // letters and digits, of which most lexemes consist
	for plain < len(lexeme) && lexeme[plain] < utf8.RuneSelf && !isMoved(rune(lexeme[plain])) {
		plain++
	}
	b.WriteString(lexeme[:plain])
	lexeme = lexeme[plain:]
	for len(lexeme) > 0 {
		r, size := utf8.DecodeRuneInString(lexeme)
		switch {
		case !isMoved(r):
			b.WriteString(lexeme[:size]) // not the rune: a byte that is not UTF-8 stays what it is
		case r < utf8.RuneSelf:
			b.WriteRune(movedBase + r)
		default:
			b.WriteRune(movedEscape)
			b.WriteRune(r)
		}
		lexeme = lexeme[size:]
	}
}

// isMoved reports whether r cannot stand for itself in a token.
func isMoved(r rune) bool {
	if r < utf8.RuneSelf {
		return (r < 'a' || r > 'z') && (r < '0' || r > '9')
	}
	return movedBase <= r && r <= movedEscape
}
