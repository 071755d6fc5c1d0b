package embed

import "golang.org/x/sys/cpu"

//go:generate go -C kernelgen run . -out ../kernels_amd64.s -stubs ../kernels_amd64.go -pkg embed

// detectKernels are those for AVX2 and FMA, which every x86-64 processor for desktops and servers has had since 2013 to 2017.
func detectKernels() *kernels {
	if !cpu.X86.HasAVX2 || !cpu.X86.HasFMA {
		return nil
	}
	return &kernels{
		float: tiles{
			narrow: []tile{{}, {gemmFloat1x16, 1}, {gemmFloat2x16, 1}, {gemmFloat3x16, 1}, {gemmFloat4x16, 1}, {gemmFloat5x16, 1}, {gemmFloat6x16, 1}},
			wide:   []tile{{}, {gemmFloat1x64, 4}, {gemmFloat2x32, 2}, {gemmFloat3x32, 2}},
		},
		int: tiles{
			narrow: []tile{{}, {gemmInt1x16, 1}, {gemmInt2x16, 1}, {gemmInt3x16, 1}, {gemmInt4x16, 1}, {gemmInt5x16, 1}, {gemmInt6x16, 1}},
			wide:   []tile{{}, {gemmInt1x64, 4}, {gemmInt2x32, 2}, {gemmInt3x32, 2}},
		},
		gelu: geluVector, softmax: softmaxVector, addNorm: addNormVector, transpose: transposeVector,
	}
}
