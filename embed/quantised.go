package embed

import (
	"fmt"
	"slices"
	"strings"
)

// dequantise makes a graph in QDQ format (ONNX Runtime's static quantisation) one without: weights that pass through
// DequantizeLinear become constants that know their scale; QuantizeLinear with DequantizeLinear behind it, which rounds
// activations, goes.
func (g *graph) dequantise() error {
	same := map[string]string{} // what a name is replaced by
	for _, n := range g.nodes {
		if n.op != "DequantizeLinear" || len(n.in) < 2 || len(n.out) != 1 {
			continue
		}
		if from := g.maker[n.in[0]]; from != nil && from.op == "QuantizeLinear" && len(from.in) > 0 {
			same[n.out[0]] = from.in[0]
			continue
		}
		t := g.tensors[n.in[0]]
		if t == nil {
			continue // such as embeddings that are looked up first
		}
		if scale := g.tensors[n.in[1]]; scale == nil || len(scale.dims) > 0 && len(t.dims) > 1 && scale.dims[0] > 1 && n.axis != 1 && n.axis != -1 {
			return fmt.Errorf("scale of %s is not by column: %w", n.in[0], ErrUnsupported)
		}
		copied := *t
		copied.scale = g.tensors[n.in[1]]
		if len(n.in) > 2 {
			if copied.zero = g.tensors[n.in[2]]; copied.zero == nil {
				return fmt.Errorf("zero point of %s: %w", n.in[0], ErrUnsupported)
			}
		}
		// ONNX Runtime's quantiser makes X_quantized of a weight X.
		name := strings.TrimSuffix(n.in[0], "_quantized")
		g.tensors[name] = &copied
		same[n.out[0]] = name
	}
	if len(same) == 0 {
		return nil
	}
	g.nodes = slices.DeleteFunc(g.nodes, func(n *node) bool { return len(n.out) == 1 && same[n.out[0]] != "" || n.op == "QuantizeLinear" })
	rename := func(names []string) {
		for i, name := range names {
			for range len(same) { // no more, should they form a ring
				to, ok := same[name]
				if !ok {
					break
				}
				name = to
			}
			names[i] = name
		}
	}
	rename(g.outputs)
	for _, n := range g.nodes {
		rename(n.in)
	}
	return nil
}
