package embed

// multiplyPlain is [dense.multiply] in Go. panel needs room for a panel of weights: it is few enough columns that they stay in
// the cache while every row of x passes over them, which pays the unpacking back from two rows on.
func (d *dense) multiplyPlain(y, x []float32, xStride, rows int, panel []float32) {
	stride := len(d.bias)
	for first := 0; first < d.out; first += panelCols {
		n := min(panelCols, d.out-first)
		d.columns(panel, first, n)
		multiplyT(y[first:], stride, x, xStride, panel, d.in, rows, n, d.in)
		bias := d.bias[first:][:n]
		for r := range rows {
			out := y[r*stride+first:][:n]
			if d.scale == nil {
				for c := range out {
					out[c] += bias[c]
				}
				continue
			}
			scale := d.scale[first:][:n]
			for c := range out {
				out[c] = out[c]*scale[c] + bias[c]
			}
		}
	}
}

// columns writes the columns from first on into panel, one after the other, without their scale.
func (d *dense) columns(panel []float32, first, n int) {
	for c := range n {
		column := panel[c*d.in:][:d.in]
		if d.ints == "" {
			from := d.floats[first*d.in+c:]
			for r := range column {
				column[r] = from[r*panelCols]
			}
			continue
		}
		from := d.ints[first+c:]
		for r := range column {
			column[r] = float32(int8(from[r*d.out]))
		}
	}
}

// attendPlain is [bert.attend] in Go.
func (b *bert) attendPlain(first, n int, s *scratch) {
	width, stride := b.hidden/b.heads, padded(b.hidden)
	at := first * stride
	for head := range b.heads {
		from := at + head*width
		multiplyT(s.scores, n, s.query[from:], stride, s.key[from:], stride, n, n, width)
		for i := range n {
			softmax(s.scores[i*n:][:n], attentionScale(width))
			for j, v := range s.value[from+i*stride:][:width] {
				s.headValue[j*n+i] = v
			}
		}
		multiplyT(s.mixed[from:], stride, s.scores, n, s.headValue, n, n, width, n)
	}
}
