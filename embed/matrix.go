package embed

import "fmt"

// matrix is a table of weights, rows × cols in row order: either 8-bit integers, used where they lie in the file, or floats.
type matrix struct {
	rows, cols int

	bytes string
	value [256]float32 // what each byte stands for: the integer less the zero point
	scale []float32    // by column

	floats []float32 // if bytes is empty
}

// newMatrix is a matrix of float32 weights.
func newMatrix(t *tensor) (*matrix, error) {
	floats, err := t.float32s()
	if err != nil {
		return nil, err
	}
	m := &matrix{floats: floats}
	return m, m.shape(t)
}

// newQuantised is a matrix of (integer − zero) × scale, with one scale and zero point for all or one a column
// (ONNX DequantizeLinear). zero may be nil: 0.
func newQuantised(t, scale, zero *tensor) (*matrix, error) {
	bytes, err := t.bytes()
	if err != nil {
		return nil, err
	}
	m := &matrix{bytes: bytes}
	if err := m.shape(t); err != nil {
		return nil, err
	}
	if m.scale, err = scale.float32s(); err != nil {
		return nil, err
	}
	zeros := "\x00"
	if zero != nil {
		if zeros, err = zero.bytes(); err != nil {
			return nil, err
		}
		if zero.kind != t.kind {
			return nil, fmt.Errorf("zero point of type %d for weights of type %d", zero.kind, t.kind)
		}
	}
	if len(m.scale) == 1 {
		m.scale = repeat(m.scale[0], m.cols)
	}
	if len(m.scale) != m.cols || len(zeros) != 1 && len(zeros) != m.cols {
		return nil, fmt.Errorf("%d scales, %d zero points for %d columns", len(m.scale), len(zeros), m.cols)
	}
	integer := func(b byte) int {
		if t.kind == kindInt8 {
			return int(int8(b))
		}
		return int(b)
	}
	for i := range zeros {
		if zeros[i] != zeros[0] { // no quantiser of weights is known to do this: not worth a kernel
			return nil, fmt.Errorf("zero points differ between columns: %w", ErrUnsupported)
		}
	}
	for b := range m.value {
		m.value[b] = float32(integer(byte(b)) - integer(zeros[0]))
	}
	return m, nil
}

// int8s is the matrix as 8-bit integers with the zero point 0; empty if it can't be that.
func (m *matrix) int8s() string {
	if m.bytes == "" {
		return ""
	}
	same := true
	for b, v := range m.value {
		same = same && v == float32(int8(b))
	}
	if same {
		return m.bytes
	}
	list := make([]byte, len(m.bytes))
	for i := range list {
		v := m.value[m.bytes[i]]
		if v < -128 || v > 127 {
			return ""
		}
		list[i] = byte(int8(v))
	}
	return string(list)
}

func repeat(v float32, n int) []float32 {
	list := make([]float32, n)
	for i := range list {
		list[i] = v
	}
	return list
}

func (m *matrix) shape(t *tensor) error {
	if len(t.dims) != 2 || t.dims[0] < 1 || t.dims[1] < 1 {
		return fmt.Errorf("weights of shape %v", t.dims)
	}
	m.rows, m.cols = int(t.dims[0]), int(t.dims[1])
	return nil
}

// addRow adds row r to x.
func (m *matrix) addRow(x []float32, r int) {
	if m.bytes == "" {
		for i, w := range m.floats[r*m.cols:][:len(x)] {
			x[i] += w
		}
		return
	}
	row := m.bytes[r*m.cols:][:len(x)]
	for i := range x {
		x[i] += m.value[row[i]] * m.scale[i]
	}
}
