package engine

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
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
	Moved      int           `json:"moved"`   // files that lie elsewhere now; their pages are the same
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

// Import makes the pages of a root those of a tree of markdown, a batch a transaction. Files that are stored as they are are
// not written; the page of a moved file stays the same page; pages whose file is gone are marked deleted, inside this root
// only. What brain export wrote beside the files (times, citations, raw data) is read back.
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
	im := &importer{e: e, path: root, files: files, windows: chunker(enc), out: out}
	if err := im.run(ctx); err != nil {
		return nil, err
	}
	if out.Added+out.Changed+out.Moved+out.Removed > 0 {
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
	windows page.Windows
	out     *ImportResult

	root     merge.Root
	meta     map[string]page.Meta // what an export tells of its files, by path
	plan     *page.Plan
	modTimes map[string]time.Time
	batch    []page.Draft
}

func (im *importer) run(ctx context.Context) error {
	im.modTimes = make(map[string]time.Time, len(im.files))
	for _, f := range im.files {
		im.modTimes[f.Path] = f.ModTime
	}
	im.readMeta()
	if err := im.e.write(ctx, im.begin); err != nil {
		return err
	}
	for i, item := range im.plan.Items {
		if err := ctx.Err(); err != nil {
			return err
		}
		if d, ok := im.load(item); ok {
			im.batch = append(im.batch, d)
		}
		if len(im.batch) == importBatch {
			if err := im.flush(ctx); err != nil {
				return err
			}
		}
		im.e.Progress("import", i+1, len(im.plan.Items))
	}
	if err := im.flush(ctx); err != nil {
		return err
	}
	return im.finish(ctx)
}

// readMeta reads what an export wrote beside the files; a tree that is none has nothing there.
func (im *importer) readMeta() {
	file, err := im.read(page.MetaPath)
	if err != nil {
		return
	}
	list, warnings := page.UnmarshalMeta(file)
	im.meta = make(map[string]page.Meta, len(list))
	for _, m := range list {
		im.meta[m.Path] = m
	}
	for _, w := range warnings {
		im.out.Warnings = append(im.out.Warnings, FileWarning{page.MetaPath, w.Line, w.Text})
	}
}

// begin plans the run from what the file knows of the root.
func (im *importer) begin(tx *db.Tx) (err error) {
	if im.root, err = merge.EnsureRoot(tx, merge.PagesRoot, im.path); err != nil {
		return err
	}
	return im.makePlan(tx)
}

func (im *importer) makePlan(tx *db.Tx) (err error) {
	paths := make([]string, len(im.files))
	for i, f := range im.files {
		paths[i] = f.Path
	}
	hash := func(path string) (string, bool) {
		src, err := im.read(path)
		if err != nil {
			im.skip(path, fmt.Sprintf("cannot be read: %v", rootCause(err)))
			return "", false
		}
		return page.HashSource(src), true
	}
	im.plan, err = page.Sync(tx, im.root, page.Tree{Paths: paths, Hash: hash, Unread: within(im.out.Skipped), Meta: im.meta})
	if err != nil {
		return err
	}
	im.out.Collisions = im.out.Collisions[:0]
	for _, c := range im.plan.Collisions {
		im.out.Collisions = append(im.out.Collisions, Collision{c.Path, c.Wanted, c.Got})
	}
	return nil
}

func (im *importer) read(path string) ([]byte, error) {
	return os.ReadFile(filepath.Join(im.path, filepath.FromSlash(path)))
}

// load reads and parses a file; ok is false when there is nothing to write.
func (im *importer) load(item page.Item) (d page.Draft, ok bool) {
	if item.Action == page.Keep {
		im.out.Unchanged++
		return d, false
	}
	src, err := im.read(item.Path)
	if err != nil {
		im.skip(item.Path, fmt.Sprintf("cannot be read: %v", rootCause(err)))
		return d, false
	}
	p := page.Parse(item.Path, src)
	if p.Binary {
		im.skip(item.Path, "is no text")
		return d, false
	}
	for _, w := range p.Warnings {
		im.out.Warnings = append(im.out.Warnings, FileWarning{item.Path, w.Line, w.Text})
	}
	p.Slug = item.Slug
	d = page.Draft{Page: p, Root: im.root.ID, Old: item.Old, At: im.modTimes[item.Path], Why: "import", Origin: page.FromFile}
	if m, ok := im.meta[item.Path]; ok {
		d.Meta = &m
	}
	return d, true
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
			if err := im.renameBatch(tx); err != nil {
				return err
			}
			return im.saveBatch(tx)
		})
	}
	im.batch = im.batch[:0]
	return err
}

func (im *importer) saveBatch(tx *db.Tx) error {
	saved, err := page.SaveAll(tx, im.batch, im.windows)
	if err != nil {
		return err
	}
	for _, s := range saved {
		switch s.Status {
		case page.Created:
			im.out.Added++
		case page.Moved:
			im.out.Moved++
		case page.Skipped:
			im.out.Unchanged++
			continue
		default:
			im.out.Changed++
		}
		im.out.Entries += s.Entries
	}
	return nil
}

// renameBatch plans anew and gives the pages of the batch the slugs of the new plan.
func (im *importer) renameBatch(tx *db.Tx) error {
	done := im.plan
	if err := im.makePlan(tx); err != nil {
		return err
	}
	fresh := map[string]page.Item{}
	for _, item := range im.plan.Items {
		fresh[item.Path] = item
	}
	im.plan = done
	for i := range im.batch {
		item := fresh[im.batch[i].Page.Path]
		im.batch[i].Page.Slug, im.batch[i].Old = item.Slug, item.Old
	}
	return nil
}

// finish marks the pages deleted whose file is no longer in the tree, and stores raw data. What could not be read is not
// gone, nor is what lies in a folder that could not be read.
func (im *importer) finish(ctx context.Context) error {
	unread := within(im.out.Skipped)
	gone := slices.DeleteFunc(im.plan.Gone, func(s page.Stored) bool { return unread(s.Path) })
	raw := im.rawData()
	im.out.Removed = len(gone)
	if len(gone)+len(raw) == 0 {
		return nil
	}
	return im.e.write(ctx, func(tx *db.Tx) error {
		if err := page.RemoveAll(tx, gone); err != nil {
			return err
		}
		for _, f := range raw {
			if _, err := page.ImportRaw(tx, im.root, f); err != nil {
				return err
			}
		}
		return nil
	})
}

// rawData reads the raw data that an export wrote beside its files; of a tree that is none there is nothing.
func (im *importer) rawData() (files []page.ExportFile) {
	if im.meta == nil {
		return nil
	}
	tree := os.DirFS(im.path)
	_ = fs.WalkDir(tree, page.RawDir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || !entry.Type().IsRegular() {
			return nil // what is missing or cannot be read is no data
		}
		info, err := entry.Info()
		if err != nil || info.Size() > page.MaxFileSize {
			return nil
		}
		if data, err := fs.ReadFile(tree, path); err == nil {
			files = append(files, page.ExportFile{Path: path, Data: data, ModTime: info.ModTime()})
		}
		return nil
	})
	return files
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
