package page_test

import (
	"context"
	"errors"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"brain/db"
	"brain/merge"
	"brain/page"
)

func TestSearchPutsNamesFirst(t *testing.T) {
	s := brainOf(t, true, world...)
	for _, tt := range []struct{ question, slug, exact string }{
		{"companies/acme", "companies/acme", "slug"},
		{"Acme Labs", "companies/acme-labs", "title"},
		{"  do things that don't SCALE? ", "concepts/scale", "title"},
		{"\"Ada Example\"", "people/ada", "title"},
		{"the countess", "people/ada", "alias"},
		{"acme", "companies/acme", "file name"},
	} {
		hits := s.ask(page.Question{Text: tt.question, Vector: vectorOf("rockets")}).Hits
		if len(hits) < 2 {
			t.Errorf("%q: %d hits", tt.question, len(hits))
			continue
		}
		got := []any{hits[0].Slug, hits[0].Explain.Exact, hits[0].Explain.Tier, hits[1].Explain.Tier}
		if diff := cmp.Diff([]any{tt.slug, tt.exact, 2.0, 0.0}, got); diff != "" {
			t.Errorf("%q (-want +got):\n%s", tt.question, diff)
		}
	}
}

func TestSearchAnswersQuestionsForRelationsByLinks(t *testing.T) {
	s := brainOf(t, false, world...)
	for _, tt := range []struct {
		question string
		want     []string
	}{
		{"Who works at Acme?", []string{"people/ada", "people/bob"}},
		{"who works at Acme - Anvil Maker", []string{"people/ada", "people/bob"}},
		{"Who founded acme?", []string{"people/bob"}},
		{"investors in Acme", []string{"people/cy"}},
		{"Who attended Board Q1?", []string{"people/ada", "people/bob"}},
		{"Where does Ada Example work?", []string{"companies/acme"}},
		{"What has Cy Test invested in?", []string{"companies/acme"}},
		{"which meetings did Bob Sample attend", []string{"meetings/board"}},
		{"Who advises Acme?", nil},
		{"Who works at Nowhere?", nil},
		{"who makes anvils", nil},
	} {
		var got []string
		for _, h := range s.ask(page.Question{Text: tt.question}).Hits {
			if r := h.Explain.Relation; r != nil && h.Explain.Tier == 1 && r.Links > 0 && r.Of != "" {
				got = append(got, h.Slug)
			}
		}
		slices.Sort(got)
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("%q (-want +got):\n%s", tt.question, diff)
		}
	}
}

func TestSearchFindsByEveryField(t *testing.T) {
	s := brainOf(t, false, file{"notes/alpha.md", "---\ntitle: Beta\ntags: [gamma]\naliases: [delta]\n---\nepsilon's C++ 日本語 한국어는\n\n<!-- timeline -->\n\n- 2020-01-01: zeta\n"},
		file{"notes/other.md", "nothing of it\n"})
	for _, q := range []string{"alpha", "betas", "gamma", "delta", "EPSILON", "zeta", "C++", "日本", "本語", "語", "한국어", "the of zeta", `"zeta" AND (NOT`, "gamma* OR x:y -z", "zeta\x00\xff"} {
		if diff := cmp.Diff([]string{"notes/alpha"}, s.slugs(q)); diff != "" && q != "the of zeta" {
			t.Errorf("%q (-want +got):\n%s", q, diff)
		}
	}
	for _, q := range []string{"", " ", "!?", "the", "𝕏 🙈", "C#", "(((", strings.Repeat("(", 100_000), strings.Repeat("a-b ", 10_000)} {
		if got := s.slugs(q); len(got) > 0 {
			t.Errorf("%.20q: %q", q, got)
		}
	}
}

