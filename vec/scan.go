package vec

import (
	"math"
)

// Scanner measures one query against many rows.
type Scanner struct {
	query []float32
	qq    float32 // the query's inner product with itself
}

// NewScanner prepares a query, of which it keeps the slice.
func NewScanner(query []float32) *Scanner {
	return &Scanner{query, squares(query)}
}

// Distances sets out[i] to the cosine distance of the query and row i of a block of rows of dim numbers, side by side.
// It equals [CosineDistance] bit for bit, so it is NaN for all rows if dim is not the dimension of the query. It stops
// with the rows or with out, whichever ends first.
func (s *Scanner) Distances(block []float32, dim int, out []float64) {
	if dim != len(s.query) || dim == 0 {
		for i := range out {
			out[i] = math.NaN()
		}
		return
	}
	n := min(len(block)/dim, len(out))
	i := 0
	for ; wide && i+16 <= n; i += 16 {
		s.lanes16(block[i*dim:(i+16)*dim], (*[16]float64)(out[i:]))
	}
	for ; i+scanLanes <= n; i += scanLanes {
		s.lanes(block[i*dim:(i+scanLanes)*dim], (*[scanLanes]float64)(out[i:]))
	}
	for ; i < n; i++ {
		out[i] = CosineDistance(s.query, block[i*dim:(i+1)*dim])
	}
}

// DistancesBytes is [Scanner.Distances] over rows of little-endian float32, as sqlite-vec stores them.
func (s *Scanner) DistancesBytes(block []byte, dim int, out []float64) {
	if floats, ok := inPlace(block); ok || dim != len(s.query) || dim == 0 {
		s.Distances(floats, dim, out)
		return
	}
	// Decode a few rows at a time, so that they are still in the cache when they are measured.
	rows := make([]float32, 16*dim)
	for len(out) > 0 && len(block) >= 4*dim {
		n := min(len(block)/(4*dim), len(out), 16)
		decode(rows[:n*dim], block)
		s.Distances(rows[:n*dim], dim, out[:n])
		block, out = block[n*dim*4:], out[n:]
	}
}

// scanLanes is how many rows are measured at a time: their sums fill the registers.
const scanLanes = 4

// lanes measures scanLanes rows.
func (s *Scanner) lanes(rows []float32, out *[scanLanes]float64) {
	q := s.query
	r0, rows := rows[:len(q)], rows[len(q):]
	r1, rows := rows[:len(q)], rows[len(q):]
	r2, rows := rows[:len(q)], rows[len(q):]
	r3 := rows[:len(q)]
	var d0, d1, d2, d3, n0, n1, n2, n3 float32
	for k, x := range q {
		y0, y1, y2, y3 := r0[k], r1[k], r2[k], r3[k]
		d0 += float32(x * y0)
		d1 += float32(x * y1)
		d2 += float32(x * y2)
		d3 += float32(x * y3)
		n0 += float32(y0 * y0)
		n1 += float32(y1 * y1)
		n2 += float32(y2 * y2)
		n3 += float32(y3 * y3)
	}
	out[0] = distance(d0, s.qq, n0)
	out[1] = distance(d1, s.qq, n1)
	out[2] = distance(d2, s.qq, n2)
	out[3] = distance(d3, s.qq, n3)
}
