package engine

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"syscall"

	"brain/db"
	"brain/page"
)

// ExportInput are the parameters of export.
type ExportInput struct {
	Dir    string `json:"dir" value:"DIR" default:"export" help:"the folder to write into; it is made if need be"`
	Type   string `json:"type" value:"TYPE" help:"only pages of this type"`
	Prefix string `json:"slug-prefix" value:"TEXT" help:"only slugs that begin with this, such as people/"`
}

// ExportResult counts what was written.
type ExportResult struct {
	Dir       string `json:"dir"`
	Pages     int    `json:"pages"`
	RawData   int    `json:"raw_data"`
	Written   int    `json:"written"`   // files that are new or other than before
	Unchanged int    `json:"unchanged"` // files that were there with the same bytes
	Skipped   []Skip `json:"skipped"`   // files that the disk has no name for
}

// Left names the files that could not be written.
func (r *ExportResult) Left() []Skip { return r.Skipped }

// Export writes the pages as markdown: a page that nobody has changed is the file that it was read from, byte for byte. What
// else is in the folder stays.
func (e *Engine) Export(ctx context.Context, in ExportInput) (*ExportResult, error) {
	abs, err := filepath.Abs(in.Dir)
	if err != nil {
		return nil, err
	}
	out := &ExportResult{Dir: abs, Skipped: []Skip{}}
	var x *exporter
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
		x = &exporter{root: root, out: out, some: in.Type != "" || in.Prefix != ""}
		return page.Export(tx, page.ExportFilter{Type: in.Type, Under: in.Prefix}, func(f page.ExportFile) error {
			if err := tx.Context().Err(); err != nil {
				return err
			}
			e.Progress("export", out.Pages, 0)
			return x.write(f)
		})
	})
	return out, err
}

// exporter writes below a folder, whatever symbolic links lie there.
type exporter struct {
	root *os.Root
	out  *ExportResult
	some bool // not all pages are asked for
}

func (x *exporter) write(f page.ExportFile) error {
	name := filepath.FromSlash(f.Path)
	old, err := x.root.ReadFile(name)
	if err == nil && f.Path == page.MetaPath && x.some {
		if f.Data, err = page.MergeMeta(old, f.Data); err != nil {
			return err
		}
	}
	if same := err == nil && bytes.Equal(old, f.Data); same {
		x.out.Unchanged++
	} else if err := x.writeNew(name, f); nameless(err) {
		x.out.Skipped = append(x.out.Skipped, Skip{Path: f.Path, Reason: fmt.Sprintf("cannot be written: %v", rootCause(err))})
		return nil
	} else if err != nil {
		return placeError(f.Path, err)
	}
	switch slug, _, raw := page.ParseRawPath(f.Path); {
	case raw && slug == f.Slug:
		x.out.RawData++
	case f.Slug != "":
		x.out.Pages++
	}
	return nil
}

func (x *exporter) writeNew(name string, f page.ExportFile) error {
	if err := x.root.MkdirAll(filepath.FromSlash(path.Dir(f.Path)), 0o755); err != nil {
		return err
	}
	if err := x.root.WriteFile(name, f.Data, 0o644); err != nil {
		return err
	}
	x.out.Written++
	// The time tells a page's age to whatever reads the export; a disk without times does no harm.
	_ = x.root.Chtimes(name, f.ModTime, f.ModTime)
	return nil
}

// nameless says whether the disk refuses a name, which tells nothing of the next one.
func nameless(err error) bool {
	return errors.Is(err, syscall.ENAMETOOLONG) || errors.Is(err, syscall.EILSEQ) || errors.Is(err, syscall.EINVAL)
}

// placeError says which file has no place in the folder.
func placeError(name string, err error) error {
	e := &Error{Problem: fmt.Sprintf("cannot write %s", brief(name)), Cause: rootCause(err).Error(), Fix: pathFix(err), Err: err}
	if errors.Is(err, fs.ErrExist) {
		e.Fix = "export into an empty folder"
	}
	return e
}
