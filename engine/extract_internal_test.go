package engine

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"brain/db"
	"brain/extract"
)

// A file that one build has read stays in when a build that lacks its language comes, and one that lost it goes.
func TestWhatABuildCannotReadStays(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{"a.md": "# Alpha\n", "b.md": "# Beta\n"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	e := New(Config{Path: filepath.Join(t.TempDir(), "brain.db")})
	t.Cleanup(func() { e.Close() })
	// lacks reads a tree as a build does that cannot read b.md.
	lacks := func(language string) reader {
		return func(ctx context.Context, dir string, o extract.Options) (*extract.Result, error) {
			r, err := extract.Tree(ctx, dir, o)
			if err != nil {
				return nil, err
			}
			r.Graph.Nodes = slices.DeleteFunc(r.Graph.Nodes, func(n extract.Node) bool { return n.SourceFile == "b.md" })
			r.Graph.Edges = slices.DeleteFunc(r.Graph.Edges, func(e extract.Edge) bool { return e.SourceFile == "b.md" })
			r.Files = slices.DeleteFunc(r.Files, func(f extract.File) bool { return f.Path == "b.md" })
			r.Skipped = append(r.Skipped, extract.Skip{Path: "b.md", Reason: "because", Language: language})
			return r, nil
		}
	}
	for i, step := range []struct {
		read reader
		want int
	}{{extract.Tree, 1}, {lacks("Markdown"), 1}, {lacks(""), 0}} {
		if _, err := e.extract(t.Context(), ExtractInput{Dir: dir}, step.read); err != nil {
			t.Fatal(err)
		}
		var n int
		if err := e.read(t.Context(), func(tx *db.Tx) error {
			return tx.QueryRow(`SELECT count(*) FROM graph_nodes WHERE label = 'Beta'`, nil, &n)
		}); err != nil || n != step.want {
			t.Errorf("step %d: Beta is there %d times, %v", i, n, err)
		}
	}
}
