package engine_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"brain/engine"
)

func TestANarrowedExportLosesNothingOfTheWholeOne(t *testing.T) {
	e, _ := words(t)
	put(t, e, "people/ada", "# Ada")
	put(t, e, "notes/x", "# X")
	out := t.TempDir()
	meta := func() string {
		data, err := os.ReadFile(filepath.Join(out, ".brain/meta.jsonl"))
		if err != nil {
			t.Fatal(err)
		}
		return string(data)
	}
	exported(t, e, out)
	before := meta()
	r := must[*engine.ExportResult](t)(e.Export(ctx, engine.ExportInput{Dir: out, Prefix: "people/"}))
	if diff := cmp.Diff(before, meta()); diff != "" || r.Pages != 1 || r.Written != 0 {
		t.Errorf("%+v (-before +after):\n%s", r, diff)
	}
}

// TestABlankFolderIsNoPlaceForAnExport: what a script means by "" is a variable that it never set.
func TestABlankFolderIsNoPlaceForAnExport(t *testing.T) {
	e, _ := words(t)
	put(t, e, "people/ada", "# Ada")
	t.Chdir(t.TempDir())
	for _, dir := range []string{"", " "} {
		if _, err := e.Export(ctx, engine.ExportInput{Dir: dir}); !errors.Is(err, engine.ErrUsage) {
			t.Errorf("%q: %v", dir, err)
		}
	}
	if left := must[[]fs.DirEntry](t)(os.ReadDir(".")); len(left) > 0 {
		t.Errorf("written: %v", left)
	}
}

func TestAnExportNamesWhatTheDiskHasNoNameFor(t *testing.T) {
	e, _ := words(t)
	put(t, e, "people/ada", "# Ada")
	put(t, e, "notes/x", "# X")
	if _, err := e.RawPut(ctx, engine.RawPutInput{Ref: "notes/x", Source: strings.Repeat("s", 300), Content: text("1")}); err != nil {
		t.Fatal(err)
	}
	r := must[*engine.ExportResult](t)(e.Export(ctx, engine.ExportInput{Dir: t.TempDir()}))
	if len(r.Left()) != 1 || r.Pages != 2 || r.RawData != 0 || r.Written != 3 {
		t.Errorf("%+v", r)
	}
}

