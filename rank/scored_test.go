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

func ExampleConvex() {
	words := []rank.Scored{{ID: 1, Score: 8}, {ID: 2, Score: 4}}
	near := []rank.Scored{{ID: 2, Score: 0.9}, {ID: 3, Score: 0.7}, {ID: 4, Score: 0.5}}
	for _, row := range rank.Convex(rank.Weighted{List: words, Weight: 1}, rank.Weighted{List: near, Weight: 1, Floor: 0.5}) {
		fmt.Printf("%d %.2f\n", row.ID, row.Score)
	}
	// Output:
	// 2 0.75
	// 1 0.50
	// 3 0.25
	// 4 0.00
}

// ranking is a sorted list that names each id once.
func ranking() *rapid.Generator[[]rank.Scored] {
	return rapid.Custom(func(t *rapid.T) []rank.Scored {
		var list []rank.Scored
		for _, id := range rapid.SliceOfNDistinct(rapid.Int64Range(1, 20), 0, 12, rapid.ID).Draw(t, "ids") {
			list = append(list, rank.Scored{ID: id, Score: rapid.Float64Range(-3, 9).Draw(t, "score")})
		}
		rank.SortScored(list)
		return list
	})
}

func TestConvexIsBetweenNoneAndAll(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a := rank.Weighted{List: ranking().Draw(t, "a"), Weight: rapid.Float64Range(0.1, 4).Draw(t, "wa")}
		b := rank.Weighted{List: ranking().Draw(t, "b"), Weight: rapid.Float64Range(0.1, 4).Draw(t, "wb"), Floor: rapid.Float64Range(-2, 2).Draw(t, "floor")}
		fused := rank.Convex(a, b)
		ids := map[int64]bool{}
		for _, row := range append(slices.Clone(a.List), b.List...) {
			ids[row.ID] = true
		}
		if len(fused) != len(ids) {
			t.Fatalf("%d rows of %d", len(fused), len(ids))
		}
		sorted := slices.Clone(fused)
		rank.SortScored(sorted)
		if !slices.Equal(sorted, fused) {
			t.Fatal("not in order")
		}
		for _, row := range fused {
			if !ids[row.ID] || row.Score < 0 || row.Score > 1+1e-12 {
				t.Fatalf("%+v", row)
			}
		}
		// Weights count in proportion, and scores on any scale.
		scaled := func(w rank.Weighted) rank.Weighted {
			out := rank.Weighted{Weight: 2 * w.Weight, Floor: 8 * w.Floor}
			for _, row := range w.List {
				out.List = append(out.List, rank.Scored{ID: row.ID, Score: 8 * row.Score})
			}
			return out
		}
		for i, row := range rank.Convex(scaled(a), scaled(b)) {
			if row.ID != fused[i].ID || math.Abs(row.Score-fused[i].Score) > 1e-12 {
				t.Fatalf("scaled %+v, not %+v", row, fused[i])
			}
		}
	})
}

func TestConvexOfNothing(t *testing.T) {
	for _, lists := range [][]rank.Weighted{nil, {{}}, {{Weight: 1}, {Weight: 1}}} {
		if got := rank.Convex(lists...); len(got) > 0 {
			t.Errorf("%v", got)
		}
	}
	// A list that is flat at its floor tells nothing of its rows but that they are there.
	got := rank.Convex(rank.Weighted{List: []rank.Scored{{ID: 7, Score: 2}}, Weight: 1, Floor: 2})
	if diff := cmp.Diff([]rank.Scored{{ID: 7}}, got); diff != "" {
		t.Error(diff)
	}
}

// The two ways to fuse by ranks agree on two lists, but for ties that float64 cannot tell.
func TestReciprocalIsFuse(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := ranking().Draw(t, "a"), ranking().Draw(t, "b")
		ids := func(list []rank.Scored) (out []int64) {
			for _, row := range list {
				out = append(out, row.ID)
			}
			return out
		}
		want := map[int64]string{}
		for _, f := range rank.Fuse(ids(a), ids(b)) {
			want[f.ID] = f.Score.String()[:12]
		}
		got := map[int64]string{}
		for _, row := range rank.Reciprocal(a, b) {
			got[row.ID] = fmt.Sprintf("%.20f", row.Score)[:12]
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Fatal(diff)
		}
	})
}
