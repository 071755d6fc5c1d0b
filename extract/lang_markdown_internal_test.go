package extract

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestCodeSpansAreWhatAnExpressionFinds(t *testing.T) {
	span := regexp.MustCompile("(`+)([^`]|[^`].*?[^`])(`+)")
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringOfN(rapid.SampledFrom([]rune("``a. é\xff")), 0, 20, -1).Draw(t, "text")
		var want []string
		for _, m := range span.FindAllStringSubmatch(text, -1) {
			if m[1] == m[3] {
				want = append(want, m[2])
			}
		}
		if got := slices.Collect(codeSpans(text)); !slices.Equal(got, want) {
			t.Errorf("%q, want %q", got, want)
		}
	})
}

func TestASymbolIsWhatTheExpressionTakes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := strings.Join(rapid.SliceOfN(rapid.SampledFrom([]string{"a", "B9", "_", "$", ".", "::", "#", "/", "-", "(", ")", " ", "é", "go"}), 0, 8).Draw(t, "parts"), "")
		if got, want := isSymbol(s), spanSymbol().MatchString(s); got != want {
			t.Errorf("%q: %v", s, got)
		}
	})
}

func TestLinksAreFoundBehindWhateverComesBefore(t *testing.T) {
	link, wiki := mdLink(), mdWiki()
	rapid.Check(t, func(t *rapid.T) {
		text := strings.Join(rapid.SliceOfN(rapid.SampledFrom([]string{"[", "]", "(", ")", "!", "a", " ", "[[", "]]", "](b)", "|", "<c d>"}), 0, 12).Draw(t, "parts"), "")
		var want, got []string
		for _, m := range link.FindAllStringSubmatch(text, -1) {
			if m[1] == "" {
				want = append(want, m[2]+m[3])
			}
		}
		for _, m := range wiki.FindAllStringSubmatch(text, -1) {
			if m[1] == "" {
				want = append(want, m[2])
			}
		}
		l := newLowering("a.md", &markdown, nil, &scratch{})
		l.links(text, 1)
		for _, im := range l.u.imports {
			got = append(got, im.path)
		}
		if !slices.Equal(got, want) {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	})
}
