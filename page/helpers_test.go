package page

import (
	"context"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"brain/chunk"
	"brain/db"
	"brain/merge"
)

// noon is when the tests' clocks start. Each transaction comes a minute after the one before.
var noon = time.Date(2026, 6, 1, 12, 0, 0, 0, time.UTC)

// tb is what *testing.T and *rapid.T have in common.
type tb interface {
	Helper()
	Errorf(format string, args ...any)
	Fatal(args ...any)
}

func openStore(t testing.TB) *db.DB {
	t.Helper()
	now := noon
	d, err := db.Open(context.Background(), filepath.Join(t.TempDir(), "brain.db"), db.Options{
		Create: true, Functions: merge.Functions(), Upgrades: map[int]db.Upgrade{db.PageSchema: Upgrade},
		Now: func() time.Time { now = now.Add(time.Minute); return now },
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { d.Close() })
	write(t, d, func(*db.Tx) error { return nil }) // makes the tables
	return d
}

func write(t tb, d *db.DB, fn func(*db.Tx) error) {
	t.Helper()
	if err := d.Write(context.Background(), fn); err != nil {
		t.Fatal(err)
	}
}

func read(t tb, d *db.DB, fn func(*db.Tx) error) {
	t.Helper()
	if err := d.Read(context.Background(), fn); err != nil {
		t.Fatal(err)
	}
}

// wordWindows cut a text at 60 words, or fewer where the reserve has some.
func wordWindows(text, reserve string) []string {
	words := func(s string) int { return len(strings.Fields(s)) }
	return chunk.Recursive(text, chunk.Sizes{Words: 300, Overlap: 50, Window: 60 - words(reserve), Pieces: words})
}

// folder is a tree of files as an import finds it.
type folder map[string]string

// sync imports a folder as the root at path, as the engine does.
func (f folder) sync(t tb, d *db.DB, path string) (statuses map[string]Status) {
	t.Helper()
	return f.join(t, d, path, "", "")
}

// join is sync where the root at the path inner lies in the folder, at the path rel.
func (f folder) join(t tb, d *db.DB, path, inner, rel string) (statuses map[string]Status) {
	t.Helper()
	statuses = map[string]Status{}
	write(t, d, func(tx *db.Tx) error {
		root, err := merge.EnsureRoot(tx, merge.PagesRoot, path)
		if err != nil {
			return err
		}
		var inside []Inside
		if inner != "" {
			other, err := merge.EnsureRoot(tx, merge.PagesRoot, inner)
			if err == nil {
				err = merge.TakeFirst(tx, &root, other)
			}
			if err != nil {
				return err
			}
			inside = append(inside, Inside{other, rel})
		}
		meta := map[string]Meta{}
		list, warnings := UnmarshalMeta([]byte(f[MetaPath]))
		for _, m := range list {
			meta[m.Path] = m
		}
		if len(warnings) > 0 {
			t.Errorf("metadata: %v", warnings)
		}
		var paths []string
		for p := range f {
			if _, ok := cutExt(p); ok {
				paths = append(paths, p)
			}
		}
		plan, err := Sync(tx, root, Tree{Paths: paths, Hash: func(p string) (string, bool) { return HashSource([]byte(f[p])), true }, Meta: meta, Inside: inside})
		if err != nil {
			return err
		}
		var drafts []Draft
		for _, item := range plan.Items {
			if item.Action == Keep {
				statuses[item.Path] = Skipped
				continue
			}
			p := Parse(item.Path, []byte(f[item.Path]))
			p.Slug = item.Slug
			draft := Draft{Page: p, Root: root.ID, Old: item.Old, At: noon.Add(-time.Hour), Why: "import", Origin: FromFile}
			if m, ok := meta[item.Path]; ok {
				draft.Meta = &m
			}
			drafts = append(drafts, draft)
		}
		saved, err := SaveAll(tx, drafts, wordWindows)
		if err != nil {
			return err
		}
		for i, s := range saved {
			statuses[drafts[i].Page.Path] = s.Status
		}
		for _, s := range plan.Gone {
			if statuses[s.Path] == "" { // else another file was moved over it
				statuses[s.Path] = "gone"
			}
		}
		if err := RemoveAll(tx, append(plan.Gone, plan.Forgotten...)); err != nil {
			return err
		}
		for _, in := range inside {
			if err := JoinRoots(tx, root, in); err != nil {
				return err
			}
		}
		for p, data := range f {
			if strings.HasPrefix(p, RawDir+"/") {
				if _, err := ImportRaw(tx, root, ExportFile{Path: p, Data: []byte(data), ModTime: noon}); err != nil {
					return err
				}
			}
		}
		return nil
	})
	return statuses
}

// exported gives the files of an export.
func exportAll(t tb, d *db.DB) folder {
	t.Helper()
	out := folder{}
	read(t, d, func(tx *db.Tx) error {
		return Export(tx, ExportFilter{}, func(f ExportFile) error {
			if _, twice := out[f.Path]; twice {
				t.Errorf("%s is exported twice", f.Path)
			}
			out[f.Path] = string(f.Data)
			return nil
		})
	})
	return out
}

func sorted(list []string) []string { return slices.Sorted(slices.Values(list)) }
