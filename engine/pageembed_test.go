package engine_test

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"brain/engine"
)

func TestOnePageIsEmbedded(t *testing.T) {
	t.Setenv("BRAIN_EMBEDDER", "fnv384")
	e, _ := heard(t, filepath.Join(t.TempDir(), "brain.db"), nil)
	imported(t, e, vault(t))
	r := must[*engine.EmbedResult](t)(e.Embed(ctx, engine.EmbedInput{Page: "deep/beta"}))
	if r.Embedded != 1 || r.Left != 2 || r.Pieces == 0 {
		t.Errorf("%+v", r)
	}
	if r := must[*engine.EmbedResult](t)(e.Embed(ctx, engine.EmbedInput{Page: "deep/beta"})); r.Embedded != 0 || r.Left != 2 {
		t.Errorf("the second time: %+v", r)
	}
	if _, err := e.Embed(ctx, engine.EmbedInput{Page: "deep/beta", All: true}); !errors.Is(err, engine.ErrUsage) {
		t.Errorf("with --all: %v", err)
	}
}

func TestAnImportThatIsStoppedAmidVectorsKeepsWhatIsDone(t *testing.T) {
	t.Setenv("BRAIN_EMBEDDER", "fnv384")
	dir := t.TempDir()
	files := map[string]string{}
	for i := range 200 {
		files[fmt.Sprintf("n%d.md", i)] = fmt.Sprintf("# N%d\n\nalpha %d\n", i, i)
	}
	tree(t, dir, files)
	stopping, stop := context.WithCancel(ctx)
	var told []string
	e := engine.New(engine.Config{Path: filepath.Join(t.TempDir(), "brain.db"), Notice: func(s string) { told = append(told, s) }, Progress: func(stage string, done, total int) {
		if stage == "embed" {
			stop()
		}
	}})
	t.Cleanup(func() { e.Close() })
	if _, err := e.Import(stopping, engine.ImportInput{Dir: dir}); !errors.Is(err, context.Canceled) {
		t.Fatalf("stopped: %v", err)
	}
	if all := strings.Join(told, "\n"); !strings.Contains(all, "200 added") || !strings.Contains(all, "72 entries have no vector") || !strings.Contains(all, "`brain embed`") {
		t.Errorf("told %q", told)
	}
	found, err := e.Ask(ctx, engine.QueryInput{Text: "alpha 199", Limit: 5})
	if err != nil || !strings.Contains(toJSON(t, found), "n199") {
		t.Errorf("words find nothing meanwhile: %v, %v", found, err)
	}
	r := must[*engine.ImportResult](t)(e.Import(ctx, engine.ImportInput{Dir: dir}))
	if r.Unchanged != 200 || r.Embedded != 72 || r.Unembedded != 0 {
		t.Errorf("again: %+v", r)
	}
}
