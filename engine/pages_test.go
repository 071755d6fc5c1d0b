package engine_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"brain/engine"
)

// words is an engine on a new file that embeds nothing; what it says on the side is kept.
func words(t *testing.T) (*engine.Engine, *[]string) {
	t.Helper()
	t.Setenv("BRAIN_EMBEDDER", "none")
	return heard(t, filepath.Join(t.TempDir(), "brain.db"), nil)
}

func put(t *testing.T, e *engine.Engine, slug, text string) *engine.PutResult {
	t.Helper()
	return must[*engine.PutResult](t)(e.Put(ctx, engine.PutInput{Slug: slug, Content: &text}))
}

func TestAReferenceIsAMemoryThenAPageThenANode(t *testing.T) {
	e, notices := words(t)
	memory := save(t, e, "Ledger", "")
	put(t, e, memory, "# A page that is called like a memory")
	put(t, e, "people/ada-lovelace", "# Ada Lovelace")
	put(t, e, "notes/ledger", "# Ledger")
	must[*engine.GraphImportResult](t)(e.GraphImport(ctx, engine.GraphImportInput{File: graphFile(t, `{"nodes":[{"id":"pkg_ledger","label":"ledger()"},{"id":"notes/ledger","label":"x"}],"links":[]}`)}))
	for ref, want := range map[string]string{
		memory:                  "memory",
		"people/ada-lovelace":   "people/ada-lovelace",
		"People/Ada Lovelace":   "people/ada-lovelace",
		"Ada Lovelace":          "people/ada-lovelace",
		"notes/ledger":          "notes/ledger",
		"pkg_ledger":            "node",
		" people/ada-lovelace ": "people/ada-lovelace",
	} {
		got, err := e.Show(ctx, engine.ShowInput{Ref: ref})
		name := ""
		switch r := got.(type) {
		case *engine.GetResult:
			name = "memory"
		case *engine.PageResult:
			name = r.Slug
		case *engine.CiteResult:
			name = "node"
		}
		if err != nil || name != want {
			t.Errorf("%q is %s, want %s (%v)", ref, name, want, err)
		}
	}
	if diff := cmp.Diff([]string{"Ada Lovelace is people/ada-lovelace"}, *notices); diff != "" {
		t.Errorf("notices (-want +got):\n%s", diff)
	}
	page := must[any](t)(e.Show(ctx, engine.ShowInput{Ref: "notes/ledger"})).(*engine.PageResult)
	if _, err := e.Tag(ctx, engine.TagInput{Ref: page.Citation, Tag: "cited"}); err != nil {
		t.Errorf("by its citation: %v", err)
	}
	for ref, want := range map[string]string{memory: "is no page", "pkg_ledger": "is no page", "Ada Lovelace": "nothing is called", "xyzzy": "nothing is called"} {
		_, err := e.Tag(ctx, engine.TagInput{Ref: ref, Tag: "x"})
		if err == nil || !strings.Contains(err.Error(), want) || engine.Explain(err).Fix == "" {
			t.Errorf("tag %s: %v, want %q", ref, err, want)
		}
	}
	if _, err := e.DeleteRef(ctx, engine.RefInput{Ref: "pkg_ledger"}); !errors.Is(err, engine.ErrUsage) {
		t.Errorf("delete a node: %v", err)
	}
	if _, err := e.Tie(ctx, engine.TieInput{From: memory, To: "notes/ledger", Kind: "cites"}); !errors.Is(err, engine.ErrUsage) {
		t.Errorf("link a memory to a page: %v", err)
	}
}

func TestAnAmbiguousNameIsADecision(t *testing.T) {
	e, _ := words(t)
	put(t, e, "companies/acme-labs", "# Acme Labs")
	put(t, e, "companies/acme-tools", "# Acme Tools")
	_, err := e.Show(ctx, engine.ShowInput{Ref: "acme"})
	var told *engine.Error
	if !errors.As(err, &told) || engine.ExitCode(err) != 3 || len(told.Candidates) != 2 || told.Candidates[0].Title != "Acme Labs" {
		t.Errorf("%+v", told)
	}
}

