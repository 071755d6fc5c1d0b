package engine

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"time"

	"brain/db"
	"brain/merge"
	"brain/page"
)

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
	inside   []page.Inside        // roots of earlier imports that are parts of this one
	meta     map[string]page.Meta // what an export tells of its files, by path
	plan     *page.Plan
	modTimes map[string]time.Time
	batch    []page.Draft
	written  []string // the slugs of pages that were written or removed
}

func (im *importer) run(ctx context.Context) error {
	if err := im.e.write(ctx, im.prepare); err != nil {
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

// prepare plans the run from what the tree holds and what the file knows of the root.
func (im *importer) prepare(tx *db.Tx) (err error) {
	im.modTimes = make(map[string]time.Time, len(im.files))
	for _, f := range im.files {
		im.modTimes[f.Path] = f.ModTime
	}
	im.readMeta()
	if im.root, err = merge.EnsureRoot(tx, merge.PagesRoot, im.path); err != nil {
		return err
	}
	if err := im.refuseExport(tx); err != nil {
		return err
	}
	if err := im.takeIn(tx); err != nil {
		return err
	}
	if err := im.makePlan(tx); err != nil {
		return err
	}
	return im.learn(tx)
}

// learn keeps what the new files say alike. One that cannot be read now says nothing; it is told of when its turn comes.
func (im *importer) learn(tx *db.Tx) error {
	var fresh []string
	for _, item := range im.plan.Items {
		if item.Action == page.Add {
			fresh = append(fresh, item.Path)
		}
	}
	slices.Sort(fresh)
	return page.Learn(tx, im.root.ID, len(fresh), func(i int) ([]byte, error) {
		src, _ := im.read(fresh[i])
		return src, nil
	})
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
	im.plan, err = page.Sync(tx, im.root, page.Tree{Paths: paths, Hash: hash, Unread: within(im.out.Skipped), Meta: im.meta, Inside: im.inside})
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
	if old := item.Old; old != nil && old.RootID == 0 && !old.Deleted && old.SourceHash != page.HashSource(src) {
		im.out.Warnings = append(im.out.Warnings, FileWarning{item.Path, 0, "changes the page " + item.Slug + ", which was made by a command; what it was is in `brain history " + item.Slug + "`"})
	}
	p.Slug = item.Slug
	d = page.Draft{Page: p, Root: im.root.ID, Old: item.Old, At: im.modTimes[item.Path], Why: "import", Origin: page.FromFile}
	if m, ok := im.meta[item.Path]; ok {
		d.Meta = &m
	}
	return d, true
}

func (im *importer) skip(path, reason string) {
	im.out.Skipped = append(im.out.Skipped, Skip{Path: path, Reason: reason})
}

func rootCause(err error) error {
	var p *os.PathError
	if errors.As(err, &p) {
		return p.Err
	}
	var l *os.LinkError
	if errors.As(err, &l) {
		return l.Err
	}
	return err
}

// flush writes the batch. If another process took one of the slugs or paths meanwhile, the batch is planned anew, once: what
// that process has read in is then unchanged.
func (im *importer) flush(ctx context.Context) error {
	if len(im.batch) == 0 {
		return nil
	}
	err := im.e.write(ctx, im.saveBatch)
	if errors.Is(err, page.ErrSlugTaken) {
		err = im.e.write(ctx, func(tx *db.Tx) error {
			if err := im.replanBatch(tx); err != nil {
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
	for i, s := range saved {
		for _, w := range s.Warnings {
			im.out.Warnings = append(im.out.Warnings, FileWarning{im.batch[i].Page.Path, w.Line, w.Text})
		}
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
		im.written = append(im.written, s.Slug)
	}
	return nil
}

// replanBatch plans anew and gives the pages of the batch what the new plan says.
func (im *importer) replanBatch(tx *db.Tx) error {
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
		if item, ok := fresh[im.batch[i].Page.Path]; ok {
			im.batch[i].Page.Slug, im.batch[i].Old = item.Slug, item.Old
		}
	}
	return nil
}

// finish marks the pages deleted whose file is no longer in the tree, and stores raw data. What could not be read is not
// gone, nor is what lies in a folder that could not be read.
func (im *importer) finish(ctx context.Context) error {
	unread := within(im.out.Skipped)
	isUnread := func(s page.Stored) bool { return s.RootID == im.root.ID && unread(s.Path) }
	gone, forgotten := slices.DeleteFunc(im.plan.Gone, isUnread), slices.DeleteFunc(im.plan.Forgotten, isUnread)
	raw := im.rawData()
	im.out.Removed = len(gone)
	for _, s := range gone {
		im.written = append(im.written, s.Slug)
	}
	if len(im.written)+len(forgotten)+len(raw)+len(im.inside) == 0 {
		return nil
	}
	return im.e.write(ctx, func(tx *db.Tx) error {
		if err := page.RemoveAll(tx, append(gone, forgotten...)); err != nil {
			return err
		}
		for _, in := range im.inside {
			if err := page.JoinRoots(tx, im.root, in); err != nil {
				return err
			}
		}
		if err := im.log(tx); err != nil {
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
