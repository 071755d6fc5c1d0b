package engine

import (
	"context"
	"path"
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
func (e *Engine) saveGraph(ctx context.Context, kind, root string, g *extract.Graph, unread []Skip, times func(string) time.Time) (NodeCounts, error) {
	var counts NodeCounts
	var u *extract.Update
	err := e.write(ctx, func(tx *db.Tx) error {
		to, err := merge.EnsureRoot(tx, kind, root)
		if err == nil && len(unread) > 0 {
			err = extract.Carry(tx, to, g, within(unread))
		}
		if err == nil {
			u, err = extract.Plan(tx, to, g)
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

// callsOf names what a code entry calls; other entries call nothing.
func callsOf(tx *db.Tx, entry merge.Entry) ([]string, error) {
	if entry.Source != merge.Graphify {
		return []string{}, nil
	}
	return extract.Calls(tx, entry.EntityID, callsLimit)
}

// callsLimit is how many callees annotate a row.
const callsLimit = 20
