package engine_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"brain/db"
	"brain/engine"
)

func TestInitMakesAFileOnce(t *testing.T) {
	e := brain(t)
	if r := must[*engine.InitResult](t)(e.Init(ctx, engine.InitInput{})); !r.Created || r.Path != e.Path {
		t.Errorf("first: %+v", r)
	}
	before := digest(t, e)
	if r := must[*engine.InitResult](t)(e.Init(ctx, engine.InitInput{})); r.Created {
		t.Errorf("second: %+v", r)
	}
	if digest(t, e) != before {
		t.Error("the second init changed the file's bytes")
	}
	other := filepath.Join(t.TempDir(), "new", "other.db")
	if r := must[*engine.InitResult](t)(e.Init(ctx, engine.InitInput{Path: other})); !r.Created || r.Path != other {
		t.Errorf("elsewhere: %+v", r)
	}
}

func TestDefaultPath(t *testing.T) {
	t.Setenv("HOME", "/home/somebody")
	t.Setenv("BRAIN_DB", "")
	if got := must[string](t)(engine.DefaultPath()); got != "/home/somebody/brain.db" {
		t.Errorf("got %s", got)
	}
	t.Setenv("BRAIN_DB", "~/elsewhere.db")
	if got := must[string](t)(engine.DefaultPath()); got != "~/elsewhere.db" {
		t.Errorf("got %s: a ~ is the shell's business", got)
	}
}

func TestReadersMakeNoFile(t *testing.T) {
	e := brain(t)
	for name, read := range map[string]func() error{
		"query":           func() error { _, err := e.Query(ctx, engine.QueryInput{Text: "x", Unified: true}); return err },
		"stats":           func() error { _, err := e.Stats(ctx, engine.StatsInput{}); return err },
		"sql":             func() error { _, err := e.SQL(ctx, engine.SQLInput{Statement: "SELECT 1"}); return err },
		"merge --dry-run": func() error { _, err := e.Merge(ctx, engine.MergeInput{Full: true, DryRun: true}); return err },
		"merge --if-due":  func() error { _, err := e.Merge(ctx, engine.MergeInput{IfDue: true}); return err },
		"cite": func() error {
			_, err := e.Cite(ctx, engine.CiteInput{Citation: "[BM:gbrain:x:2026-05-23T14:00:00Z]"})
			return err
		},
	} {
		if err := read(); !errors.Is(err, db.ErrMissing) {
			t.Errorf("%s: error %v", name, err)
		}
	}
	if _, err := os.Stat(e.Path); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the file is there: %v", err)
	}
}

func TestStatsCountWhatIsThere(t *testing.T) {
	e := withThreeStores(t)
	imported(t, e, vault(t))
	must[*engine.GraphImportResult](t)(e.GraphImport(ctx, engine.GraphImportInput{File: graphFile(t, smallGraph)}))
	dir := vault(t)
	imported(t, e, dir)
	if err := os.Remove(filepath.Join(dir, "alpha.md")); err != nil {
		t.Fatal(err)
	}
	tree(t, dir, map[string]string{"deep/beta.md": "# Beta\n\nother words"})
	imported(t, e, dir)
	must[*engine.MergeResult](t)(e.Merge(ctx, engine.MergeInput{Full: true}))
	got := must[*engine.StatsResult](t)(e.Stats(ctx, engine.StatsInput{}))
	if got.LastMerge == "" || got.LastFull == "" || got.Bytes == 0 {
		t.Errorf("times and size: %+v", got)
	}
	if p := got.Page; p == nil || p.Pages != 5 || p.Deleted != 1 || p.Versions != 1 {
		t.Errorf("pages: %+v", p)
	}
	got.LastMerge, got.LastFull, got.Bytes, got.Page = "", "", 0, nil
	// Equal notes of two vaults are one row each; the changed note is a row more.
	want := &engine.StatsResult{Path: e.Path, Entries: 11, Rows: 11, Stores: map[string]int64{"gbrain": 6, "graphify": 4, "memory": 1},
		Pages: 5, Nodes: 3, Edges: 3, Links: got.Links, Embedded: 3, Dimension: 2,
		Memory: &engine.MemoryStats{Schema: "4", Types: []engine.Count{}, Projects: []engine.Count{}}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if got.Links == 0 {
		t.Error("no links, though names are alike")
	}
}

func TestARehearsedMergeLinksNothing(t *testing.T) {
	e := withThreeStores(t)
	imported(t, e, vault(t))
	must[*engine.GraphImportResult](t)(e.GraphImport(ctx, engine.GraphImportInput{File: graphFile(t, smallGraph)}))
	dry := must[*engine.MergeResult](t)(e.Merge(ctx, engine.MergeInput{Full: true, DryRun: true}))
	if got := column(t, e, `SELECT count(*) FROM brain_entry_links`); got[0] != "0" {
		t.Errorf("%s links", got[0])
	}
	done := must[*engine.MergeResult](t)(e.Merge(ctx, engine.MergeInput{IfDue: true}))
	if diff := cmp.Diff(done.Steps, dry.Steps); diff != "" || done.Due == nil || !*done.Due {
		t.Errorf("due %v (-done +rehearsed):\n%s", done.Due, diff)
	}
	again := must[*engine.MergeResult](t)(e.Merge(ctx, engine.MergeInput{IfDue: true}))
	if again.Due == nil || *again.Due || len(again.Steps) != 0 {
		t.Errorf("right after: %+v", again)
	}
	links := must[*engine.MergeLinksResult](t)(e.MergeLinks(ctx, engine.MergeLinksInput{Limit: 50}))
	if got := column(t, e, `SELECT count(*) FROM brain_entry_links`); got[0] != num(len(links.Links)) || got[0] == "0" {
		t.Errorf("%s links, %d listed", got[0], len(links.Links))
	}
	revisions := must[*engine.MergeRevisionsResult](t)(e.MergeRevisions(ctx, engine.MergeRevisionsInput{Name: "Ledger", Limit: 50}))
	if len(revisions.Names) != 1 || len(revisions.Names[0].Revisions) != 2 || !revisions.Names[0].Revisions[0].Origin || !revisions.Names[0].Revisions[1].Served {
		t.Errorf("revisions of Ledger: %s", toJSON(t, revisions))
	}
}

func TestTheDemoBuildsABrainOfTheTreeItIsGiven(t *testing.T) {
	if testing.Short() {
		t.Skip("embeds a tree of its own")
	}
	t.Setenv("TMPDIR", t.TempDir())
	e := brain(t)
	e.Config.Demo = fstest.MapFS{
		"docs/merge.md": {Data: []byte("# Citations\n\nHow citations are parsed.")},
		"go.mod":        {Data: []byte("module example.com/x\n")},
		"x.go":          {Data: []byte("package x\n\n// Parse reads a citation.\nfunc Parse() {}\n")},
	}
	r := must[*engine.DemoResult](t)(e.Demo(ctx, engine.DemoInput{}))
	if r.Import.Added != 1 || r.Extract.Files != 1 || r.Embed.Left != 0 || len(r.Queries) != 3 || len(r.Queries[0].Results) == 0 {
		t.Errorf("%s", toJSON(t, r))
	}
	if !strings.HasPrefix(r.Path, os.Getenv("TMPDIR")) {
		t.Errorf("it works in %s", r.Path)
	}
	if _, err := os.Stat(e.Path); !errors.Is(err, os.ErrNotExist) {
		t.Error("the caller's own file was touched")
	}
}
