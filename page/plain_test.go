package page

import (
	"strings"
	"testing"
	"unicode"

	"golang.org/x/text/unicode/norm"
	"pgregory.net/rapid"
)

func TestTheShortWaysOfPlainNamesGiveWhatTheLongOnesGive(t *testing.T) {
	name := rapid.OneOf(rapid.StringOf(rapid.RuneFrom([]rune("aZ09 -_.#/`\t\n\x00\x1c\x7f"))), rapid.StringOf(rapid.RuneFrom([]rune("aZ é\u0301\u00a0ﬁ語"))))
	rapid.Check(t, func(t *rapid.T) {
		s := name.Draw(t, "name")
		if got, ok := plainSegment(s); ok && got != anySegment(s) {
			t.Errorf("segment %q: %q, want %q", s, got, anySegment(s))
		}
		if got, want := fold(s), norm.NFC.String(strings.ToLower(plainLetters(oneLine(s)))); got != want {
			t.Errorf("fold(%q) = %q, want %q", s, got, want)
		}
		fields := strings.FieldsFunc(s, func(r rune) bool { return unicode.IsSpace(r) || unicode.IsControl(r) })
		if got, want := oneLine(s), strings.Join(fields, " "); got != want {
			t.Errorf("oneLine(%q) = %q, want %q", s, got, want)
		}
	})
}
