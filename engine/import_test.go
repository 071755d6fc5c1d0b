package engine_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"brain/engine"
)

// vault is a small folder of notes.
func vault(t *testing.T) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "notes")
	tree(t, dir, map[string]string{
		"alpha.md":       "---\ntitle: Alpha\ncreated: 2026-01-02\n---\nThe quokka sleeps.\n",
		"deep/beta.md":   "# Beta\n\nThe wombat digs.\n",
		"deep/gamma.md":  "# Gamma\n\nThe numbat eats.\n",
		"skip/image.png": "no markdown",
	})
	return dir
}

// tally is the part of an import's result that says what became of the files.
type tally struct{ Files, Added, Changed, Moved, Unchanged, Removed int }

func imported(t *testing.T, e *engine.Engine, dir string) tally {
	t.Helper()
	r := must[*engine.ImportResult](t)(e.Import(ctx, engine.ImportInput{Dir: dir, NoEmbed: true}))
	if len(r.Skipped) != 0 {
		t.Errorf("skipped %v", r.Skipped)
	}
	return tally{r.Files, r.Added, r.Changed, r.Moved, r.Unchanged, r.Removed}
}

func TestASecondImportWritesNothing(t *testing.T) {
	e, dir := brain(t), vault(t)
	if diff := cmp.Diff(tally{Files: 3, Added: 3}, imported(t, e, dir)); diff != "" {
		t.Errorf("first (-want +got):\n%s", diff)
	}
	want := []string{"[BM:gbrain:alpha:2026-01-02T00:00:00Z]", "[BM:gbrain:deep/beta:2026-04-01T09:00:00Z]", "[BM:gbrain:deep/gamma:2026-04-01T09:00:00Z]"}
	if diff := cmp.Diff(want, column(t, e, `SELECT citation_id FROM brain_entries ORDER BY entity_id`)); diff != "" {
		t.Errorf("citations (-want +got):\n%s", diff)
	}
	before := digest(t, e)
	if diff := cmp.Diff(tally{Files: 3, Unchanged: 3}, imported(t, e, dir)); diff != "" {
		t.Errorf("second (-want +got):\n%s", diff)
	}
	// Nor does a touched file: what counts is its bytes.
	touch(t, filepath.Join(dir, "alpha.md"), fileTime.Add(time.Hour))
	imported(t, e, dir)
	if digest(t, e) != before {
		t.Error("the file's bytes changed")
	}
}

