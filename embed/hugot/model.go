package hugot

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"github.com/knights-analytics/hugot"
	"github.com/knights-analytics/hugot/backends"
	"github.com/knights-analytics/hugot/pipelines"

	"brain/chunk"
	"brain/embed"
)

// Model is an encoder that hugot runs. Its methods may be called from many goroutines, which wait for one another.
type Model struct {
	name    string
	id      string
	options embed.Options
	home    string // a folder of our own with links to the model's files

	mu       sync.Mutex
	session  *hugot.Session
	pipeline *pipelines.FeatureExtractionPipeline
	pooled   bool // the model's output is the vector of the text
	dim      int
}

var _ embed.Encoder = (*Model)(nil)

// ErrClosed tells that a model was used after Close.
var ErrClosed = errors.New("the model is closed")

// Open reads a model from a folder with the same files as embed.Open wants: an ONNX file, tokenizer.json and what
// sentence-transformers keeps beside them. The caller closes it. The error wraps fs.ErrNotExist if a file is missing, and tells of
// what hugot cannot do.
func Open(ctx context.Context, dir string) (*Model, error) {
	m, err := open(ctx, dir)
	if err != nil {
		return nil, fmt.Errorf("open model %s with hugot: %w", dir, err)
	}
	return m, nil
}

func open(ctx context.Context, dir string) (m *Model, err error) {
	dir, err = filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	m = &Model{name: filepath.Base(dir)}
	if m.options, err = embed.ReadOptions(dir); err != nil {
		return nil, err
	}
	if m.options.Pooling == "" {
		m.options.Pooling = embed.Mean
	}
	if m.options.Window, err = window(dir, m.options.Window); err != nil {
		return nil, err
	}
	onnx, err := embed.FindModel(dir)
	if err != nil {
		return nil, err
	}
	tokenizer := filepath.Join(dir, "tokenizer.json")
	if m.id, err = identity(m.name, onnx, tokenizer, m.options); err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, m.Close())
		}
	}()
	if err := m.link(onnx, tokenizer); err != nil {
		return nil, err
	}
	return m, m.load(ctx)
}

// Builtin is the built-in model of package embed, run by hugot: to check that one. The caller closes it.
func Builtin(ctx context.Context) (*Model, error) {
	onnx, tokenizer, options := embed.BuiltinFiles()
	temp, err := os.MkdirTemp("", "brain-model-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(temp) // the weights are in memory when the model is open
	dir := filepath.Join(temp, embed.BuiltinName)
	if err := os.Mkdir(dir, 0o700); err != nil {
		return nil, err
	}
	for name, text := range map[string]string{
		"model.onnx": onnx, "tokenizer.json": tokenizer, "sentence_bert_config.json": fmt.Sprintf(`{"max_seq_length": %d}`, options.Window),
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			return nil, err
		}
	}
	return Open(ctx, dir)
}

// link makes a folder that holds only what hugot shall see: it wants one ONNX file in all, and would take the largest length of a
// text from config.json.
func (m *Model) link(onnx, tokenizer string) (err error) {
	if m.home, err = os.MkdirTemp("", "brain-model-"); err != nil {
		return err
	}
	links := map[string]string{onnx: "model.onnx", tokenizer: "tokenizer.json"}
	for _, data := range dataFiles(onnx) {
		links[data] = filepath.Base(data)
	}
	for from, to := range links {
		to = filepath.Join(m.home, to)
		if err := os.Symlink(from, to); err != nil && os.Link(from, to) != nil { // Windows gives few users the right to symbolic links
			return err
		}
	}
	return nil
}

// dataFiles are the files beside a large ONNX file that hold its weights.
func dataFiles(onnx string) []string {
	var out []string
	for _, suffix := range []string{"_data", ".data"} {
		if _, err := os.Stat(onnx + suffix); err == nil {
			out = append(out, onnx+suffix)
		}
	}
	return out
}

