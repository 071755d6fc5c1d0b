package memory

import (
	"math"
	"math/bits"
	"math/rand/v2"
)

// sketchWords is how many words of 64 bits a sketch has; the first sketchHead of them dismiss most pairs.
const (
	sketchWords = 8
	sketchHead  = 2
)

// sketch is a vector's signs in as many random directions. Two vectors at an angle α differ in each bit with probability
// α/π (Charikar, 2002), so how many bits differ tells roughly how near they are, in a hundredth of the time.
type sketch [sketchWords]uint64

// sketcher makes sketches. The directions are those of a Hadamard matrix between random changes of sign, twice, which a
// vector is turned into with additions alone.
type sketcher struct {
	signs [2][]float32
	row   []float32
}

func newSketcher(dim int) *sketcher {
	size := sketchWords * 64
	for size < dim {
		size *= 2
	}
	s := &sketcher{row: make([]float32, size)}
	r := rand.New(rand.NewPCG(3, 384)) // the same for every file
	for i := range s.signs {
		s.signs[i] = make([]float32, size)
		for k := range s.signs[i] {
			s.signs[i][k] = float32(1 - 2*int(r.Uint32()>>31))
		}
	}
	return s
}

func (s *sketcher) of(v []float32) (out sketch) {
	clear(s.row)
	copy(s.row, v)
	for _, signs := range s.signs {
		for k, sign := range signs {
			s.row[k] *= sign
		}
		hadamard(s.row)
	}
	for k, x := range s.row[:sketchWords*64] {
		if x < 0 {
			out[k/64] |= 1 << (k % 64)
		}
	}
	return out
}

// hadamard multiplies a row of 2^n numbers by Hadamard's matrix, and keeps it in the range of float32.
func hadamard(row []float32) {
	for half := 1; half < len(row); half *= 2 {
		for start := 0; start < len(row); start += 2 * half {
			a, b := row[start:start+half], row[start+half:start+2*half]
			for k, x := range a {
				y := b[k]
				a[k], b[k] = x+y, x-y
			}
		}
	}
	scale := float32(1 / math.Sqrt(float64(len(row))))
	for k := range row {
		row[k] *= scale
	}
}

// differ counts the bits in which two sketches differ.
func (a *sketch) differ(b *sketch) (n int) {
	for k, w := range a {
		n += bits.OnesCount64(w ^ b[k])
	}
	return n
}

// mostDiffering is in how many of so many bits two vectors of that similarity differ at most: five standard deviations above
// the mean, so that of 3 million pairs one is missed.
func mostDiffering(sim float64, of int) int {
	p := math.Acos(max(-1, min(1, sim))) / math.Pi
	n := float64(of)
	return int(math.Ceil(n*p + 5*math.Sqrt(n*p*(1-p)) + 1))
}
