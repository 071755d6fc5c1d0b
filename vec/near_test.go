package vec

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func ExampleNearPairs() {
	nodes := Rows{Dim: 2, Data: []float32{1, 0, 0, 1}}
	pages := Rows{Dim: 2, Data: []float32{3, 4, 0, 2, 5, 1}}
	NearPairs(nodes, pages, 0.08, func(i, j int, distance float64) {
		fmt.Printf("node %d, page %d: %.4f\n", i, j, distance)
	})
	// Output:
	// node 0, page 2: 0.0194
	// node 1, page 1: 0.0000
}

type nearPair struct {
	I, J     int
	Distance float64
}

func collectNear(a, b Rows, limit float64) []nearPair {
	var pairs []nearPair
	NearPairs(a, b, limit, func(i, j int, d float64) { pairs = append(pairs, nearPair{i, j, d}) })
	return pairs
}

func bruteForceNear(a, b Rows, limit float64) []nearPair {
	var pairs []nearPair
	for i := range a.Len() {
		for j := range b.Len() {
			if d := CosineDistance(a.At(i), b.At(j)); d < limit {
				pairs = append(pairs, nearPair{i, j, d})
			}
		}
	}
	return pairs
}

func TestNearPairsAreAllPairs(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		dim := rapid.SampledFrom([]int{1, 2, 3, 4, 7, 16, 40}).Draw(t, "dim")
		pool := rapid.SliceOfN(vectors(dim), 1, 6).Draw(t, "pool")
		// Rows near those of the pool: the same, longer, or a little beside.
		row := rapid.Custom(func(t *rapid.T) []float32 {
			v := slices.Clone(rapid.SampledFrom(pool).Draw(t, "of"))
			scale := rapid.SampledFrom([]float32{1, 1, 0.3, 7, -1, 1e6, 1e-12}).Draw(t, "scale")
			for k := range v {
				v[k] *= scale
			}
			k := rapid.IntRange(0, dim-1).Draw(t, "k")
			v[k] += v[k] * rapid.SampledFrom([]float32{0, 1e-6, 0.01, 0.3, -1}).Draw(t, "beside")
			return v
		})
		rows := rapid.Map(rapid.SliceOfN(row, 0, 13), func(rows [][]float32) Rows { return Rows{dim, slices.Concat(rows...)} })
		a, b := rows.Draw(t, "a"), rows.Draw(t, "b")
		limits := []float64{0.08, 0, -1, 1e-7, 0.5, 1, 1.5, 2, 2.1, math.Inf(1), math.NaN()}
		for _, pair := range bruteForceNear(a, b, math.Inf(1)) { // exactly at, and next to, a distance that there is
			limits = append(limits, pair.Distance, math.Nextafter(pair.Distance, 3))
		}
		limit := rapid.SampledFrom(limits).Draw(t, "limit")
		if diff := cmp.Diff(bruteForceNear(a, b, limit), collectNear(a, b, limit)); diff != "" {
			t.Fatalf("limit %v (-want +got):\n%s", limit, diff)
		}
	})
}

// clusters are rows around some centres, all leaning one way, as embeddings of one field do.
func clusters(n, dim int, centres int, spread float64, seed uint64) Rows {
	random := rand.New(rand.NewPCG(3, 4))
	lean := make([]float64, dim)
	for k := range lean {
		lean[k] = random.NormFloat64() / 2
	}
	middle := make([][]float64, centres)
	for c := range middle {
		for k := range dim {
			middle[c] = append(middle[c], lean[k]+random.NormFloat64())
		}
	}
	random = rand.New(rand.NewPCG(seed, 5))
	rows := Rows{Dim: dim}
	for range n {
		c := middle[random.IntN(centres)]
		for k := range dim {
			rows.Data = append(rows.Data, float32(c[k]+random.NormFloat64()*spread))
		}
	}
	return rows
}

func TestNearPairsOfClustersAreAllPairs(t *testing.T) {
	for _, c := range []struct {
		dim, centres int
		spread       float64
	}{
		{384, 20, 0.25},
		{384, 300, 1},
		{768, 3, 0.3},
		{33, 10, 0.2},
	} {
		a, b := clusters(150, c.dim, c.centres, c.spread, 1), clusters(203, c.dim, c.centres, c.spread, 2)
		// Near the edge, where only the last bits of the sums decide.
		distances := bruteForceNear(a, b, 3)
		slices.SortFunc(distances, func(x, y nearPair) int { return Compare(Hit{0, x.Distance}, Hit{0, y.Distance}) })
		for _, limit := range []float64{0.08, distances[len(distances)/50].Distance, math.Nextafter(distances[len(distances)/7].Distance, 3)} {
			want, got := bruteForceNear(a, b, limit), collectNear(a, b, limit)
			if !slices.Equal(want, got) {
				t.Errorf("%+v, limit %v: %d pairs, want %d", c, limit, len(got), len(want))
			}
		}
	}
}

func TestNearPairsDismissMostOfWhatIsFar(t *testing.T) {
	a, b := clusters(100, 384, 50, 0.2, 1), clusters(400, 384, 50, 0.2, 2)
	head := largestDimensions(a, b)
	outlinesA, outlinesB := outline(a, head), outline(b, head)
	kept := 0
	for i := range a.Len() {
		kept += len(outlinesB.atLeast(nil, outlinesA.at(i), outlinesA.rest[i], float32(1-0.08-boundError(384))))
	}
	if found := len(bruteForceNear(a, b, 0.08)); kept < found || kept > a.Len()*b.Len()/10 {
		t.Errorf("%d of %d pairs are measured to find %d", kept, a.Len()*b.Len(), found)
	}
}

func TestNothingIsNearWithoutRowsOrDistances(t *testing.T) {
	some := Rows{2, []float32{1, 0, 0, 1}}
	for name, c := range map[string][2]Rows{
		"no rows":             {some, {Dim: 2}},
		"different dimension": {some, {1, []float32{1, 1}}},
		"no dimension":        {{0, []float32{1}}, {0, []float32{1}}},
		"negative dimension":  {{-1, []float32{1}}, {-1, []float32{1}}},
		"zeros":               {some, {2, make([]float32, 10)}},
	} {
		if got := collectNear(c[0], c[1], 3); got != nil {
			t.Errorf("%s: %v", name, got)
		}
	}
}

func BenchmarkNearPairs5000x5000x384(b *testing.B) {
	for name, spread := range map[string]float64{"clusters": 0.2, "one cloud": 3} {
		b.Run(name, func(b *testing.B) {
			x, y := clusters(5000, 384, 300, spread, 1), clusters(5000, 384, 300, spread, 2)
			pairs := 0
			for b.Loop() {
				pairs = 0
				NearPairs(x, y, 0.08, func(int, int, float64) { pairs++ })
			}
			b.ReportMetric(float64(pairs), "pairs")
		})
	}
}
