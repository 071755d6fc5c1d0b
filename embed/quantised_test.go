package embed

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// graphOf makes a graph as readGraph does before it looks for quantised constants.
func graphOf(tensors map[string]*tensor, nodes ...*node) *graph {
	g := &graph{nodes: nodes, tensors: tensors, maker: map[string]*node{}, users: map[string][]*node{}}
	for _, n := range nodes {
		for _, name := range n.out {
			g.maker[name] = n
		}
	}
	return g
}

func numbers(kind int64, raw string, dims ...int64) *tensor {
	return &tensor{dims: dims, kind: kind, raw: raw}
}

func TestDequantisedConstantsHaveTheirValues(t *testing.T) {
	half := numbers(kindFloat, "\x00\x00\x00\x3f")
	tests := []struct {
		name     string
		integers *tensor
		zero     *tensor
		want     []float32
	}{
		{"int8", numbers(kindInt8, "\x01\xff\x80", 3), nil, []float32{0.5, -0.5, -64}},
		{"uint8 with a zero point", numbers(kindUint8, "\x80\xff\x00", 3), numbers(kindUint8, "\x80"), []float32{0, 63.5, -64}},
		{"int32", numbers(kindInt32, "\xff\xff\xff\xff\x00\x01\x00\x00", 2), numbers(kindInt32, "\x00\x00\x00\x00"), []float32{-0.5, 128}},
	}
	for _, test := range tests {
		tensors := map[string]*tensor{"b_quantized": test.integers, "scale": half, "zero": test.zero}
		n := &node{op: "DequantizeLinear", in: []string{"b_quantized", "scale", "zero"}, out: []string{"out"}, axis: 1}
		if test.zero == nil {
			n.in = n.in[:2]
		}
		g := graphOf(tensors, n, &node{op: "Add", in: []string{"x", "out"}, out: []string{"y"}})
		if err := g.dequantise(); err != nil {
			t.Errorf("%s: %v", test.name, err)
			continue
		}
		if len(g.nodes) != 1 || g.nodes[0].in[1] != "b" {
			t.Errorf("%s: %d operations, the last one takes %q", test.name, len(g.nodes), g.nodes[0].in)
		}
		got, err := g.tensors["b"].float32s()
		if err != nil {
			t.Errorf("%s: %v", test.name, err)
		}
		if diff := cmp.Diff(test.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.name, diff)
		}
	}
}

func TestAScaleByRowIsRefused(t *testing.T) {
	tensors := map[string]*tensor{
		"w": numbers(kindInt8, "\x01\x02\x03\x04", 2, 2), "scale": numbers(kindFloat, "\x00\x00\x00\x3f\x00\x00\x00\x3f", 2),
	}
	for axis, refused := range map[int64]bool{0: true, 1: false, -1: false, -2: true} {
		err := graphOf(tensors, &node{op: "DequantizeLinear", in: []string{"w", "scale"}, out: []string{"out"}, axis: axis}).dequantise()
		if errors.Is(err, ErrUnsupported) != refused {
			t.Errorf("axis %d: error %v", axis, err)
		}
	}
}

func TestARingOfQuantisationsEnds(t *testing.T) {
	var ring []*node
	for _, name := range []string{"ab", "bc", "ca"} {
		from, to := name[:1], name[1:]
		ring = append(ring, &node{op: "QuantizeLinear", in: []string{from}, out: []string{from + to}},
			&node{op: "DequantizeLinear", in: []string{from + to, "scale"}, out: []string{to}})
	}
	g := graphOf(nil, append(ring, &node{op: "Add", in: []string{"a", "b"}, out: []string{"sum"}})...)
	if err := g.dequantise(); err != nil || len(g.nodes) != 1 {
		t.Errorf("%d operations, error %v", len(g.nodes), err)
	}
}
