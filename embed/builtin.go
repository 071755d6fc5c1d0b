package embed

import _ "embed" // the model's two files

// The files of the built-in model; model/README.md tells where they come from. Strings are used in place: the weights stay
// in the binary's pages, which the system reads when they are first touched.
var (
	//go:embed model/all-MiniLM-L6-v2-int8.onnx
	builtinModel string
	//go:embed model/tokenizer.json
	builtinTokenizer string
)
