package engine

import (
	"context"
	"errors"
	"unicode/utf8"

	"brain/db"
	"brain/memory"
	"brain/merge"
	"brain/page"
)

// readPages runs fn on one state of a file whose pages this program can read.
func (e *Engine) readPages(ctx context.Context, fn func(*db.Tx) error) error {
	return e.read(ctx, func(tx *db.Tx) error {
		there, err := tx.HasTable("page_dictionaries")
		if err == nil && !there {
			err = &Error{Problem: "the pages of this file are those of an older brain", Fix: "bring it up to date with `brain init`"}
		}
		if err != nil {
			return err
		}
		return fn(tx)
	})
}

// RefInput names a memory or a page.
type RefInput struct {
	Ref string `json:"ref" arg:"1" value:"REF" required:"blank" help:"a memory's uid, a page's slug, or a citation of either"`
}

// ShowInput are the parameters of get.
type ShowInput struct {
	Ref     string `json:"ref" arg:"1" value:"REF" required:"blank" help:"a memory's uid, a page's slug or name, a node's id, or a citation of anything"`
	Deleted bool   `json:"include-deleted" added:"" help:"a deleted page will do"`
}

// PageResult is a page with its texts.
type PageResult struct {
	*page.Record
	Citation string `json:"citation_id"`        // of its first entry
	Markdown string `json:"markdown,omitempty"` // the file; left out where it is no UTF-8
}

// Show shows what a reference names.
func (e *Engine) Show(ctx context.Context, in ShowInput) (any, error) {
	if c, err := merge.ParseCitation(in.Ref); err == nil && c.Store != merge.Memory {
		return e.Cite(ctx, CiteInput{Citation: in.Ref})
	}
	ref, err := e.likely(ctx, in.Ref)
	if err != nil {
		return nil, err
	}
	switch ref.store {
	case merge.Memory:
		return e.Get(ctx, GetInput{UID: ref.id})
	case merge.Graphify:
		return e.node(ctx, ref.id)
	}
	return e.showPage(ctx, ref.id, in.Deleted)
}