func TestAStalePageSaysSo(t *testing.T) {
	e, _ := words(t)
	dir := t.TempDir()
	tree(t, dir, map[string]string{"old.md": "# Old\n\nWhat we knew of quokkas.\n\n---\n\n- 2026-06-02: more is known\n- 2999-01-01: a plan\n", "fresh.md": "# Fresh\n\nquokkas\n\n---\n\n- 2026-03-01: long known\n"})
	must[*engine.ImportResult](t)(e.Import(ctx, engine.ImportInput{Dir: dir}))
	answer := must[any](t)(e.Ask(ctx, engine.QueryInput{Text: "quokkas", Limit: 5})).(*engine.AskResult)
	got := map[string]*engine.PageStale{}
	for _, h := range answer.Results {
		got[h.Slug] = h.Stale
	}
	if diff := cmp.Diff(map[string]*engine.PageStale{"old": {TruthAt: "2026-04-01", Newest: "2026-06-02"}, "fresh": nil}, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	care := must[*engine.MaintainResult](t)(e.Maintain(ctx, engine.MaintainInput{Weekly: true}))
	if len(care.Weekly.Stale) != 1 || care.Weekly.Stale[0].Slug != "old" || care.Daily != nil {
		t.Errorf("%+v", care.Weekly)
	}
	if h := must[*engine.HealthResult](t)(e.Health(ctx, engine.HealthInput{})); h.Stale != 1 || h.Pages != 2 {
		t.Errorf("health %+v", h.Health)
	}
	page := must[any](t)(e.Show(ctx, engine.ShowInput{Ref: "old"})).(*engine.PageResult)
	if !page.Stale {
		t.Error("get does not say it")
	}
	put(t, e, "old", "# Old\n\nWhat we know now of quokkas.\n\n---\n\n- 2026-06-02: more is known\n")
	if h := must[*engine.HealthResult](t)(e.Health(ctx, engine.HealthInput{})); h.Stale != 0 {
		t.Errorf("after the text was written anew: %+v", h.Health)
	}
}

// TestARevertIsFoundAtOnce: GBrain leaves the text that was taken back in the index.
func TestARevertIsFoundAtOnce(t *testing.T) {
	t.Setenv("BRAIN_EMBEDDER", "fnv384")
	e, _ := heard(t, filepath.Join(t.TempDir(), "brain.db"), nil)
	put(t, e, "animal", "# Animal\n\nquokkas")
	put(t, e, "animal", "# Animal\n\nwombats")
	r := must[*engine.PageSaved](t)(e.Revert(ctx, engine.RevertInput{Ref: "animal", Version: 1}))
	if r.Status != "updated" {
		t.Errorf("%+v", r)
	}
	for text, want := range map[string]int{"quokkas": 1, "wombats": 0} {
		answer := must[any](t)(e.Ask(ctx, engine.QueryInput{Text: text, Limit: 5, Explain: true})).(*engine.AskResult)
		n := 0
		for _, h := range answer.Results {
			if h.Explain.Keyword.Rank > 0 {
				n++
			}
		}
		if n != want || !answer.Semantic {
			t.Errorf("%s: %d by words, want %d; vectors: %v", text, n, want, answer.Semantic)
		}
	}
	if h := must[*engine.HealthResult](t)(e.Health(ctx, engine.HealthInput{})); h.MissingEmbeddings != 0 {
		t.Errorf("%d chunks without a vector", h.MissingEmbeddings)
	}
}

func TestAWatchFollowsTheFolder(t *testing.T) {
	t.Setenv("BRAIN_EMBEDDER", "none")
	dir := vault(t)
	rounds := make(chan string, 10)
	// A first round of two seconds: what comes after it is seen all the same, and not after a rest in its proportion.
	slow := sync.OnceFunc(func() { time.Sleep(2 * time.Second) })
	e := engine.New(engine.Config{Path: filepath.Join(t.TempDir(), "brain.db"), Notice: func(s string) { rounds <- s }, Progress: func(string, int, int) { slow() }})
	t.Cleanup(func() { e.Close() })
	stopped, stop := context.WithCancel(ctx)
	defer stop()
	done := make(chan tally, 1)
	go func() {
		r, err := e.Import(stopped, engine.ImportInput{Dir: dir, Watch: true, Every: 1})
		if err != nil {
			t.Error(err)
			r = &engine.ImportResult{}
		}
		done <- tally{r.Files, r.Added, r.Changed, r.Moved, r.Unchanged, r.Removed}
	}()
	heard := func() string {
		select {
		case s := <-rounds:
			return s
		case <-time.After(3 * time.Minute):
			t.Fatal("nothing is heard")
			return ""
		}
	}
	if got := heard(); !strings.HasPrefix(got, "watching ") || !strings.HasSuffix(got, ": 3 files") {
		t.Errorf("%q", got)
	}
	tree(t, dir, map[string]string{"new.md": "# New"})
	if err := os.Remove(filepath.Join(dir, "alpha.md")); err != nil {
		t.Fatal(err)
	}
	for added := false; !added; { // the watch may look between the two
		added = strings.Contains(heard(), "1 removed")
	}
	// A folder that is away for a moment keeps its pages.
	if err := os.Rename(dir, dir+"-away"); err != nil {
		t.Fatal(err)
	}
	if got := heard(); !strings.HasSuffix(got, "is gone: waiting for it") {
		t.Errorf("%q", got)
	}
	tree(t, dir+"-away", map[string]string{"newer.md": "# Newer"})
	if err := os.Rename(dir+"-away", dir); err != nil {
		t.Fatal(err)
	}
	if got := heard(); got != "1 added, 0 changed, 0 moved, 0 removed" {
		t.Errorf("%q", got)
	}
	stop()
	got := <-done
	if got.Added != 5 || got.Removed != 1 || got.Files != 4 {
		t.Errorf("all rounds: %+v", got)
	}
}

func TestOtherWordingsAreAskedToo(t *testing.T) {
	e, notices := words(t)
	put(t, e, "ledger", "# Ledger\n\nThe ledger balances.")
	prompt := model(t, `["the ledger", 7, null, "Books of account today", "", "accounts", "a fourth"]`)
	ask := func(text string, no bool) *engine.AskResult {
		return must[any](t)(e.Ask(ctx, engine.QueryInput{Text: text, Limit: 5, NoExpand: no})).(*engine.AskResult)
	}
	r := ask("books of account today", false)
	if diff := cmp.Diff([]string{"the ledger", "accounts"}, r.Expansions); diff != "" || len(r.Results) != 1 {
		t.Errorf("%d results (-want +got):\n%s", len(r.Results), diff)
	}
	if !strings.Contains(prompt(), `"books of account today"`) {
		t.Errorf("prompt %s", prompt())
	}
	for text, no := range map[string]bool{"books of account today": true, "two words": false} {
		if r := ask(text, no); len(r.Expansions) != 0 {
			t.Errorf("%s: %v", text, r.Expansions)
		}
	}
	model(t, "I would rather not.")
	if r := ask("books of account today", false); len(r.Expansions) != 0 || !slices.ContainsFunc(*notices, func(s string) bool { return strings.HasPrefix(s, "asking without other wordings: ") }) {
		t.Errorf("%v, notices %v", r.Expansions, *notices)
	}
	t.Setenv("BRAIN_HARVEST", "1")
	model(t, `["the ledger"]`)
	if r := ask("books of account today", false); len(r.Expansions) != 0 {
		t.Errorf("inside of a model: %v", r.Expansions)
	}
}

func TestAnExportStaysInItsFolder(t *testing.T) {
	e, _ := words(t)
	put(t, e, "people/ada", "# Ada")
	dir, outside := t.TempDir(), t.TempDir()
	if err := os.Symlink(outside, filepath.Join(dir, "people")); err != nil {
		t.Skip(err)
	}
	if r := must[*engine.ExportResult](t)(e.Export(ctx, engine.ExportInput{Dir: dir})); len(r.Left()) != 1 || r.Pages != 0 {
		t.Errorf("%+v", r)
	}
	if left, err := os.ReadDir(outside); err != nil || len(left) > 0 {
		t.Errorf("written outside: %v, %v", left, err)
	}
	if _, err := onFile(t, filepath.Join(dir, "none.db")).Export(ctx, engine.ExportInput{Dir: filepath.Join(dir, "new")}); err == nil {
		t.Error("no error without a brain")
	}
	if _, err := os.Stat(filepath.Join(dir, "new")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("an empty folder is left: %v", err)
	}
}
