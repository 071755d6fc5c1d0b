package page

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"brain/db"
	"brain/merge"
)

func TestAnImportFollowsTheTree(t *testing.T) {
	d := openStore(t)
	vault := folder{"a.md": "[[b]]", "dir/b.md": "text of b", "c.md": "text of c"}
	other := folder{"dir/b.md": "text of b"}
	other.sync(t, d, "/zero")
	for _, step := range []struct {
		name   string
		change func()
		want   map[string]Status
		links  []string
	}{
		{"first", func() {}, map[string]Status{"a.md": Created, "dir/b.md": Created, "c.md": Created}, []string{"vault/a mentions vault/dir/b"}},
		{"again", func() {}, map[string]Status{"a.md": Skipped, "dir/b.md": Skipped, "c.md": Skipped}, []string{"vault/a mentions vault/dir/b"}},
		{"moved", func() { vault["else/b2.md"] = vault["dir/b.md"]; delete(vault, "dir/b.md") },
			map[string]Status{"a.md": Skipped, "else/b2.md": Moved, "c.md": Skipped}, []string{"vault/a mentions vault/dir/b"}},
		{"deleted", func() { delete(vault, "else/b2.md") },
			map[string]Status{"a.md": Skipped, "else/b2.md": "gone", "c.md": Skipped}, []string{"vault/a mentions dir/b"}},
		{"back", func() { vault["else/b2.md"] = "text of b" },
			map[string]Status{"a.md": Skipped, "else/b2.md": Restored, "c.md": Skipped}, []string{"vault/a mentions vault/dir/b"}},
		{"edited", func() { vault["c.md"] = "other text of c" },
			map[string]Status{"a.md": Skipped, "else/b2.md": Skipped, "c.md": Updated}, []string{"vault/a mentions vault/dir/b"}},
	} {
		step.change()
		if diff := cmp.Diff(step.want, vault.sync(t, d, "/vault")); diff != "" {
			t.Errorf("%s (-want +got):\n%s", step.name, diff)
		}
		if diff := cmp.Diff(step.links, edges(t, d)); diff != "" {
			t.Errorf("%s: links (-want +got):\n%s", step.name, diff)
		}
	}
	if got := sqlTexts(t, d, `SELECT slug FROM pages WHERE deleted_at IS NULL ORDER BY slug`); len(got) != 4 || got[0] != "dir/b" {
		t.Errorf("pages %v", got)
	}
}

func TestAnUnchangedImportWritesNothing(t *testing.T) {
	d := openStore(t)
	vault := folder{"a.md": "---\ntags: [x]\n---\n[[b]] and [[nowhere]]\n\n---\n\n- 2024-01-01: x\n", "b.md": "text"}
	vault.sync(t, d, "/vault")
	changes := func() (n int) {
		write(t, d, func(tx *db.Tx) error { return tx.QueryRow(`SELECT total_changes()`, nil, &n) })
		return n
	}
	before := changes()
	vault.sync(t, d, "/vault")
	if after := changes(); after != before {
		t.Errorf("%d rows were written", after-before)
	}
}

func TestFilesOfOneTextAreNotMixedUp(t *testing.T) {
	d := openStore(t)
	vault := folder{"x/readme.md": "same", "y/readme.md": "same", "z.md": "same"}
	vault.sync(t, d, "/vault")
	delete(vault, "x/readme.md")
	delete(vault, "z.md")
	vault["new.md"] = "same"
	if got := vault.sync(t, d, "/vault"); got["new.md"] != Created {
		t.Errorf("one of two: %s", got["new.md"])
	}
	delete(vault, "y/readme.md")
	vault["deep/y/readme.md"] = "same"
	if got := vault.sync(t, d, "/vault"); got["deep/y/readme.md"] != Moved {
		t.Errorf("the one that is left: %s", got["deep/y/readme.md"])
	}
}

func TestAPageThatACommandDeletedStaysDeleted(t *testing.T) {
	d := openStore(t)
	vault := folder{"a.md": "text"}
	vault.sync(t, d, "/vault")
	write(t, d, func(tx *db.Tx) error { return Delete(tx, "a") })
	if got := vault.sync(t, d, "/vault"); got["a.md"] != Skipped || get(t, d, "a").DeletedAt == "" {
		t.Errorf("the same file: %s", got["a.md"])
	}
	vault["a.md"] = "new text"
	if got := vault.sync(t, d, "/vault"); got["a.md"] != Restored || get(t, d, "a").DeletedAt != "" {
		t.Errorf("another file: %s", got["a.md"])
	}
}

