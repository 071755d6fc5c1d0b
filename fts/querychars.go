package fts

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// isQuerySpace is iswspace of C.UTF-8: white space but for U+0085 and the no-break spaces.
func isQuerySpace(r rune) bool {
	switch r {
	case '\u0085', '\u00a0', '\u2007', '\u202f':
		return false
	}
	return unicode.IsSpace(r)
}

func trimSpace(s string) string { return strings.TrimLeftFunc(s, isQuerySpace) }

func startsWithSpace(s string) bool {
	r, _ := utf8.DecodeRuneInString(s)
	return isQuerySpace(r)
}
