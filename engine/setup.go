package engine

import (
	"context"
	"os"
	"runtime"

	"brain/db"
	"brain/extract"
	"brain/merge"
	"brain/page"
	"brain/vec"
)

// InitInput are the parameters of init.
type InitInput struct {
	Path     string `json:"path" arg:"1" value:"PATH" help:"the file to make (else BRAIN_DB, else ~/brain.db)"`
	Demo     bool   `json:"demo" help:"put brain's own documentation in, to try it"`
	URL      string `json:"url" value:"URL" help:"a PostgreSQL server: not there yet"`
	Supabase bool   `json:"supabase" help:"a hosted PostgreSQL server: not there yet"`
}

// InitResult says where the file is and whether it was made now.
type InitResult struct {
	Path     string   `json:"path"`
	Created  bool     `json:"created"`
	Verified bool     `json:"verified"` // an entry was stored in the new file, found by its vector, and rolled back
	Demo     int      `json:"demo"`     // pages of the demo that were put in
	Found    []Nearby `json:"found"`    // folders nearby that could be read in
}

// Init makes the file with all its tables, or brings an older one up to date. A file that is ready is left alone.
func (e *Engine) Init(ctx context.Context, in InitInput) (*InitResult, error) {
	if in.URL != "" || in.Supabase {
		return nil, &Error{Problem: "brain cannot keep its pages in PostgreSQL yet", Fix: "leave --url and --supabase out: all of it stands in one file, with no server (`brain init`); rows of a PostgreSQL brain come in with `brain entries import`"}
	}
	if in.Path != "" {
		other := New(e.Config)
		other.Path, in.Path = in.Path, ""
		defer other.Close()
		return other.Init(ctx, in)
	}
	d, err := e.openEmpty(ctx)
	if err != nil {
		return nil, err
	}
	out := &InitResult{Path: d.Path(), Created: d.State() != db.Ours}
	if err := e.syncMemories(ctx); err != nil {
		return nil, err
	}
	if out.Created {
		if err := e.verify(ctx); err != nil {
			return nil, err
		}
		out.Verified = true
	}
	if in.Demo {
		if out.Demo, err = e.demoPages(ctx); err != nil {
			return nil, err
		}
	}
	out.Found = e.nearby(ctx)
	return out, nil
}

// VersionInput has no parameters.
type VersionInput struct{}

// VersionResult says which program this is.
type VersionResult struct {
	Version string `json:"version"`
	Go      string `json:"go"`
	OS      string `json:"os"`
	Arch    string `json:"arch"`

	TreeSitter bool     `json:"tree_sitter"` // the languages that need it are read: the build has cgo
	Languages  []string `json:"languages"`   // that extract reads in this build
}

// Version says which program this is. It touches no file.
func (e *Engine) Version(context.Context, VersionInput) (*VersionResult, error) {
	return &VersionResult{Version: Version, Go: runtime.Version(), OS: runtime.GOOS, Arch: runtime.GOARCH,
		TreeSitter: extract.TreeSitter, Languages: languageNames(false)}, nil
}

// StatsInput has no parameters.
type StatsInput struct{}

// StatsResult counts what is in the file. Entries are those valid now; Rows counts all of brain_entries.
type StatsResult struct {
	Path      string           `json:"path"`
	Bytes     int64            `json:"bytes"`
	Entries   int64            `json:"entries"`
	Rows      int64            `json:"rows"`
	Stores    map[string]int64 `json:"stores"` // rows by store
	Pages     int64            `json:"pages"`
	Nodes     int64            `json:"nodes"`
	Edges     int64            `json:"edges"`
	Memories  int64            `json:"memories"`
	Links     int64            `json:"links"`
	Embedded  int64            `json:"embedded"`
	Model     string           `json:"model"`
	Dimension int              `json:"dimension"`
	LastMerge string           `json:"last_merge"`
	LastFull  string           `json:"last_full_merge"`
	Memory    *MemoryStats     `json:"memory"`
	Page      *page.Stats      `json:"page"` // null where the file has no pages of this program
}