// filesIn lists the files of a folder but for those of .brain, slash-separated.
func filesIn(t *testing.T, dir string) (out []string) {
	t.Helper()
	err := fs.WalkDir(os.DirFS(dir), ".", func(p string, entry fs.DirEntry, err error) error {
		if err == nil && entry.IsDir() && p == ".brain" {
			return fs.SkipDir
		}
		if err == nil && !entry.IsDir() {
			out = append(out, p)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func TestStaleFilesOfAnExportAreNamedAndPruned(t *testing.T) {
	e, _ := words(t)
	for _, slug := range []string{"people/ada", "people/bob", "notes/x", "notes/y"} {
		put(t, e, slug, "# "+slug)
	}
	must[*engine.RawPutResult](t)(e.RawPut(ctx, engine.RawPutInput{Ref: "people/bob", Source: "web", Content: text("1")}))
	out := t.TempDir()
	exported(t, e, out)
	tree(t, out, map[string]string{"people/mine.md": "somebody's", "notes/y.md": "# notes/y, by hand"})
	for _, slug := range []string{"people/bob", "notes/x", "notes/y"} {
		must[any](t)(e.DeleteRef(ctx, engine.RefInput{Ref: slug}))
	}
	stale := []engine.Stale{{Path: ".raw/people/bob/web.json"}, {Path: "notes/x.md"}, {Path: "notes/y.md", Changed: true}, {Path: "people/bob.md"}}
	// An export of some pages knows the places of all.
	for _, in := range []engine.ExportInput{{Dir: out}, {Dir: out, Prefix: "notes/"}, {Dir: out}} {
		if r := must[*engine.ExportResult](t)(e.Export(ctx, in)); cmp.Diff(stale, r.Stale) != "" || r.Removed != 0 {
			t.Errorf("stale files: %+v", r)
		}
	}
	r := must[*engine.ExportResult](t)(e.Export(ctx, engine.ExportInput{Dir: out, Prune: true}))
	if r.Removed != 3 || len(r.Stale) != 4 {
		t.Errorf("pruned: %+v", r)
	}
	if diff := cmp.Diff([]string{"notes/y.md", "people/ada.md", "people/mine.md"}, filesIn(t, out)); diff != "" {
		t.Errorf("what is left (-want +got):\n%s", diff)
	}
	if r := must[*engine.ExportResult](t)(e.Export(ctx, engine.ExportInput{Dir: out, Prune: true})); len(r.Stale) != 1 || r.Removed != 0 {
		t.Errorf("again: %+v", r)
	}
	if _, err := os.Stat(filepath.Join(out, ".raw")); err == nil {
		t.Error("a folder is left empty")
	}
}

func TestAnExportWritesOverNobodysWork(t *testing.T) {
	e, _ := words(t)
	put(t, e, "a", "# A")
	put(t, e, "b", "# B")
	out := t.TempDir()
	tree(t, out, map[string]string{"b.md": "another's"})
	left := func(r *engine.ExportResult) (paths []string) {
		for _, s := range r.Left() {
			paths = append(paths, s.Path)
		}
		return paths
	}
	if r := must[*engine.ExportResult](t)(e.Export(ctx, engine.ExportInput{Dir: out})); cmp.Diff([]string{"b.md"}, left(r)) != "" || r.Written != 2 {
		t.Errorf("into a folder with a file: %+v", r)
	}
	put(t, e, "a", "# A2")
	put(t, e, "a", "# A3")
	if r := must[*engine.ExportResult](t)(e.Export(ctx, engine.ExportInput{Dir: out})); cmp.Diff([]string{"b.md"}, left(r)) != "" {
		t.Errorf("what the page was is written over: %+v", r)
	}
	tree(t, out, map[string]string{"a.md": "# A2"})
	if err := os.RemoveAll(filepath.Join(out, ".brain/files.jsonl")); err != nil {
		t.Fatal(err)
	}
	exportedOf := func() *engine.ExportResult {
		return must[*engine.ExportResult](t)(e.Export(ctx, engine.ExportInput{Dir: out}))
	}
	if r := exportedOf(); cmp.Diff([]string{"b.md"}, left(r)) != "" {
		t.Errorf("an older version is written over: %+v", r)
	}
	tree(t, out, map[string]string{"a.md": "# A3 by hand"})
	if r := exportedOf(); cmp.Diff([]string{"a.md", "b.md"}, left(r)) != "" {
		t.Errorf("edited by hand: %+v", r)
	}
	if r := must[*engine.ExportResult](t)(e.Export(ctx, engine.ExportInput{Dir: out, Force: true})); len(r.Left()) != 0 {
		t.Errorf("with --force: %+v", r)
	}
	for name, want := range map[string]string{"a.md": "# A3", "b.md": "# B"} {
		if data, _ := os.ReadFile(filepath.Join(out, name)); string(data) != want {
			t.Errorf("%s: %q", name, data)
		}
	}
}

func TestAnExportIsNotReadIntoItsOwnBrain(t *testing.T) {
	e, dir := brain(t), vault(t)
	imported(t, e, dir)
	want := slugsOf(t, e)
	inside, outside := filepath.Join(dir, "export"), t.TempDir()
	exported(t, e, inside)
	exported(t, e, outside)
	if diff := cmp.Diff(tally{Files: 3, Unchanged: 3}, imported(t, e, dir)); diff != "" {
		t.Errorf("with an export inside (-want +got):\n%s", diff)
	}
	for _, d := range []string{inside, outside} {
		if _, err := e.Import(ctx, engine.ImportInput{Dir: d, NoEmbed: true}); err == nil || !strings.Contains(err.Error(), "is an export of pages that are in this brain (3)") {
			t.Errorf("%s: %v", d, err)
		}
	}
	if diff := cmp.Diff(want, slugsOf(t, e)); diff != "" {
		t.Errorf("pages (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(tally{Files: 3, Added: 3}, imported(t, brain(t), outside)); diff != "" {
		t.Errorf("into another (-want +got):\n%s", diff)
	}
	// Pages that commands made become those of their files.
	e = brain(t)
	put(t, e, "a", "# A")
	own := t.TempDir()
	exported(t, e, own)
	imported(t, e, own)
	if diff := cmp.Diff([]string{"a"}, slugsOf(t, e)); diff != "" {
		t.Errorf("pages of commands (-want +got):\n%s", diff)
	}
}

func TestAnExportRemovesWhatKilledOnesLeft(t *testing.T) {
	e, _ := words(t)
	put(t, e, "a", "# A")
	out := t.TempDir()
	tree(t, out, map[string]string{".brain/writing-1": "half", ".brain/writing-2": "half"})
	touch(t, filepath.Join(out, ".brain/writing-2"), time.Now())
	exported(t, e, out)
	entries, err := os.ReadDir(filepath.Join(out, ".brain"))
	var names []string
	for _, entry := range entries {
		names = append(names, entry.Name())
	}
	if diff := cmp.Diff([]string{"files.jsonl", "meta.jsonl", "writing-2"}, names); diff != "" || err != nil {
		t.Errorf("%v (-want +got):\n%s", err, diff)
	}
}

func TestAPageBesideAFolderOfItsNameIsExported(t *testing.T) {
	e, _ := words(t)
	slugs := []string{"a", "a.md/b", "a.md/c/d", "x.md/y", "x"}
	for _, slug := range slugs {
		put(t, e, slug, "# "+slug)
	}
	out := t.TempDir()
	r := must[*engine.ExportResult](t)(e.Export(ctx, engine.ExportInput{Dir: out}))
	if r.Pages != 5 || len(r.Left()) != 0 || len(r.Elsewhere) != 3 || r.Elsewhere[0].Wanted != "a.md/b.md" || r.Elsewhere[0].Slug != "a.md/b" {
		t.Errorf("%+v", r)
	}
	again, _ := words(t)
	imported(t, again, out)
	if diff := cmp.Diff([]string{"a", "a.md/b", "a.md/c/d", "x", "x.md/y"}, slugsOf(t, again)); diff != "" {
		t.Errorf("read in (-want +got):\n%s", diff)
	}
	second := t.TempDir()
	exported(t, again, second)
	if diff := cmp.Diff(filesIn(t, out), filesIn(t, second)); diff != "" {
		t.Errorf("exported again (-want +got):\n%s", diff)
	}
	// A folder of somebody's stops no other file.
	blocked := t.TempDir()
	tree(t, blocked, map[string]string{"a.md/mine.txt": "x", "x.md/y.md/z": "x"})
	r = must[*engine.ExportResult](t)(e.Export(ctx, engine.ExportInput{Dir: blocked}))
	if len(r.Left()) == 0 || r.Pages+len(r.Left()) != 5 {
		t.Errorf("blocked: %+v", r)
	}
}

func text(s string) *string { return &s }
