package engine

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"brain/db"
	"brain/merge"
	"brain/page"
)

// ImportInput are the parameters of import.
type ImportInput struct {
	Dir     string `json:"dir" arg:"1" value:"DIR" required:"" help:"the folder of markdown files"`
	NoEmbed bool   `json:"no-embed" help:"leave the vectors to brain embed"`
}

// ImportResult counts files and what became of them.
type ImportResult struct {
	Root       string        `json:"root"`
	Files      int           `json:"files"`
	Added      int           `json:"added"`
	Changed    int           `json:"changed"`
	Unchanged  int           `json:"unchanged"`
	Removed    int           `json:"removed"` // pages whose file is gone
	Entries    int           `json:"entries"` // entries of the added and changed pages
	Embedded   int           `json:"embedded"`
	Collisions []Collision   `json:"collisions"`
	Warnings   []FileWarning `json:"warnings"`
	Ignored    []Skip        `json:"ignored"` // left out by rule
	Skipped    []Skip        `json:"skipped"` // could not be read
}

// Collision is a file whose slug another one had.
type Collision struct {
	Path   string `json:"path"`
	Wanted string `json:"wanted"`
	Slug   string `json:"slug"`
}

// FileWarning is something odd in a file that went in all the same.
type FileWarning struct {
	Path string `json:"path"`
	Line int    `json:"line"`
	Text string `json:"text"`
}

// Left names the files that could not be read.
func (r *ImportResult) Left() []Skip { return r.Skipped }

// importBatch is how many pages are written in one transaction.
const importBatch = 200

// loaded is a file that differs from what is stored.
type loaded struct {
	page    page.Page
	old     *page.Stored
	modTime time.Time
}

// Import reads a tree of markdown into pages and entries, a batch a transaction. Files that are stored as they are are not
// written; pages whose file is gone are marked deleted, inside this root only.
func (e *Engine) Import(ctx context.Context, in ImportInput) (*ImportResult, error) {
	root, err := dir(in.Dir)
	if err != nil {
		return nil, err
	}
	out := &ImportResult{Root: root, Collisions: []Collision{}, Warnings: []FileWarning{}, Ignored: []Skip{}, Skipped: []Skip{}}
	files, skips, err := page.Walk(ctx, root)
	for _, s := range skips {
		skip := Skip{s.Path, s.Reason}
		if s.Fault {
			out.Skipped = append(out.Skipped, skip)
		} else {
			out.Ignored = append(out.Ignored, skip)
		}
	}
	var none *page.NoMarkdownError
	if errors.As(err, &none) {
		return nil, &Error{Problem: "no markdown in " + in.Dir, Cause: err.Error(), Fix: "name a folder that holds .md files", Err: err}
	}
	if err != nil {
		return nil, err
	}
	enc, err := e.Encoder()
	if err != nil {
		return nil, err
	}
	if err := e.importFiles(ctx, root, files, enc, out); err != nil {
		return nil, err
	}
	if out.Added+out.Changed+out.Removed > 0 {
		if _, err := e.Merge(ctx, MergeInput{}); err != nil {
			return nil, err
		}
	}
	if in.NoEmbed || out.Added+out.Changed == 0 {
		return out, nil
	}
	done, err := e.embedNew(ctx)
	out.Embedded = done
	return out, err
}

func (e *Engine) importFiles(ctx context.Context, path string, files []page.File, enc Encoder, out *ImportResult) error {
	out.Files = len(files)
	var root merge.Root
	var stored map[string]page.Stored
	var slugs map[string]string
	paths := make([]string, len(files))
	for i, f := range files {
		paths[i] = f.Path
	}
	err := e.write(ctx, func(tx *db.Tx) error {
		var err error
		var collisions []page.Collision
		if root, err = merge.EnsureRoot(tx, merge.PagesRoot, path); err != nil {
			return err
		}
		if stored, err = page.StoredPages(tx, root); err != nil {
			return err
		}
		slugs, collisions, err = page.Slugs(tx, root, paths)
		for _, c := range collisions {
			out.Collisions = append(out.Collisions, Collision{c.Path, c.Wanted, c.Got})
		}
		return err
	})
	if err != nil {
		return err
	}
	var batch []loaded
	flush := func() error {
		if len(batch) == 0 {
			return nil
		}
		err := e.write(ctx, func(tx *db.Tx) error {
			for _, l := range batch {
				n, err := page.Save(tx, root, l.page, l.old, l.modTime, windower(enc))
				if err != nil {
					return err
				}
				out.Entries += n
			}
			return nil
		})
		batch = batch[:0]
		return err
	}
	seen := map[string]bool{}
	for i, f := range files {
		if err := ctx.Err(); err != nil {
			return err
		}
		seen[f.Path] = true
		l, ok := e.load(path, f, stored, out)
		if !ok {
			continue
		}
		l.page.Slug = slugs[f.Path]
		if batch = append(batch, l); len(batch) == importBatch {
			if err := flush(); err != nil {
				return err
			}
		}
		e.Progress("import", i+1, len(files))
	}
	if err := flush(); err != nil {
		return err
	}
	return e.removeGone(ctx, stored, seen, out)
}

// load reads and parses a file; ok is false when there is nothing to write.
func (e *Engine) load(root string, f page.File, stored map[string]page.Stored, out *ImportResult) (loaded, bool) {
	src, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(f.Path)))
	if err != nil {
		out.Skipped = append(out.Skipped, Skip{f.Path, fmt.Sprintf("cannot be read: %v", rootCause(err))})
		return loaded{}, false
	}
	l := loaded{modTime: f.ModTime}
	if old, ok := stored[f.Path]; ok {
		l.old = &old
		if !old.Deleted && old.SourceHash == page.HashSource(src) {
			out.Unchanged++
			return loaded{}, false
		}
	}
	l.page = page.Parse(f.Path, src)
	if l.page.Binary {
		out.Skipped = append(out.Skipped, Skip{f.Path, "is no text"})
		return loaded{}, false
	}
	for _, w := range l.page.Warnings {
		out.Warnings = append(out.Warnings, FileWarning{f.Path, w.Line, w.Text})
	}
	if l.old == nil {
		out.Added++
	} else {
		out.Changed++
	}
	return l, true
}

func rootCause(err error) error {
	var p *os.PathError
	if errors.As(err, &p) {
		return p.Err
	}
	return err
}

// removeGone marks the pages deleted whose file is no longer in the tree. A file that could not be read is not gone.
func (e *Engine) removeGone(ctx context.Context, stored map[string]page.Stored, seen map[string]bool, out *ImportResult) error {
	for _, s := range out.Skipped {
		seen[s.Path] = true
	}
	var gone []page.Stored
	for p, s := range stored {
		if !s.Deleted && !seen[p] {
			gone = append(gone, s)
		}
	}
	if len(gone) == 0 {
		return nil
	}
	out.Removed = len(gone)
	return e.write(ctx, func(tx *db.Tx) error {
		for _, s := range gone {
			if err := page.Remove(tx, s); err != nil {
				return err
			}
		}
		return nil
	})
}

// embedNew embeds what an import brought in. A file that holds vectors of another model keeps them; the new entries are
// then found by text until `brain embed --all`.
func (e *Engine) embedNew(ctx context.Context) (int, error) {
	r, err := e.Embed(ctx, EmbedInput{})
	var other *merge.VectorsOther
	if errors.As(err, &other) {
		e.Notice("the new entries have no vectors: " + other.Error() + "; `brain embed --all` replaces them")
		return 0, nil
	}
	if err != nil {
		return 0, err
	}
	return r.Embedded, nil
}
