package embed

import (
	"unsafe"

	"golang.org/x/sys/cpu"
)

// vectorised says whether the processor has what tile3x4 is written with.
var vectorised = cpu.X86.HasAVX2 && cpu.X86.HasFMA

// lanes is how many numbers tile3x4 takes at a time.
const lanes = 8

//go:noescape
func tile3x4(sums *[12]float32, a *float32, aStride uintptr, b *float32, bStride uintptr, k uintptr)

// multiplyVectors is multiplyT by vector instructions for as many whole tiles as there are; it says how many rows of b it has
// done with, for all rows of a. The sums run in another order than in multiplyT: results differ in the last bits.
func multiplyVectors(c []float32, cStride int, a []float32, aStride int, b []float32, bStride, m, n, k int) (cols int) {
	whole := k - k%lanes
	if !vectorised || m < 1 || n < 4 || whole == 0 {
		return 0
	}
	cols = n - n%4
	// The slices must reach as far as the tiles read and write.
	_, _, _ = a[(m-1)*aStride+k-1], b[(cols-1)*bStride+k-1], c[(m-1)*cStride+cols-1]
	var sums [12]float32
	for i := 0; i < m; {
		// Three rows at a time; what is left over goes row by row, the tile reading the one row three times.
		take, stride := 3, aStride
		if m-i < 3 {
			take, stride = 1, 0
		}
		for j := 0; j < cols; j += 4 {
			at, bt := a[i*aStride:], b[j*bStride:]
			tile3x4(&sums, &at[0], uintptr(stride)*floatSize, &bt[0], uintptr(bStride)*floatSize, uintptr(whole))
			for r := range take {
				out := c[(i+r)*cStride+j:][:4]
				copy(out, sums[4*r:])
				if whole < k {
					addTail(out, at[r*stride:][:k], bt, bStride, whole)
				}
			}
		}
		i += take
	}
	return cols
}

const floatSize = unsafe.Sizeof(float32(0))

// addTail adds the products of the last numbers of a row of a and four rows of b, from on.
func addTail(c, a, b []float32, bStride, from int) {
	for j := range c {
		c[j] += dot(a[from:], b[j*bStride+from:])
	}
}
