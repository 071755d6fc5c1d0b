package vec

import (
	"unsafe"

	"golang.org/x/sys/cpu"
)

// wide says whether the processor has the registers of lanes16.
var wide = cpu.X86.HasAVX

// sums16 sums, for each of sixteen rows that lie stride bytes apart, the products of its numbers with the query's and their
// squares, in their order and without fused multiply-add. It stops before the last n%4 numbers.
//
//go:noescape
func sums16(query *float32, n uintptr, rows *float32, stride uintptr, dots, squares *[16]float32)

// lanes16 measures sixteen rows, to the bit as lanes does.
func (s *Scanner) lanes16(rows []float32, out *[16]float64) {
	var dots, squares [16]float32
	n := len(s.query)
	_ = rows[16*n-1]
	sums16(unsafe.SliceData(s.query), uintptr(n), unsafe.SliceData(rows), uintptr(4*n), &dots, &squares)
	for i := range out {
		for k := n &^ 3; k < n; k++ {
			y := rows[i*n+k]
			dots[i] += float32(s.query[k] * y)
			squares[i] += float32(y * y)
		}
		out[i] = distance(dots[i], s.qq, squares[i])
	}
}
