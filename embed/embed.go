package embed

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"runtime"
	"slices"
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
	options   Options
	tokenizer *Tokenizer
	bert      *bert
	scratch   sync.Pool
	id        func() string
}

var _ Encoder = (*Model)(nil)

// Pooling is how the vector of a text comes out of those of its tokens.
type Pooling string

// The kinds of pooling.
const (
	Mean Pooling = "mean" // the mean of all tokens, as of most models of sentence-transformers
	CLS  Pooling = "cls"  // the token [CLS], as of the models of BGE
)

// Options are what is to be known of a model beside its weights and its tokenizer.
type Options struct {
	// Window is how many word pieces, with [CLS] and [SEP], the model shall read at a time; 0 for as many as it can.
	Window int
	// Pooling is [Mean] if it is empty.
	Pooling Pooling
	// Query and Passage are put before each question and each window of a text, where a model was trained so: those of E5 want
	// "query: " and "passage: ".
	Query, Passage string
}

// minWindow leaves room for any one character: at most four after canonical decomposition, and the two special tokens.
const minWindow = 16

// New makes a model of an ONNX file and its tokenizer.json. window is how many pieces it shall read at a time. The vector
// of a text is the mean of the last layer's, as sentence-transformers pools. See [NewWithOptions].
func New(name, onnx, tokenizer string, window int) (*Model, error) {
	return NewWithOptions(name, onnx, tokenizer, Options{Window: window})
}

// NewWithOptions makes a model of an ONNX file and its tokenizer.json. 8-bit weights are used where they are in onnx, so the
// string stays in memory. The error wraps [ErrDamaged] if one of them is broken or they do not belong together, and
// [ErrUnsupported] if both are sound but of another kind than BERT.
func NewWithOptions(name, onnx, tokenizer string, o Options) (*Model, error) {
	b, err := readBERT(onnx)
	if err != nil && !errors.Is(err, ErrUnsupported) {
		return nil, err
	}
	t, broken := NewTokenizer(tokenizer)
	if broken != nil && (err == nil || errors.Is(broken, ErrDamaged)) {
		err = broken
	}
	if err != nil {
		return nil, err
	}
	if t.size > b.words.rows {
		return nil, fmt.Errorf("read model: %w: %d word pieces in the tokenizer, vectors for %d", ErrDamaged, t.size, b.words.rows)
	}
	switch o.Pooling {
	case "":
		o.Pooling = Mean
	case Mean, CLS:
	default:
		return nil, fmt.Errorf("read model: pooling %q, want %q or %q", o.Pooling, Mean, CLS)
	}
	b.pooling = o.Pooling
	if o.Window == 0 {
		o.Window = b.positions.rows
	}
	if o.Window > b.positions.rows {
		return nil, fmt.Errorf("read model: window of %d pieces, positions for %d: %w", o.Window, b.positions.rows, ErrUnsupported)
	}
	room := o.Window - max(t.Count(o.Query), t.Count(o.Passage))
	if room < minWindow {
		return nil, fmt.Errorf("read model: window of %d pieces with prefixes of %d, want %d to %d without them",
			o.Window, o.Window-room, minWindow, b.positions.rows)
	}
	m := &Model{name: name, options: o, tokenizer: t, bert: b}
	m.scratch.New = func() any { return new(scratch) }
	m.id = sync.OnceValue(func() string { return identity(name, onnx, tokenizer, o) })
	return m, nil
}

// identity names a model by all that its vectors depend on but for the window.
func identity(name, onnx, tokenizer string, o Options) string {
	all := sha256.New()
	for _, part := range []string{onnx, tokenizer, string(o.Pooling), o.Query, o.Passage} {
		hash := sha256.New()
		io.WriteString(hash, part) // a hash takes everything
		all.Write(hash.Sum(nil))
	}
	return fmt.Sprintf("%s-%x", name, all.Sum(nil)[:6])
}

// ID is the name with a short hash of the weights, the tokenizer, the pooling and the prefixes: vectors of the same ID are of the
// same model, whatever its name. The first call reads all weights, but that of the built-in model.
func (m *Model) ID() string { return m.id() }

// Name tells which model it is.
func (m *Model) Name() string { return m.name }

// Dim is the number of dimensions of every vector.
func (m *Model) Dim() int { return m.bert.hidden }

// Window is how many word pieces, with [CLS] and [SEP], the model reads at a time.
func (m *Model) Window() int { return m.options.Window }

