package engine

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"brain/db"
	"brain/page"
)

// ExportInput are the parameters of export.
type ExportInput struct {
	Dir    string `json:"dir" value:"DIR" default:"export" help:"the folder to write into; it is made if need be"`
	Type   string `json:"type" value:"TYPE" help:"only pages of this type"`
	Prefix string `json:"slug-prefix" value:"TEXT" help:"only slugs that begin with this, such as people/"`
	Prune  bool   `json:"prune" help:"remove the files of earlier exports that are no page's now"`
	Force  bool   `json:"force" help:"write over files that somebody has changed since they were exported"`
}

// ExportResult counts what was written.
type ExportResult struct {
	Dir       string `json:"dir"`
	Pages     int    `json:"pages"`
	RawData   int    `json:"raw_data"`
	Written   int    `json:"written"`   // files that are new or other than before
	Unchanged int    `json:"unchanged"` // files that were there with the same bytes
	Removed   int    `json:"removed"`   // files of earlier exports, with --prune

	Stale     []Stale     `json:"stale"`     // files of earlier exports that are no page's now
	Elsewhere []Collision `json:"elsewhere"` // pages whose files could not have the path that they should have
	Skipped   []Skip      `json:"skipped"`   // files that the disk has no name for, or that somebody has changed
}

// Left names the files that were not written.
func (r *ExportResult) Left() []Skip { return r.Skipped }

// Export writes the pages as markdown: a page that nobody has changed is the file that it was read from, byte for byte. What
// else is in the folder stays, also a file in the place of a page that is neither the page nor what it was: somebody's work.
func (e *Engine) Export(ctx context.Context, in ExportInput) (*ExportResult, error) {
	if strings.TrimSpace(in.Dir) == "" {
		return nil, usage("name the folder; . is this one", "--dir is blank")
	}
	abs, err := filepath.Abs(in.Dir)
	if err != nil {
		return nil, err
	}
	out := &ExportResult{Dir: abs, Stale: []Stale{}, Elsewhere: []Collision{}, Skipped: []Skip{}}
	err = e.readPages(ctx, func(tx *db.Tx) error {
		// Made only now: a file that cannot be read leaves no empty folder.
		if err := os.MkdirAll(abs, 0o755); err != nil {
			return err
		}
		root, err := os.OpenRoot(abs)
		if err != nil {
			return err
		}
		defer root.Close()
		x := &exporter{root: root, out: out, some: in.Type != "" || in.Prefix != "", force: in.Force, record: readRecord(root), names: map[string]string{}}
		removeLeftovers(root)
		places, err := page.Places(tx)
		if err == nil {
			err = x.findStale(places, in.Prune)
		}
		if err != nil {
			return err
		}
		err = page.Export(tx, page.ExportFilter{Type: in.Type, Under: in.Prefix}, func(f page.ExportFile) error {
			if err := tx.Context().Err(); err != nil {
				return err
			}
			e.Progress("export", out.Pages, 0)
			return x.write(f)
		})
		return cmp.Or(err, x.record.write(root)) // also of what was written before something went wrong
	})
	return out, err
}

// exporter writes below a folder, whatever symbolic links lie there.
type exporter struct {
	root   *os.Root
	out    *ExportResult
	some   bool // not all pages are asked for
	force  bool
	record record
	names  map[string]string // the paths of this run, by sameName
}

// attempts is how often a file is looked at anew that others write at the same time.
const attempts = 5

func (x *exporter) write(f page.ExportFile) (err error) {
	if f.Wanted != "" {
		x.out.Elsewhere = append(x.out.Elsewhere, Collision{Path: f.Path, Wanted: f.Wanted, Slug: f.Slug})
	}
	for range attempts {
		if err = x.writeOnce(f); !errors.Is(err, errChanged) {
			return err
		}
	}
	x.skip(f.Path, fmt.Sprintf("cannot be written: %v", errChanged))
	return nil
}

func (x *exporter) writeOnce(f page.ExportFile) error {
	if other := x.twin(f.Path); other != "" {
		x.skip(f.Path, "cannot be written: the disk takes its name for that of "+other)
		return nil
	}
	old, was, err := inPlace(x.root, f.Path)
	there := err == nil
	var fault placeFault
	switch {
	case errors.As(err, &fault):
		x.skip(f.Path, fmt.Sprintf("cannot be written: %v", rootCause(fault.error)))
		return nil
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		return placeError(f.Path, err)
	}
	if there && f.Path == page.MetaPath && x.some {
		if f.Data, err = page.MergeMeta(old, f.Data); err != nil {
			return err
		}
	}
	same := there && bytes.Equal(old, f.Data)
	if there && !same && !x.force {
		if foreign, err := x.isForeign(f, old); err != nil {
			return err
		} else if foreign {
			x.skip(f.Path, "was changed since the last export, or is another's: take it in (brain import, or brain put SLUG --content-file FILE), or use --force")
			return nil
		}
	}
	if same {
		x.out.Unchanged++
	} else if err := x.writeNew(f, was); errors.Is(err, errChanged) {
		return err
	} else if errors.As(err, &fault) {
		x.skip(f.Path, fmt.Sprintf("cannot be written: %v", rootCause(fault.error)))
		return nil
	} else if err != nil {
		return placeError(f.Path, err)
	}
	x.names[sameName(f.Path)] = f.Path
	if f.Path != page.MetaPath {
		x.record[f.Path] = page.HashSource(f.Data)
	}
	switch slug, _, raw := page.ParseRawPath(f.Path); {
	case raw && slug == f.Slug:
		x.out.RawData++
	case f.Slug != "":
		x.out.Pages++
	}
	return nil
}

// isForeign says whether the file in the place of a page is neither what an export wrote nor what the page ever was.
func (x *exporter) isForeign(f page.ExportFile, old []byte) (bool, error) {
	if f.Known == nil {
		return false, nil
	}
	hash := page.HashSource(old)
	if x.record[f.Path] == hash {
		return false, nil
	}
	known, err := f.Known(hash)
	return !known, err
}

func (x *exporter) skip(path, reason string) {
	x.out.Skipped = append(x.out.Skipped, Skip{Path: path, Reason: reason})
}

func (x *exporter) writeNew(f page.ExportFile, was fs.FileInfo) error {
	if err := replaceFile(x.root, f.Path, f.Data, func() bool { return isStill(x.root, f.Path, was) }); err != nil {
		return err
	}
	x.out.Written++
	// The time tells a page's age to whatever reads the export; a disk without times does no harm.
	_ = x.root.Chtimes(filepath.FromSlash(f.Path), f.ModTime, f.ModTime)
	return nil
}

// placeError says which file has no place in the folder.
func placeError(name string, err error) error {
	e := &Error{Problem: fmt.Sprintf("cannot write %s", brief(name)), Cause: rootCause(err).Error(), Fix: pathFix(err), Err: err}
	if errors.Is(err, fs.ErrExist) {
		e.Fix = "export into an empty folder"
	}
	return e
}
