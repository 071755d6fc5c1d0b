package engine

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path"
	"path/filepath"

	"brain/db"
	"brain/embed"
)

// ModelListInput has no parameters.
type ModelListInput struct{}

// ModelListResult are the models that can be in use. Vectors is the ID of the model that made the file's vectors, "" for none.
type ModelListResult struct {
	Models  []ModelLine `json:"models"`
	Vectors string      `json:"vectors"`
}

// ModelLine is a model, and what names it: default, file or BRAIN_MODEL. ID is "" while its weights were not read.
type ModelLine struct {
	Model string `json:"model"`
	By    string `json:"by"`
	ID    string `json:"id"`
	InUse bool   `json:"in_use"`
}

// ModelList names the built-in model, that of the file and that of BRAIN_MODEL. It opens none.
func (e *Engine) ModelList(ctx context.Context, _ ModelListInput) (*ModelListResult, error) {
	used, err := e.choose(ctx)
	if err != nil {
		return nil, err
	}
	file, seen, err := e.fileModel(ctx)
	if err != nil {
		return nil, err
	}
	out := &ModelListResult{Models: []ModelLine{{Model: builtinModel, By: byDefault, ID: embed.BuiltinID, InUse: used.by == byDefault}}}
	if file != "" {
		line := ModelLine{Model: file, By: byFile, InUse: used.by == byFile}
		if seen.Dir == file && seen.Stamp == stamp(file) {
			line.ID = seen.ID
		}
		out.Models = append(out.Models, line)
	}
	if used.by == byEnvironment {
		out.Models = append(out.Models, ModelLine{Model: used.where(), By: byEnvironment, ID: used.id, InUse: true})
	}
	dim, model, there, err := e.vectorKind(ctx)
	if there {
		out.Vectors = recorded(model, dim)
	}
	return out, err
}

// ModelInfoInput are the parameters of model info.
type ModelInfoInput struct {
	Dir string `json:"dir" arg:"1" value:"DIR" help:"the model's folder, or builtin (else the one in use)"`
}

// ModelInfoResult says what a model is. Dir is "" for the built-in one. Window counts word pieces with the special ones; Query and
// Passage stand before questions and texts.
type ModelInfoResult struct {
	Name      string      `json:"name"`
	ID        string      `json:"id"`
	Dir       string      `json:"dir"`
	Dimension int         `json:"dimension"`
	Window    int         `json:"window"`
	Pooling   string      `json:"pooling"`
	Backend   string      `json:"backend"`
	Query     string      `json:"query_prefix"`
	Passage   string      `json:"passage_prefix"`
	Files     []ModelFile `json:"files"`
}

// ModelFile is a file of a model.
type ModelFile struct {
	Path  string `json:"path"`
	Bytes int64  `json:"bytes"`
}

// ModelInfo opens a model and says what it is.
func (e *Engine) ModelInfo(ctx context.Context, in ModelInfoInput) (*ModelInfoResult, error) {
	c, err := e.named(ctx, in.Dir)
	if err != nil {
		return nil, err
	}
	enc, backend, err := openEncoder(ctx, c)
	if err != nil {
		return nil, err
	}
	out := &ModelInfoResult{Name: enc.Name(), ID: enc.ID(), Dir: c.dir, Dimension: enc.Dim(), Window: enc.Window(), Backend: backend}
	if err := closeEncoder(enc); err != nil {
		return nil, err
	}
	var o embed.Options
	if c.dir == "" {
		var onnx, tokenizer string
		onnx, tokenizer, o = embed.BuiltinFiles()
		out.Files = []ModelFile{{"model.onnx", int64(len(onnx))}, {"tokenizer.json", int64(len(tokenizer))}}
	} else if o, err = embed.ReadOptions(c.dir); err == nil {
		out.Files, err = modelFiles(c.dir)
	}
	if o.Pooling == "" {
		o.Pooling = embed.Mean
	}
	out.Pooling, out.Query, out.Passage = string(o.Pooling), o.Query, o.Passage
	return out, err
}

// named is the model in a folder that was given, else the one in use.
func (e *Engine) named(ctx context.Context, given string) (c choice, err error) {
	if given == "" {
		return e.choose(ctx)
	}
	if c.backend, err = e.backend(); err != nil {
		return c, err
	}
	if given == builtinModel {
		c.id = embed.BuiltinID
		return c, nil
	}
	c.dir, err = dir(given)
	return c, err
}

// modelFiles are the files that a model was read from.
func modelFiles(dir string) (out []ModelFile, err error) {
	onnx, err := embed.FindModel(dir)
	if err != nil {
		return nil, err
	}
	for _, path := range []string{onnx, onnx + "_data", filepath.Join(dir, "tokenizer.json")} {
		info, err := os.Stat(path)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return nil, err
		}
		rel, err := filepath.Rel(dir, path)
		if err != nil {
			return nil, err
		}
		out = append(out, ModelFile{filepath.ToSlash(rel), info.Size()})
	}
	return out, nil
}

// ModelUseInput are the parameters of model use.
type ModelUseInput struct {
	Dir string `json:"dir" arg:"1" value:"DIR" required:"" help:"the model's folder, or builtin"`
}

