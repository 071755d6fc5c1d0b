package page

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// everyNRunes is the simplest window: at most n runes, the reserve included.
func everyNRunes(n int) func(text, reserve string) []string {
	return func(text, reserve string) []string {
		room := n - len([]rune(reserve))
		var parts []string
		for r := []rune(text); len(r) > 0; {
			k := min(room, len(r))
			parts, r = append(parts, string(r[:k])), r[k:]
		}
		return parts
	}
}

func TestEntries(t *testing.T) {
	long := strings.Repeat("long ", 20) + "end"
	for _, tt := range []struct {
		name   string
		page   Page
		window int
		want   []EntryText
	}{
		{"one window", Page{Slug: "a", Title: "A", CompiledTruth: "truth", Timeline: "- line"}, 100,
			[]EntryText{{"a", "A", "A\n\ntruth\n\n- line", true}}},
		{"truth before timeline", Page{Slug: "a", Title: "A", CompiledTruth: "truth", Timeline: "- line"}, 9,
			[]EntryText{{"a", "A", "A\n\ntruth", true}, {"a#2", "A [chunk 2]", "A\n\n- line", false}}},
		{"chunks of both", Page{Slug: "a", Title: "A", CompiledTruth: "truth", Timeline: "- line"}, 6,
			[]EntryText{{"a", "A", "A\n\ntru", true}, {"a#2", "A [chunk 2]", "A\n\nth", true}, {"a#3", "A [chunk 3]", "A\n\n- l", false}, {"a#4", "A [chunk 4]", "A\n\nine", false}}},
		{"blank chunks make no row", Page{Slug: "a", Title: "A", CompiledTruth: "one   two"}, 6,
			[]EntryText{{"a", "A", "A\n\none", true}, {"a#2", "A [chunk 2]", "A\n\ntwo", true}}},
		{"only a truth", Page{Slug: "a", Title: "A", CompiledTruth: "truth"}, 100, []EntryText{{"a", "A", "A\n\ntruth", true}}},
		{"only a timeline", Page{Slug: "a", Title: "A", Timeline: "line"}, 100, []EntryText{{"a", "A", "A\n\nline", false}}},
		{"only a title", Page{Slug: "a", Title: "A"}, 100, []EntryText{{"a", "A", "A", true}}},
		{"long title", Page{Slug: "a", Title: long, CompiledTruth: "truth"}, 500, []EntryText{{"a", long, long + "\n\ntruth", true}}},
		{"long title, chunks", Page{Slug: "a", Title: long, CompiledTruth: "truth"}, 82 + 105, []EntryText{
			{"a", long, long[:79] + "…\n\n" + long + "\n\n", true},
			{"a#2", long + " [chunk 2]", long[:79] + "…\n\ntruth", true}}},
	} {
		if diff := cmp.Diff(tt.want, Entries(tt.page, everyNRunes(tt.window))); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.name, diff)
		}
	}
}

func TestEntriesLoseNothing(t *testing.T) {
	text := rapid.StringOf(rapid.SampledFrom([]rune("ab \n日é#")))
	rapid.Check(t, func(t *rapid.T) {
		p := Page{Slug: "s", Title: "T " + text.Draw(t, "title"), CompiledTruth: text.Draw(t, "truth"), Timeline: text.Draw(t, "timeline")}
		rows := Entries(p, everyNRunes(rapid.IntRange(90, 120).Draw(t, "window")))
		var all strings.Builder
		ids := map[string]bool{}
		for _, r := range rows {
			ids[r.ID] = true
			head := firstRunes(p.Title, maxHead-1)
			if !strings.HasPrefix(r.Content, head) {
				t.Fatalf("content %q does not begin with the title", r.Content)
			}
			all.WriteString(r.Content)
		}
		if len(ids) != len(rows) || !ids[p.Slug] {
			t.Fatalf("ids %v of %d rows", ids, len(rows))
		}
		for _, part := range []string{p.CompiledTruth, p.Timeline} {
			// Windows may cut anywhere, so letters are compared, not words.
			if !isSubsequence(strings.Join(strings.Fields(part), ""), all.String()) {
				t.Fatalf("%q is not in %q", part, all.String())
			}
		}
	})
}

func firstRunes(s string, n int) string {
	r := []rune(s)
	return string(r[:min(n, len(r))])
}

func isSubsequence(want, got string) bool {
	rest := []rune(want)
	for _, r := range got {
		if len(rest) > 0 && r == rest[0] {
			rest = rest[1:]
		}
	}
	return len(rest) == 0
}

func ExampleEntries() {
	p := Parse("people/ada.md", []byte("---\ntitle: Ada\n---\nWrote the first program.\n\n---\n\n- 1843-09-01: Notes published\n"))
	halves := func(text, reserve string) []string { return strings.SplitAfter(text, "\n\n") }
	for _, row := range Entries(p, halves) {
		fmt.Printf("%s | %s | %q\n", row.ID, row.Name, row.Content)
	}
	// Output:
	// people/ada | Ada | "Ada\n\nWrote the first program."
	// people/ada#2 | Ada [chunk 2] | "Ada\n\n- 1843-09-01: Notes published"
}

func ExampleParse() {
	p := Parse("people/ada.md", []byte("---\ntitle: Ada: a life\ntags: [math]\n---\nWrote the first program.\n\n---\n\n- 1843-09-01: Notes published\n"))
	fmt.Println(p.Slug, p.Type, p.Title, p.Tags)
	fmt.Println(p.CompiledTruth)
	fmt.Println(p.Timeline)
	fmt.Println(p.Warnings[0].Line, p.Warnings[0].Text)
	// Output:
	// people/ada person Ada: a life [math]
	// Wrote the first program.
	// - 1843-09-01: Notes published
	// 2 frontmatter: "title": mapping values are not allowed in this context; kept as text
}