// OnlyMemories says whether nothing but memories is in the file.
func (r *StatsResult) OnlyMemories() bool {
	if r.Memory == nil {
		return false
	}
	others := r.Pages + r.Nodes + r.Edges
	for store, n := range r.Stores {
		if store != merge.Memory {
			others += n
		}
	}
	return (r.Memory.Schema != "" || r.Memories > 0) && others == 0
}

// Stats counts what is in the file. It reads a brain-cli file that was never written by this program too.
func (e *Engine) Stats(ctx context.Context, _ StatsInput) (*StatsResult, error) {
	d, err := e.open(ctx, false)
	if err != nil {
		return nil, err
	}
	out := &StatsResult{Path: d.Path(), Stores: map[string]int64{}}
	if info, err := os.Stat(d.Path()); err == nil {
		out.Bytes = info.Size()
	}
	read := d.ReadMemories // on the connection that is open
	if d.State() == db.Empty {
		read = d.ReadAny
	}
	err = read(ctx, func(tx *db.Tx) error {
		var err error
		if out.Memory, err = memoryStats(tx); err != nil {
			return err
		}
		if out.Memories = out.Memory.Active + out.Memory.Invalid + out.Memory.Deleted; d.State() != db.Ours {
			return nil
		}
		if err := out.count(tx); err != nil {
			return err
		}
		out.Page, err = pageStats(tx)
		return err
	})
	return out, err
}

func (r *StatsResult) count(tx *db.Tx) error {
	for _, c := range []struct {
		query string
		into  *int64
	}{
		{`SELECT count(*) FROM pages WHERE deleted_at IS NULL`, &r.Pages},
		{`SELECT count(*) FROM brain_entry_links`, &r.Links},
	} {
		if err := tx.QueryRow(c.query, nil, c.into); err != nil {
			return err
		}
	}
	var err error
	if r.Nodes, r.Edges, err = extract.Total(tx); err != nil {
		return err
	}
	stores, err := merge.Count(tx)
	if err != nil {
		return err
	}
	for source, c := range stores {
		r.Stores[source] = c.Rows
		r.Rows += c.Rows
	}
	if r.Embedded, r.Entries, err = merge.EmbeddedCount(tx, ""); err != nil {
		return err
	}
	if r.Dimension, r.Model, _, err = vec.Entries.Info(tx); err != nil {
		return err
	}
	r.LastMerge, r.LastFull, err = merge.LastMerge(tx)
	return err
}

func setupOperations() []*Operation {
	return []*Operation{
		operation("demo", "build a brain from brain's own docs and source, and ask it three questions", (*Engine).Demo, func(op *Operation) {
			op.Effect = Adds
			op.Help = `Everything is real: the documentation goes in as pages, the Go source as a code graph, both are embedded and merged, and three
unified queries run over them. It works in a new file in a temporary folder and touches nothing else.`
			op.Examples = []Example{{"brain demo", "takes a minute of CPU time and needs no network"}}
		}),
		operation("init", "make a brain file", (*Engine).Init, func(op *Operation) {
			op.Effect, op.Idempotent = Adds, true
			op.Help = `Makes the file with all its tables, or brings an older one up to date. A file that is ready is left alone, and one of
another program is refused. Commands that add something make a missing file by themselves, and its folder; those that read do not.
A new file is tried out: an entry is stored, found by its vector, and rolled back. Folders of notes and of code nearby are listed,
and on a terminal offered for import.`
			op.Examples = []Example{{"brain init", "at BRAIN_DB, else ~/brain.db"}, {"BRAIN_DB=.brain.db brain init", "one brain for this project"}, {"brain init --demo", "with something to ask"}}
		}),
		operation("stats", "count what is in the brain", (*Engine).Stats, func(op *Operation) {
			op.Effect = Reads
			op.Help = `Entries are the rows that are valid now: what a query ranks. Rows counts those of the past too.`
			op.Examples = []Example{{"brain stats --json", "for programs"}}
		}),
		operation("version", "say which brain this is", (*Engine).Version, func(op *Operation) {
			op.Effect = Reads
			op.Examples = []Example{{"brain version", "version, Go version, platform, and the languages that extract reads"}}
		}),
	}
}
