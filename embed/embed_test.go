package embed

import (
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"math"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func newBuiltin(tb testing.TB) *Model {
	tb.Helper()
	m, err := Builtin()
	if err != nil {
		tb.Fatal(err)
	}
	return m
}

func embedOne(tb testing.TB, m *Model, text string) []float32 {
	tb.Helper()
	vectors, err := m.Embed(context.Background(), []string{text})
	if err != nil {
		tb.Fatal(err)
	}
	return vectors[0]
}

func cosine(a, b []float32) float64 {
	var ab, aa, bb float64
	for i := range a {
		ab += float64(a[i]) * float64(b[i])
		aa += float64(a[i]) * float64(a[i])
		bb += float64(b[i]) * float64(b[i])
	}
	return ab / math.Sqrt(aa*bb)
}

// readVector reads the base64 of a vector in a golden.
func readVector(tb testing.TB, text string) []float32 {
	tb.Helper()
	raw, err := base64.StdEncoding.DecodeString(text)
	if err != nil {
		tb.Fatal(err)
	}
	v, err := float32s(string(raw))
	if err != nil {
		tb.Fatal(err)
	}
	return v
}

// near compares with a golden: equal but for the rounding of float32 sums in another order.
func near(tb testing.TB, name string, got, want []float32) {
	tb.Helper()
	if c := cosine(got, want); !(c >= 0.999999) || len(got) != len(want) {
		tb.Errorf("%q: cosine %v to ONNX Runtime", name, c)
	}
	for i := range want {
		if d := math.Abs(float64(got[i] - want[i])); !(d < 1e-5) {
			tb.Errorf("%q: dimension %d is %v, want %v", name, i, got[i], want[i])
			break
		}
	}
}

func TestEmbedEqualsONNXRuntime(t *testing.T) { onEachPath(t, embedEqualsONNXRuntime) }

func embedEqualsONNXRuntime(t *testing.T) {
	m := newBuiltin(t)
	var texts []string
	var want [][]float32
	read := 0
	readGolden(t, "vectors.json.gz", func(field func(int, any)) {
		var text, numbers string
		field(0, &text)
		field(1, &numbers)
		read++
		if testing.Short() && read%6 != 0 || vector == nil && read%12 != 0 { // plain Go needs 20 times as long
			return
		}
		texts, want = append(texts, text), append(want, readVector(t, numbers))
	})
	got, err := m.Embed(context.Background(), texts)
	if err != nil {
		t.Fatal(err)
	}
	least, most := 1.0, 0.0
	for i, text := range texts {
		near(t, text, got[i], want[i])
		least = min(least, cosine(got[i], want[i]))
		for j := range want[i] {
			most = max(most, math.Abs(float64(got[i][j]-want[i][j])))
		}
	}
	t.Logf("%d texts: least cosine %.9f, largest difference %.1e", len(texts), least, most)
}

func TestVectorsHaveLengthOne(t *testing.T) {
	m := newBuiltin(t)
	for _, text := range []string{"", " ", "\x00\xff", "one", "漢字"} {
		v := embedOne(t, m, text)
		if l := length(v); len(v) != m.Dim() || math.Abs(l-1) > 1e-6 {
			t.Errorf("%.20q: %d dimensions, length %v", text, len(v), l)
		}
	}
}

func length(v []float32) float64 {
	var squares float64
	for _, x := range v {
		squares += float64(x) * float64(x)
	}
	return math.Sqrt(squares)
}

func TestAVectorDoesNotDependOnTheBatch(t *testing.T) {
	m := newBuiltin(t)
	texts := []string{"short", "a longer text, of some more words", "", prose, "short"}
	batch, err := m.Embed(context.Background(), texts)
	if err != nil {
		t.Fatal(err)
	}
	for i, text := range texts {
		if diff := cmp.Diff(embedOne(t, m, text), batch[i]); diff != "" {
			t.Errorf("%.20q (-alone +batch):\n%s", text, diff)
		}
	}
}

func TestALongTextIsTheMeanOfItsWindows(t *testing.T) {
	m := newBuiltin(t)
	text := strings.Repeat("The first part is about vectors and distances.\n", 15) + strings.Repeat("Cooking soup takes an hour. ", 26)
	windows := m.windows(text, "")
	if len(windows) != 2 || strings.Join(windows, "") != text {
		t.Fatalf("%d windows %q", len(windows), windows)
	}
	want := make([]float32, m.Dim())
	for _, w := range windows {
		if n := m.Tokenizer().Count(w); n > m.Window()-2 {
			t.Errorf("window of %d pieces", n)
		}
		for i, x := range embedOne(t, m, w) {
			want[i] += x
		}
	}
	got := embedOne(t, m, text)
	if c := cosine(got, want); c < 0.9999999 || math.Abs(length(got)-1) > 1e-6 {
		t.Errorf("cosine %v to the mean, length %v", c, length(got))
	}
	if c := cosine(got, embedOne(t, m, windows[0])); c > 0.99 {
		t.Errorf("cosine %v to the first window: the others are lost", c)
	}
}

func TestAFullWindowIsReadAsAWhole(t *testing.T) {
	m := newBuiltin(t)
	full := strings.TrimSpace(strings.Repeat("data ", m.Window()-2))
	if n := len(m.windows(full, "")); n != 1 {
		t.Errorf("%d windows", n)
	}
	if n := len(m.windows(full+" data", "")); n != 2 {
		t.Errorf("%d windows with one more piece", n)
	}
}

func TestSimilarTextsAreNear(t *testing.T) {
	m := newBuiltin(t)
	question := embedOne(t, m, "How do I get my money back?")
	near, far := embedOne(t, m, "Refunds are paid within two weeks."), embedOne(t, m, "The cat sat on the mat.")
	if cosine(question, near) < cosine(question, far)+0.2 {
		t.Errorf("near %.3f, far %.3f", cosine(question, near), cosine(question, far))
	}
}

func TestEmbedStopsWithTheContext(t *testing.T) {
	m := newBuiltin(t)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := m.Embed(ctx, []string{"never read"}); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want %v", err, context.Canceled)
	}
	if vectors, err := m.Embed(context.Background(), nil); err != nil || len(vectors) != 0 {
		t.Errorf("nothing: %v, %v", vectors, err)
	}
}

