package engine

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
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
	Ignored bool   `json:"include-ignored" help:"files that .gitignore excludes too"`
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
	Unembedded int64         `json:"unembedded"` // entries of pages without a vector
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

// Import reads a tree of markdown into pages and entries, a batch a transaction. Files that are stored as they are are not
// written; pages whose file is gone are marked deleted, inside this root only.
func (e *Engine) Import(ctx context.Context, in ImportInput) (*ImportResult, error) {
	root, err := dir(in.Dir)
	if err != nil {
		return nil, err
	}
	var options []page.WalkOption
	if in.Ignored {
		options = append(options, page.IncludeIgnored())
	}
	files, skips, err := page.Walk(ctx, root, options...)
	out := &ImportResult{Root: root, Files: len(files), Collisions: []Collision{}, Warnings: []FileWarning{}, Ignored: []Skip{}, Skipped: []Skip{}}
	for _, s := range skips {
		skip := Skip{s.Path, s.Reason}
		if s.Fault {
			out.Skipped = append(out.Skipped, skip)
		} else {
			out.Ignored = append(out.Ignored, skip)
		}
	}
	var none *page.NoMarkdownError
	if errors.As(err, &none) && len(out.Skipped) > 0 {
		return nil, unreadableError("markdown", in.Dir, out.Skipped)
	}
	if errors.As(err, &none) {
		return nil, &Error{Problem: "no markdown in " + in.Dir, Cause: err.Error(), Fix: "name a folder that holds .md files", Err: err}
	}
	if err != nil {
		return nil, err
	}
	enc, err := e.encoder(ctx)
	in.NoEmbed = in.NoEmbed || errors.Is(err, errKeywordsOnly)
	if err != nil && in.NoEmbed {
		// The pages can be cut by another model's windows; which model reads them is asked when they are embedded.
		enc, err = openNative("")
	}
	if err != nil {
		told := *Explain(err)
		told.Fix += "; or read the pages in without vectors: --no-embed"
		return nil, &told
	}
	if err := e.missingRoots(ctx, root); err != nil {
		return nil, err
	}
	im := &importer{e: e, path: root, files: files, windows: windower(enc), out: out}
	if err := im.run(ctx); err != nil {
		return nil, err
	}
	if out.Added+out.Changed+out.Removed > 0 {
		if _, err := e.Merge(ctx, MergeInput{}); err != nil {
			return nil, err
		}
	}
	if !in.NoEmbed {
		// Also what an earlier run left without vectors, because it was stopped.
		if out.Embedded, err = e.embedPages(ctx); err != nil {
			return nil, err
		}
	}
	out.Unembedded, err = e.unembedded(ctx, merge.GBrain)
	return out, err
}

// unembedded counts the valid entries of a store that have no vector.
func (e *Engine) unembedded(ctx context.Context, store string) (n int64, err error) {
	err = e.read(ctx, func(tx *db.Tx) error {
		embedded, total, err := merge.EmbeddedCount(tx, store)
		n = total - embedded
		return err
	})
	return n, err
}

// missingRoots says which folders of earlier imports are gone while their pages are still served: a folder that was moved
// is another root to import, and its old pages would stand beside the new ones without a word.
func (e *Engine) missingRoots(ctx context.Context, importing string) error {
	d, err := e.open(ctx, true)
	if err != nil || d.State() != db.Ours {
		return err
	}
	return e.read(ctx, func(tx *db.Tx) error {
		return page.OtherRoots(tx, importing, func(path string, pages int) {
			if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
				e.Notice(fmt.Sprintf("the folder %s of an earlier import is gone; its pages (%d) are still served", path, pages))
			}
		})
	})
}

// importBatch is how many pages are written in one transaction.
const importBatch = 200

// importer is one run over a tree.
type importer struct {
	e       *Engine
	path    string
	files   []page.File
	windows func(text, lead string) []string
	out     *ImportResult

	root   merge.Root
	stored map[string]page.Stored
	slugs  map[string]string
	batch  []loaded
}

// loaded is a file that differs from what is stored.
type loaded struct {
	page    page.Page
	old     *page.Stored
	modTime time.Time
}

func (im *importer) run(ctx context.Context) error {
	if err := im.e.write(ctx, im.begin); err != nil {
		return err
	}
	for i, f := range im.files {
		if err := ctx.Err(); err != nil {
			return err
		}
		if l, ok := im.load(f); ok {
			im.batch = append(im.batch, l)
		}
		if len(im.batch) == importBatch || i == len(im.files)-1 {
			if err := im.flush(ctx); err != nil {
				return err
			}
		}
		im.e.Progress("import", i+1, len(im.files))
	}
	return im.removeGone(ctx)
}

