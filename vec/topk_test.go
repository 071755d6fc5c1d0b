package vec

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"
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

func TestNearestIsTheHeadOfTheSorted(t *testing.T) {
	distance := rapid.OneOf(rapid.SampledFrom([]float64{0, 0.5, 1, 2, math.NaN()}), rapid.Float64Range(0, 2))
	rapid.Check(t, func(t *rapid.T) {
		hits := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) Hit {
			return Hit{rapid.Int64Range(0, 9).Draw(t, "id"), distance.Draw(t, "distance")}
		}), 0, 30).Draw(t, "hits")
		k := rapid.IntRange(-1, 35).Draw(t, "k")
		want := slices.Clone(hits)
		Sort(want)
		if !slices.IsSortedFunc(want, Compare) {
			t.Fatalf("not sorted: %v", want)
		}
		all := slices.Clone(hits)
		got := Nearest(all, k)
		if diff := cmp.Diff(want[:min(max(k, 0), len(want))], got, cmpopts.EquateNaNs()); diff != "" {
			t.Fatalf("nearest %d (-want +got):\n%s", k, diff)
		}
		Sort(all)
		if diff := cmp.Diff(want, all, cmpopts.EquateNaNs()); diff != "" {
			t.Fatalf("the other hits are not kept (-want +got):\n%s", diff)
		}
	})
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
	b.Run("nearest 20", func(b *testing.B) {
		for b.Loop() {
			copy(work, hits)
			Nearest(work, 20)
		}
	})
}