func TestSearchLeavesOutWhatIsFilteredOrDeleted(t *testing.T) {
	s := brainOf(t, true, world...)
	q := page.Question{Text: "acme rockets", Vector: vectorOf("acme rockets")}
	for _, tt := range []struct {
		filter page.Filter
		want   int
	}{
		{page.Filter{}, 7},
		{page.Filter{Types: []string{"company"}}, 2},
		{page.Filter{Types: []string{"company", "person"}}, 5},
		{page.Filter{Tags: []string{"heavy"}}, 1},
		{page.Filter{Tags: []string{"heavy"}, Types: []string{"person"}}, 0},
		{page.Filter{Roots: []string{"vault"}}, 7},
		{page.Filter{Roots: []string{"other"}}, 0},
		{page.Filter{Types: []string{"') OR 1 --"}}, 0},
	} {
		q.Filter = tt.filter
		if got := s.ask(q); len(got.Hits) != tt.want {
			t.Errorf("%+v: %q, not %d hits", tt.filter, slugsOf(got), tt.want)
		}
	}
	q.Filter = page.Filter{}
	s.write(func(tx *db.Tx) error { return page.Delete(tx, "companies/acme") })
	if got := slugsOf(s.ask(q)); len(got) != 6 || slices.Contains(got, "companies/acme") {
		t.Errorf("after a delete: %q", got)
	}
}

func TestSearchTellsOfStaleTruth(t *testing.T) {
	s := brainOf(t, false, world...)
	got := map[string]*page.Stale{}
	for _, h := range s.ask(page.Question{Text: "acme"}).Hits {
		got[h.Slug] = h.Stale
	}
	// What is planned for 2031 is no evidence yet.
	if diff := cmp.Diff(&page.Stale{TruthAt: "2026-01-01", Newest: "2026-03-01"}, got["companies/acme"]); diff != "" || got["companies/acme-labs"] != nil {
		t.Errorf("(-want +got):\n%s\n%+v", diff, got)
	}
}

func TestSearchSaysWhyVectorsDidNotTakePart(t *testing.T) {
	s := brainOf(t, false, world...)
	if a := s.ask(page.Question{Text: "rocket"}); a.Semantic || a.Reason != "" {
		t.Errorf("not asked for: %+v", a)
	}
	if a := s.ask(page.Question{Text: "rocket", Vector: vectorOf("rocket")}); a.Semantic || a.Reason == "" || len(a.Hits) == 0 {
		t.Errorf("no vectors: %v %q", a.Semantic, a.Reason)
	}
	s.write(embedAll)
	if a := s.ask(page.Question{Text: "rocket", Vector: vectorOf("rocket")}); !a.Semantic || a.Reason != "" {
		t.Errorf("with vectors: %v %q", a.Semantic, a.Reason)
	}
	var other *merge.VectorsOther
	err := s.db.Read(context.Background(), func(tx *db.Tx) error {
		_, err := page.Search(tx, page.Question{Text: "rocket", Vector: []float32{1, 2}})
		return err
	})
	if !errors.As(err, &other) {
		t.Errorf("another model: %v", err)
	}
}

func TestSearchAsksExpansionsToo(t *testing.T) {
	s := brainOf(t, false, world...)
	a := s.ask(page.Question{Text: "missile", Expansions: []page.Wording{{Text: "rockets"}}})
	if len(a.Hits) != 2 || a.Hits[0].Explain.Fused != 0.5 {
		t.Errorf("%+v", a.Hits)
	}
}

// A question is answered by the pages that it names, those that links lead to, and those that speak of it.
func ExampleSearch() {
	dir, err := os.MkdirTemp("", "")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)
	ctx := context.Background()
	d, err := db.Open(ctx, filepath.Join(dir, "brain.db"), db.Options{Create: true, Functions: merge.Functions()})
	if err != nil {
		log.Fatal(err)
	}
	defer d.Close()
	err = d.Write(ctx, func(tx *db.Tx) error {
		for _, f := range []file{
			{"people/ada", "---\ntype: person\ntitle: Ada Example\n---\nAda works at [Acme](/companies/acme).\n"},
			{"companies/acme", "---\ntype: company\ntitle: Acme\n---\nAcme makes anvils.\n"},
		} {
			if _, err := page.Put(tx, page.PutInput{Slug: f.path, Source: []byte(f.src)}, paragraphs); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		log.Fatal(err)
	}
	err = d.Read(ctx, func(tx *db.Tx) error {
		for _, question := range []string{"acme", "Who works at Acme?", "anvils"} {
			a, err := page.Search(tx, page.Question{Text: question, Limit: 1})
			if err != nil {
				return err
			}
			fmt.Println(a.Hits[0].Slug, "-", a.Hits[0].Snippet)
		}
		return nil
	})
	if err != nil {
		log.Fatal(err)
	}
	// Output:
	// companies/acme - Acme makes anvils.
	// people/ada - Ada works at [Acme](/companies/acme).
	// companies/acme - Acme makes anvils.
}
