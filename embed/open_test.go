package embed

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// smallTokenizer has the pieces "a" to "z" and a few special ones.
func smallTokenizer() string {
	var pieces strings.Builder
	for i := range 26 {
		fmt.Fprintf(&pieces, `, "%c": %d, "##%[1]c": %[3]d`, 'a'+i, 4+i, 32+i)
	}
	return `{"normalizer": {"type": "BertNormalizer", "lowercase": true}, "pre_tokenizer": {"type": "BertPreTokenizer"}, "model": {
		"type": "WordPiece", "unk_token": "[UNK]", "continuing_subword_prefix": "##", "max_input_chars_per_word": 100,
		"vocab": {"[UNK]": 0, "[CLS]": 1, "[SEP]": 2, ":": 3` + pieces.String() + `}}}`
}

// writeModel makes a folder with the files, by their names.
func writeModel(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "small")
	for name, content := range files {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func TestOpenFollowsTheFilesBesideTheModel(t *testing.T) {
	onnx := readSmall(t)[0].file
	tests := []struct {
		name  string
		files map[string]string
		want  Options
	}{
		{"none", map[string]string{"model.onnx": onnx}, Options{Window: 32, Pooling: Mean}},
		{"in a folder", map[string]string{"onnx/model.onnx": onnx}, Options{Window: 32, Pooling: Mean}},
		{"quantised", map[string]string{"model_quantized.onnx": onnx}, Options{Window: 32, Pooling: Mean}},
		{"quantised in a folder", map[string]string{"onnx/model_quantized.onnx": onnx}, Options{Window: 32, Pooling: Mean}},
		{"the first counts", map[string]string{"model.onnx": onnx, "onnx/model.onnx": "broken"}, Options{Window: 32, Pooling: Mean}},
		{"mean", map[string]string{"model.onnx": onnx, "1_Pooling/config.json": `{"pooling_mode_mean_tokens": true, "pooling_mode_cls_token": false}`},
			Options{Window: 32, Pooling: Mean}},
		{"cls", map[string]string{"model.onnx": onnx, "1_Pooling/config.json": `{"word_embedding_dimension": 24, "pooling_mode_cls_token": true}`},
			Options{Window: 32, Pooling: CLS}},
		{"cls by name", map[string]string{"model.onnx": onnx, "1_Pooling/config.json": `{"pooling_mode": "cls"}`},
			Options{Window: 32, Pooling: CLS}},
		{"length", map[string]string{"model.onnx": onnx, "sentence_bert_config.json": `{"max_seq_length": 20, "do_lower_case": false}`},
			Options{Window: 20, Pooling: Mean}},
		{"prompts", map[string]string{"model.onnx": onnx, "config_sentence_transformers.json": `{"prompts": {"query": "q: ", "passage": "p: "}}`},
			Options{Window: 32, Pooling: Mean, Query: "q: ", Passage: "p: "}},
		{"document", map[string]string{"model.onnx": onnx, "config_sentence_transformers.json": `{"prompts": {"query": "", "document": "d: "}}`},
			Options{Window: 32, Pooling: Mean, Passage: "d: "}},
		{"default", map[string]string{"model.onnx": onnx, "config_sentence_transformers.json": `{"prompts": {"query": "q: ", "x": "x: "}, "default_prompt_name": "x"}`},
			Options{Window: 32, Pooling: Mean, Query: "q: ", Passage: "x: "}},
		{"modules", map[string]string{"model.onnx": onnx, "modules.json": `[{"type": "sentence_transformers.models.Transformer"},
			{"type": "sentence_transformers.models.Pooling"}, {"type": "sentence_transformers.models.Normalize"}]`}, Options{Window: 32, Pooling: Mean}},
	}
	for _, test := range tests {
		test.files["tokenizer.json"] = smallTokenizer()
		m, err := Open(writeModel(t, test.files))
		if err != nil {
			t.Errorf("%s: %v", test.name, err)
			continue
		}
		if diff := cmp.Diff(test.want, m.options); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.name, diff)
		}
		if m.Name() != "small" || m.Dim() != 24 || m.Window() != test.want.Window {
			t.Errorf("%s: name %q, %d dimensions, window %d", test.name, m.Name(), m.Dim(), m.Window())
		}
	}
}

