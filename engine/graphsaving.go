package engine

import (
	"context"
	"errors"
	"path"
	"slices"
	"time"

	"brain/db"
	"brain/extract"
	"brain/merge"
)

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

// within says whether a path is one of the skipped ones, or lies in one of them.
func within(skipped []Skip) func(path string) bool {
	known := map[string]bool{}
	for _, s := range skipped {
		known[s.Path] = true
	}
	return func(file string) bool {
		for ; file != "." && file != "/"; file = path.Dir(file) {
			if known[file] {
				return true
			}
		}
		return false
	}
}

// fileTimes gives a function that gives each of some files the time of its last commit, else its time on disk; what lies in no file
// gets the time of the newest one.
func fileTimes(root string, files []extract.File, now time.Time) func(context.Context, []string) func(string) time.Time {
	disk := make(map[string]time.Time, len(files))
	for _, f := range files {
		disk[f.Path] = f.ModTime
	}
	return func(ctx context.Context, names []string) func(string) time.Time {
		times := map[string]time.Time{}
		var newest time.Time
		commits := extract.CommitTimes(ctx, root, slices.DeleteFunc(slices.Clone(names), func(name string) bool { return name == "" }))
		for _, name := range names {
			t, ok := commits[name]
			if !ok {
				t, ok = disk[name]
			}
			if ok {
				times[name] = t
			}
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
}

// storedGraph is what the file has of a root.
type storedGraph struct {
	root         *merge.Root // nil for none
	known        *extract.Known
	nodes, edges int
	pending      int // nodes of any root whose entries a broken run left
}

// storedGraph looks a root up; a file that is not there or not ours yet has none.
func (e *Engine) storedGraph(ctx context.Context, kind, path string) (storedGraph, error) {
	var s storedGraph
	err := e.read(ctx, func(tx *db.Tx) (err error) {
		s, err = storedIn(tx, kind, path)
		return err
	})
	if errors.Is(err, db.ErrMissing) || errors.Is(err, db.ErrEmpty) || errors.Is(err, db.ErrNotMerged) {
		return storedGraph{}, nil
	}
	return s, err
}

func storedIn(tx *db.Tx, kind, path string) (s storedGraph, err error) {
	if s.root, err = merge.RootAt(tx, kind, path); err != nil || s.root == nil {
		return s, err
	}
	if s.known, err = extract.KnownOf(tx, *s.root); err != nil {
		return s, err
	}
	if s.nodes, s.edges, err = extract.Count(tx, *s.root); err != nil {
		return s, err
	}
	s.pending, err = extract.Pending(tx)
	return s, err
}

// graphSave is a graph to be stored.
type graphSave struct {
	kind, path string
	graph      *extract.Graph
	build      *extract.Build // nil for a graph file
	unread     []Skip         // of which what is known stays
	bare       bool           // without entries
	times      func(context.Context, []string) func(string) time.Time
}

// plan finds what is to be written. What is known of unread sources goes into the graph first.
func (g *graphSave) plan(tx *db.Tx, s storedGraph) (*extract.Update, error) {
	if s.root != nil && len(g.unread) > 0 {
		unread := within(g.unread)
		if g.build != nil {
			unread = func(file string) bool { return within(g.unread)(file) && !g.build.Knows(file) }
		}
		var is *extract.Known
		if g.build != nil {
			is = g.build.Known
		}
		carried, err := extract.Carry(tx, *s.root, g.graph, unread, is, s.known)
		if err != nil {
			return nil, err
		}
		if g.build != nil {
			g.build.Known.SetCarried(carried)
		}
	}
	return extract.Plan(tx, s.root, g.graph, s.known)
}

// saveGraph makes the stored graph of a root what the new one says, in one transaction: nobody sees half of it, and a run that is
// broken off leaves the graph as it was. What is to be written is found out before, while others may write; if another run has
// stored the same root meanwhile, again. Then the entries follow, in batches, and steps 1 and 2.
func (e *Engine) saveGraph(ctx context.Context, g graphSave) (NodeCounts, error) {
	var counts NodeCounts
	var u *extract.Update
	stored, err := e.storedGraph(ctx, g.kind, g.path)
	if err != nil {
		return counts, err
	}
	if stored.root == nil {
		u, err = g.plan(nil, stored)
	} else {
		err = e.read(ctx, func(tx *db.Tx) (err error) {
			u, err = g.plan(tx, stored)
			return err
		})
	}
	if err != nil {
		return counts, err
	}
	times := g.times(ctx, u.Files)
	err = e.write(ctx, func(tx *db.Tx) error {
		root, err := merge.EnsureRoot(tx, g.kind, g.path)
		if err != nil {
			return err
		}
		now, err := storedIn(tx, g.kind, g.path)
		if err != nil {
			return err
		}
		if !now.known.Is(stored.known) || stored.root != nil && *now.root != *stored.root {
			if u, err = g.plan(tx, now); err != nil {
				return err
			}
		}
		if err := u.Write(tx, root, times); err != nil {
			return err
		}
		return extract.Keep(tx, root, u, g.build)
	})
	if err != nil {
		return counts, err
	}
	counts.Nodes, counts.Edges = len(g.graph.Nodes), len(g.graph.Edges)
	counts.Added, counts.Changed, counts.Unchanged, counts.Removed = u.Added, u.Changed, u.Unchanged, u.Removed
	if n := u.Added + u.Changed + u.Removed + stored.pending; n > 0 && !g.bare {
		g.graph, u = nil, nil
		if err := e.saveEntries(ctx, n); err != nil {
			return counts, err
		}
	}
	counts.Unembedded, err = e.unembedded(ctx, "")
	return counts, err
}

// entryBatch is how many entries are written in one transaction: others wait for it a second at most.
const entryBatch = 8000

// saveEntries makes the entries of nodes that changed, about so many, then runs steps 1 and 2.
func (e *Engine) saveEntries(ctx context.Context, total int) error {
	defer thrifty(smallHeap)()
	for done := 0; ; {
		n := 0
		err := e.write(ctx, func(tx *db.Tx) (err error) {
			n, err = extract.WriteEntries(tx, entryBatch)
			return err
		})
		if err != nil {
			return err
		}
		if n == 0 {
			break
		}
		done += n
		e.Progress("save", done, max(done, total))
	}
	_, err := e.Merge(ctx, MergeInput{})
	return err
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