func TestARestoredPageOutlivesItsFile(t *testing.T) {
	d := openStore(t)
	vault := folder{"a.md": "text", "b.md": "text of b"}
	vault.sync(t, d, "/vault")
	delete(vault, "a.md")
	vault.sync(t, d, "/vault")
	do(t, d, func(tx *db.Tx) (Saved, error) { return Restore(tx, "a", wordWindows) })
	vault.sync(t, d, "/vault")
	if r := get(t, d, "a"); r.DeletedAt != "" || r.Path != "" {
		t.Errorf("after an import without its file: %+v", r)
	}
	vault["a.md"] = "text"
	vault.sync(t, d, "/vault")
	if r := get(t, d, "a"); r.Path != "a.md" {
		t.Errorf("its file is back: %+v", r)
	}
}

func TestAnExportReadIntoItsOwnFileIsThePagesThere(t *testing.T) {
	d := openStore(t)
	put(t, d, "people/ada", "---\ntitle: Ada\n---\ntext")
	put(t, d, "b", "[[Ada]]")
	want := map[string]Status{"people/ada.md": Updated, "b.md": Updated}
	got := exportAll(t, d).sync(t, d, "/export")
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{"b", "people/ada"}, sqlTexts(t, d, `SELECT slug FROM pages WHERE root_id IS NOT NULL ORDER BY slug`)); diff != "" {
		t.Errorf("pages of the folder (-want +got):\n%s", diff)
	}
	if n := len(sqlTexts(t, d, `SELECT id FROM page_versions`)); n != 0 {
		t.Errorf("%d versions of pages that did not change", n)
	}
}

func TestExportKeepsBytesPathsTimesAndCitations(t *testing.T) {
	d := openStore(t)
	vault := folder{"A b.md": "\xef\xbb\xbf# Title\r\n\r\ntext\r\n", "Mixed/Case.MD": "text [[A b]]", "t.md": "---\na: 1 # why\n---\n\n\nx\n\n---\n\n- 2024-01-01: y"}
	vault.sync(t, d, "/vault")
	folder{"A b.md": "of the second root"}.sync(t, d, "/two")
	put(t, d, "two/a-b-c", "text of no file")
	put(t, d, "new/page", "text")
	put(t, d, "new/page", "other text")
	write(t, d, func(tx *db.Tx) error { return PutRaw(tx, "t", "crunch/base", []byte(`{"a": 1.10, "b":[]}`)) })

	out := exportAll(t, d)
	for p, text := range vault {
		if out[p] != text {
			t.Errorf("%s is exported as %q", p, out[p])
		}
	}
	if out["two/A b.md"] == "" || out["two/a-b-c.md"] == "" || out["new/page.md"] != "other text" {
		t.Errorf("files %v", out)
	}
	other := openStore(t)
	out.sync(t, other, "/export")
	again := exportAll(t, other)
	if diff := cmp.Diff(map[string]string(out), map[string]string(again)); diff != "" {
		t.Errorf("exported again (-first +second):\n%s", diff)
	}
	query := `SELECT citation_id FROM brain_entries e JOIN entry_spans s ON s.entry_id = e.id AND s.valid_to IS NULL ORDER BY 1`
	if diff := cmp.Diff(sqlTexts(t, d, query), sqlTexts(t, other, query)); diff != "" {
		t.Errorf("citations (-here +there):\n%s", diff)
	}
}

func TestPlanIsNoWrite(t *testing.T) {
	d := openStore(t)
	vault := folder{"a.md": "text", "b.md": "text of b"}
	vault.sync(t, d, "/vault")
	read(t, d, func(tx *db.Tx) error {
		root := merge.Root{ID: 1, Kind: merge.PagesRoot, Path: "/vault", Name: "vault", First: true}
		files := folder{"a.md": "other text", "c.md": "text of b", "d.md": "new"}
		plan, err := Sync(tx, root, Tree{Paths: []string{"d.md", "c.md", "a.md"}, Hash: func(p string) (string, bool) { return HashSource([]byte(files[p])), true }})
		if err != nil {
			return err
		}
		var got []string
		for _, item := range plan.Items {
			got = append(got, strings.Join([]string{string(item.Action), item.Path, item.Slug, item.From}, " "))
		}
		if diff := cmp.Diff([]string{"edit a.md a ", "move c.md b b.md", "add d.md d "}, got); diff != "" || len(plan.Gone) != 0 {
			t.Errorf("plan (-want +got):\n%s", diff)
		}
		return nil
	})
}
