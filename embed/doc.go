// Package embed turns text into vectors.
//
// [Builtin] is all-MiniLM-L6-v2 with int8 weights, carried inside the binary; [Open] reads other encoders of the BERT family. A
// model is a WordPiece [Tokenizer] equal to Hugging Face tokenizers, a reader for ONNX files, and the encoder. The numbers are
// those of the float32 graph over the dequantised weights; ONNX Runtime running the int8 graph also rounds the activations to
// 8 bits and so differs a little.
//
// The encoder runs on kernels for AVX2 with FMA and for NEON, which the module in kernelgen writes, and in plain Go on other
// processors. They keep to three rules. 8-bit weights are used where they lie in the file and become float32 in registers: a
// short text is limited by memory, which they need a quarter of. All sequences of a group go through the linear layers
// together, without padding. And a number is the same chain of fused multiply-adds whatever stands beside it, so a vector does
// not depend on the batch.
package embed
