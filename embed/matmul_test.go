package embed

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// product is c = a·bᵀ, written down as it is defined.
func product(a []float32, aStride int, b []float32, bStride, m, n, k int) []float32 {
	c := make([]float32, 0, m*n)
	for i := range m {
		for j := range n {
			var sum float32
			for x := range k {
				sum += a[i*aStride+x] * b[j*bStride+x]
			}
			c = append(c, sum)
		}
	}
	return c
}

// whole draws whole numbers, whose products and sums are exact in any order.
func whole(t *rapid.T, name string, n int) []float32 {
	list := make([]float32, n)
	for i, v := range rapid.SliceOfN(rapid.IntRange(-64, 64), n, n).Draw(t, name) {
		list[i] = float32(v)
	}
	return list
}

func TestMultiplyTIsTheProduct(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m, n, k := rapid.IntRange(1, 9).Draw(t, "m"), rapid.IntRange(1, 7).Draw(t, "n"), rapid.IntRange(1, 9).Draw(t, "k")
		aStride, bStride := k+rapid.IntRange(0, 3).Draw(t, "a gap"), k+rapid.IntRange(0, 3).Draw(t, "b gap")
		a, b := whole(t, "a", m*aStride), whole(t, "b", n*bStride)
		got := make([]float32, m*n)
		multiplyT(got, n, a, aStride, b, bStride, m, n, k)
		if diff := cmp.Diff(product(a, aStride, b, bStride, m, n, k), got); diff != "" {
			t.Fatalf("%d×%d×%d (-want +got):\n%s", m, n, k, diff)
		}
	})
}

func TestDenseIsTheProductPlusBias(t *testing.T) {
	onEachPath(t, func(t *testing.T) { rapid.Check(t, checkDense) })
}

func checkDense(t *rapid.T) {
	rows := rapid.IntRange(1, 20).Draw(t, "rows")
	in, out := rapid.IntRange(1, 9).Draw(t, "in"), rapid.IntRange(1, 40).Draw(t, "out")
	kind := rapid.SampledFrom([]int64{kindFloat, kindInt8, kindUint8}).Draw(t, "kind")
	weights := &tensor{dims: []int64{int64(in), int64(out)}, kind: kind}
	var w *matrix
	var err error
	wT := make([]float32, in*out) // by column, with its scale
	if kind == kindFloat {
		weights.floats = whole(t, "w", in*out)
		w, err = newMatrix(weights)
		for i, v := range weights.floats {
			wT[i%out*in+i/out] = v
		}
	} else {
		raw := rapid.SliceOfN(rapid.Byte(), in*out, in*out).Draw(t, "w")
		n := rapid.SampledFrom([]int{1, out}).Draw(t, "zeros")
		zeros := rapid.SliceOfN(rapid.Byte(), n, n).Draw(t, "zero")
		if rapid.Bool().Draw(t, "near") { // so that the integers without their zero points fit 8 bits
			for i := range zeros {
				zeros[i] = 0
			}
			zeros[0] = 1
			for i := range raw {
				raw[i] = 2 + raw[i]%100
			}
		}
		weights.raw = string(raw)
		scale := whole(t, "scale", rapid.SampledFrom([]int{1, out}).Draw(t, "scales"))
		w, err = newQuantised(weights, &tensor{dims: []int64{int64(len(scale))}, kind: kindFloat, floats: scale},
			&tensor{dims: []int64{int64(len(zeros))}, kind: kind, raw: string(zeros)})
		for i, b := range raw {
			zero := zeros[i%out%len(zeros)]
			v := float32(int(b) - int(zero))
			if kind == kindInt8 {
				v = float32(int(int8(b)) - int(int8(zero)))
			}
			wT[i%out*in+i/out] = v * scale[i%out%len(scale)]
		}
	}
	if err != nil {
		t.Fatal(err)
	}
	d := newDense(w, whole(t, "bias", out))
	x := whole(t, "x", rows*in)
	want := product(x, in, wT, in, rows, out, in)
	for i := range want {
		want[i] += d.bias[i%out]
	}
	stride := padded(out)
	y, got := make([]float32, rows*stride), []float32{}
	d.multiply(y, x, in, rows, &scratch{panel: make([]float32, panelCols*in)})
	for r := range rows {
		got = append(got, y[r*stride:][:out]...)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Fatalf("%d×%d×%d (-want +got):\n%s", rows, in, out, diff)
	}
}

func TestMatricesThatDoNotFitAreRefused(t *testing.T) {
	four, one := []int64{2, 2}, []int64{1}
	float := func(n int) *tensor {
		return &tensor{dims: []int64{int64(n)}, kind: kindFloat, floats: make([]float32, n)}
	}
	zero := &tensor{dims: one, kind: kindInt8, raw: "\x00"}
	tests := []struct {
		name           string
		w, scale, zero *tensor
	}{
		{"data short", &tensor{dims: four, kind: kindInt8, raw: "abc"}, float(1), zero},
		{"not a table", &tensor{dims: []int64{4}, kind: kindInt8, raw: "abcd"}, float(1), zero},
		{"no rows", &tensor{dims: []int64{0, 2}, kind: kindInt8}, float(1), zero},
		{"negative", &tensor{dims: []int64{-2, -2}, kind: kindInt8, raw: "abcd"}, float(1), zero},
		{"huge", &tensor{dims: []int64{1 << 40, 1 << 40}, kind: kindInt8, raw: "abcd"}, float(1), zero},
		{"elsewhere", &tensor{dims: four, kind: kindInt8, raw: "abcd", remote: true}, float(1), zero},
		{"16 bits", &tensor{dims: four, kind: 5, raw: "abcdefgh"}, float(1), zero},
		{"three scales", &tensor{dims: four, kind: kindInt8, raw: "abcd"}, float(3), zero},
		{"zero of another type", &tensor{dims: four, kind: kindUint8, raw: "abcd"}, float(1), zero},
		{"three zeros", &tensor{dims: four, kind: kindInt8, raw: "abcd"}, float(2), &tensor{dims: []int64{3}, kind: kindInt8, raw: "\x00\x01\x00"}},
	}
	for _, test := range tests {
		if _, err := newQuantised(test.w, test.scale, test.zero); err == nil {
			t.Errorf("%s: no error", test.name)
		}
	}
}
