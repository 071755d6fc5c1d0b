package embed

import (
	"context"
	"fmt"
	"math"
)

// scratch is the memory that one run of the encoder works in. It grows to the most tokens it was used for.
type scratch struct {
	state, query, key, value, mixed, inner []float32 // a row a token, padded to whole panels

	// of one head of one sequence
	scores             []float32 // tokens × tokens; by vector instructions a tile's rows × tokens
	headKey, headValue []float32 // packed for the kernels
	headMixed          []float32

	panel []float32 // weights unpacked for plain Go
	zeros []float32
}

// resize makes room for so many tokens in all, in sequences of at most longest.
func (s *scratch) resize(b *bert, tokens, longest int) {
	for _, rows := range []*[]float32{&s.state, &s.query, &s.key, &s.value, &s.mixed} {
		*rows = grow(*rows, tokens*padded(b.hidden))
	}
	s.inner = grow(s.inner, tokens*padded(b.inner))
	width := b.hidden / b.heads
	if vector == nil {
		s.scores = grow(s.scores, longest*longest)
		s.headValue = grow(s.headValue, longest*width)
		s.panel = grow(s.panel, panelCols*max(b.hidden, b.inner))
		return
	}
	rows := len(vector.float.narrow) - 1
	s.scores = grow(s.scores, rows*padded(longest))
	s.headKey = grow(s.headKey, padded(longest)*width)
	s.headValue = grow(s.headValue, longest*padded(width))
	s.headMixed = grow(s.headMixed, rows*padded(width))
	s.zeros = grow(s.zeros, max(padded(longest), padded(width)))
}

func grow(list []float32, n int) []float32 {
	if cap(list) < n {
		return make([]float32, n)
	}
	return list[:n]
}

// encode runs the encoder over sequences of tokens, with their special ones, and returns for each what the last layer's rows
// are pooled to, at unit length. All rows pass through the linear layers together, so short sequences cost little more than the
// same tokens in a long one. An error is the context's, or says that a sequence has more tokens than the model has positions.
func (b *bert) encode(ctx context.Context, sequences [][]int32, s *scratch) ([][]float32, error) {
	tokens, longest := 0, 0
	for _, sequence := range sequences {
		n := len(sequence)
		if n == 0 || n > b.positions.rows {
			return nil, fmt.Errorf("encode: %d tokens, the model takes 1 to %d", n, b.positions.rows)
		}
		tokens += n
		longest = max(longest, n)
	}
	s.resize(b, tokens, longest)
	b.lookUp(sequences, s)
	for i := range b.layers {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		b.layer(&b.layers[i], sequences, tokens, s)
	}
	return b.pool(sequences, s), nil
}

// lookUp sets the state to the norm of the sum of each token's three vectors.
func (b *bert) lookUp(sequences [][]int32, s *scratch) {
	stride := padded(b.hidden)
	rows := s.state
	for _, sequence := range sequences {
		for i, id := range sequence {
			row := rows[:b.hidden]
			clear(row)
			b.words.addRow(row, int(id))
			b.types.addRow(row, 0)
			b.positions.addRow(row, i)
			b.norm.norm(row)
			rows = rows[stride:]
		}
	}
}

func (b *bert) layer(l *bertLayer, sequences [][]int32, tokens int, s *scratch) {
	hidden, inner := padded(b.hidden), padded(b.inner)
	l.query.multiply(s.query, s.state, hidden, tokens, s)
	l.key.multiply(s.key, s.state, hidden, tokens, s)
	l.value.multiply(s.value, s.state, hidden, tokens, s)
	first := 0
	for _, sequence := range sequences {
		b.attend(first, len(sequence), s)
		first += len(sequence)
	}
	l.out.multiply(s.query, s.mixed, hidden, tokens, s)
	l.outNorm.addNorm(s.state, s.query, hidden, tokens)
	l.up.multiply(s.inner, s.state, hidden, tokens, s)
	gelu(s.inner)
	l.down.multiply(s.query, s.inner, inner, tokens, s)
	l.downNorm.addNorm(s.state, s.query, hidden, tokens)
}

// attend mixes the values of the n rows from first on by softmax(query·keyᵀ / √width), each head for itself.
func (b *bert) attend(first, n int, s *scratch) {
	if vector != nil {
		vector.attend(b, first, n, s)
	} else {
		b.attendPlain(first, n, s)
	}
}

// pool is each sequence's mean of the state, or its first row, at unit length.
func (b *bert) pool(sequences [][]int32, s *scratch) [][]float32 {
	stride := padded(b.hidden)
	rows := s.state
	var vectors [][]float32
	for _, sequence := range sequences {
		v := make([]float32, b.hidden)
		for i := range sequence {
			if i > 0 && b.pooling == CLS {
				break
			}
			for j, x := range rows[i*stride:][:b.hidden] {
				v[j] += x
			}
		}
		rows = rows[len(sequence)*stride:]
		unit(v)
		vectors = append(vectors, v)
	}
	return vectors
}

var minusInfinity = float32(math.Inf(-1))
