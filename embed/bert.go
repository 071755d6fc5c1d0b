package embed

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

// ErrUnsupported tells that a model file is sound as far as it was read, but not a BERT encoder as sentence-transformers
// exports it: another architecture, activation, position scheme or quantisation.
var ErrUnsupported = errors.New("not a BERT encoder of a known form")

// bert is an encoder of the BERT family: Devlin et al., "BERT: Pre-training of Deep Bidirectional Transformers", 2018.
type bert struct {
	hidden, inner, heads    int
	words, positions, types *matrix
	norm                    *layerNorm
	layers                  []bertLayer
	pooling                 Pooling
}

type bertLayer struct {
	query, key, value, out *dense
	outNorm                *layerNorm
	up, down               *dense
	downNorm               *layerNorm
}

// bertReader finds the parts of a BERT encoder in a graph. PyTorch's exporter keeps the names of biases and norms, but not
// of the weights beside them; so those names are the anchors, and the operations around them must be just what BERT does.
type bertReader struct {
	*graph
	prefix string // what all names begin with
	bert
}

// knownOps are the operations that BERT exports consist of. One more would change the mathematics.
var knownOps = strings.Fields(`Add Cast Concat Constant DequantizeLinear Div DynamicQuantizeLinear Erf Gather Identity
	LayerNormalization MatMul MatMulInteger Mul Pow ReduceMean Reshape Shape Slice Softmax Sqrt Sub Transpose Unsqueeze`)

// readBERT reads an ONNX file, float32 or with int8 weights (ONNX Runtime's dynamic quantisation). The error wraps ErrDamaged if the
// file is not well-formed, else ErrUnsupported.
func readBERT(file string) (*bert, error) {
	b, err := findBERT(file)
	if err != nil {
		return nil, blame("read model", graphDamage(file), err)
	}
	return b, nil
}

// findBERT finds the encoder in an ONNX file.
func findBERT(file string) (*bert, error) {
	g, err := readGraph(file)
	if err != nil {
		return nil, err
	}
	r := &bertReader{graph: g}
	state, err := r.read()
	if err != nil {
		return nil, fmt.Errorf("read model: %w", err)
	}
	ops := map[string]int{}
	for _, n := range g.needed(state) { // what a pooler does with the last layer is of no interest
		if ops[n.op]++; !slices.Contains(knownOps, n.op) {
			return nil, fmt.Errorf("read model: operation %q: %w", n.op, ErrUnsupported)
		}
	}
	if n := len(r.layers); n == 0 || ops["Softmax"] != n || ops["Erf"] != n {
		return nil, fmt.Errorf("read model: %d layers, %d softmax, %d erf: %w", n, ops["Softmax"], ops["Erf"], ErrUnsupported)
	}
	return &r.bert, nil
}

// read reads the whole encoder and tells the name of the last layer's output.
func (r *bertReader) read() (state string, err error) {
	const anchor = "embeddings.LayerNorm.weight"
	found := false
	for name := range r.tensors {
		if prefix, ok := strings.CutSuffix(name, anchor); ok {
			r.prefix, found = prefix, true
		}
	}
	if !found {
		return "", fmt.Errorf("no %s: %w", anchor, ErrUnsupported)
	}
	var summands []string
	if r.norm, summands, state, err = r.layerNorm("embeddings.LayerNorm"); err != nil {
		return "", err
	}
	r.hidden = len(r.norm.weight)
	if err := r.embeddings(summands); err != nil {
		return "", err
	}
	for i := 0; ; i++ {
		prefix := fmt.Sprintf("encoder.layer.%d.", i)
		if r.tensors[r.prefix+prefix+"attention.self.query.bias"] == nil {
			break
		}
		if state, err = r.layer(prefix, state); err != nil {
			return "", fmt.Errorf("layer %d: %w", i, err)
		}
	}
	if !slices.Contains(r.outputs, state) {
		return "", fmt.Errorf("the last layer is no output: %w", ErrUnsupported)
	}
	return state, nil
}

// embeddings reads the three tables whose sum goes into the first norm.
func (r *bertReader) embeddings(summands []string) error {
	for range 5 { // three tables, two sums
		if len(summands) == 0 {
			break
		}
		n := r.maker[summands[0]]
		summands = summands[1:]
		if n == nil {
			return fmt.Errorf("embeddings: %w", ErrUnsupported)
		}
		switch {
		case n.op == "Add":
			summands = append(summands, n.in...)
			continue
		case n.op == "Gather" && len(n.in) == 2:
			m, err := newMatrix(r.tensor(n.in[0]))
			if err := r.embedding(n.in[1], m, err); err != nil {
				return err
			}
		case n.op == "DequantizeLinear" && len(n.in) == 3 && r.made(n.in[0], "Gather", 2):
			from := r.maker[n.in[0]]
			m, err := newQuantised(r.tensor(from.in[0]), r.tensor(n.in[1]), r.tensor(n.in[2]))
			if err := r.embedding(from.in[1], m, err); err != nil {
				return err
			}
		default:
			return fmt.Errorf("embeddings: operation %q: %w", n.op, ErrUnsupported)
		}
	}
	if len(summands) > 0 || r.words == nil || r.positions == nil || r.types == nil {
		return fmt.Errorf("embeddings: not words, positions and types: %w", ErrUnsupported)
	}
	return nil
}

