//go:build !nohugot

package engine_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"brain/embed"
	"brain/engine"
)

func TestAModelOfAnotherFamilyRunsOnHugot(t *testing.T) {
	dir := wordModel(t, map[string][2]float32{"a": {1, 0}, "kitten": {1, 0}, "sleeps": {1, 0.5}, "cat": {1, 0.1}, "waves": {0, 1}, "salt": {0, 1}, "levy": {-1, 0}})
	t.Setenv("BRAIN_MODEL", dir)
	e, notices := noted(t)
	info := must[*engine.ModelInfoResult](t)(e.ModelInfo(ctx, engine.ModelInfoInput{}))
	if info.Backend != "hugot" || info.Dimension != 2 || info.Dir != dir {
		t.Errorf("%+v", info)
	}
	for text, want := range map[string]string{"cat kitten": "cat", "salt": "sea", "levy": "tax"} {
		got := ask(t, e, text)
		if !got.Vector || got.Results[0].EntityID != want {
			t.Errorf("%s: %+v", text, got)
		}
	}
	if len(*notices) > 0 {
		t.Errorf("notices %q", *notices)
	}
	_, err := e.ModelParity(ctx, engine.ModelParityInput{Min: 0.999})
	if !errors.Is(err, embed.ErrUnsupported) {
		t.Errorf("parity: %v", err)
	}
	t.Setenv("BRAIN_EMBED_BACKEND", "native")
	if _, err := e.ModelInfo(ctx, engine.ModelInfoInput{}); !errors.Is(err, embed.ErrUnsupported) {
		t.Errorf("native: %v", err)
	}
}

func TestTheBuiltInModelRunsOnHugotWhereTheEnvironmentSaysSo(t *testing.T) {
	e, _ := noted(t)
	t.Setenv("BRAIN_EMBED_BACKEND", "hugot")
	info := must[*engine.ModelInfoResult](t)(e.ModelInfo(ctx, engine.ModelInfoInput{}))
	if info.Backend != "hugot" || info.ID != embed.BuiltinID || info.Window != 256 || info.Dir != "" {
		t.Errorf("%+v", info)
	}
	if got := ask(t, e, "an animal at rest"); !got.Vector || got.Results[0].EntityID != "cat" {
		t.Errorf("%+v", got)
	}
}

func TestTheBackendsAgreeOnTheBuiltInModel(t *testing.T) {
	if testing.Short() {
		t.Skip("hugot takes seconds")
	}
	got := must[*engine.ModelParityResult](t)(brain(t).ModelParity(ctx, engine.ModelParityInput{Min: 0.999}))
	if got.Sentences != 20 || got.Min < 0.999 || got.Mean < got.Min || got.Worst == "" {
		t.Errorf("%+v", got)
	}
}

func TestBackendsThatDoNotAgreeAreAnError(t *testing.T) {
	if testing.Short() {
		t.Skip("hugot takes seconds")
	}
	_, err := brain(t).ModelParity(ctx, engine.ModelParityInput{Dir: "builtin", Min: 1.1})
	if got := engine.Explain(err); engine.ExitCode(err) != 1 || !strings.Contains(got.Problem, "the backends do not agree: least cosine") {
		t.Errorf("%+v", got)
	}
}

// TestOtherModelsAgree runs over folders of real models, such as bge-small-en-v1.5 and e5-small-v2.
func TestOtherModelsAgree(t *testing.T) {
	folder := os.Getenv("BRAIN_MODELS")
	if folder == "" {
		t.Skip("BRAIN_MODELS names no folder of models")
	}
	dirs, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range dirs {
		t.Run(d.Name(), func(t *testing.T) {
			e := brain(t)
			dir := filepath.Join(folder, d.Name())
			t.Logf("%+v", must[*engine.ModelInfoResult](t)(e.ModelInfo(ctx, engine.ModelInfoInput{Dir: dir})))
			t.Logf("%+v", must[*engine.ModelParityResult](t)(e.ModelParity(ctx, engine.ModelParityInput{Dir: dir, Min: 0.999})))
		})
	}
}

func TestWhatCannotBePulledIsExplained(t *testing.T) {
	e := brain(t)
	_, err := e.ModelPull(ctx, engine.ModelPullInput{Name: "nowhere", Dir: t.TempDir()})
	if !errors.Is(err, engine.ErrUsage) {
		t.Errorf("a wrong name: %v", err)
	}
	full := t.TempDir()
	tree(t, full, map[string]string{"file": "x"})
	_, err = e.ModelPull(ctx, engine.ModelPullInput{Name: "org/model", Dir: full})
	if !errors.Is(err, engine.ErrDuplicate) {
		t.Errorf("into a folder that holds something: %v", err)
	}
	t.Setenv("HF_ENDPOINT", "http://127.0.0.1:1")
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	_, err = e.ModelPull(ctx, engine.ModelPullInput{Name: "org/model", Dir: t.TempDir()})
	if got := engine.Explain(err); err == nil || !strings.Contains(got.Problem, "could not be pulled") || !strings.Contains(got.Fix, "network") {
		t.Errorf("without a network: %+v", got)
	}
}
