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
	inputs  []string
	outputs []string
}

// node is one operation with the few attributes that are asked for.
type node struct {
	op      string
	in, out []string
	value   *tensor // of a Constant
	epsilon float32 // of a LayerNormalization
	axis    int64
}

// tensor is a constant array. Its bytes stay where they are in the file.
type tensor struct {
	dims   []int64
	kind   int64
	raw    string
	floats []float32
	ints   []int64
	remote bool // the data is in another file

	// of an array that stands for (integer − zero) × scale; nil if it stands for itself
	scale, zero *tensor
}

// The element types of tensors that are read.
const (
	kindFloat = 1
	kindUint8 = 2
	kindInt8  = 3
	kindInt32 = 6
	kindInt64 = 7
)

// parseGraph reads an ONNX file as it is. What it returns holds parts of file.
func parseGraph(file string) (*graph, error) {
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
		case 11:
			g.inputs = append(g.inputs, m.name())
		case 12:
			g.outputs = append(g.outputs, m.name())
		case 15: // a sparse initializer, which has its name from its values
			m.sub(func(s *message) {
				if s.field == 1 {
					name, _ := s.tensor()
					g.inputs = append(g.inputs, name)
				}
			})
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
	}
	return g, nil
}

// readGraph reads an ONNX file and makes it easy to find one's way in. What it returns holds parts of file.
func readGraph(file string) (*graph, error) {
	g, err := parseGraph(file)
	if err != nil {
		return nil, err
	}
	if err := g.dequantise(); err != nil {
		return nil, fmt.Errorf("read graph: %w", err)
	}
	for _, n := range g.nodes {
		for _, name := range n.in {
			g.users[name] = append(g.users[name], n)
		}
	}
	return g, nil
}

// needed are the operations that the value of that name depends on.
func (g *graph) needed(name string) (nodes []*node) {
	seen := map[*node]bool{nil: true}
	for todo := []*node{g.maker[name]}; len(todo) > 0; {
		n := todo[len(todo)-1]
		if todo = todo[:len(todo)-1]; seen[n] {
			continue
		}
		seen[n] = true
		nodes = append(nodes, n)
		for _, from := range n.in {
			todo = append(todo, g.maker[from])
		}
	}
	return nodes
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

// attribute reads the field as an AttributeProto of n.
func (m *message) attribute(n *node) {
	var name string
	var integer int64
	var float float32
	m.sub(func(a *message) {
		switch a.field {
		case 1:
			name = a.bytes
		case 2:
			float = math.Float32frombits(uint32(a.bits))
		case 3:
			integer = int64(a.bits)
		case 5:
			_, n.value = a.tensor()
		}
	})
	switch name {
	case "axis":
		n.axis = integer
	case "epsilon":
		n.epsilon = float
	}
}

// node reads the field as a NodeProto.
func (m *message) node() *node {
	n := &node{axis: 1, epsilon: 1e-5} // ONNX's defaults for DequantizeLinear and LayerNormalization
	m.sub(func(s *message) {
		switch s.field {
		case 1:
			n.in = append(n.in, s.bytes)
		case 2:
			n.out = append(n.out, s.bytes)
		case 4:
			n.op = s.bytes
		case 5:
			s.attribute(n)
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
	if t.scale != nil {
		return t.dequantised()
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

// dequantised is the data of a quantised tensor with one scale, as biases and norms have it.
func (t *tensor) dequantised() ([]float32, error) {
	integers, err := t.integers()
	if err != nil {
		return nil, err
	}
	scale, err := t.scale.float32s()
	if err != nil {
		return nil, err
	}
	zero := []int64{0}
	if t.zero != nil {
		if zero, err = t.zero.integers(); err != nil {
			return nil, err
		}
	}
	if len(scale) != 1 || len(zero) != 1 {
		return nil, fmt.Errorf("tensor of shape %v: %d scales, %d zero points", t.dims, len(scale), len(zero))
	}
	list := make([]float32, len(integers))
	for i, v := range integers {
		list[i] = float32(v-zero[0]) * scale[0]
	}
	return list, nil
}

// integers is the tensor's data, if it is integers.
func (t *tensor) integers() ([]int64, error) {
	n, err := t.size()
	if err != nil {
		return nil, err
	}
	width := map[int64]int{kindInt8: 1, kindUint8: 1, kindInt32: 4, kindInt64: 8}[t.kind]
	list := t.ints
	if t.raw != "" && width > 0 {
		list = nil
		for raw := t.raw; len(raw) >= width; raw = raw[width:] {
			var v uint64
			for i := range width {
				v |= uint64(raw[i]) << (8 * i)
			}
			switch t.kind {
			case kindInt8:
				v = uint64(int8(v))
			case kindInt32:
				v = uint64(int32(v))
			}
			list = append(list, int64(v))
		}
	}
	if width == 0 || t.remote || len(list) != n || len(t.raw)%width != 0 {
		return nil, fmt.Errorf("tensor of type %d, shape %v has %d integers", t.kind, t.dims, len(list))
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

// int is the one number of a tensor of one integer that is not negative; -1 if it is another tensor.
func (t *tensor) int() int {
	list, err := t.integers()
	if err != nil || len(list) != 1 || list[0] < 0 || list[0] > math.MaxInt32 {
		return -1
	}
	return int(list[0])
}
