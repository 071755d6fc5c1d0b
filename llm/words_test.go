package llm_test

import (
	"strings"
	"testing"

	"brain/llm"

	"github.com/google/go-cmp/cmp"
)

func TestWordsAreCutAsAShellCutsThem(t *testing.T) {
	for _, tt := range []struct {
		line   string
		escape bool
		want   []string
	}{
		{"", true, nil},
		{" \t\n", true, nil},
		{"claude -p", true, []string{"claude", "-p"}},
		{"  a\tb  ", true, []string{"a", "b"}},
		{`'a b' c`, true, []string{"a b", "c"}},
		{`"a b"c`, true, []string{"a bc"}},
		{`--system="be brief"`, true, []string{"--system=be brief"}},
		{`'' ""`, true, []string{"", ""}},
		{`a\ b`, true, []string{"a b"}},
		{`"a\"b" "\n"`, true, []string{`a"b`, `\n`}},
		{`'a\'`, true, []string{`a\`}},
		{`"it's"`, true, []string{"it's"}},
		{`"$HOME" ~`, true, []string{"$HOME", "~"}},
		{`C:\bin\claude.exe -p`, false, []string{`C:\bin\claude.exe`, "-p"}},
		{`"C:\Program Files\x.exe" -p`, false, []string{`C:\Program Files\x.exe`, "-p"}},
	} {
		got, err := llm.Words(tt.line, tt.escape)
		if err != nil {
			t.Errorf("%q: %v", tt.line, err)
		}
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("%q (-want +got):\n%s", tt.line, diff)
		}
	}
}

func TestABrokenCommandLineIsRefused(t *testing.T) {
	for _, line := range []string{`'a`, `"a`, `a\`, "a\x00b"} {
		if got, err := llm.Words(line, true); err == nil {
			t.Errorf("%q gave %q", line, got)
		}
	}
}

func FuzzWordsQuotedOneByOneComeBack(f *testing.F) {
	f.Add("claude -p", "it's")
	f.Add("", `\"`)
	f.Fuzz(func(t *testing.T, a, b string) {
		if strings.Contains(a+b, "\x00") {
			return
		}
		quote := func(s string) string { return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'" }
		got, err := llm.Words(quote(a)+" "+quote(b), true)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff([]string{a, b}, got); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
		_, _ = llm.Words(a+b, true)
		_, _ = llm.Words(a+b, false)
	})
}
