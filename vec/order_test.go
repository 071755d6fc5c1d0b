package vec

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
)

func ExampleSort() {
	hits := []Hit{{ID: 1, Distance: math.NaN()}, {ID: 9, Distance: 0.25}, {ID: 4, Distance: 0.25}, {ID: 7, Distance: 0}}
	Sort(hits)
	fmt.Println(hits)
	// Output: [{7 0} {4 0.25} {9 0.25} {1 NaN}]
}

func TestNaNIsLastAndTiesAreById(t *testing.T) {
	nan, inf := math.NaN(), math.Inf(1)
	ascending := []Hit{{5, math.Inf(-1)}, {3, -1}, {1, 0}, {2, 0}, {0, 0.5}, {-1, 2}, {8, inf}, {-9, nan}, {6, nan}}
	for i, a := range ascending {
		for j, b := range ascending {
			if got, want := Compare(a, b), min(max(i-j, -1), 1); got != want {
				t.Errorf("Compare(%v, %v) = %d, want %d", a, b, got, want)
			}
		}
	}
	if got := Compare(Hit{1, math.Copysign(0, -1)}, Hit{1, 0}); got != 0 {
		t.Errorf("-0 and 0 compare as %d", got)
	}
}

func BenchmarkSort50000(b *testing.B) {
	random := rand.New(rand.NewPCG(1, 2))
	hits := make([]Hit, 50_000)
	for i := range hits {
		hits[i] = Hit{int64(i), random.Float64()}
	}
	work := make([]Hit, len(hits))
	b.Run("all", func(b *testing.B) {
		for b.Loop() {
			copy(work, hits)
			Sort(work)
		}
	})
}
