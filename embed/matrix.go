package embed

import (
	"encoding/binary"
	"fmt"
	"math"
	"strings"
)

// matrix is a table of weights, rows × cols in row order: either 8-bit integers or floats, both used where they lie in the file.
type matrix struct {
	rows, cols int

	bytes string
	value [256]float32 // what each byte stands for: the integer less the zero point
	scale []float32    // by column

	floats string // if there are no bytes: float32, little-endian
}

// newMatrix is the matrix of a tensor.
func newMatrix(t *tensor) (*matrix, error) {
	if t.scale != nil {
		return newQuantised(t, t.scale, t.zero)
	}
	m := &matrix{floats: t.raw}
	if t.raw == "" {
		b := make([]byte, 0, 4*len(t.floats))
		for _, v := range t.floats {
			b = binary.LittleEndian.AppendUint32(b, math.Float32bits(v))
		}
		m.floats = string(b)
	}
	if err := m.shape(t); err != nil {
		return nil, err
	}
	if n, err := t.size(); err != nil || t.kind != kindFloat || t.remote || len(m.floats) != 4*n {
		return nil, fmt.Errorf("tensor of type %d, shape %v has %d bytes", t.kind, t.dims, len(m.floats))
	}
	return m, nil
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
	if strings.Count(zeros, zeros[:1]) != len(zeros) {
		return m.zeroByColumn(func(i int) int { return integer(bytes[i]) - integer(zeros[i%m.cols]) }), nil
	}
	for b := range m.value {
		m.value[b] = float32(integer(byte(b)) - integer(zeros[0]))
	}
	return m, nil
}

// zeroByColumn is m with numbers that are the integers without their columns' zero points: as 8-bit integers if they still fit.
func (m *matrix) zeroByColumn(number func(i int) int) *matrix {
	list, fits := make([]byte, len(m.bytes)), true
	for i := range list {
		v := number(i)
		fits = fits && v == int(int8(v))
		list[i] = byte(v)
	}
	if fits {
		m.bytes = string(list)
		for b := range m.value {
			m.value[b] = float32(int8(b))
		}
		return m
	}
	floats := make([]byte, 0, 4*len(m.bytes))
	for i := range len(m.bytes) {
		floats = binary.LittleEndian.AppendUint32(floats, math.Float32bits(float32(number(i))*m.scale[i%m.cols]))
	}
	return &matrix{rows: m.rows, cols: m.cols, floats: string(floats)}
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
		row := m.floats[4*r*m.cols:][:4*len(x)]
		for i := range x {
			b := row[4*i:][:4]
			x[i] += math.Float32frombits(uint32(b[0]) | uint32(b[1])<<8 | uint32(b[2])<<16 | uint32(b[3])<<24)
		}
		return
	}
	row := m.bytes[r*m.cols:][:len(x)]
	for i := range x {
		x[i] += m.value[row[i]] * m.scale[i]
	}
}
