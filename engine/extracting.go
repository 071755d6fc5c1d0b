package engine

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"brain/db"
	"brain/extract"
	"brain/merge"
)

// ExtractInput are the parameters of extract.
type ExtractInput struct {
	Dir     string `json:"dir" arg:"1" value:"DIR" help:"the source tree; with --update the one that is known, if it is left out"`
	Update  bool   `json:"update" help:"give exactly the graph of a fresh run; what a broken Go file declared before goes too"`
	Full    bool   `json:"full" help:"read every file again, whatever is known of it"`
	Bare    bool   `json:"no-entries" help:"the graph alone: its entries, by which it is searched, are written by the next run without this"`
	Ignored bool   `json:"include-ignored" help:"files that .gitignore excludes too"`
}

// ExtractResult counts what the tree gave.
type ExtractResult struct {
	Root  string `json:"root"`
	Files int    `json:"files"`
	Read  int    `json:"read"` // files that had to be read
	NodeCounts
	Ignored []Skip `json:"ignored"` // left out by rule; a line for each language that this build cannot read, with rule RuleCgo
	Partial []Skip `json:"partial"` // taken as far as they could be parsed
	Skipped []Skip `json:"skipped"` // could not be read

	unread []Skip // of which the file keeps what it knows
	broken []Skip // that were taken in part, and whose nodes stay
}

// Left names the files that were not taken whole.
func (r *ExtractResult) Left() []Skip { return append(append([]Skip{}, r.Skipped...), r.Partial...) }

// Extract turns a tree of source code into nodes, edges and entries. Nodes that the tree no longer has are removed, inside this
// root only. Of files that could not be read, or whose language this build cannot read, the file keeps what it knows. Files that are
// as they were are not read again; where none changed, nothing is written.
func (e *Engine) Extract(ctx context.Context, in ExtractInput) (*ExtractResult, error) {
	path, err := e.treeOf(ctx, in)
	if err != nil {
		return nil, err
	}
	stored, err := e.storedGraph(ctx, merge.CodeRoot, path)
	if err != nil {
		return nil, err
	}
	known := stored.known
	if in.Full {
		known = nil
	}
	survey, err := extract.Look(ctx, path, extract.Options{Progress: e.Progress, Excluded: e.excluded(ctx, path, in.Ignored)}, known)
	if err != nil {
		return nil, err
	}
	if survey.Same(in.Update) {
		return e.sameTree(ctx, stored, survey, path, in.Bare)
	}
	defer thrifty(largeHeap)()
	got, build, err := e.readTree(ctx, stored, survey)
	if err != nil && !errors.Is(err, extract.ErrNeedsCgo) {
		return nil, err
	}
	out := newExtractResult(path, got)
	if len(got.Files) == 0 && !(in.Update && stored.root != nil && len(out.unread) == 0) { // a tree that lost its last file has no graph
		return nil, nothingRead(path, out)
	}
	save := graphSave{kind: merge.CodeRoot, path: path, graph: got.Graph, build: build, times: fileTimes(path, got.Files, e.Now()), unread: out.unread,
		bare: in.Bare}
	if !in.Update {
		save.unread = append(save.unread, out.broken...)
	}
	out.Read = build.Read()
	out.NodeCounts, err = e.saveGraph(ctx, save)
	return out, err
}

// readTree reads what changed in a tree.
func (e *Engine) readTree(ctx context.Context, stored storedGraph, survey *extract.Survey) (got *extract.Result, build *extract.Build, err error) {
	if stored.root == nil {
		return survey.Read(ctx, nil)
	}
	err = e.read(ctx, func(tx *db.Tx) error {
		var broken error
		part := func(name string) []byte {
			b, err := extract.KnownPart(tx, *stored.root, name)
			broken = errors.Join(broken, err)
			return b
		}
		got, build, err = survey.Read(ctx, part)
		return errors.Join(err, broken)
	})
	return got, build, err
}

// sameTree is what extract says of a tree that is as it was.
func (e *Engine) sameTree(ctx context.Context, stored storedGraph, survey *extract.Survey, path string, bare bool) (*ExtractResult, error) {
	got, err := survey.Told()
	if err != nil && !errors.Is(err, extract.ErrNeedsCgo) {
		return nil, err
	}
	out := newExtractResult(path, got)
	out.Nodes, out.Edges = stored.nodes, stored.edges
	out.Unchanged = stored.nodes
	if survey.Stale() {
		// To be read once more would do as well: another writer comes first.
		d, err := e.open(ctx, false)
		if err != nil {
			return nil, err
		}
		_ = d.TryWrite(ctx, func(tx *db.Tx) error { return extract.KeepStamps(tx, *stored.root, survey.Kept()) })
	}
	if stored.pending > 0 && !bare {
		if err := e.saveEntries(ctx, stored.pending); err != nil {
			return nil, err
		}
	}
	out.Unembedded, err = e.unembedded(ctx, "")
	return out, err
}

