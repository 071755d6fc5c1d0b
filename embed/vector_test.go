package embed

import (
	"context"
	"math"
	"math/rand/v2"
	"os"
	"regexp"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// onEachPath runs a test in plain Go, and with the vector instructions of this processor.
func onEachPath(t *testing.T, test func(t *testing.T)) {
	found := vector
	defer func() { vector = found }()
	vector = nil
	t.Run("plain", test)
	if vector = found; vector == nil {
		t.Log("no vector kernels for this processor")
		return
	}
	t.Run("vector", test)
}

func needVector(t *testing.T) {
	t.Helper()
	if vector == nil {
		t.Skip("no vector kernels for this processor")
	}
}

// exact draws whole numbers, whose products and sums are exact in any order, at any distance from the start of an array.
func exact(t *rapid.T, name string, n int) []float32 {
	r := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, name), 0))
	list := make([]float32, n+3)[rapid.IntRange(0, 3).Draw(t, name+" at"):][:n]
	for i := range list {
		list[i] = float32(r.IntN(129) - 64)
	}
	return list
}

func TestEveryKernelIsTheProduct(t *testing.T) {
	needVector(t)
	for _, kind := range []*tiles{&vector.float, &vector.int} {
		for _, shape := range [][]tile{kind.narrow, kind.wide} {
			for rows, kernel := range shape {
				if kernel.gemm == nil {
					continue
				}
				rapid.Check(t, func(t *rapid.T) { checkKernel(t, kernel, rows, kind == &vector.int) })
			}
		}
	}
}

func checkKernel(t *rapid.T, kernel tile, rows int, integers bool) {
	k := rapid.IntRange(1, 21).Draw(t, "k")
	groups := rapid.IntRange(1, 3).Draw(t, "groups")
	cols := groups * kernel.panels * panelCols
	aStride, cStride := k+rapid.IntRange(0, 5).Draw(t, "a gap"), cols+rapid.IntRange(0, 5).Draw(t, "c gap")
	a, bias := exact(t, "a", rows*aStride), exact(t, "bias", cols)
	var f factor
	var scale []float32
	weight := func(r, c int) float32 { return 0 }
	if integers {
		stride := cols + rapid.IntRange(0, 5).Draw(t, "b gap")
		b := rapid.SliceOfN(rapid.Byte(), k*stride, k*stride).Draw(t, "b")
		scale = exact(t, "scale", cols)
		f = factor{&b[0], uintptr(stride), panelCols, nil}
		weight = func(r, c int) float32 { return float32(int8(b[r*stride+c])) * scale[c] }
	} else {
		b := exact(t, "b", k*cols)
		scale = bias
		f = vector.packedFloats(b, k)
		weight = func(r, c int) float32 { return b[c/panelCols*panelCols*k+r*panelCols+c%panelCols] }
	}
	const untouched = 12345
	c := slices.Repeat([]float32{untouched}, rows*cStride)
	want := slices.Clone(c)
	for r := range rows {
		for col := range cols {
			sum := bias[col]
			for i := range k {
				sum += a[r*aStride+i] * weight(i, col)
			}
			want[r*cStride+col] = sum
		}
	}
	kernel.gemm(&c[0], uintptr(cStride)*floatSize, &a[0], uintptr(aStride)*floatSize, f.first, f.stride, f.panel, uintptr(k), uintptr(groups), &scale[0], &bias[0])
	if diff := cmp.Diff(want, c); diff != "" {
		t.Fatalf("%d rows, k %d (-want +got):\n%s", rows, k, diff)
	}
}

func TestTransposeTurnsSquares(t *testing.T) {
	needVector(t)
	rapid.Check(t, func(t *rapid.T) {
		squares := rapid.IntRange(1, 4).Draw(t, "squares")
		stride := 8 + rapid.IntRange(0, 9).Draw(t, "stride")
		from := exact(t, "from", 8*squares*stride)
		to := make([]float32, 8*8*squares)
		vector.transpose(&to[0], uintptr(8*squares)*floatSize, &from[0], uintptr(stride)*floatSize, uintptr(squares), 8*floatSize)
		for r := range 8 * squares {
			for c := range 8 {
				if got, want := to[c*8*squares+r], from[r*stride+c]; got != want {
					t.Fatalf("%d, %d: %v, want %v", r, c, got, want)
				}
			}
		}
	})
}

