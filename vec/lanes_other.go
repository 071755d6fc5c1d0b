//go:build !amd64

package vec

// wide says that there is no kernel of sixteen rows for this processor.
const wide = false

func (s *Scanner) lanes16(rows []float32, out *[16]float64) {
	panic("measure sixteen rows: not on this processor")
}