func TestEmbedIsSafeForConcurrentUse(t *testing.T) {
	m := newBuiltin(t)
	texts := []string{"one", "two words", "three words here"}
	var want [][]float32
	for _, text := range texts {
		want = append(want, embedOne(t, m, text))
	}
	var group sync.WaitGroup
	for range 4 {
		group.Go(func() {
			got, err := m.Embed(context.Background(), texts)
			if err != nil {
				t.Error(err)
			} else if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("(-alone +together):\n%s", diff)
			}
		})
	}
	group.Wait()
}

func TestNewRefusesWhatDoesNotFit(t *testing.T) {
	tests := []struct {
		name            string
		onnx, tokenizer string
		window          int
	}{
		{"window too large", builtinModel, builtinTokenizer, 513},
		{"window too small", builtinModel, builtinTokenizer, 3},
		{"no model", "", builtinTokenizer, 256},
		{"no tokenizer", builtinModel, "{}", 256},
		{"a piece beyond the table", builtinModel, strings.Replace(builtinTokenizer, `"##～": 30521`, `"##～": 30522`, 1), 256},
	}
	for _, test := range tests {
		if _, err := New("test", test.onnx, test.tokenizer, test.window); err == nil {
			t.Errorf("%s: no error", test.name)
		}
	}
}

func BenchmarkEmbed(b *testing.B) {
	m := newBuiltin(b)
	words := strings.Fields(strings.Repeat("the data of a long text has some more words ", 30))
	for _, n := range []int{4, 16, 64, 182} {
		text := strings.Join(words[:n-2], " ")
		if got := len(m.tokens(text)); got != n {
			b.Fatalf("%d tokens, want %d", got, n)
		}
		b.Run(fmt.Sprintf("tokens=%d", n), func(b *testing.B) {
			for b.Loop() {
				embedOne(b, m, text)
			}
		})
	}
}

func BenchmarkNew(b *testing.B) {
	for b.Loop() {
		if _, err := New("test", builtinModel, builtinTokenizer, builtinWindow); err != nil {
			b.Fatal(err)
		}
	}
}

func ExampleBuiltin() {
	m, err := Builtin()
	if err != nil {
		fmt.Println(err)
		return
	}
	texts := []string{"Where is the cat?", "A kitten sleeps on the sofa.", "The invoice is due in May."}
	vectors, err := m.Embed(context.Background(), texts)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(m.Name(), m.Dim(), m.Window())
	fmt.Printf("%.1f %.1f\n", cosine(vectors[0], vectors[1]), cosine(vectors[0], vectors[2]))
	// Output:
	// all-MiniLM-L6-v2-int8 384 256
	// 0.4 0.1
}
