package vec

import (
	"fmt"
	"math"
)

// CosineDistance is pgvector's a <=> b, 1 minus the cosine of the angle: 0 for the same direction, 2 for the opposite.
// It is NaN if a or b is all zeros, and where float32 overflows, or underflows to zero, in the same way as pgvector's:
// components beyond about 1e19, or all below 1e-23, give NaN, 0, 1 or 2.
//
// Vectors of different lengths, which pgvector refuses ([CheckDimensions]), are NaN apart.
func CosineDistance(a, b []float32) float64 {
	if len(a) != len(b) {
		return math.NaN()
	}
	var dot, aa, bb float32
	for k, x := range a {
		y := b[k]
		dot += float32(x * y)
		aa += float32(x * x)
		bb += float32(y * y)
	}
	return distance(dot, aa, bb)
}

// CheckDimensions is the error that pgvector gives before it compares two vectors of different lengths.
func CheckDimensions(a, b []float32) error {
	if len(a) != len(b) {
		return fmt.Errorf("different vector dimensions %d and %d", len(a), len(b))
	}
	return nil
}

// distance is the cosine distance of two vectors from their inner product and those with themselves.
func distance(dot, aa, bb float32) float64 {
	similarity := float64(dot) / math.Sqrt(float64(aa)*float64(bb))
	// Rounding can leave [-1, 1]. No branch is taken for NaN.
	if similarity > 1 {
		similarity = 1
	} else if similarity < -1 {
		similarity = -1
	}
	return 1 - similarity
}

// squares is the inner product of a vector with itself, as [CosineDistance] sums it.
func squares(v []float32) float32 {
	var sum float32
	for _, x := range v {
		sum += float32(x * x)
	}
	return sum
}

// dot4 is the inner products of x with four rows of its length, each summed in order. The four sums overlap in the
// processor, which is several times as fast as one after the other.
func dot4(x, r0, r1, r2, r3 []float32) [4]float32 {
	r0, r1, r2, r3 = r0[:len(x)], r1[:len(x)], r2[:len(x)], r3[:len(x)]
	var d0, d1, d2, d3 float32
	for k, v := range x {
		d0 += float32(v * r0[k])
		d1 += float32(v * r1[k])
		d2 += float32(v * r2[k])
		d3 += float32(v * r3[k])
	}
	return [4]float32{d0, d1, d2, d3}
}
