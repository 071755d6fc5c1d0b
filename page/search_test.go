package page_test

import (
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"brain/db"
	"brain/fts"
	"brain/merge"
	"brain/page"
)

// file is a markdown file of a test's tree.
type file struct{ path, src string }

// searched is a brain of files, and its questions.
type searched struct {
	t  testing.TB
	db *db.DB
}

var searchNow = time.Date(2026, 6, 1, 12, 0, 0, 0, time.UTC)

// brainOf makes a brain of a tree that was written on the first of January 2026. With vectors, a text's vector has a dimension
// for each of 64 classes of words: texts of the same words are near.
func brainOf(t testing.TB, vectors bool, files ...file) *searched {
	t.Helper()
	d, err := db.Open(context.Background(), filepath.Join(t.TempDir(), "brain.db"),
		db.Options{Create: true, Functions: merge.Functions(), Now: func() time.Time { return searchNow }})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { d.Close() })
	s := &searched{t, d}
	s.write(func(tx *db.Tx) error {
		root, err := merge.EnsureRoot(tx, merge.PagesRoot, "/vault")
		if err != nil {
			return err
		}
		var drafts []page.Draft
		for _, f := range files {
			drafts = append(drafts, page.Draft{Page: page.Parse(f.path, []byte(f.src)), Root: root.ID, At: time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC), Origin: page.FromFile})
		}
		if _, err := page.SaveAll(tx, drafts, paragraphs); err != nil || !vectors {
			return err
		}
		return embedAll(tx)
	})
	return s
}

// paragraphs cuts at blank lines.
func paragraphs(text, _ string) []string { return strings.Split(text, "\n\n") }

func embedAll(tx *db.Tx) error {
	if err := merge.UseVectors(tx, len(vectorOf("")), "words"); err != nil {
		return err
	}
	for {
		texts, err := merge.Unembedded(tx, "", 0, 1000)
		if err != nil || len(texts) == 0 {
			return err
		}
		for _, text := range texts {
			if err := merge.SetEmbedding(tx, text.ID, vectorOf(text.Content)); err != nil {
				return err
			}
		}
	}
}

// vectorOf counts the words of a text by 64 classes.
func vectorOf(text string) []float32 {
	v := make([]float32, 64)
	for _, w := range strings.Fields(text) {
		if stem, ok := fts.Stem(strings.Trim(w, ".,:;?!*")); ok {
			h := fnv.New32a()
			h.Write([]byte(stem))
			v[h.Sum32()%64]++
		}
	}
	v[0] += 0.01
	return v
}

func (s *searched) write(fn func(*db.Tx) error) {
	s.t.Helper()
	if err := s.db.Write(context.Background(), fn); err != nil {
		s.t.Fatal(err)
	}
}

func (s *searched) ask(q page.Question) page.Answer {
	s.t.Helper()
	var a page.Answer
	err := s.db.Read(context.Background(), func(tx *db.Tx) (err error) {
		a, err = page.Search(tx, q)
		return err
	})
	if err != nil {
		s.t.Fatal(err)
	}
	return a
}

// slugs are those of the hits of a question by words.
func (s *searched) slugs(text string) []string {
	s.t.Helper()
	return slugsOf(s.ask(page.Question{Text: text}))
}

func slugsOf(a page.Answer) []string {
	out := []string{}
	for _, h := range a.Hits {
		out = append(out, h.Slug)
	}
	return out
}

// world is a small tree with links.
var world = []file{
	{"people/ada.md", "---\ntype: person\ntitle: Ada Example\naliases: [The Countess]\n---\nAda works at [Acme](../companies/acme.md) on engines.\n"},
	{"people/bob.md", "---\ntype: person\ntitle: Bob Sample\n---\nBob founded [Acme](../companies/acme.md), which makes anvils.\n"},
	{"people/cy.md", "---\ntype: person\ntitle: Cy Test\n---\nCy invested in [Acme](../companies/acme.md) early.\n"},
	{"companies/acme.md", "---\ntype: company\ntitle: Acme - Anvil Maker\ntags: [heavy]\n---\nAcme makes anvils and rockets.\n\n<!-- timeline -->\n\n- 2026-03-01: shipped a rocket\n- 2031-01-01: plans a moon\n"},
	{"companies/acme-labs.md", "---\ntype: company\ntitle: Acme Labs\n---\nAcme Labs is another Acme. Acme, Acme, Acme.\n"},
	{"meetings/board.md", "---\ntype: meeting\ntitle: Board Q1\n---\nAt the board of [Acme](../companies/acme.md) [Bob](../people/bob.md) and [Ada](../people/ada.md) spoke of rockets.\n"},
	{"concepts/scale.md", "---\ntitle: Do Things That Don't Scale\n---\nRecruit users by hand.\n"},
}

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
