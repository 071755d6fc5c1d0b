package page

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func TestSnippetShowsTheWordsOfTheQuestion(t *testing.T) {
	filler := strings.Repeat("filler text ", 30)
	for _, tt := range []struct{ name, question, text, want string }{
		{"short text is whole", "anvil", "An  anvil\n\nfell.", "An anvil fell."},
		{"begin where nothing matches", "zzz", filler, "filler text filler text filler…"},
		{"around a stem", "Anvils!", filler + "an anvil fell here " + filler, "…an anvil fell here filler…"},
		{"where most are", "anvil rocket", "anvil " + filler + "one rocket and anvils " + filler, "…one rocket and anvils filler…"},
		{"symbols", "C++", filler + "like C++ here " + filler, "…like C++ here filler text…"},
		{"without spaces", "本語", strings.Repeat("文", 60) + "日本語" + strings.Repeat("文", 60), "…文文文文文日本語文文文文文文文文文文文文文文文文文文文文文文…"},
		{"end of the text", "anvil", filler + "an anvil", "…text filler text an anvil"},
		{"nothing", "anvil", " \n ", ""},
	} {
		got := newMatcher(Question{Text: tt.question}).snippet(tt.text, 30)
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.name, diff)
		}
	}
}

func TestSnippetIsAPartOfTheText(t *testing.T) {
	runes := rapid.SampledFrom([]rune("ab zw. é本🔥\u0301\u200d🇩👍🏽\n"))
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringOf(runes).Draw(t, "text")
		n := rapid.IntRange(5, 40).Draw(t, "n")
		got := newMatcher(Question{Text: rapid.StringOfN(runes, 0, 4, -1).Draw(t, "question")}).snippet(text, n)
		plain := strings.Join(strings.Fields(text), " ")
		part := strings.TrimSuffix(strings.TrimPrefix(got, "…"), "…")
		switch {
		case !utf8.ValidString(got), !strings.Contains(plain, part):
			t.Fatalf("%q is no part of %q", got, plain)
		case utf8.RuneCountInString(part) > n:
			t.Fatalf("%q has more than %d characters", got, n)
		case part == "" && plain != "":
			t.Fatalf("nothing of %q", plain)
		}
	})
}

func TestSnippetBetweenTwoSpacesIsNotNothing(t *testing.T) {
	if got := newMatcher(Question{Text: "\u0301"}).snippet("a.\u0301.a a", 5); strings.Trim(got, "…") == "" {
		t.Errorf("snippet %q", got)
	}
}

func TestSnippetCutsNoCharacterInTwo(t *testing.T) {
	family, flag, accented := "👩\u200d👩\u200d👧", "🇩🇪", "e\u0301"
	for _, unit := range []string{family, flag, accented} {
		text := strings.Repeat(unit, 60)
		for n := 20; n < 32; n++ {
			got := newMatcher(Question{Text: "zzz"}).snippet(text, n)
			if rest := strings.ReplaceAll(strings.TrimSuffix(got, "…"), unit, ""); rest != "" {
				t.Errorf("%d of %q: %q is left", n, unit, rest)
			}
		}
	}
}

func FuzzSnippet(f *testing.F) {
	f.Add("anvil C++ 日本", "An anvil\x00 fell \xff 🔥 日本語"+strings.Repeat(" x", 300))
	f.Fuzz(func(t *testing.T, question, text string) {
		m := newMatcher(Question{Text: question})
		if got := m.snippet(text, snippetRunes); !utf8.ValidString(got) || utf8.RuneCountInString(got) > snippetRunes+2 {
			t.Errorf("%q", got)
		}
		if s := m.share(text); s < 0 || s > 1 {
			t.Errorf("share %v", s)
		}
	})
}

func TestStaleIsWhatTheTimelineKnowsLater(t *testing.T) {
	for _, tt := range []struct {
		truth, newest string
		want          bool
	}{
		{"2026-01-02T10:00:00.000000Z", "2026-01-03", true},
		{"2026-01-02T10:00:00.000000Z", "2026-01-02", false},
		{"2026-01-02T10:00:00.000000Z", "2026-01", false},
		{"2026-01-02T10:00:00.000000Z", "2026-02", true},
		{"2026-01-02T10:00:00.000000Z", "2026", false},
		{"2026-01-02T10:00:00.000000Z", "2027", true},
		{"2026-01-02T10:00:00.000000Z", "", false},
		{"", "2026", false},
	} {
		if got := staleness(tt.truth, tt.newest); (got != nil) != tt.want {
			t.Errorf("%s, %s: %+v", tt.truth, tt.newest, got)
		}
	}
}

func TestReadAskedKnowsQuestionsForRelations(t *testing.T) {
	for _, tt := range []struct{ text, kind, of string }{
		{"Who works at Acme?", "works_at", "Acme"},
		{"who worked for  Acme Labs ?!", "works_at", "Acme Labs"},
		{"the employees of Acme", "works_at", "Acme"},
		{"Who cofounded X.com?", "founded", "X.com"},
		{"investors in Acme", "invested_in", "Acme"},
		{"Who advises Beta - Security?", "advises", "Beta - Security"},
		{"Who attended 1:1 A + B?", "attended", "1:1 A + B"},
		{"where does Ada Example work", "works_at", "Ada Example"},
		{"Which companies has Ada invested in?", "invested_in", "Ada"},
		{"what meetings did Ada attend?", "attended", "Ada"},
		{"who does Ada advise?", "advises", "Ada"},
		{"who is Ada", "", ""},
		{"works at Acme", "", ""},
		{"who works at " + strings.Repeat("x", 400), "", ""},
		{"", "", ""},
	} {
		a, ok := readAsked(tt.text)
		kind := ""
		if ok {
			kind = a.types[0]
		}
		if kind != tt.kind || a.of != tt.of {
			t.Errorf("%q: %s of %q, not %s of %q", tt.text, kind, a.of, tt.kind, tt.of)
		}
	}
}

func TestWordsOfAQuestion(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{"What is the Scale?", `"Scale"`},
		{"who is the", `"who" OR "is" OR "the"`},
		{"drug-discovery drug", `"drug" OR "discovery" OR "drug-discovery"`},
		{`say "anvil" OR NEAR(x) title:y z*`, `"say" OR "anvil" OR "NEAR" OR "x" OR "NEAR(x" OR "title" OR "y" OR "title:y" OR "z"`},
		{"서울 日本 C# R2", `"서울" * OR "R2"`},
		{"!? ", ""},
	} {
		if got := matchAny(words(tt.text)); got != tt.want {
			t.Errorf("%q:\n%s\n%s", tt.text, got, tt.want)
		}
	}
	if n := strings.Count(matchAny(words(strings.Repeat("q w-e ", 10_000)+strings.Repeat("abc", 99_999))), " OR "); n > 2*maxWords {
		t.Errorf("%d words", n)
	}
}
