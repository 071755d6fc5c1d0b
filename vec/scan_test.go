package vec

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

func ExampleScanner() {
	rows := []float32{
		3, 4,
		0, 0,
		2, 0,
	}
	distances := make([]float64, 3)
	NewScanner([]float32{1, 0}).Distances(rows, 2, distances)
	fmt.Println(distances)
	// Output: [0.4 NaN 0]
}

func TestScanEqualsCosineDistanceToTheBit(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		dim := rapid.IntRange(1, 40).Draw(t, "dim")
		query := vectors(dim).Draw(t, "query")
		rows := rapid.SliceOfN(vectors(dim), 0, 40).Draw(t, "rows")
		block := slices.Concat(rows...)
		check := func(what string, got []float64) {
			for i, row := range rows {
				if want := CosineDistance(query, row); !same(got[i], want) {
					t.Fatalf("%s: row %d is %v away, want %v", what, i, got[i], want)
				}
			}
		}
		scanner := NewScanner(query)
		out := make([]float64, len(rows))
		scanner.Distances(block, dim, out)
		check("floats", out)

		packed := make([]byte, 3, 3+4*len(block))
		packed = append(packed, Bytes(block)...)
		for shift := range 4 { // three of them are not aligned
			copy(packed[shift:], Bytes(block))
			clear(out)
			scanner.DistancesBytes(packed[shift:shift+4*len(block)], dim, out)
			check(fmt.Sprintf("bytes at %d", shift), out)
		}
	})
}

func TestScanOfWhatDoesNotFit(t *testing.T) {
	scanner := NewScanner([]float32{1, 0})
	const untouched = -1
	for _, c := range []struct {
		name  string
		dim   int
		block []float32
		want  []float64
	}{
		{"fewer rows than results", 2, []float32{1, 0, 0, 1}, []float64{0, 1, untouched}},
		{"more rows than results", 2, []float32{1, 0, 0, 1, 1, 0}, []float64{0, 1}},
		{"half a row at the end", 2, []float32{1, 0, 5}, []float64{0, untouched}},
		{"another dimension", 3, []float32{1, 0, 0}, []float64{math.NaN()}},
		{"no dimension", 0, []float32{1}, []float64{math.NaN()}},
		{"a negative dimension", -1, []float32{1}, []float64{math.NaN()}},
	} {
		got := slices.Repeat([]float64{untouched}, len(c.want))
		scanner.Distances(c.block, c.dim, got)
		if !slices.EqualFunc(got, c.want, same) {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
		packed := append([]byte{0}, Bytes(c.block)...)
		for shift := range 2 {
			bytes := packed[1:]
			if shift == 0 {
				bytes = packed[:copy(packed, packed[1:])]
			} else {
				bytes = append([]byte{0}, Bytes(c.block)...)[1:]
			}
			got := slices.Repeat([]float64{untouched}, len(c.want))
			scanner.DistancesBytes(bytes, c.dim, got)
			if !slices.EqualFunc(got, c.want, same) {
				t.Errorf("%s, in bytes: %v, want %v", c.name, got, c.want)
			}
		}
	}
}

func benchmarkRows(n, dim int) Rows {
	random := rand.New(rand.NewPCG(1, 2))
	rows := Rows{Dim: dim, Data: make([]float32, n*dim)}
	for k := range rows.Data {
		rows.Data[k] = float32(random.NormFloat64())
	}
	return rows
}

func BenchmarkScan10000x384(b *testing.B) {
	rows := benchmarkRows(10_000, 384)
	packed := Bytes(rows.Data)
	out := make([]float64, 10_000)
	scanner := NewScanner(rows.At(7))
	b.Run("floats", func(b *testing.B) {
		for b.Loop() {
			scanner.Distances(rows.Data, 384, out)
		}
	})
	b.Run("bytes", func(b *testing.B) {
		for b.Loop() {
			scanner.DistancesBytes(packed, 384, out)
		}
	})
	b.Run("bytes out of line", func(b *testing.B) {
		shifted := append([]byte{0}, packed...)[1:]
		for b.Loop() {
			scanner.DistancesBytes(shifted, 384, out)
		}
	})
	b.Run("one by one", func(b *testing.B) {
		for b.Loop() {
			for i := range out {
				out[i] = CosineDistance(scanner.query, rows.At(i))
			}
		}
	})
}
