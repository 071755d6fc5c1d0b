//go:build !amd64 && !arm64

package embed

// detectKernels says that there are none for this processor: plain Go does all.
func detectKernels() *kernels { return nil }