func (m *Model) load(ctx context.Context) error {
	return caught(func() (err error) {
		// The session must outlive the context of the call that opens it.
		if m.session, err = hugot.NewGoSession(context.WithoutCancel(ctx)); err != nil {
			return err
		}
		m.pipeline, err = hugot.NewPipeline(m.session, hugot.FeatureExtractionConfig{ModelPath: m.home, OnnxFilename: "model.onnx", Name: m.name})
		if err != nil {
			return err
		}
		if err := m.chooseOutput(); err != nil {
			return err
		}
		v, err := m.run(ctx, "a")
		m.dim = len(v)
		return err
	})
}

// chooseOutput takes the vector of the text, where the model gives one, else the vectors of its tokens.
func (m *Model) chooseOutput() error {
	outputs := m.pipeline.Model.OutputsMeta
	for i, o := range outputs {
		if len(o.Dimensions) == 2 && o.Name == "sentence_embedding" {
			m.pipeline.Output, m.pipeline.OutputIndex, m.pooled = o, i, true
			return nil
		}
	}
	for i, o := range outputs {
		if len(o.Dimensions) == 3 {
			m.pipeline.Output, m.pipeline.OutputIndex = o, i
			return nil
		}
	}
	return fmt.Errorf("its outputs are %s, none of which is a vector a token: %w", strings.Join(backends.GetNames(outputs), ", "), embed.ErrUnsupported)
}

// Close ends hugot's session and removes what Open made. It may be called twice.
func (m *Model) Close() error {
	m.mu.Lock()
	defer m.mu.Unlock()
	var err error
	if m.session != nil {
		err = caught(m.session.Destroy)
	}
	m.session, m.pipeline = nil, nil
	if m.home != "" {
		err = errors.Join(err, os.RemoveAll(m.home))
		m.home = ""
	}
	return err
}

// Name is the name of the model's folder.
func (m *Model) Name() string { return m.name }

// ID is that of embed.Model for the same files: what runs a model does not matter.
func (m *Model) ID() string { return m.id }

// Dim is the number of dimensions of every vector.
func (m *Model) Dim() int { return m.dim }

// Window is how many word pieces, with the special ones, the model reads at a time.
func (m *Model) Window() int { return m.options.Window }

// Options are what the files beside the model say, with the window and the pooling in use.
func (m *Model) Options() embed.Options { return m.options }

// Count is the number of word pieces of a text, without special ones. A text that hugot cannot count is as long as its bytes.
func (m *Model) Count(text string) int {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.count(text)
}

func (m *Model) count(text string) int {
	n := len(text)
	if m.pipeline == nil {
		return n
	}
	_ = caught(func() error {
		t := m.pipeline.Model.Tokenizer.GoTokenizer.Tokenizer
		n = len(t.EncodeWithAnnotations(text).IDs) - specialPieces
		return nil
	})
	return max(n, 0)
}

// specialPieces stand at the begin and the end of what the model reads.
const specialPieces = 2

// Embed returns the vectors of texts, as [embed.Encoder] says. A panic of hugot is an error.
func (m *Model) Embed(ctx context.Context, texts []string) ([][]float32, error) {
	return m.embed(ctx, texts, m.options.Passage)
}

// EmbedQuery is Embed for questions: with the prefix that the model wants before them.
func (m *Model) EmbedQuery(ctx context.Context, texts []string) ([][]float32, error) {
	return m.embed(ctx, texts, m.options.Query)
}

func (m *Model) embed(ctx context.Context, texts []string, prefix string) ([][]float32, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.pipeline == nil {
		return nil, fmt.Errorf("embed with hugot: %w", ErrClosed)
	}
	out := make([][]float32, len(texts))
	for i, text := range texts {
		err := caught(func() (err error) {
			out[i], err = m.text(ctx, text, prefix)
			return err
		})
		if err != nil {
			return nil, fmt.Errorf("embed with hugot: %w", err)
		}
	}
	return out, nil
}

// text is the mean of the vectors of a text's windows, at length 1.
func (m *Model) text(ctx context.Context, text, prefix string) ([]float32, error) {
	room := m.options.Window - specialPieces - m.count(prefix)
	windows := []string{text}
	if text != "" {
		windows = chunk.Windows(text, room, m.count)
	}
	var sum []float32
	for _, w := range windows {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		v, err := m.run(ctx, prefix+w)
		if err != nil {
			return nil, err
		}
		if sum == nil {
			sum = make([]float32, len(v))
		}
		for i, x := range v {
			sum[i] += x
		}
	}
	return sum, unit(sum)
}