// ModelUseResult says which model the file has now. Vectors is the ID of the model that made its vectors, "" for none; Reembed says
// that it is another one, so that all must be made anew.
type ModelUseResult struct {
	Model   string `json:"model"`
	ID      string `json:"id"`
	Vectors string `json:"vectors"`
	Reembed bool   `json:"reembed"`
}

// ModelUse records a model as that of the file, if it opens.
func (e *Engine) ModelUse(ctx context.Context, in ModelUseInput) (*ModelUseResult, error) {
	c, err := e.named(ctx, in.Dir)
	if err != nil {
		return nil, err
	}
	enc, _, err := openEncoder(ctx, c)
	if err != nil {
		return nil, err
	}
	out := &ModelUseResult{Model: c.where(), ID: enc.ID()}
	if err := closeEncoder(enc); err != nil {
		return nil, err
	}
	err = e.write(ctx, func(tx *db.Tx) error {
		if err := tx.SetMeta(metaModel, c.dir); err != nil || c.dir == "" {
			return err
		}
		return noteID(tx, c.dir, out.ID)
	})
	if err != nil {
		return nil, err
	}
	dim, model, there, err := e.vectorKind(ctx)
	if there {
		out.Vectors = recorded(model, dim)
		out.Reembed = out.Vectors != out.ID
	}
	if env := os.Getenv("BRAIN_MODEL"); env != "" {
		e.Notice("BRAIN_MODEL=" + env + " goes before the file's own model")
	}
	return out, err
}

// ModelPullInput are the parameters of model pull.
type ModelPullInput struct {
	Name string `json:"name" arg:"1" value:"NAME" required:"" help:"the model's name on the hub, like BAAI/bge-small-en-v1.5"`
	Dir  string `json:"dir" arg:"2" value:"DIR" help:"the folder to make (else the last part of the name, here)"`
}

// ModelPullResult says where the model is.
type ModelPullResult struct {
	Name  string      `json:"name"`
	Dir   string      `json:"dir"`
	Files []ModelFile `json:"files"`
}

// ModelPull downloads a model from the Hugging Face hub. It is the one operation that uses the network, through hugot.
func (e *Engine) ModelPull(ctx context.Context, in ModelPullInput) (*ModelPullResult, error) {
	if in.Dir == "" {
		in.Dir = path.Base(in.Name)
	}
	to, err := filepath.Abs(in.Dir)
	if err != nil {
		return nil, err
	}
	if err := pull(ctx, in.Name, to); err != nil {
		return nil, err
	}
	out := &ModelPullResult{Name: in.Name, Dir: to}
	out.Files, err = modelFiles(to)
	return out, err
}

func modelOperations() []*Operation {
	return []*Operation{
		operation("model list", "name the models that can be in use", (*Engine).ModelList, func(op *Operation) {
			op.Effect = Reads
			op.Help = `The model in use is that of BRAIN_MODEL, else the file's own, else the one inside the program. vectors is the model that made the
file's vectors: if it is another, a query ranks by text alone until brain embed --all has replaced them.`
			op.Examples = []Example{{"brain model list", "the built-in one, the file's, BRAIN_MODEL's"}}
		}),
		operation("model info", "show what a model is", (*Engine).ModelInfo, func(op *Operation) {
			op.Effect = Reads
			op.Help = `The folder holds an ONNX file (model.onnx, onnx/model.onnx, model_quantized.onnx or onnx/model_quantized.onnx) and tokenizer.json;
what sentence-transformers keeps beside them is followed. Encoders of the BERT family run on brain's own kernels, others on hugot, which is in every build without the tag nohugot.`
			op.Examples = []Example{{"brain model info", "the model in use"}, {"brain model info ~/models/bge-small-en-v1.5", "name, ID, window, pooling, backend, prefixes, files"}}
		}),
		operation("model use", "give the file a model of its own", (*Engine).ModelUse, func(op *Operation) {
			op.Effect, op.Idempotent = Changes, true
			op.Help = `Writes into the file which model its texts and questions are embedded with. Vectors of another model stay until brain embed --all
has made all of them anew.`
			op.Examples = []Example{{"brain model use ~/models/bge-small-en-v1.5", "then: brain embed --all"}, {"brain model use builtin", "back to the model inside the program"}}
		}),
		operation("model pull", "download a model from the Hugging Face hub", (*Engine).ModelPull, func(op *Operation) {
			op.Effect, op.Idempotent = Adds, true
			op.World = true
			op.Help = `The one command that uses the network by itself (the command of BRAIN_LLM may). What was downloaded stays in
~/.cache/huggingface too. HF_TOKEN opens models that are not public, HF_ENDPOINT names another hub.`
			op.Examples = []Example{{"brain model pull BAAI/bge-small-en-v1.5", "into ./bge-small-en-v1.5; then: brain model use bge-small-en-v1.5"}}
		}),
		operation("model parity", "compare brain's own kernels with hugot", (*Engine).ModelParity, func(op *Operation) {
			op.Effect = Reads
			op.Help = `Embeds twenty sentences with both and compares the vectors. If two are further apart than --min, that is an error (exit code 1).
It takes some seconds.`
			op.Examples = []Example{{"brain model parity", "of the model in use"}, {"brain model parity builtin --min 0.9999", "of the built-in one, more strictly"}}
		}),
	}
}
