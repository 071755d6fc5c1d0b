package embed

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// BuiltinID is the ID of the built-in model, for those who only ask whose vectors a file holds.
const BuiltinID = builtinID

// ReadOptions reads what the files beside a model say of it, as [Open] does. A window that they do not tell is 0.
func ReadOptions(dir string) (Options, error) { return readOptions(dir) }

// FindModel is the path of the ONNX file in the folder of a model, as [Open] finds it. The error wraps [fs.ErrNotExist] if there
// is none.
func FindModel(dir string) (string, error) {
	for _, name := range modelFiles {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if _, err := os.Stat(path); err == nil || !errors.Is(err, fs.ErrNotExist) {
			return path, err
		}
	}
	return "", fmt.Errorf("none of %s: %w", strings.Join(modelFiles, ", "), fs.ErrNotExist)
}

// Identity is the ID of a model of such files, whatever runs it; see [Model.ID].
func Identity(name, onnx, tokenizer string, o Options) string {
	if o.Pooling == "" {
		o.Pooling = Mean
	}
	return identity(name, onnx, tokenizer, o)
}

// BuiltinFiles are the ONNX file and the tokenizer.json of the built-in model, and how it is to be read.
func BuiltinFiles() (onnx, tokenizer string, o Options) {
	return builtinModel, builtinTokenizer, Options{Window: builtinWindow, Pooling: Mean}
}
