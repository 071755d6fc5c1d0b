package embed

import (
	"context"
	"encoding/base64"
	"errors"
	"strings"
	"testing"
)

// smallModel is a model of 24 dimensions with what ONNX Runtime makes of some tokens.
type smallModel struct {
	name, file string
	tokens     []int32
	mean, cls  []float32
}

// readSmall reads the small models, in the forms that exporters and quantisers write; testdata/make_goldens.py lists them.
func readSmall(tb testing.TB) (models []smallModel) {
	tb.Helper()
	readGolden(tb, "small.json.gz", func(field func(int, any)) {
		var m smallModel
		var file, mean, cls string
		field(0, &m.name)
		field(1, &file)
		field(2, &m.tokens)
		field(3, &mean)
		field(4, &cls)
		raw, err := base64.StdEncoding.DecodeString(file)
		if err != nil {
			tb.Fatal(err)
		}
		m.file, m.mean, m.cls = string(raw), readVector(tb, mean), readVector(tb, cls)
		models = append(models, m)
	})
	if len(models) != 6 {
		tb.Fatalf("%d models, want 6", len(models))
	}
	return models
}

func TestSmallModelsOfEveryFormEqualONNXRuntime(t *testing.T) { onEachPath(t, smallEqualsONNXRuntime) }

func smallEqualsONNXRuntime(t *testing.T) {
	for _, m := range readSmall(t) {
		b, err := readBERT(m.file)
		if err != nil {
			t.Errorf("%s: %v", m.name, err)
			continue
		}
		if b.hidden != 24 || b.inner != 40 || b.heads != 4 || len(b.layers) != 2 {
			t.Errorf("%s: hidden %d, inner %d, heads %d, layers %d", m.name, b.hidden, b.inner, b.heads, len(b.layers))
		}
		if integers := b.layers[1].up.ints != ""; integers != (m.name == "int8" || m.name == "QDQ") {
			t.Errorf("%s: int8 weights: %v", m.name, integers)
		}
		for pooling, want := range map[Pooling][]float32{Mean: m.mean, CLS: m.cls} {
			b.pooling = pooling
			got, err := b.encode(context.Background(), [][]int32{m.tokens}, new(scratch))
			if err != nil {
				t.Fatal(err)
			}
			near(t, m.name+", "+string(pooling), got[0], want)
		}
	}
}

func TestASequenceBeyondThePositionsIsAnError(t *testing.T) {
	b, err := readBERT(readSmall(t)[0].file)
	if err != nil {
		t.Fatal(err)
	}
	for _, n := range []int{0, 33} {
		if _, err := b.encode(context.Background(), [][]int32{make([]int32, n)}, new(scratch)); err == nil {
			t.Errorf("%d tokens: no error", n)
		}
	}
}

func TestModelsThatAreNotBERTAreRefused(t *testing.T) {
	small := readSmall(t)[:2]
	for name, edit := range map[string][2]string{ // of the same length, since lengths are written before strings
		"another operation":     {"Softmax", "LogSoft"},
		"another activation":    {"\x03Erf", "\x03Neg"},
		"another norm":          {"\x04Sqrt", "\x04Sqrd"},
		"no embeddings":         {"embeddings.LayerNorm.weight", "embeddings.LayerNorm.weighs"},
		"no words":              {"input_ids", "input_xyz"},
		"no types":              {"token_type_ids", "token_type_xyz"},
		"no layer":              {"encoder.layer.0.attention.self.query.bias", "encoder.layer.7.attention.self.query.bias"},
		"a layer less":          {"encoder.layer.1.attention.self.query.bias", "encoder.layer.7.attention.self.query.bias"},
		"value without a bias":  {"encoder.layer.1.attention.self.value.bias", "encoder.layer.1.attention.self.valve.bias"},
		"no feed-forward bias":  {"layer.0.intermediate.dense.bias", "layer.0.intermediate.dense.bios"},
		"no bias after it":      {"layer.0.output.dense.bias", "layer.0.output.dense.bios"},
		"norm without a weight": {"layer.1.output.LayerNorm.weight", "layer.1.output.LayerNorm.weighs"},
		"no heads":              {"\x07Reshape", "\x07Reshipe"},
	} {
		for i, m := range small {
			if !strings.Contains(m.file, edit[0]) {
				t.Fatalf("%s: the model has no %q", name, edit[0])
			}
			_, err := readBERT(strings.ReplaceAll(m.file, edit[0], edit[1]))
			if err == nil {
				t.Errorf("%s, model %d: no error", name, i)
			}
		}
	}
	for _, file := range []string{"", "\x3a\x00", "not a model at all", strings.Repeat("\x08", 100)} {
		if _, err := readBERT(file); err == nil {
			t.Errorf("%q: no error", file)
		}
	}
	_, err := readBERT(strings.ReplaceAll(small[0].file, "Softmax", "LogSoft"))
	if !errors.Is(err, ErrUnsupported) {
		t.Errorf("error %v, want %v", err, ErrUnsupported)
	}
}

// tryModel reads a file that may be broken, and runs it if it can be read.
func tryModel(file string, tokens []int32) {
	b, err := readBERT(file)
	if err != nil || b.words.rows < 64 || b.hidden > 1<<12 || b.inner > 1<<12 {
		return
	}
	b.encode(context.Background(), [][]int32{tokens[:5]}, new(scratch))
}

func TestNoBrokenFilePanics(t *testing.T) {
	for _, m := range readSmall(t) {
		step := 1009
		if testing.Short() {
			step = 5003
		}
		for at := 0; at < len(m.file); at += step {
			tryModel(m.file[:at], m.tokens)
			for _, b := range []string{"\x00", "\xff", "\x01"} {
				tryModel(m.file[:at]+b+m.file[at+1:], m.tokens)
			}
		}
	}
}

func FuzzReadBERT(f *testing.F) {
	for _, m := range readSmall(f) {
		f.Add(m.file)
	}
	tokens := readSmall(f)[0].tokens
	f.Fuzz(func(t *testing.T, file string) { tryModel(file, tokens) })
}