func (e *Engine) showPage(ctx context.Context, slug string, deleted bool) (*PageResult, error) {
	out := &PageResult{}
	err := e.readPages(ctx, func(tx *db.Tx) (err error) {
		if !deleted {
			if err := isLive(tx, slug); err != nil {
				return err
			}
		}
		if out.Record, err = page.Get(tx, slug, deleted); err != nil {
			return err
		}
		entry, err := merge.Current(tx, merge.GBrain, slug)
		if entry != nil {
			out.Citation = entry.CitationID
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	if utf8.Valid(out.Source) {
		out.Markdown = string(out.Source)
	}
	return out, nil
}

// isLive says how a deleted page comes back.
func isLive(tx *db.Tx, slug string) error {
	s, err := page.Find(tx, slug)
	if err == nil && s.Deleted {
		err = &Error{Problem: "the page " + brief(slug) + " is deleted", Fix: "bring it back with `brain restore " + brief(slug) + "`, or look at it with `brain get --include-deleted`", Err: page.ErrNoPage}
	}
	return err
}

// node shows what a node of a code graph has now.
func (e *Engine) node(ctx context.Context, id string) (*CiteResult, error) {
	var citation string
	err := e.read(ctx, func(tx *db.Tx) error {
		entry, err := merge.Current(tx, merge.Graphify, id)
		if entry != nil {
			citation = entry.CitationID
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	return e.Cite(ctx, CiteInput{Citation: citation})
}

// PageDone says what became of a page.
type PageDone struct {
	Store string `json:"store"`
	Slug  string `json:"slug"`
	Done  string `json:"done"`
}

// DeleteRef hides a memory or a page until it is restored.
func (e *Engine) DeleteRef(ctx context.Context, in RefInput) (any, error) {
	ref, err := e.exactly(ctx, in.Ref)
	if err != nil {
		return nil, err
	}
	switch ref.store {
	case merge.Memory:
		return e.Delete(ctx, UIDInput{UID: ref.id})
	case merge.Graphify:
		return nil, noNodes("deleted")
	}
	return &PageDone{merge.GBrain, ref.id, DoneDeleted}, e.change(ctx, func(tx *db.Tx) error {
		if err := isLive(tx, ref.id); err != nil {
			return err
		}
		return page.Delete(tx, ref.id)
	})
}

// noNodes says that code is changed where it is written.
func noNodes(done string) error {
	return usage("change the source and run `brain extract DIR`", "a node of a code graph cannot be %s", done)
}

// RestoreInput are the parameters of restore.
type RestoreInput struct {
	Ref string `json:"ref" arg:"1" value:"REF" required:"blank" help:"a memory's uid, a page's slug, a citation of either, or a copy of the whole file"`
}

// RestoreRef brings a deleted memory or page back, or the whole file from a copy.
func (e *Engine) RestoreRef(ctx context.Context, in RestoreInput) (any, error) {
	if e.namesFile(ctx, in.Ref) {
		return e.restoreFile(ctx, in.Ref)
	}
	ref, err := e.exactly(ctx, in.Ref)
	if err != nil {
		return nil, noCopy(in.Ref, err)
	}
	switch ref.store {
	case merge.Memory:
		out, err := e.Restore(ctx, UIDInput{UID: ref.id})
		if errors.Is(err, memory.ErrUnknown) {
			err = noCopy(in.Ref, err)
		}
		return out, err
	case merge.Graphify:
		return nil, noNodes("restored")
	}
	_, err = e.writePage(ctx, func(tx *db.Tx, w page.Windows) (page.Saved, error) { return page.Restore(tx, ref.id, w) })
	return &PageDone{merge.GBrain, ref.id, DoneRestored}, err
}

// HistoryInput are the parameters of history.
type HistoryInput struct {
	Ref   string `json:"ref" arg:"1" value:"REF" required:"blank" help:"a memory's uid, a page's slug or name, or a citation of either"`
	Limit int    `json:"limit" default:"0" min:"0" help:"versions of a page to list; 0 is all"`
}

// VersionsResult is what a page was, the newest first.
type VersionsResult struct {
	Slug     string         `json:"slug"`
	Versions []page.Version `json:"versions"`
}

// HistoryOf tells what was done to a memory, or what a page was.
func (e *Engine) HistoryOf(ctx context.Context, in HistoryInput) (any, error) {
	ref, err := e.likely(ctx, in.Ref)
	if err != nil {
		return nil, err
	}
	switch ref.store {
	case merge.Memory:
		return e.History(ctx, UIDInput{UID: ref.id})
	case merge.Graphify:
		return nil, usage("see `brain merge revisions`", "a node of a code graph has no history of its own")
	}
	out := &VersionsResult{Slug: ref.id}
	return out, e.readPages(ctx, func(tx *db.Tx) (err error) {
		out.Versions, err = page.History(tx, ref.id, in.Limit)
		return err
	})
}

// DiffInput are the parameters of diff.
type DiffInput struct {
	Ref  string `json:"ref" arg:"1" value:"SLUG" required:"" help:"the page: its slug or name, or a citation of it"`
	From *int   `json:"from" arg:"2" value:"FROM" min:"0" help:"a version, as history numbers them; else the newest; 0 is the page as it is"`
	To   int    `json:"to" arg:"3" value:"TO" min:"0" help:"the version to compare it with; else the page as it is"`
}

// DiffResult is the unified diff between two versions of a page; Diff is "" where they are equal.
type DiffResult struct {
	Slug string `json:"slug"`
	From int64  `json:"from"`
	To   int64  `json:"to"` // 0 is the page as it is
	Diff string `json:"diff"`
}

// Diff compares two versions of a page.
func (e *Engine) Diff(ctx context.Context, in DiffInput) (*DiffResult, error) {
	slug, err := e.pageLike(ctx, in.Ref)
	if err != nil {
		return nil, err
	}
	out := &DiffResult{Slug: slug, To: int64(in.To)}
	return out, e.readPages(ctx, func(tx *db.Tx) (err error) {
		if in.From != nil {
			out.From = int64(*in.From)
		} else if out.From, err = newestVersion(tx, slug); err != nil {
			return err
		}
		out.Diff, err = page.Diff(tx, slug, out.From, out.To)
		return err
	})
}

// newestVersion is what a page was before it became what it is; 0 where it was nothing else.
func newestVersion(tx *db.Tx, slug string) (int64, error) {
	list, err := page.History(tx, slug, 1)
	if err != nil || len(list) == 0 {
		return 0, err
	}
	return list[0].ID, nil
}
