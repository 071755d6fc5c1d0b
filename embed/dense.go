package embed

import "math"

// dense is a linear layer: x·weight + bias. All that is by column is padded with zeros to whole panels.
type dense struct {
	in, out int

	ints  string    // in × out 8-bit integers in row order, mostly where they lie in the file
	tail  []byte    // the columns behind the last whole panel, as a panel
	scale []float32 // by column

	floats []float32 // if there are no ints: the weights in panels of in rows by 16 columns

	bias []float32
}

// newDense is the layer of those weights. Integers whose zero point is 0 stay where they are; others are copied, if without
// their zero point they still are 8-bit integers, or become float32.
func newDense(m *matrix, bias []float32) *dense {
	d := &dense{in: m.rows, out: m.cols, bias: pad(bias)}
	if d.ints = m.int8s(); d.ints == "" {
		d.floats = packFloats(m)
		return d
	}
	d.scale = pad(m.scale)
	if whole := d.out / panelCols * panelCols; whole < d.out {
		d.tail = make([]byte, d.in*panelCols)
		for r := range d.in {
			copy(d.tail[r*panelCols:][:panelCols], d.ints[r*d.out+whole:][:d.out-whole])
		}
	}
	return d
}

func pad(list []float32) []float32 {
	return append(list[:len(list):len(list)], make([]float32, padded(len(list))-len(list))...)
}

// packFloats is m in panels.
func packFloats(m *matrix) []float32 {
	list := make([]float32, m.rows*padded(m.cols))
	row := make([]float32, m.cols)
	for r := range m.rows {
		clear(row)
		m.addRow(row, r)
		for c := 0; c < m.cols; c += panelCols {
			copy(list[c*m.rows+r*panelCols:][:panelCols], row[c:])
		}
	}
	return list
}

// multiply sets y = x·weight + bias for the rows of x. Rows of x are xStride apart, rows of y len(bias).
func (d *dense) multiply(y, x []float32, xStride, rows int, s *scratch) {
	if vector != nil {
		vector.dense(d, y, x, xStride, rows)
	} else {
		d.multiplyPlain(y, x, xStride, rows, s.panel)
	}
}

// attentionScale is 1/√width.
func attentionScale(width int) float32 { return float32(1 / math.Sqrt(float64(width))) }
