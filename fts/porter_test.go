package fts

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestPorterTokensAreThoseOfFTS5(t *testing.T) {
	for text, want := range map[string]string{
		"Vacuuming the relational DB's logs, wrap-up": "vacuum the relat db s log wrap up",
		"Über ÉTÉ naïve":                              "uber et naiv",
		"重跑gen 修正":                                    "重跑gen 修正",
		"a\x00b\xffc":                                 "a b c",
		"":                                            "",
	} {
		var got []string
		PorterTokens(text, func(s string) { got = append(got, s) })
		if diff := cmp.Diff(want, strings.Join(got, " ")); diff != "" {
			t.Errorf("%q (-want +got):\n%s", text, diff)
		}
	}
}

func FuzzPorterTokens(f *testing.F) {
	f.Add("Vacuuming é\x00\xff重")
	f.Fuzz(func(t *testing.T, text string) {
		PorterTokens(text, func(s string) {
			if strings.ContainsAny(s, " \x00") {
				t.Errorf("%q has the token %q", text, s)
			}
		})
	})
}
