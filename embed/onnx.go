package embed

import (
	"fmt"
	"math"
)

// graph is an ONNX graph as far as reading a BERT encoder out of it needs; the field numbers are those of onnx.proto.
type graph struct {
	nodes   []*node
	tensors map[string]*tensor // initializers and constants
	maker   map[string]*node   // the node that has the name as an output
	users   map[string][]*node // the nodes that have the name as an input
	outputs []string
}

// node is one operation.
type node struct {
	op      string
	in, out []string
	value   *tensor // of a Constant
}

// tensor is a constant array. Its bytes stay where they are in the file.
type tensor struct {
	dims   []int64
	kind   int64
	raw    string
	floats []float32
	ints   []int64
	remote bool // the data is in another file
}

// The element types of tensors that are read.
const (
	kindFloat = 1
	kindUint8 = 2
	kindInt8  = 3
	kindInt32 = 6
	kindInt64 = 7
)

// readGraph reads an ONNX file. What it returns holds parts of file.
func readGraph(file string) (*graph, error) {
	g := &graph{tensors: map[string]*tensor{}, maker: map[string]*node{}, users: map[string][]*node{}}
	var body string
	model := message{rest: file}
	for model.next() {
		if model.field == 7 {
			body = model.bytes
		}
	}
	if model.err != nil {
		return nil, fmt.Errorf("read model: %w", model.err)
	}
	m := message{rest: body}
	for m.next() {
		switch m.field {
		case 1:
			g.nodes = append(g.nodes, m.node())
		case 5:
			name, t := m.tensor()
			g.tensors[name] = t
		case 12:
			g.outputs = append(g.outputs, m.name())
		}
	}
	if m.err != nil {
		return nil, fmt.Errorf("read graph: %w", m.err)
	}
	for _, n := range g.nodes {
		for _, name := range n.out {
			g.maker[name] = n
			if n.value != nil {
				g.tensors[name] = n.value
			}
		}
		for _, name := range n.in {
			g.users[name] = append(g.users[name], n)
		}
	}
	return g, nil
}

// sub reads the field as a nested message with read, which gets its fields one by one.
func (m *message) sub(read func(s *message)) {
	s := message{rest: m.bytes}
	for s.next() {
		read(&s)
	}
	if s.err != nil {
		m.err = s.err
	}
}

// name reads the field as a ValueInfoProto.
func (m *message) name() (name string) {
	m.sub(func(s *message) {
		if s.field == 1 {
			name = s.bytes
		}
	})
	return name
}

// node reads the field as a NodeProto. Of the attributes only a constant's value matters.
func (m *message) node() *node {
	n := &node{}
	m.sub(func(s *message) {
		switch s.field {
		case 1:
			n.in = append(n.in, s.bytes)
		case 2:
			n.out = append(n.out, s.bytes)
		case 4:
			n.op = s.bytes
		case 5:
			s.sub(func(a *message) {
				if a.field == 5 {
					_, n.value = a.tensor()
				}
			})
		}
	})
	return n
}

// tensor reads the field as a TensorProto.
func (m *message) tensor() (name string, t *tensor) {
	t = &tensor{}
	m.sub(func(s *message) {
		switch s.field {
		case 1:
			t.dims = s.ints(t.dims)
		case 2:
			t.kind = int64(s.bits)
		case 4:
			t.floats = s.floats(t.floats)
		case 5, 7:
			t.ints = s.ints(t.ints)
		case 8:
			name = s.bytes
		case 9:
			t.raw = s.bytes
		case 14:
			t.remote = s.bits != 0
		}
	})
	return name, t
}

// size is the number of elements that the shape asks for; an error if it is negative or more than memory holds.
func (t *tensor) size() (int, error) {
	n := int64(1)
	for _, d := range t.dims {
		if d < 0 || d > 0 && n > math.MaxInt32/d {
			return 0, fmt.Errorf("tensor of shape %v", t.dims)
		}
		n *= d
	}
	return int(n), nil
}

// float32s is the tensor's data.
func (t *tensor) float32s() ([]float32, error) {
	n, err := t.size()
	if err != nil {
		return nil, err
	}
	list := t.floats
	if t.raw != "" {
		if list, err = float32s(t.raw); err != nil {
			return nil, err
		}
	}
	if t.kind != kindFloat || t.remote || len(list) != n {
		return nil, fmt.Errorf("tensor of type %d, shape %v has %d floats", t.kind, t.dims, len(list))
	}
	return list, nil
}

// bytes is the tensor's data, if it is 8-bit integers.
func (t *tensor) bytes() (string, error) {
	n, err := t.size()
	if err != nil {
		return "", err
	}
	raw := t.raw
	if raw == "" {
		b := make([]byte, len(t.ints))
		for i, v := range t.ints {
			b[i] = byte(v)
		}
		raw = string(b)
	}
	if t.kind != kindInt8 && t.kind != kindUint8 || t.remote || len(raw) != n {
		return "", fmt.Errorf("tensor of type %d, shape %v has %d bytes", t.kind, t.dims, len(raw))
	}
	return raw, nil
}

// int is the one number of a tensor of one integer.
func (t *tensor) int() (int, bool) {
	n, err := t.size()
	if err != nil || n != 1 || t.remote || t.kind != kindInt32 && t.kind != kindInt64 {
		return 0, false
	}
	if t.raw == "" {
		if len(t.ints) != 1 {
			return 0, false
		}
		return int(t.ints[0]), true
	}
	if len(t.raw) != 4 && len(t.raw) != 8 {
		return 0, false
	}
	v := int64(0)
	for i := len(t.raw) - 1; i >= 0; i-- {
		v = v<<8 | int64(t.raw[i])
	}
	return int(v), true
}
