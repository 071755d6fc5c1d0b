package embed

import (
	_ "embed" // the model's two files
	"sync"
)

// The files of the built-in model; model/README.md tells where they come from. Strings are used in place: the weights stay
// in the binary's pages, which the system reads when they are first touched.
var (
	//go:embed model/all-MiniLM-L6-v2-int8.onnx
	builtinModel string
	//go:embed model/tokenizer.json
	builtinTokenizer string
)

// BuiltinName is the name of the built-in model.
const BuiltinName = "all-MiniLM-L6-v2-int8"

// builtinWindow is the length of the texts that the model was trained on, and the best one measured: with 256 pieces more of
// the right pages come first than with 128 or with the 512 that it has positions for.
const builtinWindow = 256

// builtinID is what [Model.ID] would find by reading all weights.
const builtinID = BuiltinName + "-5dbebdd9a291"

var builtin = sync.OnceValues(func() (*Model, error) {
	m, err := New(BuiltinName, builtinModel, builtinTokenizer, builtinWindow)
	if err != nil {
		return nil, err
	}
	m.id = func() string { return builtinID }
	return m, nil
})

// Builtin is the model in the binary: all-MiniLM-L6-v2, 384 dimensions, a window of 256 word pieces. It is read at the first
// call (about 5 ms, most of it the vocabulary); the weights are not copied. Every call returns the same model.
func Builtin() (*Model, error) { return builtin() }
