package page

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"brain/db"
)

// move renames a file.
func (f folder) move(from, to string) {
	f[to] = f[from]
	delete(f, from)
}

func TestAMovedFileLeavesWhatCommandsDid(t *testing.T) {
	const text = "---\ntags: [x, y]\n---\n# Orig\n"
	for name, tt := range map[string]struct {
		command func(*db.Tx) (Saved, error)
		want    string
	}{
		"put": {func(tx *db.Tx) (Saved, error) {
			return Put(tx, PutInput{Slug: "p", Source: []byte("# zebra")}, wordWindows)
		}, "# zebra"},
		"untag": {func(tx *db.Tx) (Saved, error) { return Untag(tx, "p", "y", wordWindows) }, "---\ntags: [x]\n---\n# Orig\n"},
		"tag":   {func(tx *db.Tx) (Saved, error) { return Tag(tx, "p", "z", wordWindows) }, "---\ntags: [x, y, z]\n---\n# Orig\n"},
		"revert": {func(tx *db.Tx) (Saved, error) {
			if _, err := Put(tx, PutInput{Slug: "p", Source: []byte("# zebra")}, wordWindows); err != nil {
				return Saved{}, err
			}
			return Revert(tx, "p", 1, wordWindows)
		}, text},
	} {
		d := openStore(t)
		vault := folder{"p.md": text, "q.md": "[[p]]"}
		vault.sync(t, d, "/vault")
		do(t, d, tt.command)
		before := get(t, d, "p")
		origins := sqlTexts(t, d, `SELECT tag || origin FROM page_tags ORDER BY 1`)
		vault.move("p.md", "people/p2.md")
		got := vault.sync(t, d, "/vault")
		if diff := cmp.Diff(map[string]Status{"people/p2.md": Moved, "q.md": Skipped}, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
		r := get(t, d, "p")
		if string(r.Source) != tt.want || r.Path != "people/p2.md" || r.UpdatedAt != before.UpdatedAt {
			t.Errorf("%s: %q at %s of %s, want of %s", name, r.Source, r.Path, r.UpdatedAt, before.UpdatedAt)
		}
		if diff := cmp.Diff(origins, sqlTexts(t, d, `SELECT tag || origin FROM page_tags ORDER BY 1`)); diff != "" {
			t.Errorf("%s: origins (-before +after):\n%s", name, diff)
		}
		if got := vault.sync(t, d, "/vault"); got["people/p2.md"] != Skipped {
			t.Errorf("%s, once more: %s", name, got["people/p2.md"])
		}
	}
}

func TestADeletedPageStaysDeletedWhenItsFileMoves(t *testing.T) {
	d := openStore(t)
	vault := folder{"a.md": "text", "b.md": "text of b"}
	vault.sync(t, d, "/vault")
	write(t, d, func(tx *db.Tx) error { return Delete(tx, "a") })
	vault.move("a.md", "else/c.md")
	if got := vault.sync(t, d, "/vault"); got["else/c.md"] != Moved {
		t.Errorf("moved: %s", got["else/c.md"])
	}
	if diff := cmp.Diff([]string{"a else/c.md 1", "b b.md 0"}, sqlTexts(t, d, `SELECT concat_ws(' ', slug, path, deleted_at IS NOT NULL) FROM pages ORDER BY slug`)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	// Once the file is gone it is forgotten: a new file of the same bytes is a new page.
	vault = folder{"b.md": "text of b"}
	vault.sync(t, d, "/vault")
	vault["new.md"] = "text"
	if got := vault.sync(t, d, "/vault"); got["new.md"] != Created {
		t.Errorf("a new file: %s", got["new.md"])
	}
}

func TestAPlanThatAnotherImportOvertookIsMadeAnew(t *testing.T) {
	d := openStore(t)
	vault := folder{"a.md": "text", "b.md": "text of b"}
	vault.sync(t, d, "/vault")
	var late []Draft
	var gone []Stored
	read(t, d, func(tx *db.Tx) error {
		s, err := Find(tx, "b")
		late, gone = []Draft{{Page: Parse("new.md", []byte("text of c")), Root: s.RootID, Origin: FromFile}}, []Stored{s}
		late[0].Page.Slug = "other"
		return err
	})
	vault["new.md"] = "text of c"
	vault.move("b.md", "c.md")
	vault.sync(t, d, "/vault")
	err := d.Write(t.Context(), func(tx *db.Tx) error { _, err := SaveAll(tx, late, wordWindows); return err })
	if !errors.Is(err, ErrSlugTaken) {
		t.Errorf("a path that is taken: %v", err)
	}
	write(t, d, func(tx *db.Tx) error { return RemoveAll(tx, gone) })
	if r := get(t, d, "b"); r.DeletedAt != "" || r.Path != "c.md" {
		t.Errorf("a page that has moved is removed: %+v", r)
	}
}
