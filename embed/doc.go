// Package embed turns text into vectors.
//
// [Builtin] is all-MiniLM-L6-v2 with int8 weights, carried inside the binary: a WordPiece [Tokenizer] equal to Hugging
// Face tokenizers, a reader for the ONNX files of BERT encoders, and the encoder in plain Go. The numbers are those of the
// float32 graph over the dequantised weights; ONNX Runtime running the int8 graph also rounds the activations to 8 bits and
// so differs a little.
package embed