func newExtractResult(path string, got *extract.Result) *ExtractResult {
	out := &ExtractResult{Root: path, Files: len(got.Files), Ignored: []Skip{}, Partial: []Skip{}, Skipped: []Skip{}}
	out.leave(got)
	return out
}

// treeOf is the path of the tree to read: the one that is named, else the one that is known.
func (e *Engine) treeOf(ctx context.Context, in ExtractInput) (string, error) {
	if in.Dir != "" {
		return dir(in.Dir)
	}
	const fix = "brain extract DIR"
	if !in.Update {
		return "", usage(fix, "extract needs DIR")
	}
	var roots []merge.Root
	err := e.read(ctx, func(tx *db.Tx) (err error) {
		roots, err = merge.Roots(tx, merge.CodeRoot)
		return err
	})
	if err != nil {
		return "", err
	}
	switch len(roots) {
	case 0:
		return "", usage(fix, "no tree was read in yet")
	case 1:
		return dir(roots[0].Path)
	}
	var names []string
	for _, r := range roots {
		names = append(names, r.Path)
	}
	return "", usage("brain extract --update DIR, of "+strings.Join(names, ", "), "several trees were read in")
}

// excluded gives what git ignores in a tree. Without an answer of git nothing is, but what builds are known to write; all is
// read where that is asked for.
func (e *Engine) excluded(ctx context.Context, path string, all bool) func(string) bool {
	if all {
		return func(string) bool { return false }
	}
	ignored, err := extract.GitIgnored(ctx, path)
	if err != nil && ctx.Err() == nil {
		e.Notice("nothing is left out by .gitignore: " + err.Error())
	}
	return ignored
}

// leave takes over what was left out or taken in part.
func (r *ExtractResult) leave(got *extract.Result) {
	languages := newUnreadLanguages()
	for _, s := range got.Skipped {
		skip := Skip{Path: s.Path, Reason: s.Reason}
		switch {
		case s.Fault:
			r.Skipped = append(r.Skipped, skip)
			r.unread = append(r.unread, skip)
		case s.Language != "":
			languages.add(s)
			r.unread = append(r.unread, skip)
		default:
			r.Ignored = append(r.Ignored, skip)
		}
	}
	for _, s := range got.Partial {
		skip := Skip{Path: s.Path, Reason: s.Reason}
		r.Partial = append(r.Partial, skip)
		if s.Fault {
			r.broken = append(r.broken, skip)
		}
	}
	r.Ignored = append(languages.skips(), r.Ignored...)
}

// nothingRead is the error of a tree that gave no file.
func nothingRead(dir string, r *ExtractResult) error {
	const other = "or read Graphify's output with `brain graph import graph.json`"
	switch {
	case len(r.Skipped) > 0:
		return unreadableError("source", dir, r.Skipped)
	case len(r.Ignored) > 0 && r.Ignored[0].Rule == RuleCgo:
		return &Error{Problem: "this build of brain cannot read what is in " + dir, Cause: skipList(r.Ignored), Err: extract.ErrNeedsCgo,
			Fix: "build brain with cgo (" + cgoFix + "), " + other}
	case len(r.Ignored) > 0:
		return &Error{Problem: "no source in " + dir + " is to be read", Cause: "left out by rule: " + skipList(r.Ignored),
			Fix: "name a folder inside of it, or add --include-ignored if it is .gitignore that excludes them"}
	}
	return &Error{Problem: "no source in " + dir, Cause: "brain reads " + listOf(languageNames(true)),
		Fix: "name a folder that holds such files, " + other}
}

// unreadableError names the inputs, up to a few, where none at all could be read.
func unreadableError(what, dir string, skipped []Skip) error {
	return &Error{Problem: "no " + what + " in " + dir + " could be read", Cause: skipList(skipped), Fix: "check the rights of these files; nothing was changed"}
}

// skipList lists inputs with their reasons, up to a few.
func skipList(skipped []Skip) string {
	const most = 10
	var names []string
	for _, s := range skipped[:min(most, len(skipped))] {
		names = append(names, s.Path+" ("+s.Reason+")")
	}
	if len(skipped) > most {
		names = append(names, fmt.Sprintf("and %d more", len(skipped)-most))
	}
	return strings.Join(names, ", ")
}
