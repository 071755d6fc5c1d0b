package extract

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"
)

// MakeID joins parts to a node id as Graphify 0.9.96 does: each part loses the
// underscores and dots at its ends, empty parts are dropped, the rest is joined
// by "_" and brought to lower case in compatibility form, and every run of
// characters that are neither letters nor numbers becomes one "_".
//
// Different parts can give the same id, and parts without a letter or number
// give "": names that are to stay apart need [assignIDs].
func MakeID(parts ...string) string {
	if id, ok := asciiID(parts); ok {
		return id
	}
	kept := make([]string, 0, len(parts))
	for _, p := range parts {
		if p = strings.Trim(p, "_."); p != "" {
			kept = append(kept, p)
		}
	}
	s := foldID(strings.Join(kept, "_"))

	var b strings.Builder
	gap := false
	for _, r := range s {
		if !isWord(r) {
			gap = b.Len() > 0
			continue
		}
		if gap {
			b.WriteByte('_')
			gap = false
		}
		b.WriteRune(r)
	}
	return b.String()
}

// asciiID is [MakeID] for parts in ASCII, where nothing composes and what separates parts is one more gap.
func asciiID(parts []string) (id string, ok bool) {
	var room [128]byte
	b := room[:0]
	for _, p := range parts {
		gap := len(b) > 0
		for i := range len(p) {
			c := p[i]
			switch {
			case c >= utf8.RuneSelf:
				return "", false
			case 'A' <= c && c <= 'Z':
				c += 'a' - 'A'
			case 'a' <= c && c <= 'z', '0' <= c && c <= '9':
			default:
				gap = len(b) > 0
				continue
			}
			if gap {
				b = append(b, '_')
				gap = false
			}
			b = append(b, c)
		}
	}
	return string(b), true
}

// foldID folds case and composes compatibility forms until nothing changes.
// One round is not enough for letters such as İ, so Graphify tries six.
func foldID(s string) string {
	if isLowerASCII(s) {
		return s
	}
	fold := cases.Fold()
	for range 6 {
		next := norm.NFKC.String(fold.String(s))
		if next == s {
			break
		}
		s = next
	}
	return s
}

func isLowerASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= 0x80 || 'A' <= s[i] && s[i] <= 'Z' {
			return false
		}
	}
	return true
}

// isWord reports whether r belongs to a word in an id. Python's \w, which
// Graphify uses, has letters and numbers of every script but no combining
// marks. The underscore counts as a gap here, so that runs of it collapse.
func isWord(r rune) bool {
	return unicode.IsLetter(r) || unicode.IsNumber(r)
}
