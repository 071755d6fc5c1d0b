package engine_test

import (
	"errors"
	"path/filepath"
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
