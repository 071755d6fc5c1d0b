package fts

import "unicode"
import "strings"

// token is one lexeme of a text with the position of the word it comes from.
type token struct {
	lexeme string
	pos    int
}

// analyze is the document side of PostgreSQL's english configuration: the lexemes of text in the order of their words.
// Stop words give none, but count a position.
func analyze(text string) []token {
	var toks []token
	pos := 0
	for word := range strings.FieldsFuncSeq(text, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
		pos++
		if lexeme, ok := Stem(word); ok {
			toks = append(toks, token{lexeme, pos})
		}
	}
	return toks
}