// normal makes numbers as they come up in the encoder.
func normal(n int, spread float64) []float32 {
	r := rand.New(rand.NewPCG(uint64(n), 5))
	list := make([]float32, n)
	for i := range list {
		list[i] = float32(r.NormFloat64() * spread)
	}
	return list
}

// alike compares the results of two paths: equal but for the rounding of sums in another order.
func alike(t *testing.T, name string, got, want []float32) {
	t.Helper()
	for i := range want {
		if d := math.Abs(float64(got[i] - want[i])); !(d <= 1e-5*max(1, math.Abs(float64(want[i])))) {
			t.Errorf("%s: number %d is %v, want %v", name, i, got[i], want[i])
			return
		}
	}
}

// both runs f in plain Go and with vector instructions and compares what it returns.
func both(t *testing.T, name string, f func() []float32) {
	t.Helper()
	found := vector
	vector = nil
	want := f()
	vector = found
	alike(t, name, f(), want)
}

func TestActivationsAreAlikeOnBothPaths(t *testing.T) {
	needVector(t)
	for n := range 40 {
		both(t, "gelu", func() []float32 {
			x := normal(n, 4)
			gelu(x)
			return x
		})
	}
	for _, n := range []int{8, 16, 24, 384} {
		const rows, gap = 3, 5
		both(t, "norm", func() []float32 {
			x, y := normal(rows*(n+gap), 3), normal(rows*(n+gap)+1, 2)
			l := &layerNorm{weight: normal(n, 1), bias: normal(n+1, 1), epsilon: 1e-12}
			l.addNorm(x, y, n+gap, rows)
			return x
		})
		x := normal(rows*(n+gap), 6)
		want := slices.Clone(x)
		for r := range rows {
			softmax(want[r*(n+gap):][:n], 0.3)
		}
		vector.softmax(&x[0], uintptr(n+gap)*floatSize, rows, uintptr(n), 0.3)
		alike(t, "softmax", x, want)
	}
}

func TestAttentionIsAlikeOnBothPaths(t *testing.T) {
	needVector(t)
	for _, width := range []int{1, 6, 8, 16, 20, 24, 32, 64} {
		b := &bert{hidden: 3 * width, inner: 8, heads: 3}
		for _, n := range []int{1, 2, 5, 7, 8, 9, 16, 17, 31, 50} {
			both(t, "attention", func() []float32 {
				const first = 2
				s := new(scratch)
				s.resize(b, first+n, n)
				for i, list := range [][]float32{s.query, s.key, s.value} {
					copy(list, normal(len(list)+i, 1))
				}
				b.attend(first, n, s)
				var mixed []float32 // without the padding
				for r := first; r < first+n; r++ {
					mixed = append(mixed, s.mixed[r*padded(b.hidden):][:b.hidden]...)
				}
				return mixed
			})
		}
	}
}

func TestSequencesTogetherEqualEachAlone(t *testing.T) {
	onEachPath(t, func(t *testing.T) {
		for _, m := range readSmall(t) {
			b, err := readBERT(m.file)
			if err != nil {
				t.Fatal(err)
			}
			var sequences [][]int32
			for n := 1; n <= 30; n += 1 + n/4 {
				sequences = append(sequences, slices.Repeat([]int32{int32(n)}, n))
			}
			together, err := b.encode(context.Background(), sequences, new(scratch))
			if err != nil {
				t.Fatal(err)
			}
			for i, sequence := range sequences {
				alone, err := b.encode(context.Background(), [][]int32{sequence}, new(scratch))
				if err != nil {
					t.Fatal(err)
				}
				if diff := cmp.Diff(alone[0], together[i]); diff != "" {
					t.Errorf("%d tokens (-alone +together):\n%s", len(sequence), diff)
				}
			}
		}
	})
}

// AVX-512 has registers from Y16 on, and avo takes them when the first sixteen are in use.
func TestKernelsKeepToTheRegistersOfAVX2(t *testing.T) {
	source, err := os.ReadFile("kernels_amd64.s")
	if err != nil {
		t.Fatal(err)
	}
	if found := regexp.MustCompile(`\b[XYZ](1[6-9]|[23]\d)\b|\bZ\d|\bK\d`).FindString(string(source)); found != "" {
		t.Errorf("%s in kernels_amd64.s", found)
	}
}
