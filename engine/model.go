package engine

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"

	"brain/db"
	"brain/embed"
	"brain/vec"
)

// builtinModel is how the model inside the binary is named where a folder could be.
const builtinModel = "builtin"

// The keys of brain_meta about the file's own model.
const (
	metaModel   = "model"    // its folder; unset for the built-in one
	metaModelID = "model_id" // a seenModel
)

// Who chose a model.
const (
	byEnvironment = "BRAIN_MODEL"
	byFile        = "file"
	byDefault     = "default"
)

// choice is a model that was chosen and not opened yet.
type choice struct {
	dir string // "" is the built-in one
	by  string
	id  string // "" if it takes reading the weights to know

	backend string // of BRAIN_EMBED_BACKEND
}

// where names the model as a user would.
func (c choice) where() string {
	if c.dir == "" {
		return builtinModel
	}
	return c.dir
}

// seenModel is the ID of a model that was opened before, good as long as its files look the same: to know that a question's vector
// is kept, or that the file's vectors are of another model, no weights are read.
type seenModel struct {
	Dir   string `json:"dir"`
	Stamp string `json:"stamp"`
	ID    string `json:"id"`
}

// stamp changes when the files of a model do.
func stamp(dir string) string {
	var out string
	for _, name := range []string{"tokenizer.json", "modules.json", "1_Pooling/config.json", "sentence_bert_config.json", "config_sentence_transformers.json"} {
		out += fileStamp(filepath.Join(dir, name))
	}
	if path, err := embed.FindModel(dir); err == nil {
		out += fileStamp(path) + fileStamp(path+"_data")
	}
	return out
}

func fileStamp(path string) string {
	info, err := os.Stat(path)
	if err != nil {
		return "-;"
	}
	return fmt.Sprintf("%d,%d;", info.Size(), info.ModTime().UnixNano())
}

// choose says which model is in use: that of BRAIN_MODEL, else that of the file, else the built-in one. Nothing is opened. A
// file that is not there, or that nothing was merged into, has none.
func (e *Engine) choose(ctx context.Context) (choice, error) {
	backend, err := e.backend()
	if err != nil {
		return choice{}, err
	}
	file, seen, err := e.fileModel(ctx)
	if err != nil {
		return choice{}, err
	}
	c := choice{dir: file, by: byFile}
	if env := os.Getenv("BRAIN_MODEL"); env != "" {
		c = choice{dir: env, by: byEnvironment}
	}
	switch {
	case c.dir == "":
		c = choice{by: byDefault, id: embed.BuiltinID}
	case c.dir == builtinModel:
		c.dir, c.id = "", embed.BuiltinID
	default:
		if c.dir, err = filepath.Abs(c.dir); err != nil {
			return c, err
		}
		if seen.Dir == c.dir && seen.Stamp == stamp(c.dir) {
			c.id = seen.ID
		}
	}
	c.backend = backend
	return c, nil
}

// fileModel reads the folder of the file's own model, "" if it has none, and which ID was seen last.
func (e *Engine) fileModel(ctx context.Context) (dir string, seen seenModel, err error) {
	d, err := e.open(ctx, false)
	if errors.Is(err, db.ErrMissing) || err == nil && d.State() != db.Ours {
		return "", seen, nil
	}
	if err != nil {
		return "", seen, err
	}
	err = d.Read(ctx, func(tx *db.Tx) error {
		var record string
		if dir, err = tx.Meta(metaModel); err == nil {
			record, err = tx.Meta(metaModelID)
		}
		if err == nil && record != "" && json.Unmarshal([]byte(record), &seen) != nil {
			seen = seenModel{} // it only saves time
		}
		return err
	})
	return dir, seen, err
}

// openModel is the one model that an Engine keeps open.
type openModel struct {
	mu     sync.Mutex
	choice choice
	enc    Encoder
}

func (m *openModel) close() error {
	m.mu.Lock()
	defer m.mu.Unlock()
	enc := m.enc
	m.enc = nil
	return closeEncoder(enc)
}

// closeEncoder ends what hugot runs; our own kernels hold nothing.
func closeEncoder(enc Encoder) error {
	if c, ok := enc.(interface{ Close() error }); ok {
		return c.Close()
	}
	return nil
}

// encoder opens the model in use, once.
func (e *Engine) encoder(ctx context.Context) (Encoder, error) {
	if e.Encoder != nil {
		return e.Encoder()
	}
	c, err := e.choose(ctx)
	if err != nil {
		return nil, err
	}
	return e.encoderOf(ctx, c)
}

