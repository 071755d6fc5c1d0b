package embed

//go:generate go -C kernelgen run ./neon -out ../kernels_arm64.s -stubs ../kernels_arm64.go

// detectKernels are those for NEON, which every arm64 processor has.
func detectKernels() *kernels {
	return &kernels{
		float: tiles{
			narrow: []tile{{}, {gemmFloat1x16, 1}, {gemmFloat2x16, 1}, {gemmFloat3x16, 1}, {gemmFloat4x16, 1}, {gemmFloat5x16, 1}},
			wide:   []tile{{}, {gemmFloat1x64, 4}, {gemmFloat2x32, 2}},
		},
		int: tiles{
			narrow: []tile{{}, {gemmInt1x16, 1}, {gemmInt2x16, 1}, {gemmInt3x16, 1}, {gemmInt4x16, 1}, {gemmInt5x16, 1}},
			wide:   []tile{{}, {gemmInt1x64, 4}, {gemmInt2x32, 2}},
		},
		gelu: geluVector, softmax: softmaxVector, addNorm: addNormVector, transpose: transposeVector,
	}
}