// Tokenizer is what the model reads text with. A text of up to Window()−2 of its pieces is read as a whole.
func (m *Model) Tokenizer() *Tokenizer { return m.tokenizer }

// Embed returns the vectors of the texts, see [Encoder]. It uses up to GOMAXPROCS goroutines. A cancelled context ends it
// within a layer of the model; call it with a batch at a time to tell how far it is.
func (m *Model) Embed(ctx context.Context, texts []string) ([][]float32, error) {
	return m.embed(ctx, texts, m.options.Passage)
}

// EmbedQuery is Embed for questions: the same, but for models that want another prefix before a question.
func (m *Model) EmbedQuery(ctx context.Context, texts []string) ([][]float32, error) {
	return m.embed(ctx, texts, m.options.Query)
}

func (m *Model) embed(ctx context.Context, texts []string, prefix string) ([][]float32, error) {
	cut := make([][][]int32, len(texts)) // the windows of each text
	err := parallel(ctx, len(texts), func(i int) error {
		for _, w := range m.windows(texts[i], prefix) {
			cut[i] = append(cut[i], m.tokens(prefix+w))
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("embed: %w", err)
	}
	vectors, err := m.encodeAll(ctx, slices.Concat(cut...))
	if err != nil {
		return nil, fmt.Errorf("embed: %w", err)
	}
	out := make([][]float32, len(texts))
	for i, windows := range cut {
		out[i] = mean(vectors[:len(windows)])
		vectors = vectors[len(windows):]
	}
	return out, nil
}

// windows cuts text into what the model reads at a time behind the prefix; the empty text is a window too.
func (m *Model) windows(text, prefix string) []string {
	if text == "" {
		return []string{""}
	}
	room := m.options.Window - 2
	if prefix != "" {
		room -= m.tokenizer.Count(prefix)
	}
	return chunk.Windows(text, room, m.tokenizer.Count)
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

// encodeAll runs the model over the sequences, in groups that go through it together.
func (m *Model) encodeAll(ctx context.Context, sequences [][]int32) ([][]float32, error) {
	ends := groups(sequences, runtime.GOMAXPROCS(0))
	vectors := make([][]float32, len(sequences))
	err := parallel(ctx, len(ends), func(i int) error {
		start := 0
		if i > 0 {
			start = ends[i-1]
		}
		s := m.scratch.Get().(*scratch)
		defer m.scratch.Put(s)
		v, err := m.bert.encode(ctx, sequences[start:ends[i]], s)
		copy(vectors[start:], v)
		return err
	})
	return vectors, err
}

// The tokens of a group of sequences: the kernels are near their best from minGroup on, and more than maxGroup only need memory.
const (
	minGroup = 48
	maxGroup = 256
)

// groups cuts the list of sequences into groups, a few for each worker if there are enough tokens, and tells their ends.
func groups(sequences [][]int32, workers int) (ends []int) {
	tokens := 0
	for _, s := range sequences {
		tokens += len(s)
	}
	most := maxGroup
	if workers > 1 { // several groups each, so that they end together
		most = min(max(tokens/(4*workers), minGroup), maxGroup)
	}
	tokens = 0
	for i, s := range sequences {
		if i > 0 && tokens+len(s) > most {
			ends = append(ends, i)
			tokens = 0
		}
		tokens += len(s)
	}
	if len(sequences) > 0 {
		ends = append(ends, len(sequences))
	}
	return ends
}

// parallel calls f for the numbers below n, by up to GOMAXPROCS goroutines; the first error, or the context's, ends it.
func parallel(ctx context.Context, n int, f func(i int) error) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	var next atomic.Int64
	work := func() {
		for i := int(next.Add(1)) - 1; i < n && ctx.Err() == nil; i = int(next.Add(1)) - 1 {
			if err := f(i); err != nil {
				cancel(err)
			}
		}
	}
	var workers sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), n) - 1 {
		workers.Go(work)
	}
	work()
	workers.Wait()
	return context.Cause(ctx)
}

// tokens is the sequence that the model reads: [CLS] text [SEP].
func (m *Model) tokens(text string) []int32 {
	ids := []int32{m.tokenizer.cls}
	for _, p := range m.tokenizer.Encode(text) {
		ids = append(ids, p.ID)
	}
	return append(ids, m.tokenizer.sep)
}
