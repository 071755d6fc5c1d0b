package engine

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"brain/db"
	"brain/merge"
	"brain/page"
)

// below gives the path of dir within root, slash-separated; ok is false where it does not lie there.
func below(root, dir string) (rel string, ok bool) {
	rel, err := filepath.Rel(root, dir)
	if err != nil || rel == "." || rel == ".." || strings.HasPrefix(rel, ".."+string(filepath.Separator)) {
		return "", false
	}
	return filepath.ToSlash(rel), true
}

// enclosing gives the folder of an earlier import that reads dir too, as a part of it: its pages would be there twice if dir
// were a root of its own. Without such a folder it gives dir.
func (e *Engine) enclosing(ctx context.Context, dir string, in ImportInput) (string, error) {
	d, err := e.open(ctx, false)
	if err != nil || d.State() != db.Ours {
		return dir, nil // what is wrong with the file, the import says
	}
	var roots []merge.Root
	err = e.read(ctx, func(tx *db.Tx) (err error) {
		roots, err = merge.Roots(tx, merge.PagesRoot)
		return err
	})
	if err != nil {
		return "", err
	}
	outer := dir
	for _, r := range roots {
		rel, ok := below(r.Path, dir)
		if !ok || len(r.Path) >= len(outer) {
			continue
		}
		_, skips, err := page.Walk(ctx, r.Path, in.walkOptions()...)
		if ctx.Err() != nil {
			return "", ctx.Err()
		}
		if left := leftOut(skips); err == nil && !left(rel) {
			outer = r.Path
		}
	}
	if outer != dir {
		e.Notice(fmt.Sprintf("%s is a part of %s, which was imported before: all of that is read", dir, outer))
	}
	return outer, nil
}

// leftOut tells what lies in a folder, or is one, that a walk passed over.
func leftOut(skips []page.Skip) func(path string) bool {
	list := make([]Skip, len(skips))
	for i, s := range skips {
		list[i].Path = s.Path
	}
	return within(list)
}

// takeIn finds the roots of earlier imports that are parts of this one. Their pages stay the same pages: a file that is where it
// was is one that was moved, seen from here.
func (im *importer) takeIn(tx *db.Tx) error {
	roots, err := merge.Roots(tx, merge.PagesRoot)
	if err != nil {
		return err
	}
	passed := within(append(im.out.Ignored[:len(im.out.Ignored):len(im.out.Ignored)], im.out.Skipped...))
	im.inside = nil
	for _, r := range roots {
		rel, ok := below(im.path, r.Path)
		if _, err := os.Stat(r.Path); !ok || err != nil || passed(rel) {
			continue
		}
		if err := merge.TakeFirst(tx, &im.root, r); err != nil {
			return err
		}
		im.inside = append(im.inside, page.Inside{Root: r, Path: rel})
	}
	return nil
}

// refuseExport refuses a folder that is an export of pages which this file has from other folders. One that was read in before,
// and pages that commands made, are not meant.
func (im *importer) refuseExport(tx *db.Tx) error {
	pages, err := page.CountIn(tx, im.path)
	if err != nil || pages > 0 {
		return err
	}
	slugs, err := page.Exported(tx, im.root, im.meta)
	if err != nil || len(slugs) == 0 {
		return err
	}
	return &Error{Problem: fmt.Sprintf("%s is an export of pages that are in this brain (%d)", im.path, len(slugs)), Cause: "each of them would be there twice, such as " + brief(slugs[0]),
		Fix: "take what was changed in it back with `brain put SLUG --content-file FILE`, or import it into another file: BRAIN_DB=other.db"}
}