// embedding takes m as the table that is looked up with the numbers of that name.
func (r *bertReader) embedding(numbers string, m *matrix, err error) error {
	if err != nil {
		return fmt.Errorf("embeddings: %w", err)
	}
	if m.cols != r.hidden {
		return fmt.Errorf("embeddings: %d columns, want %d", m.cols, r.hidden)
	}
	into := &r.positions
	switch numbers {
	case "input_ids":
		into = &r.words
	case "token_type_ids":
		into = &r.types
	}
	if *into != nil {
		return fmt.Errorf("embeddings: two tables for %q: %w", numbers, ErrUnsupported)
	}
	*into = m
	return nil
}

// layer reads one layer, whose input is the output of the layer before, and returns the name of its output.
func (r *bertReader) layer(prefix, input string) (output string, err error) {
	var l bertLayer
	var heads, from, out string
	for _, d := range []struct {
		name string
		into **dense
	}{{"query", &l.query}, {"key", &l.key}, {"value", &l.value}} {
		if *d.into, from, out, err = r.dense(prefix+"attention.self."+d.name, r.hidden, r.hidden); err != nil {
			return "", err
		}
		if from != input {
			return "", fmt.Errorf("%s does not take the layer's input: %w", d.name, ErrUnsupported)
		}
		if d.name == "query" {
			heads = out
		}
	}
	if err := r.headCount(heads); err != nil {
		return "", err
	}
	if l.out, _, out, err = r.dense(prefix+"attention.output.dense", r.hidden, r.hidden); err != nil {
		return "", err
	}
	var middle string
	if l.outNorm, middle, err = r.residual(prefix+"attention.output.LayerNorm", out, input); err != nil {
		return "", err
	}
	if r.inner == 0 {
		if bias := r.tensor(r.prefix + prefix + "intermediate.dense.bias"); len(bias.dims) == 1 {
			r.inner = int(bias.dims[0])
		}
	}
	if l.up, from, _, err = r.dense(prefix+"intermediate.dense", r.hidden, r.inner); err != nil {
		return "", err
	}
	if from != middle {
		return "", fmt.Errorf("the feed-forward part does not take the attention's output: %w", ErrUnsupported)
	}
	if l.down, _, out, err = r.dense(prefix+"output.dense", r.inner, r.hidden); err != nil {
		return "", err
	}
	if l.downNorm, output, err = r.residual(prefix+"output.LayerNorm", out, middle); err != nil {
		return "", err
	}
	r.layers = append(r.layers, l)
	return output, nil
}

// headCount reads the number of heads from the shape [batch, tokens, heads, width] that the query is brought to.
func (r *bertReader) headCount(query string) error {
	for _, n := range r.users[query] {
		if n.op != "Reshape" || len(n.in) != 2 {
			continue
		}
		heads, width := -1, -1
		if r.made(n.in[1], "Concat", 4) {
			shape := r.maker[n.in[1]].in
			heads, width = r.tensor(shape[2]).int(), r.tensor(shape[3]).int()
		} else if shape, err := r.tensor(n.in[1]).integers(); err == nil && len(shape) == 4 {
			heads, width = int(shape[2]), int(shape[3])
		}
		if heads == -1 && width > 0 {
			heads = r.hidden / width
		}
		if width == -1 && heads > 0 {
			width = r.hidden / heads
		}
		if heads < 1 || width < 1 || r.hidden%heads != 0 || width != r.hidden/heads || r.heads != 0 && heads != r.heads {
			return fmt.Errorf("%d heads of width %d: %w", heads, width, ErrUnsupported)
		}
		r.heads = heads
		return nil
	}
	return fmt.Errorf("heads not found: %w", ErrUnsupported)
}

// dense reads the linear layer of that name, and tells the names of its input and output.
func (r *bertReader) dense(name string, in, out int) (d *dense, input, output string, err error) {
	wrap := func(err error) (*dense, string, string, error) { return nil, "", "", fmt.Errorf("%s: %w", name, err) }
	bias := r.prefix + name + ".bias"
	numbers, err := r.tensor(bias).float32s()
	if err != nil {
		return wrap(err)
	}
	add := r.user(bias, "Add")
	if add == nil {
		return wrap(ErrUnsupported)
	}
	product := add.in[0]
	if product == bias {
		product = add.in[1]
	}
	weight, input, err := r.product(product)
	if err != nil {
		return wrap(err)
	}
	if weight.rows != in || weight.cols != out || len(numbers) != out {
		return wrap(fmt.Errorf("weights %d×%d, bias %d, want %d×%d", weight.rows, weight.cols, len(numbers), in, out))
	}
	return newDense(weight, numbers), input, add.out[0], nil
}