func TestAnImportFollowsTheFiles(t *testing.T) {
	e, dir := brain(t), vault(t)
	imported(t, e, dir)

	tree(t, dir, map[string]string{"alpha.md": "---\ntitle: Alpha\ncreated: 2026-01-02\n---\nThe bilby hops.\n"})
	if diff := cmp.Diff(tally{Files: 3, Changed: 1, Unchanged: 2}, imported(t, e, dir)); diff != "" {
		t.Errorf("changed (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{}, found(t, e, "quokka")); diff != "" {
		t.Errorf("the old text (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{"alpha"}, found(t, e, "bilby")); diff != "" {
		t.Errorf("the new text (-want +got):\n%s", diff)
	}

	if err := os.Remove(filepath.Join(dir, "deep/beta.md")); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(tally{Files: 2, Unchanged: 2, Removed: 1}, imported(t, e, dir)); diff != "" {
		t.Errorf("removed (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(tally{Files: 2, Unchanged: 2}, imported(t, e, dir)); diff != "" {
		t.Errorf("removed, once more (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{}, found(t, e, "wombat")); diff != "" {
		t.Errorf("the removed text (-want +got):\n%s", diff)
	}

	tree(t, dir, map[string]string{"deep/beta.md": "# Beta\n\nThe wombat digs.\n"})
	if diff := cmp.Diff(tally{Files: 3, Changed: 1, Unchanged: 2}, imported(t, e, dir)); diff != "" {
		t.Errorf("back (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{"deep/beta"}, found(t, e, "wombat")); diff != "" {
		t.Errorf("the text that is back (-want +got):\n%s", diff)
	}

	if err := os.Rename(filepath.Join(dir, "deep/gamma.md"), filepath.Join(dir, "moved.md")); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(tally{Files: 3, Moved: 1, Unchanged: 2}, imported(t, e, dir)); diff != "" {
		t.Errorf("moved (-want +got):\n%s", diff)
	}
	if got := found(t, e, "numbat"); len(got) != 1 {
		t.Errorf("the moved text is found as %v", got)
	}
	if diff := cmp.Diff([]string{"deep/gamma moved.md"}, column(t, e, `SELECT slug || ' ' || path FROM pages WHERE deleted_at IS NULL AND title = 'Gamma'`)); diff != "" {
		t.Errorf("the moved page (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{"1"}, column(t, e, `SELECT count(*) FROM entry_spans WHERE entity_id = 'deep/gamma'`)); diff != "" {
		t.Errorf("the moved page's spans (-want +got):\n%s", diff)
	}
}

func TestAPageThatShrinksLosesItsChunks(t *testing.T) {
	e, dir := brain(t), vault(t)
	long := "# Long\n\n" + strings.Repeat("The quoll climbs at night and sleeps by day in a hollow log. ", 120)
	tree(t, dir, map[string]string{"long.md": long + "platypus"})
	imported(t, e, dir)
	chunks := column(t, e, `SELECT entity_id FROM entry_spans WHERE valid_to IS NULL AND entity_id LIKE 'long%' ORDER BY id`)
	if len(chunks) < 3 || chunks[0] != "long" || chunks[1] != "long#2" {
		t.Fatalf("chunks %v", chunks)
	}
	if got := found(t, e, "platypus"); len(got) != 1 || got[0] != chunks[len(chunks)-1] {
		t.Errorf("the last word is in %v of %v", got, chunks)
	}
	tree(t, dir, map[string]string{"long.md": "# Long\n\nThe quoll sleeps."})
	imported(t, e, dir)
	if diff := cmp.Diff([]string{"long"}, found(t, e, "quoll")); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestTwoRootsOfOneNameNeverMeet(t *testing.T) {
	e, first, second := brain(t), vault(t), vault(t)
	imported(t, e, first)
	tree(t, second, map[string]string{"alpha.md": "# Alpha\n\nThe other quokka sleeps.\n"})
	if diff := cmp.Diff(tally{Files: 3, Added: 3}, imported(t, e, second)); diff != "" {
		t.Errorf("second root (-want +got):\n%s", diff)
	}
	want := []string{"alpha", "deep/beta", "deep/gamma", "notes-2/alpha", "notes-2/deep/beta", "notes-2/deep/gamma"}
	if diff := cmp.Diff(want, column(t, e, `SELECT slug FROM pages ORDER BY slug`)); diff != "" {
		t.Errorf("slugs (-want +got):\n%s", diff)
	}
	if got := found(t, e, "quokka"); len(got) != 2 {
		t.Errorf("quokka is in %v", got)
	}
	// Deletions stay inside a root, and equal text of both is still there by the other.
	if err := os.Remove(filepath.Join(second, "deep/beta.md")); err != nil {
		t.Fatal(err)
	}
	imported(t, e, second)
	if got := found(t, e, "wombat"); len(got) != 1 {
		t.Errorf("wombat is in %v", got)
	}
	imported(t, e, first)
	if got := column(t, e, `SELECT count(*) FROM pages WHERE deleted_at IS NULL`); got[0] != "5" {
		t.Errorf("%s pages are left", got[0])
	}
}

func TestNamesThatDifferInCaseGetSlugsOfTheirOwn(t *testing.T) {
	e, dir := brain(t), t.TempDir()
	tree(t, dir, map[string]string{"Note.md": "# Upper\n\nnumbat", "note.md": "# Lower\n\nwombat"})
	if list, _ := os.ReadDir(dir); len(list) != 2 {
		t.Skip("this file system takes both names for one")
	}
	r := must[*engine.ImportResult](t)(e.Import(ctx, engine.ImportInput{Dir: dir, NoEmbed: true}))
	if len(r.Collisions) != 1 || r.Collisions[0].Path != "Note.md" || r.Collisions[0].Wanted != "note" {
		t.Errorf("collisions %+v", r.Collisions)
	}
	if diff := cmp.Diff([]string{"note"}, found(t, e, "wombat")); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if got := found(t, e, "numbat"); len(got) != 1 || got[0] != r.Collisions[0].Slug {
		t.Errorf("the other is %v, was said to be %s", got, r.Collisions[0].Slug)
	}
	if diff := cmp.Diff(tally{Files: 2, Unchanged: 2}, imported(t, e, dir)); diff != "" {
		t.Errorf("again (-want +got):\n%s", diff)
	}
}

func TestARootIsOneHoweverItIsReached(t *testing.T) {
	e, dir := brain(t), vault(t)
	imported(t, e, dir)
	link := filepath.Join(t.TempDir(), "link")
	if err := os.Symlink(dir, link); err != nil {
		t.Skip(err)
	}
	t.Chdir(filepath.Join(dir, "deep"))
	for _, way := range []string{link, "..", dir + "/./deep/.."} {
		if diff := cmp.Diff(tally{Files: 3, Unchanged: 3}, imported(t, e, way)); diff != "" {
			t.Errorf("by %s (-want +got):\n%s", way, diff)
		}
	}
}

func TestWhatCannotBeReadIsNamedAndTheRestGoesIn(t *testing.T) {
	e, dir := brain(t), vault(t)
	tree(t, dir, map[string]string{
		"binary.md": "\x7fELF\x00\x00\x01\x02\x00\x00\x00",
		"nul.md":    "# Nul\n\nbefore\x00after bettong",
		"latin.md":  "# Latin\n\ngr\xfc\xdfe potoroo",
		"empty.md":  "",
	})
	if err := os.Symlink(dir, filepath.Join(dir, "loop")); err != nil {
		t.Skip(err)
	}
	r := must[*engine.ImportResult](t)(e.Import(ctx, engine.ImportInput{Dir: dir, NoEmbed: true}))
	if diff := cmp.Diff([]engine.Skip{{Path: "binary.md", Reason: "is no text"}}, r.Left()); diff != "" {
		t.Errorf("skipped (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]engine.Skip{{Path: "loop", Reason: "a symbolic link", Rule: "symlink"}}, r.Ignored); diff != "" {
		t.Errorf("ignored (-want +got):\n%s", diff)
	}
	if r.Files != 7 || r.Added != 6 {
		t.Errorf("%d files, %d added", r.Files, r.Added)
	}
	var warned []string
	for _, w := range r.Warnings {
		warned = append(warned, w.Path)
	}
	if diff := cmp.Diff([]string{"empty.md", "latin.md", "nul.md"}, warned, cmpopts.SortSlices(strings.Compare)); diff != "" {
		t.Errorf("warned (-want +got):\n%s", diff)
	}
	for word, slug := range map[string]string{"bettong": "nul", "größe": "", "grüße": "latin", "potoroo": "latin"} {
		want := []string{slug}
		if slug == "" {
			want = []string{}
		}
		if diff := cmp.Diff(want, found(t, e, word)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", word, diff)
		}
	}
}

func TestImportRefusesWhatIsNoFolderOfMarkdown(t *testing.T) {
	dir := vault(t)
	for name, tc := range map[string]struct {
		path, want string
		code       int
	}{
		"missing":          {filepath.Join(dir, "none"), "no such folder", 1},
		"a file":           {filepath.Join(dir, "alpha.md"), "is a file, not a folder", 2},
		"without markdown": {filepath.Join(dir, "skip"), "no markdown in", 1},
	} {
		e := brain(t)
		_, err := e.Import(ctx, engine.ImportInput{Dir: tc.path})
		got := engine.Explain(err)
		if err == nil || !strings.Contains(got.Problem, tc.want) || got.Fix == "" || engine.ExitCode(err) != tc.code {
			t.Errorf("%s: %+v, exit code %d", name, got, engine.ExitCode(err))
		}
		if _, err := os.Stat(e.Path); !errors.Is(err, os.ErrNotExist) {
			t.Errorf("%s: a brain was made", name)
		}
	}
}

func TestTwoImportsOfOneFolderAtOnce(t *testing.T) {
	dir, path := t.TempDir(), filepath.Join(t.TempDir(), "brain.db")
	files := map[string]string{}
	for i := range 40 {
		files[fmt.Sprintf("dir/n%d.md", i)] = fmt.Sprintf("# Note %d\n\nThe quokka sleeps.\n", i)
	}
	tree(t, dir, files)
	for round := range 3 {
		var running sync.WaitGroup
		for range 3 {
			e := onFile(t, path)
			running.Go(func() {
				if _, err := e.Import(ctx, engine.ImportInput{Dir: dir, NoEmbed: true}); err != nil {
					t.Errorf("round %d: %v", round, err)
				}
			})
		}
		running.Wait()
		if err := os.Rename(filepath.Join(dir, fmt.Sprintf("dir/n%d.md", round)), filepath.Join(dir, fmt.Sprintf("moved%d.md", round))); err != nil {
			t.Fatal(err)
		}
	}
	if diff := cmp.Diff([]string{"40 40"}, column(t, onFile(t, path), `SELECT count(*) || ' ' || sum(deleted_at IS NULL) FROM pages`)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
