//go:build !amd64

package embed

// multiplyVectors does nothing: this processor has no vector kernel here yet, multiplyT does all.
func multiplyVectors([]float32, int, []float32, int, []float32, int, int, int, int) (cols int) {
	return 0
}
