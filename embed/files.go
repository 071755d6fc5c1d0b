package embed

import (
	"errors"
	"fmt"
	"io"
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

// How large a file of a model may be. An ONNX file ends at 2 GB, the most a protocol buffer holds, but not the weights beside it; the
// tokenizers of the largest vocabularies take some 20 MB.
const (
	maxModelBytes = 4 << 30
	maxJSONBytes  = 256 << 20
)

// ReadFile reads a file of a model. One that is empty wraps [ErrDamaged]. What is no regular file, such as a pipe or a device, is
// refused before it is opened, for that may wait for ever, and so is a file that is too large.
func ReadFile(path string) (string, error) {
	info, err := os.Stat(path)
	if err != nil {
		return "", err
	}
	most := int64(maxModelBytes)
	if filepath.Ext(path) == ".json" {
		most = maxJSONBytes
	}
	switch {
	case !info.Mode().IsRegular():
		return "", fmt.Errorf("%s is no regular file", path)
	case info.Size() == 0:
		return "", fmt.Errorf("%w: %s is empty", ErrDamaged, path)
	case info.Size() > most:
		return "", fmt.Errorf("%s is larger than %d bytes", path, most)
	}
	f, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer f.Close()
	var text strings.Builder                // gives a string without a copy
	text.Grow(int(min(info.Size(), 1<<30))) // an int may have 32 bits
	if _, err := io.Copy(&text, io.LimitReader(f, most)); err != nil {
		return "", err
	}
	return text.String(), nil
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
