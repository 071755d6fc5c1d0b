package engine

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"brain/db"
	"brain/extract"
	"brain/merge"
)

// ExtractInput are the parameters of extract.
type ExtractInput struct {
	Dir string `json:"dir" arg:"1" value:"DIR" required:"" help:"the source tree"`
}

// NodeCounts says what became of the nodes of a root, and how many valid entries of the file have no vector yet.
type NodeCounts struct {
	Nodes      int   `json:"nodes"`
	Edges      int   `json:"edges"`
	Added      int   `json:"added"`
	Changed    int   `json:"changed"`
	Unchanged  int   `json:"unchanged"`
	Removed    int   `json:"removed"`
	Unembedded int64 `json:"unembedded"`
}

// ExtractResult counts what the tree gave.
type ExtractResult struct {
	Root  string `json:"root"`
	Files int    `json:"files"`
	NodeCounts
	Ignored []Skip `json:"ignored"` // left out by rule
	Partial []Skip `json:"partial"` // taken as far as they could be parsed
	Skipped []Skip `json:"skipped"` // could not be read
}

// Left names the files that were not taken whole.
func (r *ExtractResult) Left() []Skip { return append(append([]Skip{}, r.Skipped...), r.Partial...) }

// Extract turns a tree of Go into nodes, edges and entries. Nodes that the tree no longer has are removed, inside this
// root only.
func (e *Engine) Extract(ctx context.Context, in ExtractInput) (*ExtractResult, error) {
	path, err := dir(in.Dir)
	if err != nil {
		return nil, err
	}
	got, err := extract.Go(ctx, path, extract.Options{Progress: e.Progress})
	if err != nil {
		return nil, err
	}
	out := &ExtractResult{Root: path, Files: len(got.Files), Ignored: []Skip{}, Partial: []Skip{}, Skipped: []Skip{}}
	for _, s := range got.Skipped {
		skip := Skip{Path: s.Path, Reason: s.Reason}
		if s.Fault {
			out.Skipped = append(out.Skipped, skip)
		} else {
			out.Ignored = append(out.Ignored, skip)
		}
	}
	for _, s := range got.Partial {
		out.Partial = append(out.Partial, Skip{Path: s.Path, Reason: s.Reason})
	}
	if len(got.Files) == 0 && len(out.Skipped) > 0 {
		return nil, unreadableError("Go source", in.Dir, out.Skipped)
	}
	if len(got.Files) == 0 {
		return nil, &Error{Problem: "no Go source in " + in.Dir, Cause: "brain extracts Go; other languages are not read yet",
			Fix: "name a folder that holds .go files, or read Graphify's output with `brain graph import graph.json`"}
	}
	out.NodeCounts, err = e.saveGraph(ctx, merge.CodeRoot, path, got.Graph, out.Left(), fileTimes(ctx, path, got.Files, e.Now()))
	return out, err
}

// unreadableError names the inputs, up to a few, where none at all could be read.
func unreadableError(what, dir string, skipped []Skip) error {
	const most = 10
	var names []string
	for _, s := range skipped[:min(most, len(skipped))] {
		names = append(names, s.Path+" ("+s.Reason+")")
	}
	if len(skipped) > most {
		names = append(names, fmt.Sprintf("and %d more", len(skipped)-most))
	}
	return &Error{Problem: "no " + what + " in " + dir + " could be read", Cause: strings.Join(names, ", "), Fix: "check the rights of these files; nothing was changed"}
}

// within says whether a path is one of the skipped ones, or lies in one of them.
func within(skipped []Skip) func(path string) bool {
	return func(path string) bool {
		return slices.ContainsFunc(skipped, func(s Skip) bool { return path == s.Path || strings.HasPrefix(path, s.Path+"/") })
	}
}

// fileTimes gives each file the time of its last commit, else its time on disk; what lies in no file gets the time of the
// newest one.
func fileTimes(ctx context.Context, root string, files []extract.File, now time.Time) func(string) time.Time {
	names := make([]string, len(files))
	times := map[string]time.Time{}
	for i, f := range files {
		names[i] = f.Path
		times[f.Path] = f.ModTime
	}
	for name, t := range extract.CommitTimes(ctx, root, names) {
		times[name] = t
	}
	var newest time.Time
	for _, t := range times {
		if t.After(newest) {
			newest = t
		}
	}
	if newest.IsZero() {
		newest = now
	}
	return func(file string) time.Time {
		if t, ok := times[file]; ok {
			return t
		}
		return newest
	}
}

// nodeBatch is how many nodes are written in one transaction.
const nodeBatch = 2000

