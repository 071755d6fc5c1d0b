package embed

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// modelFiles are where the ONNX file of a model is looked for, the first one first.
var modelFiles = []string{"model.onnx", "onnx/model.onnx", "model_quantized.onnx", "onnx/model_quantized.onnx"}

// Open reads a model of the BERT family from a folder as sentence-transformers keeps them: model.onnx, onnx/model.onnx,
// model_quantized.onnx or onnx/model_quantized.onnx, with tokenizer.json. These files beside them are followed, if they are
// there: 1_Pooling/config.json (mean or cls; without it mean), sentence_bert_config.json (max_seq_length), modules.json, and of
// config_sentence_transformers.json the prompts named "query", and "passage" or "document". The name of the model is that of the
// folder. The error wraps [ErrUnsupported] if the model asks for what there is no code for, [ErrDamaged] if a file is broken, and
// [fs.ErrNotExist] if one is missing.
func Open(dir string) (*Model, error) {
	m, err := open(dir)
	if err != nil {
		return nil, fmt.Errorf("open model %s: %w", dir, err)
	}
	return m, nil
}

func open(dir string) (*Model, error) {
	absolute, err := filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	options, err := readOptions(dir)
	if err != nil {
		return nil, err
	}
	tokenizer, err := ReadFile(filepath.Join(dir, "tokenizer.json"))
	if err != nil {
		return nil, err
	}
	path, err := FindModel(dir)
	if err != nil {
		return nil, err
	}
	onnx, err := ReadFile(path)
	if err != nil {
		return nil, err
	}
	return NewWithOptions(filepath.Base(absolute), onnx, tokenizer, options)
}

// readOptions reads the files beside the model that sentence-transformers writes.
func readOptions(dir string) (o Options, err error) {
	if info, err := os.Stat(dir); err != nil {
		return o, err
	} else if !info.IsDir() {
		return o, errors.New("it is no folder")
	}
	var modules []struct{ Type string }
	if err := readJSON(dir, "modules.json", &modules); err != nil {
		return o, err
	}
	for _, m := range modules {
		kind := m.Type[strings.LastIndex(m.Type, ".")+1:]
		if !slices.Contains([]string{"Transformer", "Pooling", "Normalize"}, kind) {
			return o, fmt.Errorf("module %s: %w", m.Type, ErrUnsupported)
		}
	}
	if o.Pooling, err = readPooling(dir); err != nil {
		return o, err
	}
	var length struct {
		Max int `json:"max_seq_length"`
	}
	if err := readJSON(dir, "sentence_bert_config.json", &length); err != nil {
		return o, err
	}
	if length.Max < 0 {
		return o, fmt.Errorf("sentence_bert_config.json: %w: max_seq_length is %d", ErrDamaged, length.Max)
	}
	o.Window = length.Max
	var sentence struct {
		Prompts map[string]string
		Default string `json:"default_prompt_name"`
	}
	if err := readJSON(dir, "config_sentence_transformers.json", &sentence); err != nil {
		return o, err
	}
	o.Query, o.Passage = sentence.Prompts[sentence.Default], sentence.Prompts[sentence.Default]
	for _, p := range []struct {
		name string
		into *string
	}{{"query", &o.Query}, {"document", &o.Passage}, {"passage", &o.Passage}} {
		if prompt, ok := sentence.Prompts[p.name]; ok {
			*p.into = prompt
		}
	}
	return o, nil
}

// readPooling reads 1_Pooling/config.json, which has a switch for each kind, or their names.
func readPooling(dir string) (Pooling, error) {
	const name = "1_Pooling/config.json"
	var f map[string]any
	if err := readJSON(dir, name, &f); err != nil {
		return "", err
	}
	var kinds []string
	for key, value := range f {
		if kind, ok := strings.CutPrefix(key, "pooling_mode_"); ok && value == true {
			kinds = append(kinds, kind)
		}
	}
	if kind, ok := f["pooling_mode"].(string); ok {
		kinds = append(kinds, kind)
	}
	switch strings.Join(kinds, " ") {
	case "", "mean_tokens", "mean":
		return Mean, nil
	case "cls_token", "cls":
		return CLS, nil
	}
	return "", fmt.Errorf("%s: pooling %v: %w", name, kinds, ErrUnsupported)
}

// readJSON reads a file into v; a missing file leaves v as it is.
func readJSON(dir, name string, v any) error {
	data, err := ReadFile(filepath.Join(dir, name))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	if err := json.Unmarshal([]byte(data), v); err != nil {
		return fmt.Errorf("read %s: %w: %w", name, ErrDamaged, err)
	}
	return nil
}