// run reads one window. Windows never go through hugot together: with the padding of a batch a vector would depend on the texts
// beside it, and for a model without an attention mask hugot reads the longest one wrong.
func (m *Model) run(ctx context.Context, text string) (v []float32, err error) {
	batch := backends.NewBatch(1)
	defer func() { err = errors.Join(err, batch.Destroy()) }()
	backends.TokenizeInputs(batch, m.pipeline.Model.Tokenizer, []string{text})
	batch.MaxSequenceLength = len(batch.Input[0].TokenIDs)
	if err := backends.CreateInputTensors(batch, m.pipeline.Model, m.pipeline.Runtime); err != nil {
		return nil, err
	}
	if err := backends.RunSessionOnBatch(ctx, batch, m.pipeline.BasePipeline); err != nil {
		return nil, err
	}
	switch output := batch.OutputValues[m.pipeline.OutputIndex].(type) {
	case [][]float32:
		v = append(v, output[0]...)
	case [][][]float32:
		v = pool(output[0], m.options.Pooling)
	default:
		return nil, fmt.Errorf("output %s is a %T: %w", m.pipeline.Output.Name, output, embed.ErrUnsupported)
	}
	return v, unit(v)
}

// pool makes a text's vector of its tokens'.
func pool(tokens [][]float32, pooling embed.Pooling) []float32 {
	if pooling == embed.CLS {
		tokens = tokens[:1]
	}
	sum := make([]float32, len(tokens[0]))
	for _, t := range tokens {
		for i, x := range t {
			sum[i] += x
		}
	}
	return sum
}

// unit brings v to length 1.
func unit(v []float32) error {
	var sum float64
	for _, x := range v {
		sum += float64(x) * float64(x)
	}
	length := math.Sqrt(sum)
	if length == 0 || math.IsNaN(length) || math.IsInf(length, 0) {
		return fmt.Errorf("the model gave a vector of length %v", length)
	}
	for i, x := range v {
		v[i] = float32(float64(x) / length)
	}
	return nil
}

// caught turns a panic of the library into an error: it panics on graphs that it does not know.
func caught(f func() error) (err error) {
	defer func() {
		if r := recover(); r != nil {
			text, _, _ := strings.Cut(fmt.Sprint(r), "\n")
			err = fmt.Errorf("hugot stopped: %s", text)
		}
	}()
	return f()
}

// defaultWindow is what BERT models have positions for.
const defaultWindow = 512

// minWindow leaves room for a prefix and some words.
const minWindow = 16

// window is how many pieces the model reads at a time: what sentence-transformers was told, but no more than it has positions for.
func window(dir string, told int) (int, error) {
	var config struct {
		Positions int    `json:"max_position_embeddings"`
		Type      string `json:"model_type"`
		Pad       int    `json:"pad_token_id"`
	}
	data, err := embed.ReadFile(filepath.Join(dir, "config.json"))
	if err == nil {
		if err = json.Unmarshal([]byte(data), &config); err != nil {
			err = fmt.Errorf("%w: %w", embed.ErrDamaged, err)
		}
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return 0, fmt.Errorf("read config.json: %w", err)
	}
	most := config.Positions
	if strings.Contains(config.Type, "roberta") {
		most -= config.Pad + 1 // RoBERTa numbers the first token after the padding
	}
	switch {
	case most <= 0 && told == 0:
		return defaultWindow, nil
	case most <= 0 || told > 0 && told < most:
		most = told
	}
	if most < minWindow {
		return 0, fmt.Errorf("window of %d pieces, want %d at least", most, minWindow)
	}
	return most, nil
}

// identity reads the files and names them as embed does, with the weights that lie beside the ONNX file.
func identity(name, onnx, tokenizer string, o embed.Options) (string, error) {
	var files []string
	for _, path := range append([]string{tokenizer, onnx}, dataFiles(onnx)...) {
		data, err := embed.ReadFile(path)
		if err != nil {
			return "", err
		}
		files = append(files, data)
	}
	return embed.Identity(name, strings.Join(files[1:], ""), files[0], o), nil
}
