//go:build nohugot

package engine_test

import (
	"errors"
	"strings"
	"testing"

	"brain/embed"
	"brain/engine"
)

func TestWithoutHugotItIsSaidHowToGetIt(t *testing.T) {
	e, _ := noted(t)
	explained := func(what string, err error) {
		t.Helper()
		if got := engine.Explain(err); err == nil || engine.ExitCode(err) != 1 || !strings.Contains(got.Fix, "without the tag nohugot") || !strings.Contains(got.Cause, "hugot is not in this build") {
			t.Errorf("%s: %+v", what, got)
		}
	}
	_, err := e.ModelPull(ctx, engine.ModelPullInput{Name: "org/model"})
	explained("pull", err)
	_, err = e.ModelParity(ctx, engine.ModelParityInput{Min: 0.999})
	explained("parity", err)
	dir := wordModel(t, map[string][2]float32{"a": {1, 0}})
	_, err = e.ModelUse(ctx, engine.ModelUseInput{Dir: dir})
	explained("a model of another family", err)
	if !errors.Is(err, embed.ErrUnsupported) {
		t.Errorf("it does not say why it takes hugot: %v", err)
	}
	tree(t, dir, map[string]string{"1_Pooling/config.json": `{"pooling_mode": "max"}`})
	_, err = e.ModelUse(ctx, engine.ModelUseInput{Dir: dir})
	if got := engine.Explain(err); err == nil || strings.Contains(got.Fix, "hugot") {
		t.Errorf("a pooling that hugot lacks too: %+v", got)
	}
	t.Setenv("BRAIN_EMBED_BACKEND", "hugot")
	_, err = e.Query(ctx, engine.QueryInput{Text: "kitten", Unified: true})
	explained("BRAIN_EMBED_BACKEND", err)
}
