// Package hugot runs models that package embed has no code for, by github.com/knights-analytics/hugot and its backend in plain
// Go: any ONNX encoder with a tokenizer.json whose operations that backend knows. It takes about 50 times as long as embed's kernels
// (all-MiniLM-L6-v2, 4 and 198 tokens, one core with AVX2), and also serves to check them. Only [Pull] uses the network.
package hugot
