package page_test

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"brain/db"
	"brain/page"
)

func TestSearchLooksIntoTheTruthAloneAtLowDetail(t *testing.T) {
	s := brainOf(t, true, file{"a.md", "Of the truth: anvil.\n\nSecond part.\n\n<!-- timeline -->\n\n- 2026-03-01: rocket\n"}, file{"b.md", "Of anvils.\n"})
	ask := func(text string, d page.Detail) (out []string) {
		for _, h := range s.ask(page.Question{Text: text, Vector: vectorOf(text), Detail: d}).Hits {
			out = append(out, fmt.Sprint(h.Slug, " ", h.Chunk.Number, " ", h.Chunk.Timeline, " ", h.Explain.Keyword.Rank))
		}
		return out
	}
	for _, tt := range []struct {
		detail page.Detail
		want   []string
	}{
		{page.Low, []string{"a 1 false 0", "b 1 false 0"}},
		{page.Medium, []string{"a 3 true 1", "b 1 false 0"}},
		{page.High, []string{"a 3 true 1", "a 1 false 1", "b 1 false 0"}},
	} {
		if diff := cmp.Diff(tt.want, ask("rocket", tt.detail)); diff != "" {
			t.Errorf("%d (-want +got):\n%s", tt.detail, diff)
		}
	}
}

func TestSearchFoldsWhatSaysTheSameAgain(t *testing.T) {
	s := brainOf(t, true, file{"a.md", "---\ntitle: One\n---\nred green blue cyan pink lime\n"}, file{"b.md", "---\ntitle: Two\n---\nred green blue cyan pink lime\n"},
		file{"c.md", "---\ntitle: Three\n---\nred herring\n"})
	q := page.Question{Text: "red green", Vector: vectorOf("red green")}
	a := s.ask(q)
	if diff := cmp.Diff([]string{"a", "c"}, slugsOf(a)); diff != "" {
		t.Fatal(diff)
	}
	folded := a.Hits[0].Explain.Folded
	if len(folded) != 1 || folded[0].Slug != "b" || folded[0].Cosine <= 0.85 || len(a.Removed) != 1 || a.Removed[0].Layer != page.LayerSimilar {
		t.Errorf("%+v, %+v", folded, a.Removed)
	}
	q.Detail = page.High
	if got := slugsOf(s.ask(q)); len(got) != 3 {
		t.Errorf("with all detail: %q", got)
	}
}

func TestSearchCapsATypeOnlyWhileThereAreOthers(t *testing.T) {
	var files []file
	for i := range 8 {
		files = append(files, file{fmt.Sprintf("people/p%d.md", i), fmt.Sprintf("anvil anvil %d\n", i)})
	}
	files = append(files, file{"companies/c.md", "An anvil, in many more words than all the others have of it.\n"})
	s := brainOf(t, false, files...)
	a := s.ask(page.Question{Text: "anvil", Limit: 5})
	kinds := ""
	for _, h := range a.Hits {
		kinds += h.Type[:1]
	}
	// Three of five, the company, and the place that is left goes to a person again.
	if kinds != "pppcp" || a.Hits[3].Explain.Capped || !a.Hits[4].Explain.Capped {
		t.Errorf("%s: %+v", kinds, a.Hits)
	}
	if diff := cmp.Diff([]page.Removed{{Layer: page.LayerType, Slug: "people/p4", Chunk: 1}}, a.Removed); diff != "" {
		t.Error(diff)
	}
	// Of a type that was asked for there may be any number; of a single one, too.
	for _, f := range []page.Filter{{Types: []string{"person", "company"}}, {Types: []string{"person"}}} {
		if got := slugsOf(s.ask(page.Question{Text: "anvil", Limit: 5, Filter: f})); !slices.Equal(got, []string{"people/p0", "people/p1", "people/p2", "people/p3", "people/p4"}) {
			t.Errorf("%q", got)
		}
	}
}

// Every hit is explained: its score is the sum of what it is made of, hits are in the order of their scores, and the parts
// say the same as the lists.
func TestSearchExplainsEveryScore(t *testing.T) {
	s := brainOf(t, true, world...)
	word := rapid.SampledFrom([]string{"acme", "rocket", "anvils", "ada", "who", "works at", "board", "Q1", "hand", "labs", "zzz", "C++", "the"})
	rapid.Check(t, func(rt *rapid.T) {
		text := strings.Join(rapid.SliceOfN(word, 1, 4).Draw(rt, "words"), " ")
		q := page.Question{Text: text, Limit: rapid.IntRange(1, 10).Draw(rt, "limit"), Detail: rapid.SampledFrom([]page.Detail{page.Low, page.Medium, page.High}).Draw(rt, "detail")}
		if rapid.Bool().Draw(rt, "vector") {
			q.Vector = vectorOf(text)
		}
		a := s.ask(q)
		if len(a.Hits) > q.Limit {
			rt.Fatalf("%d hits", len(a.Hits))
		}
		last := math.Inf(1)
		for _, h := range a.Hits {
			e := h.Explain
			switch {
			case h.Score != e.Tier+e.Fused, e.Fused < 0, e.Fused > 1:
				rt.Fatalf("score %v of %+v", h.Score, e)
			case !e.Capped && h.Score > last:
				rt.Fatalf("%v after %v", h.Score, last)
			case (e.Fused > 0) && e.Keyword.Rank == 0 && e.Vector.Rank == 0, e.Tier == 2 && e.Exact == "", e.Tier == 1 && e.Relation == nil:
				rt.Fatalf("unexplained: %+v", e)
			case h.Snippet == "" || h.Citation == "" || h.Title == "" || h.Chunk.Number < 1 || !strings.HasPrefix(h.Citation, "[BM:gbrain:"+h.Slug):
				rt.Fatalf("incomplete: %+v", h)
			}
			if !e.Capped {
				last = h.Score
			}
		}
		if diff := cmp.Diff(a, s.ask(q)); diff != "" {
			rt.Fatalf("asked twice: %s", diff)
		}
	})
}

// No question is syntax, and none fails.
func FuzzSearch(f *testing.F) {
	f.Add(`"anvil" AND (NOT x* C++ 日本 who works at acme?`)
	f.Add("\x00\xff^title:{a b}:c -z NEAR(a, 2)")
	s := brainOf(f, true, world...)
	f.Fuzz(func(t *testing.T, text string) {
		err := s.db.Read(context.Background(), func(tx *db.Tx) error {
			_, err := page.Search(tx, page.Question{Text: text, Vector: vectorOf(text), Expansions: []page.Wording{{Text: text}}})
			return err
		})
		if err != nil {
			t.Error(err)
		}
	})
}
