package engine

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"brain/extract"
	"brain/merge"
)

// DemoInput has no parameters.
type DemoInput struct{}

// DemoResult is what each part of the demo gave.
type DemoResult struct {
	Path    string         `json:"path"`
	Import  *ImportResult  `json:"import"`
	Extract *ExtractResult `json:"extract"`
	Embed   *EmbedResult   `json:"embed"`
	Merge   *MergeResult   `json:"merge"`
	Queries []*QueryResult `json:"queries"`
}

// demoQuestions are about brain itself, which is what the demo's brain knows.
var demoQuestions = []string{"how are citations parsed", "reciprocal rank fusion", "what happens when two processes write at once"}

// Demo builds a brain in a new temporary folder from the tree in Config.Demo, and asks it questions. The folder stays only
// where all of it was done.
func (e *Engine) Demo(ctx context.Context, _ DemoInput) (result *DemoResult, err error) {
	if e.Config.Demo == nil {
		return nil, &Error{Problem: "this build carries no demo", Fix: "run it from the program: brain demo"}
	}
	home, err := os.MkdirTemp("", "brain-demo-")
	if err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			os.RemoveAll(home)
		}
	}()
	tree := filepath.Join(home, "brain")
	if err := unpack(tree, e.Config.Demo); err != nil {
		return nil, fmt.Errorf("unpack the demo: %w", err)
	}
	config := e.Config
	config.Path = filepath.Join(home, "demo.db")
	d := New(config)
	defer d.Close()
	out := &DemoResult{Path: config.Path}
	if out.Import, err = d.Import(ctx, ImportInput{Dir: filepath.Join(tree, "docs")}); err != nil {
		return nil, err
	}
	// Its documentation is in as pages: of the rest, Go alone is of interest.
	if out.Extract, err = d.extractGo(ctx, tree); err != nil {
		return nil, err
	}
	if out.Embed, err = d.Embed(ctx, EmbedInput{}); err != nil {
		return nil, err
	}
	if out.Merge, err = d.Merge(ctx, MergeInput{Full: true}); err != nil {
		return nil, err
	}
	for _, q := range demoQuestions {
		answer, err := d.Query(ctx, QueryInput{Text: q, Unified: true, Limit: 3})
		if err != nil {
			return nil, err
		}
		out.Queries = append(out.Queries, answer)
	}
	return out, nil
}

// unpack writes the demo's tree, but for tests: they say little of what the parts do.
func unpack(dir string, tree fs.FS) error {
	return fs.WalkDir(tree, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || strings.HasSuffix(name, "_test.go") {
			return err
		}
		path := filepath.Join(dir, filepath.FromSlash(name))
		if entry.IsDir() {
			return os.MkdirAll(path, 0o755)
		}
		text, err := fs.ReadFile(tree, name)
		if err != nil {
			return err
		}
		return os.WriteFile(path, text, 0o644)
	})
}

// extractGo reads the Go code of a tree, and nothing else.
func (e *Engine) extractGo(ctx context.Context, path string) (*ExtractResult, error) {
	got, err := extract.Go(ctx, path, extract.Options{Progress: e.Progress})
	if err != nil {
		return nil, err
	}
	out := newExtractResult(path, got)
	out.NodeCounts, err = e.saveGraph(ctx, graphSave{kind: merge.CodeRoot, path: path, graph: got.Graph, times: fileTimes(path, got.Files, e.Now())})
	return out, err
}
