package hugot_test

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"brain/embed"
	"brain/embed/hugot"
)

var ctx = context.Background()

// folder is the built-in model as a folder, with the given files beside it.
func folder(t *testing.T, beside map[string]string) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "mini")
	for from, to := range map[string]string{"all-MiniLM-L6-v2-int8.onnx": "onnx/model.onnx", "tokenizer.json": "tokenizer.json"} {
		from, err := filepath.Abs(filepath.Join("../model", from))
		if err != nil {
			t.Fatal(err)
		}
		write(t, filepath.Join(dir, to), "")
		if err := os.Remove(filepath.Join(dir, to)); err != nil {
			t.Fatal(err)
		}
		if err := os.Symlink(from, filepath.Join(dir, to)); err != nil {
			t.Skip(err)
		}
	}
	for name, text := range beside {
		write(t, filepath.Join(dir, name), text)
	}
	return dir
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

func open(t *testing.T, dir string) *hugot.Model {
	t.Helper()
	m, err := hugot.Open(ctx, dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := m.Close(); err != nil {
			t.Error(err)
		}
	})
	return m
}

// texts try the tokenizer (case, accents, ideographs, words that are not in the vocabulary) and a text of several windows.
var texts = []string{
	"a cat", "", "Café NAÏVE Ångström élève", "東京は日本の首都です", "func main() { fmt.Println(\"hello\") }",
	strings.Repeat("The ledger balances at the end of every month. ", 5),
}

func TestHugotAndOurKernelsAgree(t *testing.T) {
	for name, beside := range map[string]map[string]string{
		"mean": {"sentence_bert_config.json": `{"max_seq_length": 32}`},
		"cls with prompts": {
			"1_Pooling/config.json":             `{"pooling_mode_cls_token": true}`,
			"sentence_bert_config.json":         `{"max_seq_length": 32}`,
			"config_sentence_transformers.json": `{"prompts": {"query": "query: ", "passage": "passage: "}}`,
		},
	} {
		t.Run(name, func(t *testing.T) {
			dir := folder(t, beside)
			theirs := open(t, dir)
			ours, err := embed.Open(dir)
			if err != nil {
				t.Fatal(err)
			}
			if theirs.ID() != ours.ID() || theirs.Name() != "mini" || theirs.Dim() != ours.Dim() || theirs.Window() != ours.Window() {
				t.Errorf("hugot: %s, %d dimensions, window %d; ours: %s, %d, %d", theirs.ID(), theirs.Dim(), theirs.Window(), ours.ID(), ours.Dim(), ours.Window())
			}
			for _, text := range texts {
				if got, want := theirs.Count(text), ours.Tokenizer().Count(text); got != want {
					t.Errorf("%.20q has %d pieces, ours say %d", text, got, want)
				}
			}
			agree(t, ours.Embed, theirs.Embed)
			agree(t, ours.EmbedQuery, theirs.EmbedQuery)
		})
	}
}

func agree(t *testing.T, ours, theirs func(context.Context, []string) ([][]float32, error)) {
	t.Helper()
	texts := texts
	if testing.Short() {
		texts = texts[:3] // hugot takes seconds for the rest
	}
	want, err := ours(ctx, texts)
	if err != nil {
		t.Fatal(err)
	}
	got, err := theirs(ctx, texts)
	if err != nil {
		t.Fatal(err)
	}
	for i, text := range texts {
		if c := cosine(got[i], want[i]); c < 0.999 {
			t.Errorf("%.20q: cosine %v", text, c)
		}
	}
}

func cosine(a, b []float32) (sum float64) {
	for i, x := range a {
		sum += float64(x) * float64(b[i])
	}
	return sum
}

