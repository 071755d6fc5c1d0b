package engine

import (
	"fmt"
	"io/fs"
	"os"

	"brain/db"
	"brain/page"
)

// logged is how many pages the log of imports names; its summary counts all.
const logged = 100

// log notes what the run did.
func (im *importer) log(tx *db.Tx) error {
	if len(im.written) == 0 {
		return nil
	}
	r := im.out
	_, err := page.LogIngest(tx, page.Ingest{SourceType: "import", SourceRef: im.path, PagesUpdated: im.written[:min(logged, len(im.written))],
		Summary: fmt.Sprintf("%d added, %d changed, %d moved, %d removed", r.Added, r.Changed, r.Moved, r.Removed)})
	return err
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