func TestOpenRefuses(t *testing.T) {
	onnx := readSmall(t)[0].file
	tests := []struct {
		name  string
		files map[string]string
		want  error // nil: any
	}{
		{"no model", map[string]string{"tokenizer.json": smallTokenizer()}, fs.ErrNotExist},
		{"no tokenizer", map[string]string{"model.onnx": onnx}, fs.ErrNotExist},
		{"broken model", map[string]string{"model.onnx": "?", "tokenizer.json": smallTokenizer()}, nil},
		{"max pooling", map[string]string{"model.onnx": onnx, "tokenizer.json": smallTokenizer(), "1_Pooling/config.json": `{"pooling_mode_max_tokens": true}`}, ErrUnsupported},
		{"two poolings", map[string]string{"model.onnx": onnx, "tokenizer.json": smallTokenizer(),
			"1_Pooling/config.json": `{"pooling_mode_cls_token": true, "pooling_mode_mean_tokens": true}`}, ErrUnsupported},
		{"a layer behind it", map[string]string{"model.onnx": onnx, "tokenizer.json": smallTokenizer(), "modules.json": `[{"type": "sentence_transformers.models.Dense"}]`}, ErrUnsupported},
		{"broken pooling", map[string]string{"model.onnx": onnx, "tokenizer.json": smallTokenizer(), "1_Pooling/config.json": `{`}, nil},
		{"broken modules", map[string]string{"model.onnx": onnx, "tokenizer.json": smallTokenizer(), "modules.json": `{}`}, nil},
		{"broken prompts", map[string]string{"model.onnx": onnx, "tokenizer.json": smallTokenizer(), "config_sentence_transformers.json": `[]`}, nil},
		{"window too long", map[string]string{"model.onnx": onnx, "tokenizer.json": smallTokenizer(), "sentence_bert_config.json": `{"max_seq_length": 33}`}, nil},
		{"prompt too long", map[string]string{"model.onnx": onnx, "tokenizer.json": smallTokenizer(),
			"config_sentence_transformers.json": `{"prompts": {"query": "a b c d e f g h i j k l m n o p q"}}`}, nil},
	}
	for _, test := range tests {
		_, err := Open(writeModel(t, test.files))
		if err == nil || test.want != nil && !errors.Is(err, test.want) {
			t.Errorf("%s: error %v, want %v", test.name, err, test.want)
		}
	}
}

func TestQueriesAndPassagesGetTheirPrefixes(t *testing.T) {
	onnx, ctx := readSmall(t)[0].file, context.Background()
	plain, err := NewWithOptions("plain", onnx, smallTokenizer(), Options{})
	if err != nil {
		t.Fatal(err)
	}
	m, err := NewWithOptions("prefixes", onnx, smallTokenizer(), Options{Query: "q: ", Passage: "p: "})
	if err != nil {
		t.Fatal(err)
	}
	query, err := m.EmbedQuery(ctx, []string{"abc"})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(embedOne(t, plain, "q: abc"), query[0]); diff != "" {
		t.Errorf("query (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(embedOne(t, plain, "p: abc"), embedOne(t, m, "abc")); diff != "" {
		t.Errorf("passage (-want +got):\n%s", diff)
	}
	long := strings.TrimSpace(strings.Repeat("abc ", 30))
	windows := m.windows(long, "p: ")
	want := make([]float32, m.Dim())
	for _, w := range windows {
		if n := len(m.tokens("p: " + w)); n > m.Window() {
			t.Errorf("window of %d pieces", n)
		}
		for i, x := range embedOne(t, plain, "p: "+w) {
			want[i] += x
		}
	}
	if c := cosine(embedOne(t, m, long), want); len(windows) < 3 || c < 0.999999 {
		t.Errorf("%d windows, cosine %v to their mean", len(windows), c)
	}
}

func TestIDTellsModelsApart(t *testing.T) {
	small := readSmall(t)
	seen := map[string]string{}
	for _, m := range []struct {
		name, onnx, tokenizer string
		options               Options
		want                  string // the same ID as that; empty: a new one
	}{
		{"int8", small[0].file, smallTokenizer(), Options{}, ""},
		{"mean written out", small[0].file, smallTokenizer(), Options{Pooling: Mean}, "int8"},
		{"a shorter window", small[0].file, smallTokenizer(), Options{Window: 20}, "int8"},
		{"float32", small[1].file, smallTokenizer(), Options{}, ""},
		{"cls", small[0].file, smallTokenizer(), Options{Pooling: CLS}, ""},
		{"query", small[0].file, smallTokenizer(), Options{Query: "q"}, ""},
		{"passage", small[0].file, smallTokenizer(), Options{Passage: "q"}, ""},
		{"another tokenizer", small[0].file, smallTokenizer() + " ", Options{}, ""},
	} {
		model, err := NewWithOptions("small", m.onnx, m.tokenizer, m.options)
		if err != nil {
			t.Fatal(err)
		}
		id := model.ID()
		if !strings.HasPrefix(id, "small-") || seen[id] != m.want {
			t.Errorf("%s: ID %s, which is that of %q, want that of %q", m.name, id, seen[id], m.want)
		}
		if seen[id] == "" {
			seen[id] = m.name
		}
	}
}

func TestIDOfTheBuiltInModelIsWhatItsFilesGive(t *testing.T) {
	m := newBuiltin(t)
	if got, want := m.ID(), identity(m.name, builtinModel, builtinTokenizer, m.options); got != want {
		t.Errorf("ID %s, want %s", got, want)
	}
}
