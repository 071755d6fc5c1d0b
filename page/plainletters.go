package page

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// plainLetters spells letters and digits of other looks, such as ligatures and full width, as those that they stand for (NFKC):
// nobody types the others to find a page. What stands for more than letters and digits stays.
func plainLetters(s string) string {
	var b strings.Builder
	for _, r := range s {
		plain := string(r)
		if unicode.In(r, unicode.L, unicode.N) {
			plain = norm.NFKC.String(plain)
		}
		if strings.ContainsFunc(plain, func(r rune) bool { return !unicode.In(r, unicode.L, unicode.N, unicode.M) }) {
			plain = string(r)
		}
		b.WriteString(plain)
	}
	return b.String()
}
