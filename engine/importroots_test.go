package engine_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"brain/engine"
)

// slugsOf lists the pages that are served, by slug.
func slugsOf(t *testing.T, e *engine.Engine) []string {
	t.Helper()
	return column(t, e, `SELECT slug FROM pages WHERE deleted_at IS NULL ORDER BY slug`)
}

func TestAFolderInsideAnImportedOneIsAPartOfIt(t *testing.T) {
	var notes []string
	e, dir := brain(t), vault(t)
	e.Notice = func(text string) { notes = append(notes, text) }
	imported(t, e, dir)
	tree(t, dir, map[string]string{"deep/delta.md": "# Delta", "top.md": "# Top", ".hidden/own.md": "# Own"})
	r := must[*engine.ImportResult](t)(e.Import(ctx, engine.ImportInput{Dir: filepath.Join(dir, "deep"), NoEmbed: true, DryRun: true}))
	if r.Added != 2 || r.Files != 5 || len(notes) != 1 || !strings.Contains(notes[0], "is a part of") {
		t.Errorf("rehearsed: %+v, %q", r, notes)
	}
	if diff := cmp.Diff(tally{Files: 5, Added: 2, Unchanged: 3}, imported(t, e, filepath.Join(dir, "deep"))); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	want := []string{"alpha", "deep/beta", "deep/delta", "deep/gamma", "top"}
	if diff := cmp.Diff(want, slugsOf(t, e)); diff != "" {
		t.Errorf("pages (-want +got):\n%s", diff)
	}
	// What the outer one leaves out is a folder of its own.
	if diff := cmp.Diff(tally{Files: 1, Added: 1}, imported(t, e, filepath.Join(dir, ".hidden"))); diff != "" {
		t.Errorf("hidden (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(tally{Files: 5, Unchanged: 5}, imported(t, e, dir)); diff != "" {
		t.Errorf("the outer one again (-want +got):\n%s", diff)
	}
}

func TestAFolderAroundAnImportedOneTakesItIn(t *testing.T) {
	e, dir := brain(t), vault(t)
	imported(t, e, filepath.Join(dir, "deep"))
	must[*engine.PageSaved](t)(e.Tag(ctx, engine.TagInput{Ref: "beta", Tag: "mine"}))
	other := t.TempDir()
	tree(t, other, map[string]string{"beta.md": "# Another"})
	imported(t, e, other)
	if diff := cmp.Diff(tally{Files: 3, Added: 1, Moved: 2}, imported(t, e, dir)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	want := []string{filepath.Base(other) + "/beta", "alpha", "beta", "gamma"}
	if diff := cmp.Diff(want, slugsOf(t, e)); diff != "" {
		t.Errorf("pages (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{dir + " 1", other + " 0"}, column(t, e, `SELECT path || ' ' || first FROM roots ORDER BY first DESC`)); diff != "" {
		t.Errorf("roots (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{"mine"}, column(t, e, `SELECT tag FROM page_tags`)); diff != "" {
		t.Errorf("tags (-want +got):\n%s", diff)
	}
	if err := os.Rename(filepath.Join(dir, "deep/beta.md"), filepath.Join(dir, "beta.md")); err != nil {
		t.Fatal(err)
	}
	for _, way := range []string{dir, filepath.Join(dir, "deep")} {
		imported(t, e, way)
		if diff := cmp.Diff(want, slugsOf(t, e)); diff != "" {
			t.Errorf("pages (-want +got):\n%s", diff)
		}
	}
	out := t.TempDir()
	exported(t, e, out)
	for _, f := range []string{"alpha.md", "beta.md", "deep/gamma.md", filepath.Base(other) + "/beta.md"} {
		if _, err := os.Stat(filepath.Join(out, f)); err != nil {
			t.Error(err)
		}
	}
}
