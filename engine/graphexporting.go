package engine

import (
	"context"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"brain/db"
	"brain/extract"
	"brain/merge"
)

// GraphExportInput are the parameters of graph export.
type GraphExportInput struct {
	Format string `json:"format" enum:"json" default:"json" help:"how the graph is written"`
	Root   string `json:"root" value:"NAME" help:"one tree or graph file alone, by name or path, with the ids it has by itself"`
}

// GraphExport gives the stored graph as a graph.json in node-link form. The same graph gives the same bytes, in whatever order it was
// written.
func (e *Engine) GraphExport(ctx context.Context, in GraphExportInput) (Stream, error) {
	var roots []merge.Root
	if err := e.read(ctx, func(tx *db.Tx) (err error) {
		roots, err = merge.Roots(tx, merge.CodeRoot, merge.GraphRoot)
		return err
	}); err != nil {
		return nil, err
	}
	if in.Root != "" {
		var err error
		if roots, err = rootOf(roots, in.Root); err != nil {
			return nil, err
		}
	}
	if len(roots) == 0 {
		return nil, &Error{Problem: "there is no graph in this file", Fix: "read one in first: `brain extract DIR` or `brain graph import graph.json`"}
	}
	return func(w io.Writer) error {
		return e.read(ctx, func(tx *db.Tx) error { return extract.ExportJSON(tx, roots, w) })
	}, nil
}

// rootOf is the root of that name or path.
func rootOf(roots []merge.Root, name string) ([]merge.Root, error) {
	path, _ := filepath.Abs(name)
	var names []string
	for _, r := range roots {
		if r.Name == name || r.Path == path {
			return []merge.Root{r}, nil
		}
		names = append(names, r.Name)
	}
	fix := "read it in first: `brain extract DIR` or `brain graph import graph.json`"
	if len(names) > 0 {
		fix = "name one of " + strings.Join(names, ", ")
	}
	return nil, &Error{Problem: fmt.Sprintf("no tree or graph file %q was read in", name), Fix: fix}
}
