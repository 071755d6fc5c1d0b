package engine

import (
	"context"
	"errors"
	"path/filepath"
	"time"

	"brain/extract"
	"brain/merge"
)

// GraphImportInput are the parameters of graph import.
type GraphImportInput struct {
	File string `json:"file" arg:"1" value:"graph.json" required:"" help:"the file that Graphify wrote"`
}

// GraphImportResult counts what the file gave. Warnings tell of what went in all the same.
type GraphImportResult struct {
	File string `json:"file"`
	NodeCounts
	Warnings []string `json:"warnings"`
	Skipped  []Skip   `json:"skipped"` // kinds of entries that could not be read, with how many there are
}

// Left names the kinds of entries that were left out.
func (r *GraphImportResult) Left() []Skip { return r.Skipped }

// GraphImport reads Graphify's graph.json in any of its shapes. A file that is no graph changes nothing.
func (e *Engine) GraphImport(ctx context.Context, in GraphImportInput) (*GraphImportResult, error) {
	path, err := filepath.Abs(in.File)
	if err != nil {
		return nil, err
	}
	f, err := openInput(ctx, path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	g, warnings, err := extract.ReadGraphJSON(f)
	var bad *extract.FormatError
	if errors.As(err, &bad) {
		return nil, &Error{Problem: in.File + ": " + bad.Problem, Cause: bad.Cause, Fix: bad.Fix, Err: err}
	}
	if err != nil {
		return nil, err
	}
	out := &GraphImportResult{File: path, Warnings: []string{}, Skipped: []Skip{}}
	for _, w := range warnings {
		if w.Lost() {
			out.Skipped = append(out.Skipped, Skip{Path: in.File, Reason: w.String()})
		} else {
			out.Warnings = append(out.Warnings, w.String())
		}
	}
	out.NodeCounts, err = e.saveGraph(ctx, graphSave{kind: merge.GraphRoot, path: path, graph: g, times: func(context.Context, []string) func(string) time.Time {
		return func(string) time.Time { return f.info.ModTime() }
	}})
	return out, err
}
