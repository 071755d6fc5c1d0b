package engine

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"

	"brain/db"
	"brain/merge"
	"brain/page"
)

// ImportInput are the parameters of import.
type ImportInput struct {
	Dir     string `json:"dir" arg:"1" value:"DIR" required:"" help:"the folder of markdown files"`
	NoEmbed bool   `json:"no-embed" help:"leave the vectors to brain embed"`
	Ignored bool   `json:"include-ignored" help:"files that .gitignore excludes too"`
	DryRun  bool   `json:"dry-run" help:"list what would be done, and do nothing"`
	Skips   bool   `json:"explain-skips" help:"list all that is left out, with the rule: other kinds of files too"`
	Watch   bool   `json:"watch" terminal:"" help:"follow the folder until stopped"`
	Every   int    `json:"interval" value:"SECONDS" terminal:"" default:"2" min:"1" help:"with --watch: how often to look"`
}

// ImportResult counts files and what became of them.
type ImportResult struct {
	Root       string        `json:"root"`
	DryRun     bool          `json:"dry_run"`
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
	Ignored    []Skip        `json:"ignored"`          // left out by rule
	Skipped    []Skip        `json:"skipped"`          // could not be read
	Changes    []FileChange  `json:"changes,omitzero"` // with --dry-run: what would be done

	explained bool // all that was left out is to be listed
	apart     bool
}

// Apart says that search does not look into pages.
func (r *ImportResult) Apart() bool { return r.apart }

// Explained says whether all that was left out is to be listed.
func (r *ImportResult) Explained() bool { return r.explained }

// FileChange is what an import would do with a file.
type FileChange struct {
	Action string `json:"action"` // add, edit, move or remove
	Path   string `json:"path"`
	Slug   string `json:"slug"`
	From   string `json:"from,omitempty"` // the former path of one that was moved
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
	if in.Watch && in.DryRun {
		return nil, usage("leave one out", "--watch and --dry-run exclude each other")
	}
	root, err := dir(in.Dir)
	if err != nil {
		return nil, err
	}
	if root, err = e.enclosing(ctx, root, in); err != nil {
		return nil, err
	}
	if in.Watch {
		return e.watchImport(ctx, root, in)
	}
	return e.importOnce(ctx, root, in)
}

func (e *Engine) importOnce(ctx context.Context, root string, in ImportInput) (*ImportResult, error) {
	out := newImportResult(root, in)
	files, err := out.walk(ctx, in)
	var none *page.NoMarkdownError
	if errors.As(err, &none) && len(out.Skipped) == 0 {
		err = e.emptied(ctx, root, err)
	}
	if err != nil {
		return nil, err
	}
	enc, err := e.encoder(ctx)
	in.NoEmbed = in.NoEmbed || errors.Is(err, errKeywordsOnly)
	if err != nil && (in.NoEmbed || in.DryRun) {
		// The pages can be cut by another model's windows; which model reads them is asked when they are embedded.
		enc, err = openNative("")
	}
	if err != nil {
		told := *Explain(err)
		told.Fix += "; or read the pages in without vectors: --no-embed"
		return nil, &told
	}
	im := &importer{e: e, path: root, files: files, windows: chunker(enc), out: out}
	if in.DryRun {
		return out, e.rehearse(ctx, im)
	}
	if err := e.missingRoots(ctx, root); err != nil {
		return nil, err
	}
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
			e.tellRest(ctx, out)
			return nil, err
		}
	}
	if out.Unembedded, err = e.unembedded(ctx, merge.GBrain); err != nil {
		return nil, err
	}
	stores, err := e.stores(ctx, nil)
	out.apart = !slices.Contains(stores, merge.GBrain)
	return out, err
}

func newImportResult(root string, in ImportInput) *ImportResult {
	return &ImportResult{Root: root, DryRun: in.DryRun, Collisions: []Collision{}, Warnings: []FileWarning{}, Ignored: []Skip{}, Skipped: []Skip{}, explained: in.Skips}
}

// walk finds the files, and notes what is left out.
func (r *ImportResult) walk(ctx context.Context, in ImportInput) ([]page.File, error) {
	files, skips, err := page.Walk(ctx, r.Root, in.walkOptions()...)
	r.Files = len(files)
	for _, s := range skips {
		skip := Skip{Path: s.Path, Reason: s.Reason, Rule: s.Rule}
		if s.Fault {
			r.Skipped = append(r.Skipped, skip)
		} else {
			r.Ignored = append(r.Ignored, skip)
		}
	}
	var none *page.NoMarkdownError
	switch {
	case errors.As(err, &none) && len(r.Skipped) > 0:
		return nil, unreadableError("markdown", in.Dir, r.Skipped)
	case errors.As(err, &none):
		return nil, &Error{Problem: "no markdown in " + in.Dir, Cause: err.Error(), Fix: "name a folder that holds .md files", Err: err}
	}
	return files, err
}

func (in ImportInput) walkOptions() (options []page.WalkOption) {
	if in.Ignored {
		options = append(options, page.IncludeIgnored())
	}
	if in.Skips {
		options = append(options, page.ListOtherFiles())
	}
	return options
}

// emptied is nil for a folder that had pages, which go with their files; of another it is err, that there is nothing to read.
func (e *Engine) emptied(ctx context.Context, root string, err error) error {
	d, opened := e.open(ctx, false)
	if opened != nil || d.State() != db.Ours {
		return err
	}
	pages := 0
	if read := e.read(ctx, func(tx *db.Tx) (err error) {
		pages, err = page.CountIn(tx, root)
		return err
	}); read != nil {
		return read
	}
	if pages == 0 {
		return err
	}
	return nil
}

// unembedded counts the valid entries of a store, or of all where it is "", that have no vector.
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
