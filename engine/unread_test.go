package engine_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"brain/engine"
)

const goodGo = "package p\n\n// Wombat digs.\nfunc Wombat() { Burrow() }\n"

func goTree(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	tree(t, dir, map[string]string{
		"go.mod":    "module example.org/p\n",
		"a.go":      goodGo,
		"b.go":      "package p\n\n// Burrow is dug.\nfunc Burrow() { Soil() }\n\nfunc Soil() {}\n",
		"sub/c.go":  "package sub\n\nfunc Quokka() {}\n",
		"sub2/d.go": "package sub2\n\nfunc Numbat() {}\n",
	})
	return dir
}

func graphOf(t *testing.T, e *engine.Engine) [][]any {
	t.Helper()
	nodes := must[*engine.SQLResult](t)(e.SQL(ctx, engine.SQLInput{Statement: `SELECT id, content FROM graph_nodes ORDER BY id`}))
	edges := must[*engine.SQLResult](t)(e.SQL(ctx, engine.SQLInput{Statement: `SELECT source, target, relation, context FROM graph_edges ORDER BY 1, 2, 3, 4`}))
	return append(nodes.Rows, edges.Rows...)
}

func TestCodeThatCannotBeReadIsNotGone(t *testing.T) {
	e, dir := brain(t), goTree(t)
	must[*engine.ExtractResult](t)(e.Extract(ctx, engine.ExtractInput{Dir: dir}))
	before := graphOf(t, e)
	// Too large to be read, which unlike missing rights also bites the superuser.
	big := append([]byte(goodGo+"/*"), make([]byte, 6<<20)...)
	if err := os.WriteFile(filepath.Join(dir, "b.go"), big, 0o644); err != nil {
		t.Fatal(err)
	}
	r := must[*engine.ExtractResult](t)(e.Extract(ctx, engine.ExtractInput{Dir: dir}))
	if len(r.Skipped) != 1 || r.Skipped[0].Path != "b.go" || r.Removed != 0 {
		t.Errorf("%+v", r)
	}
	after := map[string]bool{}
	for _, row := range graphOf(t, e) {
		after[toJSON(t, row)] = true
	}
	for _, row := range before {
		// A's call of Burrow cannot be known while b.go is unread; what b.go itself says stays.
		if text := toJSON(t, row[0]); text == `"b_burrow"` || text == `"b_soil"` {
			if len(row) == 4 && !after[toJSON(t, row)] {
				t.Errorf("lost %v", row)
			}
		}
	}
	tree(t, dir, map[string]string{"b.go": "package p\n\n// Burrow is dug.\nfunc Burrow() { Soil() }\n\nfunc Soil() {}\n"})
	must[*engine.ExtractResult](t)(e.Extract(ctx, engine.ExtractInput{Dir: dir}))
	if diff := cmp.Diff(before, graphOf(t, e)); diff != "" {
		t.Errorf("after it can be read again (-before +after):\n%s", diff)
	}
}

func TestAFolderThatCannotBeReadKeepsItsPackageAndWhatItUses(t *testing.T) {
	e, dir := brain(t), t.TempDir()
	const deep = "// Package deep is deep.\npackage deep\n\nimport \"net/http\"\n\n// Dig digs.\nfunc Dig(r http.Request) http.Header { return r.Header }\n"
	tree(t, dir, map[string]string{
		"go.mod":      "module example.org/p\n",
		"a.go":        "package p\n\nimport (\n\t\"fmt\"\n\n\t_ \"example.org/p/deep\"\n)\n\n// Wombat digs.\nfunc Wombat() { fmt.Println() }\n",
		"deep/dig.go": deep,
	})
	must[*engine.ExtractResult](t)(e.Extract(ctx, engine.ExtractInput{Dir: dir}))
	before := graphOf(t, e)
	if err := os.Truncate(filepath.Join(dir, "deep", "dig.go"), 6<<20); err != nil {
		t.Fatal(err)
	}
	r := must[*engine.ExtractResult](t)(e.Extract(ctx, engine.ExtractInput{Dir: dir}))
	if len(r.Skipped) != 1 || r.Removed != 0 || r.Changed != 0 {
		t.Errorf("%+v", r)
	}
	if diff := cmp.Diff(before, graphOf(t, e)); diff != "" {
		t.Errorf("while it cannot be read (-before +after):\n%s", diff)
	}
	tree(t, dir, map[string]string{"deep/dig.go": deep})
	must[*engine.ExtractResult](t)(e.Extract(ctx, engine.ExtractInput{Dir: dir}))
	if diff := cmp.Diff(before, graphOf(t, e)); diff != "" {
		t.Errorf("after it can be read again (-before +after):\n%s", diff)
	}
	// A stub that no unread source leads to goes as ever.
	tree(t, dir, map[string]string{"a.go": "package p\n"})
	if err := os.Truncate(filepath.Join(dir, "deep", "dig.go"), 6<<20); err != nil {
		t.Fatal(err)
	}
	must[*engine.ExtractResult](t)(e.Extract(ctx, engine.ExtractInput{Dir: dir}))
	left := toJSON(t, graphOf(t, e))
	for id, there := range map[string]bool{"go_pkg_fmt": false, "go_pkg_net_http": true, "go_pkg_example_org_p_deep": true} {
		if strings.Contains(left, `"`+id+`"`) != there {
			t.Errorf("%s: want %v in %s", id, there, left)
		}
	}
}

func TestCodeWithAPassingSyntaxErrorKeepsItsNodes(t *testing.T) {
	e, dir := brain(t), goTree(t)
	must[*engine.ExtractResult](t)(e.Extract(ctx, engine.ExtractInput{Dir: dir}))
	tree(t, dir, map[string]string{"b.go": "package p\n\nfunc Burrow() { Soil(\n"})
	r := must[*engine.ExtractResult](t)(e.Extract(ctx, engine.ExtractInput{Dir: dir}))
	if len(r.Partial) != 1 || r.Removed != 0 {
		t.Errorf("%+v", r)
	}
}

func TestImportGivesVectorsToWhatAStoppedRunLeft(t *testing.T) {
	dir, path := t.TempDir(), filepath.Join(t.TempDir(), "brain.db")
	tree(t, dir, map[string]string{"a.md": "# A\n\none quokka", "b.md": "# B\n\ntwo wombats"})
	stopped, stop := context.WithCancel(ctx)
	e := engine.New(engine.Config{Path: path, Progress: func(stage string, done, total int) {
		if stage == "merge" {
			stop() // the pages are in, the vectors are not
		}
	}})
	t.Cleanup(func() { e.Close() })
	if _, err := e.Import(stopped, engine.ImportInput{Dir: dir}); !errors.Is(err, context.Canceled) {
		t.Fatalf("stopped import: %v", err)
	}
	again := onFile(t, path)
	r := must[*engine.ImportResult](t)(again.Import(ctx, engine.ImportInput{Dir: dir}))
	if r.Unchanged != 2 || r.Embedded != 2 || r.Unembedded != 0 {
		t.Errorf("the next run: %+v", r)
	}
}

func TestWhereNothingCouldBeReadTheFilesAreNamed(t *testing.T) {
	e, dir := brain(t), t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "huge.go"), make([]byte, 6<<20), 0o644); err != nil {
		t.Fatal(err)
	}
	_, err := e.Extract(ctx, engine.ExtractInput{Dir: dir})
	var told *engine.Error
	if !errors.As(err, &told) || told.Problem != "no source in "+dir+" could be read" || told.Cause == "" {
		t.Errorf("%#v", err)
	}
}
