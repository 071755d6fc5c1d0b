package fts

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// PorterTokens calls token for the words of a text as FTS5's tokenizer "porter unicode61" makes them, in order: runs of letters
// and digits, lower case, without diacritics, stemmed where they are of three bytes to 64.
func PorterTokens(text string, token func(string)) {
	isToken := func(r rune) bool { return unicode.IsLetter(r) || unicode.IsNumber(r) || unicode.Is(unicode.Co, r) }
	for len(text) > 0 {
		start := strings.IndexFunc(text, isToken)
		if start < 0 {
			return
		}
		text = text[start:]
		end := strings.IndexFunc(text, func(r rune) bool { return !isToken(r) && !unicode.Is(unicode.Mn, r) })
		if end < 0 {
			end = len(text)
		}
		token(porterToken(text[:end]))
		text = text[end:]
	}
}

func porterToken(word string) string {
	word = strings.ToLower(word)
	if strings.ContainsFunc(word, func(r rune) bool { return r >= 0x80 }) {
		word = strings.Map(func(r rune) rune {
			if unicode.Is(unicode.Mn, r) {
				return -1
			}
			return r
		}, norm.NFD.String(word))
	}
	if len(word) < 3 || len(word) > 64 {
		return word
	}
	return porterStem(word)
}
