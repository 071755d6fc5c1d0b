// Package hugot runs models that package embed has no code for, by github.com/knights-analytics/hugot and its backend in plain
// Go: any ONNX encoder with a tokenizer.json whose operations that backend knows. It is much slower than embed's kernels (20 to 30
// times on all-MiniLM-L6-v2), and also serves to check them. Only [Pull] uses the network.
package hugot
