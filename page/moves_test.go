package page

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"brain/db"
	"brain/merge"
)

// places tells where the pages are, as slug and path.
func places(t *testing.T, d *db.DB) []string {
	return sqlTexts(t, d, `SELECT slug || ' ' || coalesce(path, '-') FROM pages WHERE deleted_at IS NULL ORDER BY slug`)
}

func TestFilesThatChangeTheirNamesWithEachOther(t *testing.T) {
	for name, tt := range map[string]struct {
		before, after folder
		statuses      map[string]Status
		places        []string
	}{
		"two": {folder{"a.md": "A", "b.md": "B"}, folder{"a.md": "B", "b.md": "A"},
			map[string]Status{"a.md": Moved, "b.md": Moved}, []string{"a b.md", "b a.md"}},
		"three": {folder{"a.md": "A", "b.md": "B", "c.md": "C"}, folder{"a.md": "B", "b.md": "C", "c.md": "A"},
			map[string]Status{"a.md": Moved, "b.md": Moved, "c.md": Moved}, []string{"a c.md", "b a.md", "c b.md"}},
		"in a row": {folder{"1.md": "A", "2.md": "B"}, folder{"2.md": "A", "3.md": "B"},
			map[string]Status{"2.md": Moved, "3.md": Moved}, []string{"1 2.md", "2 3.md"}},
		"a new one before": {folder{"1.md": "A", "2.md": "B"}, folder{"1.md": "new", "2.md": "A", "3.md": "B"},
			map[string]Status{"1.md": Updated, "2.md": Updated, "3.md": Created}, []string{"1 1.md", "2 2.md", "3 3.md"}},
		"one over the other": {folder{"a.md": "A", "b.md": "B"}, folder{"b.md": "A"},
			map[string]Status{"b.md": Moved}, []string{"a b.md"}},
		"copied and edited": {folder{"a.md": "A"}, folder{"a.md": "A2", "a old.md": "A"},
			map[string]Status{"a.md": Updated, "a old.md": Created}, []string{"a a.md", "a-old a old.md"}},
		"copied over the other": {folder{"a.md": "A", "b.md": "B"}, folder{"a.md": "A", "b.md": "A"},
			map[string]Status{"a.md": Skipped, "b.md": Updated}, []string{"a a.md", "b b.md"}},
	} {
		d := openStore(t)
		tt.before.sync(t, d, "/vault")
		got := tt.after.sync(t, d, "/vault")
		if diff := cmp.Diff(tt.statuses, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
		if diff := cmp.Diff(tt.places, places(t, d)); diff != "" {
			t.Errorf("%s: pages (-want +got):\n%s", name, diff)
		}
		for p, s := range tt.after.sync(t, d, "/vault") {
			if s != Skipped {
				t.Errorf("%s, again: %s is %s", name, p, s)
			}
		}
	}
}

func TestSwappedFilesTakeLinksAndVersionsAlong(t *testing.T) {
	d := openStore(t)
	vault := folder{"x/a.md": "# A\n\n[near](n.md)", "y/b.md": "# B", "x/n.md": "in x", "y/n.md": "in y", "c.md": "[1](x/a.md) [2](y/b.md) [[A]]"}
	vault.sync(t, d, "/vault")
	do(t, d, func(tx *db.Tx) (Saved, error) { return Tag(tx, "x/a", "mine", wordWindows) })
	vault["x/a.md"], vault["y/b.md"] = vault["y/b.md"], vault["x/a.md"]
	vault.sync(t, d, "/vault")
	// [1] and [[A]] mean the file that is called so, whatever lies there.
	want := []string{"c mentions x/a", "c mentions y/b", "c mentions y/b", "x/a mentions y/n"}
	if diff := cmp.Diff(want, edges(t, d)); diff != "" {
		t.Errorf("links (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{"1"}, sqlTexts(t, d, `SELECT count(*) FROM page_versions v JOIN pages p ON p.id = v.page_id WHERE p.path = 'y/b.md'`)); diff != "" {
		t.Errorf("versions (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{"mine"}, get(t, d, "x/a").Tags); diff != "" {
		t.Errorf("tags (-want +got):\n%s", diff)
	}
	// The one that is written over is deleted, and can come back beside the one that took its place.
	vault["y/b.md"] = vault["x/a.md"]
	delete(vault, "x/a.md")
	vault.sync(t, d, "/vault")
	if r := get(t, d, "x/a"); r.DeletedAt == "" || r.Path != "" {
		t.Errorf("what was written over: %+v", r)
	}
	do(t, d, func(tx *db.Tx) (Saved, error) { return Restore(tx, "x/a", wordWindows) })
	if diff := cmp.Diff([]string{"c c.md", "x/a -", "x/n x/n.md", "y/b y/b.md", "y/n y/n.md"}, places(t, d)); diff != "" {
		t.Errorf("pages (-want +got):\n%s", diff)
	}
}

// However files change their names, pages follow their bytes, also if the import before was stopped half-way.
func TestPagesFollowTheirBytes(t *testing.T) {
	d, run := openStore(t), 0
	rapid.Check(t, func(t *rapid.T) {
		run++
		root := fmt.Sprintf("/vault%d", run)
		names := []string{"a.md", "b.md", "c.md", "d/a.md", "d/b.md"}
		before := folder{}
		for i, name := range names {
			before[name] = string(rune('A' + i))
		}
		before.sync(t, d, root)
		after, want := folder{}, map[string]string{}
		for i, name := range rapid.Permutation(names).Draw(t, "names") {
			after[name] = before[names[i]]
			want[after[name]] = name
		}
		write(t, d, func(tx *db.Tx) error { return after.half(tx, root, rapid.IntRange(0, 5).Draw(t, "done")) })
		after.sync(t, d, root)
		got := map[string]string{}
		read(t, d, func(tx *db.Tx) error {
			return tx.Each(`SELECT compiled_truth, path FROM pages JOIN page_texts USING (id) WHERE root_id = (SELECT id FROM roots WHERE path = ?)`, []any{root}, func(scan func(...any) error) error {
				var text, path string
				err := scan(&text, &path)
				got[text] = path
				return err
			})
		})
		if diff := cmp.Diff(want, got); diff != "" {
			t.Fatalf("(-want +got):\n%s", diff)
		}
	})
}

// half writes the first pages of an import and no more.
func (f folder) half(tx *db.Tx, path string, n int) error {
	root, err := merge.EnsureRoot(tx, merge.PagesRoot, path)
	if err != nil {
		return err
	}
	var paths []string
	for p := range f {
		paths = append(paths, p)
	}
	plan, err := Sync(tx, root, Tree{Paths: paths, Hash: func(p string) (string, bool) { return HashSource([]byte(f[p])), true }})
	if err != nil {
		return err
	}
	for _, item := range plan.Items[:n] {
		p := Parse(item.Path, []byte(f[item.Path]))
		p.Slug = item.Slug
		if _, err := Save(tx, Draft{Page: p, Root: root.ID, Old: item.Old, Origin: FromFile}, wordWindows); err != nil {
			return err
		}
	}
	return nil
}

func TestARootInsideAnotherBecomesAPartOfIt(t *testing.T) {
	d := openStore(t)
	inner := folder{"a.md": "A [b](b.md)", "b.md": "B", "gone.md": "G", "del.md": "D", "both.md": "of both"}
	inner.sync(t, d, "/vault/sub")
	delete(inner, "gone.md")
	inner.sync(t, d, "/vault/sub")
	write(t, d, func(tx *db.Tx) error { return Delete(tx, "del") })
	do(t, d, func(tx *db.Tx) (Saved, error) { return Tag(tx, "a", "mine", wordWindows) })
	outer := folder{"sub/a.md": inner["a.md"], "sub/b.md": "B2", "sub/del.md": "D", "sub/both.md": "of both", "top.md": "[a](sub/a.md) [[both]]"}
	statuses := outer.join(t, d, "/vault", "/vault/sub", "sub")
	want := map[string]Status{"sub/a.md": Moved, "sub/b.md": Updated, "sub/del.md": Moved, "sub/both.md": Moved, "top.md": Created}
	if diff := cmp.Diff(want, statuses); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{"a sub/a.md", "b sub/b.md", "both sub/both.md", "top top.md"}, places(t, d)); diff != "" {
		t.Errorf("pages (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{"a mentions b", "top mentions a", "top mentions both"}, edges(t, d)); diff != "" {
		t.Errorf("links (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{"/vault 1"}, sqlTexts(t, d, `SELECT path || ' ' || first FROM roots`)); diff != "" {
		t.Errorf("roots (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{"mine"}, get(t, d, "a").Tags); diff != "" || get(t, d, "del").DeletedAt == "" {
		t.Errorf("what commands did (-want +got):\n%s", diff)
	}
	// What was gone comes back where it would lie now.
	outer["sub/gone.md"] = "G"
	if got := outer.sync(t, d, "/vault"); got["sub/gone.md"] != Restored || got["sub/a.md"] != Skipped {
		t.Errorf("again: %v", got)
	}
}