// saveGraph writes what differs from the stored graph (what is known of unread sources stays), a batch a transaction, then runs steps 1 and 2.
func (e *Engine) saveGraph(ctx context.Context, kind, path string, g *extract.Graph, unread []Skip, times func(string) time.Time) (NodeCounts, error) {
	var counts NodeCounts
	var u *extract.Update
	err := e.write(ctx, func(tx *db.Tx) error {
		root, err := merge.EnsureRoot(tx, kind, path)
		if err == nil && len(unread) > 0 {
			err = extract.Carry(tx, root, g, within(unread))
		}
		if err == nil {
			u, err = extract.Plan(tx, root, g)
		}
		return err
	})
	if err != nil {
		return counts, err
	}
	counts.Nodes, counts.Edges = len(g.Nodes), len(g.Edges)
	counts.Added, counts.Changed, counts.Unchanged, counts.Removed = u.Added, u.Changed, u.Unchanged, u.Removed
	for from := 0; from < u.Nodes() && err == nil; from += nodeBatch {
		to := min(from+nodeBatch, u.Nodes())
		err = e.write(ctx, func(tx *db.Tx) error { return u.WriteNodes(tx, from, to, times) })
		e.Progress("save", to, u.Nodes())
	}
	if err == nil {
		err = e.write(ctx, u.Finish)
	}
	if err == nil && counts.Added+counts.Changed+counts.Removed > 0 {
		_, err = e.Merge(ctx, MergeInput{})
	}
	if err != nil {
		return counts, err
	}
	counts.Unembedded, err = e.unembedded(ctx, "")
	return counts, err
}

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
	out.NodeCounts, err = e.saveGraph(ctx, merge.GraphRoot, path, g, nil, func(string) time.Time { return f.info.ModTime() })
	return out, err
}

// callsOf names what a code entry calls; other entries call nothing.
func callsOf(tx *db.Tx, entry merge.Entry) ([]string, error) {
	if entry.Source != merge.Graphify {
		return []string{}, nil
	}
	return extract.Calls(tx, entry.EntityID, callsLimit)
}

// callsLimit is how many callees annotate a row.
const callsLimit = 20

func sourceOperations() []*Operation {
	return []*Operation{
		operation("import", "read a folder of markdown into pages", (*Engine).Import, func(op *Operation) {
			op.Writes = true
			op.Help = `Each .md, .markdown or .mdx file becomes a page (title, type, compiled truth, timeline), and each window of its text an entry.
The file's bytes are kept as they are. A second import writes only what changed; a file that was moved keeps its page, and pages
whose file is gone are marked deleted. Files that cannot be read are named and skipped (exit code 5).`
			op.Examples = []Example{{"brain import notes/", "pages, entries and vectors"}, {"brain import docs/ --no-embed", "vectors later, with brain embed"},
				{"brain import notes/ --dry-run --explain-skips", "what would be done, and what is left out by which rule"}}
		}),
		operation("sync", "follow a folder that was imported", (*Engine).Import, func(op *Operation) {
			op.Writes = true
			op.Help = `It is import, by another name.`
			op.Examples = []Example{{"brain sync notes/", "what changed since"}, {"brain sync notes/ --watch", "until it is stopped"}}
		}),
		operation("export", "write the pages as markdown", (*Engine).Export, func(op *Operation) {
			op.Help = `A page that nobody has changed is the file that it was read from, byte for byte; of a changed one only what changed is other. What
markdown has no place for (times, citations, raw data) goes into .brain and .raw, and import reads it back. Other files in the
folder stay.`
			op.Examples = []Example{{"brain export --dir backup", "all pages"}, {"brain export --dir people --type person", "those of one type"}}
		}),
		operation("extract", "turn Go source into a code graph", (*Engine).Extract, func(op *Operation) {
			op.Writes = true
			op.Help = `Files, packages, functions, types and methods become nodes; contains, method, imports, calls, references, embeds and implements
become edges. Go is type-checked without building or running anything and without the module cache. A second run writes
only what changed. Vectors come with brain embed.`
			op.Examples = []Example{{"brain extract .", "the module in this folder"}}
		}),
		operation("graph import", "read Graphify's graph.json", (*Engine).GraphImport, func(op *Operation) {
			op.Writes = true
			op.Help = `Reads the clustered and the raw form of Graphify 0.8 and 0.9, with links or edges. Every node becomes an entry of its own: the
entry's content names the node's file and line, so nodes with equal labels are not taken for duplicates. What is no node and
no edge is counted and skipped (exit code 5).`
			op.Examples = []Example{{"brain graph import graphify-out/graph.json", "nodes, edges and entries"}}
		}),
		operation("entries import", "bring rows of brain_entries in from JSON lines", (*Engine).EntriesImport, func(op *Operation) {
			op.Writes = true
			op.Help = `The way over from a PostgreSQL brain. A line is {"source","entity_id","entity_name","content","embedding","created_at",
"updated_at"}; embedding is '[…]' or null. The first row with a content wins. Vectors may have any one dimension on a file
that has none yet: the first one decides. Lines that are no such rows are named and skipped (exit code 5). Rows are written in
batches of 1,000.`
			op.Examples = []Example{{"psql -Atc \"SELECT row_to_json(e) FROM brain_entries e ORDER BY id\" | brain entries import -", "a whole PostgreSQL brain"}}
		}),
		operation("entries export", "print all rows of brain_entries as JSON lines", (*Engine).EntriesExport, func(op *Operation) {
			op.Help = `One object a line, in the form that entries import reads, with id, citation_id and content_hash.`
			op.Examples = []Example{{"brain entries export > entries.jsonl", "a plain copy"}}
		}),
		operation("embed", "give vectors to entries that have none", (*Engine).Embed, func(op *Operation) {
			op.Writes = true
			op.Help = `The model is the built-in all-MiniLM-L6-v2, 384 dimensions, no network, or another (brain model). Work is written in batches: stopping it loses little, and the next
run goes on where it ended. Only entries that are valid now are embedded.`
			op.Examples = []Example{{"brain embed", "what has no vector yet"}, {"brain embed --all", "everything anew"}}
		}),
	}
}
