package memory

import (
	"fmt"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/cases"
	"golang.org/x/text/language"
)

// stampFormat is brain-cli's form of a time, that of SQLite's datetime().
const stampFormat = "2006-01-02 15:04:05"

// Stamp renders a time as it stands in brain-cli's tables.
func Stamp(t time.Time) string { return t.UTC().Format(stampFormat) }

// space is what Python's str.strip and str.split take for white space: Go's set, and four separators of ASCII.
func space(r rune) bool { return unicode.IsSpace(r) || r >= 0x1c && r <= 0x1f }

// byteOrderMark is what some editors put before a text.
const byteOrderMark = "\uFEFF"

// edges is strip that also takes byte order marks off.
func edges(s string) string {
	return strings.TrimFunc(s, func(r rune) bool { return space(r) || r == '\uFEFF' })
}

// blank says that a text shows nothing: white space, and format characters of no width.
func blank(s string) bool {
	return strings.TrimFunc(s, func(r rune) bool { return space(r) || unicode.Is(unicode.Cf, r) }) == ""
}

func strip(s string) string { return strings.TrimFunc(s, space) }

// lower is Python's str.lower, which knows the final sigma; strings.ToLower goes letter by letter.
func lower(s string) string {
	if strings.ContainsAny(s, "Σİ") {
		return cases.Lower(language.Und).String(s)
	}
	return strings.ToLower(s)
}

// cleaner makes text fit to be stored and shown, and notes what it changed.
type cleaner struct{ notes []string }

// line cleans a text of one line: a title, a project. Line ends and control characters become spaces.
func (c *cleaner) line(field, s string) string {
	s = c.valid(field, s)
	changed := 0
	s = strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || r == '\u2028' || r == '\u2029' {
			changed++
			return ' '
		}
		return r
	}, s)
	c.note(changed, field, "%d control character%s replaced by a space")
	return edges(s)
}

// text cleans a text of several lines: line ends become \n, tabs stay, other control characters become spaces, since a
// terminal would obey them.
func (c *cleaner) text(field, s string) string {
	s = c.valid(field, s)
	if strings.ContainsRune(s, '\r') {
		s = strings.ReplaceAll(strings.ReplaceAll(s, "\r\n", "\n"), "\r", "\n")
	}
	changed := 0
	s = strings.Map(func(r rune) rune {
		if unicode.IsControl(r) && r != '\n' && r != '\t' {
			changed++
			return ' '
		}
		return r
	}, s)
	c.note(changed, field, "%d control character%s replaced by a space")
	return edges(s)
}

// valid drops white space and byte order marks at the edges and replaces what is no UTF-8.
func (c *cleaner) valid(field, s string) string {
	c.note(strings.Count(s, byteOrderMark)-strings.Count(edges(s), byteOrderMark), field, "%d byte order mark%s dropped")
	s = edges(s)
	if !utf8.ValidString(s) {
		wrong := 0
		for i := 0; i < len(s); {
			r, n := utf8.DecodeRuneInString(s[i:])
			if r == utf8.RuneError && n == 1 {
				wrong++
			}
			i += n
		}
		c.note(wrong, field, "%d byte%s that no UTF-8 has replaced by U+FFFD")
		s = strings.ToValidUTF8(s, "\uFFFD")
	}
	return s
}

func (c *cleaner) note(n int, field, format string) {
	if n > 0 {
		plural := "s"
		if n == 1 {
			plural = ""
		}
		c.notes = append(c.notes, field+": "+fmt.Sprintf(format, n, plural))
	}
}
