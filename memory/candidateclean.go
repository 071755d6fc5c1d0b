package memory

import (
	"strings"
	"unicode"
)

// cleanText makes a text valid UTF-8 without control characters but line feeds and tabs: escape sequences would act on the
// terminal that shows it, and SQLite ends a text at a NUL.
func cleanText(s string) string {
	s = strings.ToValidUTF8(s, "\uFFFD")
	if strings.IndexFunc(s, hidden) < 0 {
		return s
	}
	return strings.Map(func(r rune) rune {
		if hidden(r) {
			return -1
		}
		return r
	}, strings.ReplaceAll(s, "\r\n", "\n"))
}

// hidden are control characters and the marks that turn the direction of the text around them.
func hidden(r rune) bool {
	return unicode.IsControl(r) && r != '\n' && r != '\t' || r >= 0x202A && r <= 0x202E || r >= 0x2066 && r <= 0x2069 || r == 0xFEFF
}

// cleanLine is a text on one line: cleanText, then all blanks as one space.
func cleanLine(s string) string {
	return strings.Join(strings.FieldsFunc(cleanText(strings.ReplaceAll(s, "\r", "\n")), func(r rune) bool {
		return unicode.IsSpace(r) || r == 0x2028 || r == 0x2029
	}), " ")
}
