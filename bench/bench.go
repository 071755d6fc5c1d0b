// Package bench holds what the measurements in its folders share.
package bench

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"os/exec"
	"path/filepath"
)

// Program builds brain from this module into a folder, and gives the program's path.
func Program(ctx context.Context, dir string) (string, error) {
	program := filepath.Join(dir, "brain")
	if out, err := exec.CommandContext(ctx, "go", "build", "-o", program, "brain").CombinedOutput(); err != nil {
		return "", fmt.Errorf("build brain: %w: %s", err, out)
	}
	return program, nil
}

// Dim is the length of the built-in model's vectors.
const Dim = 384

// Point is a unit vector of Dim numbers at some distance around a centre; nil is the origin.
func Point(rng *rand.Rand, centre []float32, spread float64) []float32 {
	v := make([]float32, Dim)
	var sum float64
	for i := range v {
		x := rng.NormFloat64() * spread / math.Sqrt(Dim)
		if centre != nil {
			x += float64(centre[i])
		}
		v[i] = float32(x)
		sum += x * x
	}
	for i := range v {
		v[i] /= float32(math.Sqrt(sum))
	}
	return v
}
