package embed

import (
	"context"
	"fmt"
	"math"
)

// scratch is the memory that one run of the encoder works in. It grows to the longest text it was used for.
type scratch struct {
	state, query, key, value, mixed, inner []float32 // a row a token
	scores                                 []float32 // tokens × tokens
	headValue                              []float32 // one head's values, transposed
	panel                                  []float32
}

func (s *scratch) resize(b *bert, tokens int) {
	for _, row := range []*[]float32{&s.state, &s.query, &s.key, &s.value, &s.mixed} {
		*row = grow(*row, tokens*b.hidden)
	}
	s.inner = grow(s.inner, tokens*b.inner)
	s.scores = grow(s.scores, tokens*tokens)
	s.headValue = grow(s.headValue, tokens*b.hidden/b.heads)
	s.panel = grow(s.panel, panelCols*max(b.hidden, b.inner))
}

func grow(list []float32, n int) []float32 {
	if cap(list) < n {
		return make([]float32, n)
	}
	return list[:n]
}

// encode runs the encoder over one sequence of tokens, with its special ones, and returns the mean of the last layer's rows
// at unit length. An error is the context's, or says that the sequence has more tokens than the model has positions.
func (b *bert) encode(ctx context.Context, tokens []int32, s *scratch) ([]float32, error) {
	n := len(tokens)
	if n == 0 || n > b.positions.rows {
		return nil, fmt.Errorf("encode: %d tokens, the model takes 1 to %d", n, b.positions.rows)
	}
	s.resize(b, n)
	for i, id := range tokens {
		row := s.state[i*b.hidden:][:b.hidden]
		clear(row)
		b.words.addRow(row, int(id))
		b.types.addRow(row, 0)
		b.positions.addRow(row, i)
		b.norm.norm(row)
	}
	for i := range b.layers {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		b.layer(&b.layers[i], n, s)
	}
	mean := make([]float32, b.hidden)
	for i := range n {
		for j, v := range s.state[i*b.hidden:][:b.hidden] {
			mean[j] += v
		}
	}
	unit(mean)
	return mean, nil
}

func (b *bert) layer(l *bertLayer, n int, s *scratch) {
	l.query.multiply(s.query, s.state, n, s.panel)
	l.key.multiply(s.key, s.state, n, s.panel)
	l.value.multiply(s.value, s.state, n, s.panel)
	b.attend(n, s)
	l.out.multiply(s.query, s.mixed, n, s.panel)
	l.outNorm.addNorm(s.state, s.query)
	l.up.multiply(s.inner, s.state, n, s.panel)
	gelu(s.inner)
	l.down.multiply(s.query, s.inner, n, s.panel)
	l.downNorm.addNorm(s.state, s.query)
}

// attend mixes the values by softmax(query·keyᵀ / √width), each head for itself.
func (b *bert) attend(n int, s *scratch) {
	width := b.hidden / b.heads
	scale := float32(1 / math.Sqrt(float64(width)))
	for first := 0; first < b.hidden; first += width {
		multiplyT(s.scores, n, s.query[first:], b.hidden, s.key[first:], b.hidden, n, n, width)
		for i := range n {
			softmax(s.scores[i*n:][:n], scale)
			for j, v := range s.value[i*b.hidden+first:][:width] {
				s.headValue[j*n+i] = v
			}
		}
		multiplyT(s.mixed[first:], b.hidden, s.scores, n, s.headValue, n, n, width, n)
	}
}
