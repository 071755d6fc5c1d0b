package page

import (
	"errors"
	"path"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"brain/db"
)

// unwritable are slugs that no file can have, or none that an import reads.
var unwritable = []string{
	"notes/" + strings.Repeat("a", 201), strings.Repeat("日", 100), strings.Repeat("folder/", 150) + "x", ".hidden/page", "notes/.draft", "node_modules/x",
}

func TestPutRefusesWhatNoFileCanBe(t *testing.T) {
	d := openStore(t)
	for _, slug := range unwritable {
		err := d.Write(t.Context(), func(tx *db.Tx) error {
			_, err := Put(tx, PutInput{Slug: slug, Source: []byte("text")}, wordWindows)
			return err
		})
		if !errors.Is(err, ErrSlug) {
			t.Errorf("%.40q: %v", slug, err)
		}
	}
	for _, slug := range []string{strings.Repeat("a", 200), "notes/node_modules", "a/b.c/d"} {
		put(t, d, slug, "text")
	}
}

func TestAnExportCutsShortWhatNoFileCanBe(t *testing.T) {
	d := openStore(t)
	for _, slug := range unwritable {
		put(t, d, "x", "text of "+slug)
		write(t, d, func(tx *db.Tx) error {
			_, err := tx.Exec(`UPDATE pages SET slug = ? WHERE slug = 'x'`, slug)
			return err
		})
	}
	out := exportAll(t, d)
	for p := range out {
		if p == MetaPath {
			continue
		}
		if len(p) > maxSlug || strings.HasPrefix(p, ".") || strings.Contains(p, "/.") || strings.Contains(p, nodeModules+"/") || len(path.Base(p)) > 255 {
			t.Errorf("exported as %q", p)
		}
	}
	if len(out) != len(unwritable)+1 {
		t.Errorf("%d files", len(out))
	}
	// They have their slugs again, elsewhere and where they are.
	for _, to := range []*db.DB{openStore(t), d} {
		out.sync(t, to, "/export")
		if diff := cmp.Diff(sorted(unwritable), sqlTexts(t, to, `SELECT slug FROM pages WHERE deleted_at IS NULL ORDER BY slug`)); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
	}
}

func TestANarrowedExportKeepsPlacesAndMetadata(t *testing.T) {
	d := openStore(t)
	folder{"x y.md": "of a file", "new.md": "---\ntype: person\n---\nof a file"}.sync(t, d, "/vault")
	put(t, d, "x-y-2", "text")
	write(t, d, func(tx *db.Tx) error {
		// A page of no file whose slug is another's path.
		_, err := tx.Exec(`UPDATE pages SET slug = iif(slug = 'new', 'other', iif(slug = 'x-y-2', 'new', slug))`)
		return err
	})
	all := exportAll(t, d)
	read(t, d, func(tx *db.Tx) error {
		return Export(tx, ExportFilter{Under: "new"}, func(f ExportFile) error {
			if f.Path != MetaPath {
				if all[f.Path] != string(f.Data) {
					t.Errorf("%s is another page's file", f.Path)
				}
				return nil
			}
			merged, err := MergeMeta([]byte(all[MetaPath]), f.Data)
			if diff := cmp.Diff(all[MetaPath], string(merged)); diff != "" || len(f.Data) >= len(merged) {
				t.Errorf("metadata (-want +got):\n%s", diff)
			}
			return err
		})
	})
}
