package page

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"brain/fts"
)

func fuzzyPages(t *testing.T) []Named {
	t.Helper()
	data, err := os.ReadFile("../testdata/postgres/fuzzyslug_pages.json")
	if err != nil {
		t.Fatal(err)
	}
	var pages []Named
	if err := json.Unmarshal(data, &pages); err != nil {
		t.Fatal(err)
	}
	return pages
}

func TestFuzzySlugsAreThoseOfPostgreSQL(t *testing.T) {
	type row struct {
		Q        string
		Resolve  [][2]string `json:"resolve_slugs"`
		Fragment string
		Nearest  [][2]string `json:"try_fuzzy"`
	}
	printed := func(matches []SlugMatch) [][2]string {
		out := [][2]string{}
		for _, m := range matches {
			out = append(out, [2]string{m.Slug, fts.FormatFloat4(m.Similarity)})
		}
		return out
	}
	pages := fuzzyPages(t)
	f, err := os.Open("../testdata/postgres/fuzzyslug.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	rows := 0
	for lines := bufio.NewScanner(f); lines.Scan(); rows++ {
		var want row
		if err := json.Unmarshal(lines.Bytes(), &want); err != nil {
			t.Fatal(err)
		}
		got := row{want.Q, printed(ResolveSlugs(want.Q, pages)), fragmentOf(want.Q), printed(NearestSlugs(want.Q, pages))}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%q (-PostgreSQL +ours):\n%s", want.Q, diff)
		}
	}
	if rows != 102 {
		t.Errorf("%d rows were compared, want 102", rows)
	}
}

func TestNearEnoughIsComparedInFloat8(t *testing.T) {
	for _, tt := range []struct {
		sim   float32
		least float64
		want  bool
	}{
		{0.7, NearEnough, false}, // as PostgreSQL: 0.7::real >= 0.7 is false
		{0.6, 0.6, true},
		{0.3, alike, true},
		{0.71, NearEnough, true},
	} {
		if got := (SlugMatch{"x", tt.sim}).AtLeast(tt.least); got != tt.want {
			t.Errorf("AtLeast(%v) of %v is %v", tt.least, tt.sim, got)
		}
	}
}

// The wanted values are PostgreSQL's.
func TestILikeKnowsWildcardsAndEscapes(t *testing.T) {
	for _, tt := range []struct {
		s, pattern string
		want       bool
	}{
		{"", "", true},
		{"", "%", true},
		{"a", "", false},
		{"abc", "A_C", true},
		{"abc", "%b%", true},
		{"abc", "%%%c", true},
		{"abc", "a%b", false},
		{"aXbXc", "a%x%c", true},
		{"aab", "%ab", true},
		{"abab", "%ab", true},
		{"a%c", `a\%c`, true},
		{"abc", `a\%c`, false},
		{"a_c", `%\_%`, true},
		{"abc", `%\_%`, false},
		{`a\c`, `a\\c`, true},
		{"a%", `%\%`, true},
		{"a", `%\%`, false},
		{"STRASSE", "straße", false},
		{"ŁÓDŹ", "łó_ź", true},
	} {
		if got := newLike(tt.pattern).matches(tt.s); got != tt.want {
			t.Errorf("%q ILIKE %q is %v", tt.s, tt.pattern, got)
		}
	}
}

func TestILikeIsARegularExpression(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		letters := rapid.StringOfN(rapid.RuneFrom([]rune("ab%_")), 0, 12, -1)
		s, pattern := letters.Draw(t, "s"), letters.Draw(t, "pattern")
		re := regexp.MustCompile(`(?s)^` + strings.NewReplacer("%", ".*", "_", ".").Replace(pattern) + `$`)
		if got := newLike(pattern).matches(s); got != re.MatchString(s) {
			t.Errorf("%q ILIKE %q is %v", s, pattern, got)
		}
	})
}

func ExampleNearestSlugs() {
	pages := []Named{{"people/paul-graham", "Paul Graham"}, {"companies/y-combinator", "Y Combinator"}}
	for _, m := range NearestSlugs("paul grahm", pages) {
		fmt.Println(m.Slug, m.Similarity, m.AtLeast(NearEnough))
	}
	// Output: people/paul-graham 0.64285713 false
}
