package engine_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"brain/embed"
	"brain/engine"
)

func TestDamagedModelsAreToBeGotAnew(t *testing.T) {
	e := brain(t)
	for name, damage := range map[string]map[string]string{
		"cut":       {"model.onnx": "\x3a\xff\xff\x03cut off"},
		"empty":     {"model.onnx": ""},
		"tokenizer": {"tokenizer.json": `{"normalizer": {`},
		"pooling":   {"1_Pooling/config.json": "\x00"},
		"window":    {"sentence_bert_config.json": `{"max_seq_length": -5}`},
	} {
		dir := t.TempDir()
		onnx, tokenizer, _ := embed.BuiltinFiles()
		tree(t, dir, map[string]string{"model.onnx": onnx, "tokenizer.json": tokenizer})
		tree(t, dir, damage)
		_, err := e.ModelInfo(ctx, engine.ModelInfoInput{Dir: dir})
		if got := engine.Explain(err); err == nil || got.Problem != "the model "+dir+" does not open" || got.Fix != "get the model's files anew" || strings.Contains(got.Cause, "hugot") {
			t.Errorf("%s: %+v", name, got)
		}
	}
}

func TestAModelIsAFolder(t *testing.T) {
	file := filepath.Join(t.TempDir(), "model.onnx")
	if err := os.WriteFile(file, []byte("x"), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{file, os.DevNull} {
		t.Setenv("BRAIN_MODEL", path)
		_, err := brain(t).ModelInfo(ctx, engine.ModelInfoInput{})
		if got := engine.Explain(err); err == nil || !strings.HasSuffix(got.Cause, "is no folder") || strings.Contains(got.Fix, "hugot") {
			t.Errorf("%s: %+v", path, got)
		}
	}
}