func TestClosingLeavesNothingBehind(t *testing.T) {
	temp := t.TempDir()
	t.Setenv("TMPDIR", temp)
	m, err := hugot.Open(ctx, folder(t, nil))
	if err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if err := m.Close(); err != nil {
			t.Error(err)
		}
	}
	if _, err := m.Embed(ctx, []string{"a"}); !errors.Is(err, hugot.ErrClosed) {
		t.Errorf("error %v", err)
	}
	write(t, filepath.Join(temp, "broken/model.onnx"), "\x08\x07no graph")
	write(t, filepath.Join(temp, "broken/tokenizer.json"), "{}")
	if _, err := hugot.Open(ctx, filepath.Join(temp, "broken")); err == nil {
		t.Error("a broken model opens")
	}
	if diff := cmp.Diff([]string{"broken"}, names(t, temp)); diff != "" {
		t.Errorf("the folder for temporary files (-want +got):\n%s", diff)
	}
}

func names(t *testing.T, dir string) (out []string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if strings.HasPrefix(e.Name(), "brain-model-") || e.Name() == "broken" {
			out = append(out, e.Name())
		}
	}
	return out
}

func TestWhatIsMissingOrUnknownIsTold(t *testing.T) {
	for name, tc := range map[string]struct {
		files map[string]string
		is    error
		want  string
	}{
		"no ONNX file":   {map[string]string{"tokenizer.json": "{}"}, fs.ErrNotExist, "none of model.onnx"},
		"no tokenizer":   {map[string]string{"model.onnx": "x"}, fs.ErrNotExist, "tokenizer.json"},
		"pooling":        {map[string]string{"1_Pooling/config.json": `{"pooling_mode": "max"}`}, embed.ErrUnsupported, "max"},
		"dense module":   {map[string]string{"modules.json": `[{"type": "sentence_transformers.models.Dense"}]`}, embed.ErrUnsupported, "Dense"},
		"config":         {map[string]string{"config.json": `{`}, nil, "read config.json"},
		"small window":   {map[string]string{"config.json": `{"max_position_embeddings": 8}`}, nil, "window of 8"},
		"no ONNX at all": {map[string]string{"tokenizer.json": "{}", "model.onnx": strings.Repeat("\xff", 100)}, nil, "with hugot"},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			for file, text := range tc.files {
				write(t, filepath.Join(dir, file), text)
			}
			m, err := hugot.Open(ctx, dir)
			if err == nil || tc.is != nil && !errors.Is(err, tc.is) || !strings.Contains(err.Error(), tc.want) {
				t.Errorf("%v, error %v, want %q", m, err, tc.want)
			}
		})
	}
}

func TestTheWindowIsWhatTheModelHasPositionsFor(t *testing.T) {
	dir := folder(t, map[string]string{
		"config.json":               `{"model_type": "xlm-roberta", "max_position_embeddings": 40, "pad_token_id": 1}`,
		"sentence_bert_config.json": `{"max_seq_length": 256}`,
	})
	if m := open(t, dir); m.Window() != 38 {
		t.Errorf("window %d, want 38", m.Window())
	}
}

func TestACancelledContextEndsEmbedding(t *testing.T) {
	m := open(t, folder(t, nil))
	cancelled, cancel := context.WithCancel(ctx)
	cancel()
	if _, err := m.Embed(cancelled, []string{"a"}); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
}

func TestTheBuiltInModelRunsToo(t *testing.T) {
	theirs, err := hugot.Builtin(ctx)
	if err != nil {
		t.Fatal(err)
	}
	defer theirs.Close()
	ours, err := embed.Builtin()
	if err != nil {
		t.Fatal(err)
	}
	if theirs.ID() != ours.ID() || theirs.Window() != ours.Window() {
		t.Errorf("hugot: %s, window %d; ours: %s, %d", theirs.ID(), theirs.Window(), ours.ID(), ours.Window())
	}
	a, err := theirs.Embed(ctx, texts[:1])
	if err != nil {
		t.Fatal(err)
	}
	b, err := ours.Embed(ctx, texts[:1])
	if err != nil {
		t.Fatal(err)
	}
	if c := cosine(a[0], b[0]); c < 0.999 {
		t.Errorf("cosine %v", c)
	}
}