// product reads a multiplication by weights: MatMul, or what dynamic quantisation makes of it, which is
// Cast(MatMulInteger(quantised x, w)) × (scale of x × scale of w).
func (r *bertReader) product(name string) (w *matrix, input string, err error) {
	if r.made(name, "MatMul", 2) {
		n := r.maker[name]
		w, err = newMatrix(r.tensor(n.in[1]))
		return w, n.in[0], err
	}
	if !r.made(name, "Mul", 2) {
		return nil, "", ErrUnsupported
	}
	n := r.maker[name]
	if !r.made(n.in[0], "Cast", 1) || !r.made(n.in[1], "Mul", 2) {
		return nil, "", ErrUnsupported
	}
	scales := r.maker[n.in[1]]
	integer := r.maker[n.in[0]].in[0]
	if !r.made(integer, "MatMulInteger", 4) && !r.made(integer, "MatMulInteger", 3) {
		return nil, "", ErrUnsupported
	}
	n = r.maker[integer]
	if !r.made(n.in[0], "DynamicQuantizeLinear", 1) || r.maker[scales.in[0]] != r.maker[n.in[0]] {
		return nil, "", ErrUnsupported
	}
	var zero *tensor
	if len(n.in) == 4 {
		zero = r.tensor(n.in[3])
	}
	w, err = newQuantised(r.tensor(n.in[1]), r.tensor(scales.in[1]), zero)
	return w, r.maker[n.in[0]].in[0], err
}

// residual reads the norm of that name, which must take the sum of a and b.
func (r *bertReader) residual(name, a, b string) (l *layerNorm, output string, err error) {
	l, in, output, err := r.layerNorm(name)
	if err != nil {
		return nil, "", err
	}
	if len(in) != 2 || !slices.Contains(in, a) || !slices.Contains(in, b) {
		return nil, "", fmt.Errorf("%s does not take input plus output: %w", name, ErrUnsupported)
	}
	return l, output, nil
}

// layerNorm reads the norm of that name, spelled out as (x − mean) / √(variance + ε) × weight + bias, and tells the names of
// the summands of x and of its output.
func (r *bertReader) layerNorm(name string) (l *layerNorm, summands []string, output string, err error) {
	wrap := func(err error) (*layerNorm, []string, string, error) {
		return nil, nil, "", fmt.Errorf("%s: %w", name, err)
	}
	l = &layerNorm{}
	if l.weight, err = r.tensor(r.prefix + name + ".weight").float32s(); err != nil {
		return wrap(err)
	}
	if l.bias, err = r.tensor(r.prefix + name + ".bias").float32s(); err != nil {
		return wrap(err)
	}
	if n := len(l.weight); n < 2 || len(l.bias) != n || r.hidden != 0 && n != r.hidden {
		return wrap(fmt.Errorf("%d weights, %d biases", len(l.weight), len(l.bias)))
	}
	if n := r.onlyUser(r.prefix + name + ".weight"); n != nil && n.op == "LayerNormalization" && len(n.in) == 3 && len(n.out) > 0 {
		x := r.maker[n.in[0]]
		if n.in[2] != r.prefix+name+".bias" || x == nil || x.op != "Add" {
			return wrap(ErrUnsupported)
		}
		l.epsilon = n.epsilon
		return l, x.in, n.out[0], nil
	}
	mul, add := r.user(r.prefix+name+".weight", "Mul"), r.user(r.prefix+name+".bias", "Add")
	if mul == nil || add == nil || !slices.Contains(add.in, mul.out[0]) || !r.made(mul.in[0], "Div", 2) {
		return wrap(ErrUnsupported)
	}
	div := r.maker[mul.in[0]]
	if !r.made(div.in[0], "Sub", 2) || !r.made(div.in[1], "Sqrt", 1) {
		return wrap(ErrUnsupported)
	}
	x, variance := r.maker[div.in[0]].in[0], r.maker[div.in[1]].in[0]
	if !r.made(x, "Add", 2) || !r.made(variance, "Add", 2) {
		return wrap(ErrUnsupported)
	}
	epsilon, err := r.tensor(r.maker[variance].in[1]).float32s()
	if err != nil || len(epsilon) != 1 {
		return wrap(ErrUnsupported)
	}
	l.epsilon = epsilon[0]
	return l, r.maker[x].in, add.out[0], nil
}

// tensor is the constant of that name; an empty one, which nothing accepts, if there is none.
func (r *bertReader) tensor(name string) *tensor {
	if t := r.tensors[name]; t != nil {
		return t
	}
	return &tensor{}
}

// made tells whether name is the output of such an operation with n inputs.
func (r *bertReader) made(name, op string, n int) bool {
	m := r.maker[name]
	return m != nil && m.op == op && len(m.in) == n
}

// onlyUser is the one operation that takes name, else nil.
func (r *bertReader) onlyUser(name string) *node {
	if users := r.users[name]; len(users) == 1 {
		return users[0]
	}
	return nil
}

// user is the one operation that takes name, if it is of that kind, with two inputs and one output; else nil.
func (r *bertReader) user(name, op string) *node {
	n := r.onlyUser(name)
	if n == nil || n.op != op || len(n.in) != 2 || len(n.out) != 1 {
		return nil
	}
	return n
}