// begin reads what the file knows of the root.
func (im *importer) begin(tx *db.Tx) (err error) {
	if im.root, err = merge.EnsureRoot(tx, merge.PagesRoot, im.path); err != nil {
		return err
	}
	if im.stored, err = page.StoredPages(tx, im.root); err != nil {
		return err
	}
	return im.assignSlugs(tx)
}

func (im *importer) assignSlugs(tx *db.Tx) error {
	paths := make([]string, len(im.files))
	for i, f := range im.files {
		paths[i] = f.Path
	}
	slugs, collisions, err := page.Slugs(tx, im.root, paths)
	im.slugs = slugs
	im.out.Collisions = im.out.Collisions[:0]
	for _, c := range collisions {
		im.out.Collisions = append(im.out.Collisions, Collision{c.Path, c.Wanted, c.Got})
	}
	return err
}

// load reads and parses a file; ok is false when there is nothing to write.
func (im *importer) load(f page.File) (l loaded, ok bool) {
	src, err := os.ReadFile(filepath.Join(im.path, filepath.FromSlash(f.Path)))
	if err != nil {
		im.skip(f.Path, fmt.Sprintf("cannot be read: %v", rootCause(err)))
		return l, false
	}
	if old, ok := im.stored[f.Path]; ok {
		l.old = &old
		if !old.Deleted && old.SourceHash == page.HashSource(src) {
			im.out.Unchanged++
			return l, false
		}
	}
	l.page, l.modTime = page.Parse(f.Path, src), f.ModTime
	if l.page.Binary {
		im.skip(f.Path, "is no text")
		return l, false
	}
	for _, w := range l.page.Warnings {
		im.out.Warnings = append(im.out.Warnings, FileWarning{f.Path, w.Line, w.Text})
	}
	if l.old == nil {
		im.out.Added++
	} else {
		im.out.Changed++
	}
	return l, true
}

func (im *importer) skip(path, reason string) {
	im.out.Skipped = append(im.out.Skipped, Skip{path, reason})
}

func rootCause(err error) error {
	var p *os.PathError
	if errors.As(err, &p) {
		return p.Err
	}
	return err
}

// flush writes the batch. If another process took one of the slugs meanwhile, they are given anew, once.
func (im *importer) flush(ctx context.Context) error {
	if len(im.batch) == 0 {
		return nil
	}
	err := im.e.write(ctx, im.saveBatch)
	if errors.Is(err, page.ErrSlugTaken) {
		err = im.e.write(ctx, func(tx *db.Tx) error {
			if err := im.assignSlugs(tx); err != nil {
				return err
			}
			return im.saveBatch(tx)
		})
	}
	im.batch = im.batch[:0]
	return err
}

func (im *importer) saveBatch(tx *db.Tx) error {
	entries := 0
	for _, l := range im.batch {
		l.page.Slug = im.slugs[l.page.Path]
		n, err := page.Save(tx, im.root, l.page, l.old, l.modTime, im.windows)
		if err != nil {
			return err
		}
		entries += n
	}
	im.out.Entries += entries
	return nil
}

// removeGone marks the pages deleted whose file is no longer in the tree. What could not be read is not gone, nor is what
// lies in a folder that could not be read.
func (im *importer) removeGone(ctx context.Context) error {
	present := map[string]bool{}
	for _, f := range im.files {
		present[f.Path] = true
	}
	unread := within(im.out.Skipped)
	var gone []page.Stored
	for p, s := range im.stored {
		if !s.Deleted && !present[p] && !unread(p) {
			gone = append(gone, s)
		}
	}
	if len(gone) == 0 {
		return nil
	}
	im.out.Removed = len(gone)
	return im.e.write(ctx, func(tx *db.Tx) error {
		for _, s := range gone {
			if err := page.Remove(tx, s); err != nil {
				return err
			}
		}
		return nil
	})
}

// embedPages embeds the entries of pages that have no vector; code is left to brain embed. A file that holds vectors of
// another model keeps them; the new entries are then found by text until `brain embed --all`.
func (e *Engine) embedPages(ctx context.Context) (int, error) {
	if n, err := e.unembedded(ctx, merge.GBrain); err != nil || n == 0 {
		return 0, err
	}
	r, err := e.Embed(ctx, EmbedInput{Store: merge.GBrain})
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
