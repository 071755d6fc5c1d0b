package engine

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"brain/db"
	"brain/extract"
	"brain/merge"
)

// A file that one build has read stays in when a build that lacks its language comes, and one that lost it goes.
func TestWhatABuildCannotReadStays(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{"a.md": "# Alpha\n\nCalls `Beta()`.\n", "b.go": "package b\n\nfunc Beta() {}\n"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	e := New(Config{Path: filepath.Join(t.TempDir(), "brain.db")})
	t.Cleanup(func() { e.Close() })
	// without is the graph as a build has it that cannot read b.go.
	without := func(unread ...Skip) {
		survey, err := extract.Look(t.Context(), dir, extract.Options{}, nil)
		if err != nil {
			t.Fatal(err)
		}
		r, build, err := survey.Read(t.Context(), nil)
		if err != nil {
			t.Fatal(err)
		}
		gone := map[string]bool{}
		for _, n := range r.Graph.Nodes {
			gone[n.ID] = n.SourceFile == "b.go"
		}
		r.Graph.Nodes = slices.DeleteFunc(r.Graph.Nodes, func(n extract.Node) bool { return gone[n.ID] })
		r.Graph.Edges = slices.DeleteFunc(r.Graph.Edges, func(e extract.Edge) bool { return gone[e.Source] || gone[e.Target] })
		if _, err := e.saveGraph(t.Context(), graphSave{kind: merge.CodeRoot, path: dir, graph: r.Graph, build: build, unread: unread, times: fileTimes(dir, r.Files, e.Now())}); err != nil {
			t.Fatal(err)
		}
	}
	for i, step := range []struct {
		save func()
		want int
	}{
		{func() {
			if _, err := e.Extract(t.Context(), ExtractInput{Dir: dir}); err != nil {
				t.Fatal(err)
			}
		}, 1},
		{func() { without(Skip{Path: "b.go"}) }, 1},
		{func() { without() }, 0},
	} {
		step.save()
		var n int
		if err := e.read(t.Context(), func(tx *db.Tx) error {
			return tx.QueryRow(`SELECT count(*) FROM graph_nodes WHERE label = 'Beta()'`, nil, &n)
		}); err != nil || n != step.want {
			t.Errorf("step %d: Beta is there %d times, %v", i, n, err)
		}
		if err := e.read(t.Context(), func(tx *db.Tx) error {
			return tx.QueryRow(`SELECT count(*) FROM graph_edges WHERE source_file = 'a.md' AND target LIKE '%beta'`, nil, &n)
		}); err != nil || n != step.want {
			t.Errorf("step %d: Beta is mentioned %d times, %v", i, n, err)
		}
	}
}
