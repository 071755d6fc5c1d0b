package engine_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"brain/engine"
)

func TestPutAsksBeforeItWritesOverAnotherName(t *testing.T) {
	e, _ := words(t)
	put(t, e, "c++", "# C++")
	_, err := e.Put(ctx, engine.PutInput{Slug: "c#", Content: text("# C#")})
	told := engine.Explain(err)
	if engine.ExitCode(err) != 3 || len(told.Candidates) != 1 || told.Candidates[0].Slug != "c" || told.Fix == "" {
		t.Errorf("%+v", told)
	}
	cited := must[any](t)(e.Show(ctx, engine.ShowInput{Ref: "c"})).(*engine.PageResult)
	if _, err := e.Put(ctx, engine.PutInput{Slug: cited.Citation, Content: text("x")}); !errors.Is(err, engine.ErrUsage) {
		t.Errorf("put by a citation: %v", err)
	}
}

func TestAFileThatTakesAPageOverIsTold(t *testing.T) {
	e, _ := words(t)
	put(t, e, "notes/idea", "# Mine")
	put(t, e, "notes/same", "# Same")
	dir := t.TempDir()
	tree(t, dir, map[string]string{"notes/idea.md": "# The file's", "notes/same.md": "# Same"})
	r := must[*engine.ImportResult](t)(e.Import(ctx, engine.ImportInput{Dir: dir}))
	if len(r.Warnings) != 1 || r.Warnings[0].Path != "notes/idea.md" || !strings.Contains(r.Warnings[0].Text, "notes/idea") {
		t.Errorf("%+v", r.Warnings)
	}
}

func TestAFolderThatIsEmptyNowHasNoPages(t *testing.T) {
	e, dir := brain(t), t.TempDir()
	if _, err := e.Import(ctx, engine.ImportInput{Dir: dir, NoEmbed: true}); err == nil {
		t.Error("an empty folder that never had pages")
	}
	tree(t, dir, map[string]string{"only.md": "# Only\n\nquokka"})
	imported(t, e, dir)
	if err := os.Remove(filepath.Join(dir, "only.md")); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(tally{Removed: 1}, imported(t, e, dir)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if got := found(t, e, "quokka"); len(got) != 0 {
		t.Errorf("found %v", got)
	}
}

func TestAWatchThatIsStoppedAtOnceEndsWell(t *testing.T) {
	stopped, stop := context.WithCancel(ctx)
	stop()
	if r, err := brain(t).Import(stopped, engine.ImportInput{Dir: vault(t), Watch: true, Every: 1}); err != nil || r.Added != 0 {
		t.Errorf("%+v, %v", r, err)
	}
}