// encoderOf opens the model that choose chose, unless it is open.
func (e *Engine) encoderOf(ctx context.Context, c choice) (Encoder, error) {
	if e.Encoder != nil {
		return e.Encoder()
	}
	m := &e.model
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.enc != nil && m.choice.dir == c.dir && m.choice.backend == c.backend {
		return m.enc, nil
	}
	enc, _, err := openEncoder(ctx, c)
	if err != nil {
		return nil, err
	}
	err = closeEncoder(m.enc)
	m.enc, m.choice = enc, c
	return enc, err
}

// The backends of BRAIN_EMBED_BACKEND.
const (
	nativeBackend = "native"
	hugotBackend  = "hugot"
	onnxBackend   = "onnx"
)

// backend reads BRAIN_EMBED_BACKEND; "" is what can run the model, our own kernels first.
func (e *Engine) backend() (string, error) {
	switch b := os.Getenv("BRAIN_EMBED_BACKEND"); b {
	case "", nativeBackend, hugotBackend:
		return b, nil
	case onnxBackend:
		if os.Getenv("BRAIN_DEBUG") == "1" {
			e.Notice("BRAIN_EMBED_BACKEND=onnx: this program carries no ONNX Runtime; native runs instead")
		}
		return nativeBackend, nil
	default:
		return "", usage("use native or hugot, or leave BRAIN_EMBED_BACKEND out", "BRAIN_EMBED_BACKEND=%s is not known", b)
	}
}

// openEncoder opens a model, and says what runs it: our own kernels what they can, unless BRAIN_EMBED_BACKEND says otherwise, hugot
// sound models of other families.
func openEncoder(ctx context.Context, c choice) (enc Encoder, backend string, err error) {
	if c.backend != hugotBackend {
		enc, err = openNative(c.dir)
		if err == nil || c.backend == nativeBackend || !ofOtherFamily(err, c.dir) {
			return enc, nativeBackend, explainModel(err, c)
		}
	}
	theirs, other := openHugot(ctx, c.dir)
	switch {
	case other == nil:
		return theirs, hugotBackend, nil
	case err != nil:
		other = fmt.Errorf("%w; %w", err, other)
	}
	return nil, "", explainModel(other, c)
}

// ofOtherFamily says whether our own kernels lack only the code for a model, so that hugot may have it. What the files beside a model
// ask for is done outside of both.
func ofOtherFamily(err error, dir string) bool {
	if !errors.Is(err, embed.ErrUnsupported) {
		return false
	}
	_, err = embed.ReadOptions(dir)
	return err == nil
}

func openNative(dir string) (Encoder, error) {
	open := embed.Builtin
	if dir != "" {
		open = func() (*embed.Model, error) { return embed.Open(dir) }
	}
	m, err := open()
	if err != nil {
		return nil, err
	}
	return native{m}, nil
}

// errNoHugot tells that something takes hugot, which is not in every build.
var errNoHugot = errors.New("hugot is not in this build")

const hugotFix = "build brain without the tag nohugot: go build ."

// explainModel says what to do about a model that does not open.
func explainModel(err error, c choice) error {
	var known *Error
	if err == nil || errors.As(err, &known) || errors.Is(err, context.Canceled) {
		return err
	}
	if errors.Is(err, errNoHugot) {
		return &Error{Problem: "the model " + c.where() + " does not open", Cause: err.Error(), Fix: hugotFix, Err: err}
	}
	fix := "name the folder of a BERT-family model with model.onnx and tokenizer.json: see docs/vectors.md"
	switch c.by {
	case byEnvironment:
		fix = "set BRAIN_MODEL to a folder with model.onnx and tokenizer.json, or unset it"
	case byFile:
		fix = "put the model back, or choose another: `brain model use DIR` or `brain model use builtin`"
	}
	if errors.Is(err, embed.ErrDamaged) {
		fix = "get the model's files anew"
	}
	return &Error{Problem: "the model " + c.where() + " does not open", Cause: err.Error(), Fix: fix, Err: err}
}

// oldNames are what a model was recorded as before IDs were.
var oldNames = map[kindOfVectors]string{{embed.BuiltinName, 384}: embed.BuiltinID}

type kindOfVectors struct {
	model string
	dim   int
}

// recorded is the ID of the model that a file's vectors are recorded as.
func recorded(model string, dim int) string {
	if id, ok := oldNames[kindOfVectors{model, dim}]; ok {
		return id
	}
	return model
}

// adoptName writes the ID where a file still holds a name.
func adoptName(tx *db.Tx) error {
	dim, model, there, err := vec.Entries.Info(tx)
	if err != nil || !there || recorded(model, dim) == model {
		return err
	}
	return vec.Entries.Rename(tx, recorded(model, dim))
}
