package rank_test

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"brain/rank"
)

// hit is a row of a ranking in these tests.
type hit struct {
	Page, Kind string
	Vector     [2]float32
}

func hits() *rapid.Generator[[]hit] {
	return rapid.SliceOfN(rapid.Custom(func(t *rapid.T) hit {
		angle := float64(rapid.IntRange(0, 36).Draw(t, "angle")) * math.Pi / 36
		return hit{rapid.SampledFrom([]string{"a", "b", "c"}).Draw(t, "page"), rapid.SampledFrom([]string{"x", "y"}).Draw(t, "kind"),
			[2]float32{float32(math.Cos(angle)), float32(math.Sin(angle))}}
	}), 0, 20)
}

// inOrder says whether some is what is left of all.
func inOrder[T comparable](some, all []T) bool {
	for _, x := range some {
		i := slices.Index(all, x)
		if i < 0 {
			return false
		}
		all = all[i+1:]
	}
	return true
}

func TestPerKeyKeepsTheFirstOfEachKeyInOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		list, n := hits().Draw(t, "list"), rapid.IntRange(0, 4).Draw(t, "n")
		kept, dropped := rank.PerKey(list, n, func(h hit) string { return h.Page })
		if len(kept)+len(dropped) != len(list) || !inOrder(kept, list) {
			t.Fatalf("%v of %v", kept, list)
		}
		all, left := map[string]int{}, map[string]int{}
		for _, h := range list {
			all[h.Page]++
		}
		for _, h := range kept {
			left[h.Page]++
		}
		for page, total := range all {
			want := total
			if n > 0 {
				want = min(total, n)
			}
			if left[page] != want {
				t.Fatalf("%d of %s, not %d", left[page], page, want)
			}
		}
		for _, d := range dropped {
			if i := slices.IndexFunc(list, func(h hit) bool { return h.Page == d.Row.Page }); d.For != list[i] {
				t.Fatalf("%v for %v", d.Row, d.For)
			}
		}
	})
}

func TestUnlikeKeepsNoTwoThatAreAlike(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		list := hits().Draw(t, "list")
		vector := func(h hit) []float32 { return h.Vector[:] }
		cosine := func(a, b hit) float64 {
			return float64(a.Vector[0])*float64(b.Vector[0]) + float64(a.Vector[1])*float64(b.Vector[1])
		}
		const limit, eps = 0.85, 1e-6
		kept, dropped := rank.Unlike(list, limit, vector)
		if len(kept)+len(dropped) != len(list) || !inOrder(kept, list) {
			t.Fatalf("%v of %v", kept, list)
		}
		for i, a := range kept {
			for _, b := range kept[:i] {
				if cosine(a, b) > limit+eps {
					t.Fatalf("%v and %v are kept", a, b)
				}
			}
		}
		for _, d := range dropped {
			if c := cosine(d.Row, d.For); c < limit-eps || math.Abs(c-d.Cosine) > eps || !slices.Contains(kept, d.For) {
				t.Fatalf("%v for %v at %v", d.Row, d.For, d.Cosine)
			}
		}
		again, none := rank.Unlike(kept, limit, vector)
		if len(none) > 0 || !slices.Equal(again, kept) {
			t.Fatal("not the same again")
		}
	})
}

func TestUnlikeTakesRowsWithoutADirectionForLikeNone(t *testing.T) {
	vectors := [][]float32{{1, 0}, nil, {0, 0}, nil, {1, 0, 0}, {0, 0}, {2, 0}}
	kept, dropped := rank.Unlike([]int{0, 1, 2, 3, 4, 5, 6}, 0.85, func(i int) []float32 { return vectors[i] })
	if diff := cmp.Diff([]int{0, 1, 2, 3, 4, 5}, kept); diff != "" || len(dropped) != 1 || dropped[0].For != 0 || dropped[0].Cosine != 1 {
		t.Errorf("%s%+v", diff, dropped)
	}
}

func TestCapShare(t *testing.T) {
	for _, tt := range []struct {
		list string // kinds
		n    int
		want string // places
		lost string
	}{
		{"xxxxxy", 5, "[0 1 2 5 3]", "[4]"},
		{"xxxyxy", 5, "[0 1 2 3 5]", "[4]"},
		{"xyxyx", 5, "[0 1 2 3 4]", "[]"},
		{"xxxxxxx", 5, "[0 1 2 3 4]", "[]"},
		{"xx", 5, "[0 1]", "[]"},
		{"xxxy", 1, "[0]", "[]"},
		{"xxxy", 0, "[]", "[]"},
		{"", 5, "[]", "[]"},
		{"xxy", 2, "[0 1]", "[]"}, // ⌈0.6 · 2⌉ = 2
	} {
		places := make([]int, len(tt.list))
		for i := range places {
			places[i] = i
		}
		kept, dropped := rank.CapShare(places, tt.n, 0.6, func(i int) byte { return tt.list[i] })
		if got := fmt.Sprint(kept) + fmt.Sprint(dropped); got != tt.want+tt.lost {
			t.Errorf("%s of %s: %s, not %s%s", fmt.Sprint(tt.n), tt.list, got, tt.want, tt.lost)
		}
	}
}

func TestCapShareFillsAndCaps(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		list := hits().Draw(t, "list")
		n := rapid.IntRange(0, 25).Draw(t, "n")
		places := make([]int, len(list))
		for i := range places {
			places[i] = i
		}
		kind := func(i int) string { return list[i].Kind }
		kept, dropped := rank.CapShare(places, n, 0.6, kind)
		if len(kept) != min(n, len(list)) {
			t.Fatalf("%d of %d", len(kept), n)
		}
		most := int(math.Ceil(0.6 * float64(len(kept))))
		count := map[string]int{}
		for _, i := range kept {
			count[kind(i)]++
		}
		for k, c := range count {
			// More than its share only where no row of another kind is left.
			others := 0
			for _, i := range places {
				if kind(i) != k && !slices.Contains(kept, i) {
					others++
				}
			}
			if c > most && others > 0 {
				t.Fatalf("%d of %s among %d, %d others are left", c, k, len(kept), others)
			}
		}
		for _, i := range dropped {
			if i >= len(kept) || slices.Contains(kept, i) {
				t.Fatalf("%d was not among the first, or is kept", i)
			}
		}
	})
}
