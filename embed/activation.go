package embed

import "math"

// exp is eˣ for x ≤ 88, to 2e-7 of its value; below -87 it stays at e⁻⁸⁷. x = n·ln 2 + r, and the series of eʳ.
func exp(x float32) float32 {
	const (
		round = 3 << 22 // adding it leaves no room for a fraction
		ln2hi = 0.693359375
		ln2lo = -2.12194440e-4
	)
	x = max(x, -87)
	shifted := x*math.Log2E + round
	n := shifted - round
	r := x - n*ln2hi - n*ln2lo
	p := float32(1.0 / 5040)
	p = p*r + 1.0/720
	p = p*r + 1.0/120
	p = p*r + 1.0/24
	p = p*r + 1.0/6
	p = p*r + 1.0/2
	p = p*r + 1
	p = p*r + 1
	return math.Float32frombits(math.Float32bits(p) + math.Float32bits(shifted)<<23)
}

// gelu replaces each x by x·(1 + erf(x/√2))/2, with the erf of Abramowitz and Stegun 7.1.26 (to 1.5e-7).
func gelu(xs []float32) {
	if whole := len(xs) &^ 7; vector != nil && whole > 0 {
		vector.gelu(&xs[0], uintptr(whole))
		xs = xs[whole:]
	}
	const (
		p  = 0.3275911 / math.Sqrt2
		a1 = 0.254829592
		a2 = -0.284496736
		a3 = 1.421413741
		a4 = -1.453152027
		a5 = 1.061405429
	)
	for i, x := range xs {
		z := max(x, -x)
		t := 1 / (1 + p*z)
		half := 0.5 * ((((a5*t+a4)*t+a3)*t+a2)*t + a1) * t * exp(-0.5*z*z) // (1 - erf)/2
		if x > 0 {
			half = 1 - half
		}
		xs[i] = x * half
	}
}

// softmax replaces each x by eˣˢ / Σ eˣˢ, where s is scale.
func softmax(xs []float32, scale float32) {
	top := xs[0]
	for _, x := range xs {
		top = max(top, x)
	}
	var sum float32
	for i, x := range xs {
		e := exp((x - top) * scale)
		xs[i] = e
		sum += e
	}
	for i := range xs {
		xs[i] /= sum
	}
}

// layerNorm is BERT's LayerNorm: mean 0 and variance 1 in each row, then a weight and a bias a column.
type layerNorm struct {
	weight, bias []float32
	epsilon      float32
}

// addNorm sets each of the rows of x, which are stride apart, to the norm of x + y.
func (l *layerNorm) addNorm(x, y []float32, stride, rows int) {
	n := len(l.weight)
	if vector != nil && n%8 == 0 && rows > 0 {
		_, _ = x[(rows-1)*stride+n-1], y[(rows-1)*stride+n-1]
		vector.addNorm(&x[0], &y[0], uintptr(stride)*floatSize, uintptr(rows), uintptr(n), &l.weight[0], &l.bias[0], l.epsilon, 1/float32(n))
		return
	}
	for r := range rows {
		row := x[r*stride:][:n]
		for i, v := range y[r*stride:][:n] {
			row[i] += v
		}
		l.norm(row)
	}
}

func (l *layerNorm) norm(row []float32) {
	var sum, squares float32
	for _, v := range row {
		sum += v
	}
	mean := sum / float32(len(row))
	for _, v := range row {
		squares += (v - mean) * (v - mean)
	}
	by := 1 / float32(math.Sqrt(float64(squares/float32(len(row))+l.epsilon)))
	weight, bias := l.weight[:len(row)], l.bias[:len(row)]
	for i, v := range row {
		row[i] = (v-mean)*by*weight[i] + bias[i]
	}
}

// unit divides v by its length.
func unit(v []float32) {
	var squares float64
	for _, x := range v {
		squares += float64(x) * float64(x)
	}
	if squares == 0 {
		return
	}
	by := 1 / math.Sqrt(squares)
	for i, x := range v {
		v[i] = float32(float64(x) * by)
	}
}
