package engine_test

import (
	"bytes"
	"database/sql"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"brain/engine"
)

// olderFile is a file as a brain of schema 5 leaves it, and the folder that its pages are from.
func olderFile(t *testing.T) (path, dir, uid string) {
	t.Helper()
	e := counted(t)
	dir = t.TempDir()
	tree(t, dir, map[string]string{"a.md": "# Alpha\n\nThe quokka is here.\n", "b.md": "# Beta\n\nSee [[a]].\n"})
	must[*engine.ImportResult](t)(e.Import(ctx, engine.ImportInput{Dir: dir}))
	must[*engine.ExtractResult](t)(e.Extract(ctx, engine.ExtractInput{Dir: goTree(t)}))
	saved := must[*engine.SaveResult](t)(e.Save(ctx, engine.SaveInput{AddInput: engine.AddInput{Type: "note", Title: "Ledger", Content: "It is exported hourly."}}))
	makeOlder(t, e)
	return e.Path, dir, saved.UID
}

// makeOlder closes the file and makes of it one of schema 5, whose memories another program has changed.
func makeOlder(t *testing.T, e *engine.Engine) {
	t.Helper()
	e.Close()
	q := must[*sql.DB](t)(sql.Open("sqlite", e.Path))
	must[sql.Result](t)(q.Exec(olderGraph + newerIndexes(t) + `; CREATE INDEX pages_title ON pages(title); UPDATE memories SET project = 'elsewhere'; PRAGMA wal_checkpoint(TRUNCATE)`))
	q.Close()
}

// TestAFileOfAnOlderSchemaKeepsNoQuestions: the vector of a new question is forgotten with the process.
func TestAFileOfAnOlderSchemaKeepsNoQuestions(t *testing.T) {
	e, _ := noted(t)
	makeOlder(t, e)
	before := must[[]byte](t)(os.ReadFile(e.Path))
	e = onFile(t, e.Path)
	r := must[*engine.QueryResult](t)(e.Query(ctx, engine.QueryInput{Text: "kitten", Unified: true, Limit: 20}))
	if !r.Vector || !e.Owes() {
		t.Errorf("by vector %v, owed %v", r.Vector, e.Owes())
	}
	e.Settle(ctx)
	e.Close()
	if !bytes.Equal(before, must[[]byte](t)(os.ReadFile(e.Path))) {
		t.Error("the file was changed")
	}
}

// TestWhatChangesNothingLeavesAFileOfAnOlderSchema: the program that made it can go on.
func TestWhatChangesNothingLeavesAFileOfAnOlderSchema(t *testing.T) {
	path, dir, uid := olderFile(t)
	tree(t, dir, map[string]string{"c.md": "# Gamma\n"})
	before := must[[]byte](t)(os.ReadFile(path))
	for name, run := range map[string]func(t *testing.T, e *engine.Engine){
		"import --dry-run": func(t *testing.T, e *engine.Engine) {
			r := must[*engine.ImportResult](t)(e.Import(ctx, engine.ImportInput{Dir: dir, DryRun: true}))
			if r.Added != 1 || r.Changed+r.Removed > 0 {
				t.Errorf("%+v", r)
			}
		},
		"merge --dry-run": func(t *testing.T, e *engine.Engine) {
			r := must[*engine.MergeResult](t)(e.Merge(ctx, engine.MergeInput{Full: true, DryRun: true}))
			if len(r.Steps) != 4 {
				t.Errorf("%+v", r)
			}
		},
		"doctor": func(t *testing.T, e *engine.Engine) {
			r := must[*engine.DoctorResult](t)(e.Doctor(ctx, engine.DoctorInput{}))
			compared := map[string]bool{}
			for _, c := range r.Checks {
				compared[c.Name] = compared[c.Name] || c.State == engine.CheckGood
			}
			for _, index := range []string{"words", "entries", "entry vectors", "pages"} {
				if !compared[index] {
					t.Errorf("%s: not compared: %+v", index, r.Checks)
				}
			}
		},
		"get": func(t *testing.T, e *engine.Engine) {
			answered(t, must[any](t)(e.Show(ctx, engine.ShowInput{Ref: uid})))
		},
		"context": func(t *testing.T, e *engine.Engine) {
			answered(t, must[*engine.ContextResult](t)(e.Context(ctx, engine.ContextInput{Text: "ledger", Limit: 1, Budget: 2000})))
		},
		"query --unified": func(t *testing.T, e *engine.Engine) {
			var notices []string
			e.Notice = func(s string) { notices = append(notices, s) }
			r := must[*engine.QueryResult](t)(e.Query(ctx, engine.QueryInput{Text: "quokka", Unified: true, Limit: 5}))
			if len(r.Results) == 0 || len(notices) != 1 || !strings.Contains(notices[0], "older schema") {
				t.Errorf("%d results, notices %q", len(r.Results), notices)
			}
		},
		"migrate --dry-run": func(t *testing.T, e *engine.Engine) {
			r := must[*engine.MigrateResult](t)(e.Migrate(ctx, engine.MigrateInput{DryRun: true}))
			if r.SchemaFrom != 5 || r.SchemaTo != 6 || r.Backup != "" {
				t.Errorf("%+v", r)
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			e := onFile(t, path)
			run(t, e)
			e.Close()
			if !bytes.Equal(before, must[[]byte](t)(os.ReadFile(path))) {
				t.Error("the file was changed")
			}
			if beside, _ := filepath.Glob(path + ".*"); len(beside) > 0 {
				t.Errorf("copies: %q", beside)
			}
		})
	}
}

// TestMigrateTellsBrainsOwnSchemas: of a file that brain has written before, from which to which.
func TestMigrateTellsBrainsOwnSchemas(t *testing.T) {
	path, _, _ := olderFile(t)
	for _, from := range []int{5, 6} {
		r := must[*engine.MigrateResult](t)(onFile(t, path).Migrate(ctx, engine.MigrateInput{}))
		if r.SchemaFrom != from || r.SchemaTo != 6 || r.Backup != "" {
			t.Errorf("from %d: %+v", from, r)
		}
	}
	r := must[*engine.MigrateResult](t)(cliFile(t, "v4_fts_only").Migrate(ctx, engine.MigrateInput{}))
	if r.SchemaFrom != 0 || r.SchemaTo != 6 || r.Backup == "" {
		t.Errorf("a file of brain-cli: %+v", r)
	}
}
