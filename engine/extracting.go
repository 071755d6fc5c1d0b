package engine

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"brain/extract"
	"brain/merge"
)

// ExtractInput are the parameters of extract.
type ExtractInput struct {
	Dir     string `json:"dir" arg:"1" value:"DIR" required:"" help:"the source tree"`
	Ignored bool   `json:"include-ignored" help:"files that .gitignore excludes too"`
}

// ExtractResult counts what the tree gave.
type ExtractResult struct {
	Root  string `json:"root"`
	Files int    `json:"files"`
	NodeCounts
	Ignored []Skip `json:"ignored"` // left out by rule; a line for each language that this build cannot read, with rule RuleCgo
	Partial []Skip `json:"partial"` // taken as far as they could be parsed
	Skipped []Skip `json:"skipped"` // could not be read

	unread []Skip // of which the file keeps what it knows
}

// Left names the files that were not taken whole.
func (r *ExtractResult) Left() []Skip { return append(append([]Skip{}, r.Skipped...), r.Partial...) }

// reader gives the graph of a tree.
type reader func(context.Context, string, extract.Options) (*extract.Result, error)

// Extract turns a tree of source code into nodes, edges and entries. Nodes that the tree no longer has are removed, inside this
// root only. Of files that could not be read, or whose language this build cannot read, the file keeps what it knows.
func (e *Engine) Extract(ctx context.Context, in ExtractInput) (*ExtractResult, error) {
	return e.extract(ctx, in, extract.Tree)
}

func (e *Engine) extract(ctx context.Context, in ExtractInput, read reader) (*ExtractResult, error) {
	path, err := dir(in.Dir)
	if err != nil {
		return nil, err
	}
	got, err := read(ctx, path, extract.Options{Progress: e.Progress, Excluded: e.excluded(ctx, path, in.Ignored)})
	if err != nil && !errors.Is(err, extract.ErrNeedsCgo) {
		return nil, err
	}
	out := &ExtractResult{Root: path, Files: len(got.Files), Ignored: []Skip{}, Partial: []Skip{}, Skipped: []Skip{}}
	out.leave(got)
	if len(got.Files) == 0 {
		return nil, nothingRead(in.Dir, out)
	}
	out.NodeCounts, err = e.saveGraph(ctx, merge.CodeRoot, path, got.Graph, out.unread, fileTimes(ctx, path, got.Files, e.Now()))
	return out, err
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
			r.unread = append(r.unread, skip)
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
