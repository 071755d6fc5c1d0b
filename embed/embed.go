package embed

import (
	"context"
	"fmt"
	"runtime"
	"sync"
	"sync/atomic"

	"brain/chunk"
)

// Encoder turns texts into vectors.
type Encoder interface {
	// Name tells which model it is. Vectors of different names must not be compared.
	Name() string
	// Dim is the number of dimensions of every vector.
	Dim() int
	// Window is how many word pieces, with the special ones, the model reads at a time.
	Window() int
	// Embed returns one vector of length 1 for each text. A text that is longer than the window is not cut off, but cut
	// into windows; its vector is the mean of theirs, brought back to length 1. A text's vector does not depend on the
	// texts beside it. The error is the context's or tells of a text that the model can't read.
	Embed(ctx context.Context, texts []string) ([][]float32, error)
}

// Model is a BERT encoder that runs on this package's own kernels. It is safe for concurrent use.
type Model struct {
	name      string
	window    int
	tokenizer *Tokenizer
	bert      *bert
	scratch   sync.Pool
}

var _ Encoder = (*Model)(nil)

// minWindow leaves room for any one character: at most four after canonical decomposition, and the two special tokens.
const minWindow = 16

// New makes a model of an ONNX file and its tokenizer.json. window is how many pieces it shall read at a time. The vector
// of a text is the mean of the last layer's, as sentence-transformers pools. Weights are used where they are in onnx, so the
// string stays in memory. The error wraps [ErrUnsupported] if the model is another kind than BERT.
func New(name, onnx, tokenizer string, window int) (*Model, error) {
	b, err := readBERT(onnx)
	if err != nil {
		return nil, err
	}
	t, err := NewTokenizer(tokenizer)
	if err != nil {
		return nil, err
	}
	if t.size > b.words.rows {
		return nil, fmt.Errorf("read model: %d word pieces, vectors for %d", t.size, b.words.rows)
	}
	if window < minWindow || window > b.positions.rows {
		return nil, fmt.Errorf("read model: window of %d pieces, want %d to %d", window, minWindow, b.positions.rows)
	}
	m := &Model{name: name, window: window, tokenizer: t, bert: b}
	m.scratch.New = func() any { return new(scratch) }
	return m, nil
}

// Name tells which model it is.
func (m *Model) Name() string { return m.name }

// Dim is the number of dimensions of every vector.
func (m *Model) Dim() int { return m.bert.hidden }

// Window is how many word pieces, with [CLS] and [SEP], the model reads at a time.
func (m *Model) Window() int { return m.window }

// Tokenizer is what the model reads text with. A text of up to Window()−2 of its pieces is read as a whole.
func (m *Model) Tokenizer() *Tokenizer { return m.tokenizer }

// Embed returns the vectors of the texts, see [Encoder]. It uses up to GOMAXPROCS goroutines, each for a window at a time.
// A cancelled context ends it within a layer of the model; call it with a batch at a time to tell how far it is.
func (m *Model) Embed(ctx context.Context, texts []string) ([][]float32, error) {
	var windows []string
	ends := make([]int, len(texts)) // where in windows each text ends
	for i, text := range texts {
		windows = append(windows, m.windows(text)...)
		ends[i] = len(windows)
	}
	vectors, err := m.embedAll(ctx, windows)
	if err != nil {
		return nil, fmt.Errorf("embed: %w", err)
	}
	out := make([][]float32, len(texts))
	start := 0
	for i, end := range ends {
		out[i] = mean(vectors[start:end])
		start = end
	}
	return out, nil
}

// windows cuts text into what the model reads at a time; the empty text is a window too.
func (m *Model) windows(text string) []string {
	if text == "" {
		return []string{""}
	}
	return chunk.Windows(text, m.window-2, m.tokenizer.Count)
}

// mean is the mean of vectors of length 1, at length 1.
func mean(vectors [][]float32) []float32 {
	sum := vectors[0]
	if len(vectors) == 1 {
		return sum
	}
	for _, v := range vectors[1:] {
		for i, x := range v {
			sum[i] += x
		}
	}
	unit(sum)
	return sum
}

// embedAll runs the model over each window; the first error ends it.
func (m *Model) embedAll(ctx context.Context, windows []string) ([][]float32, error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	vectors := make([][]float32, len(windows))
	var next atomic.Int64
	var workers sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), len(windows)) {
		workers.Go(func() {
			s := m.scratch.Get().(*scratch)
			defer m.scratch.Put(s)
			for i := int(next.Add(1)) - 1; i < len(windows); i = int(next.Add(1)) - 1 {
				var err error
				if vectors[i], err = m.bert.encode(ctx, m.tokens(windows[i]), s); err != nil {
					cancel(err)
					return
				}
			}
		})
	}
	workers.Wait()
	return vectors, context.Cause(ctx)
}

// tokens is the sequence that the model reads: [CLS] text [SEP].
func (m *Model) tokens(text string) []int32 {
	ids := []int32{m.tokenizer.cls}
	for _, p := range m.tokenizer.Encode(text) {
		ids = append(ids, p.ID)
	}
	return append(ids, m.tokenizer.sep)
}
