package memory

import (
	"cmp"
	"slices"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"brain/rank"
)

// TestWhatIsLeftOutCouldNotBeAmongTheFirst: however old the memories are and however often they were read, the first of those
// that are left are the first of all.
func TestWhatIsLeftOutCouldNotBeAmongTheFirst(t *testing.T) {
	left, runs := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		runs++
		ids := rapid.Permutation(rapid.SliceOfNDistinct(rapid.Int64Range(1, 500), 0, 200, rapid.ID[int64]).Draw(t, "ids"))
		words, meant := ids.Draw(t, "words"), ids.Draw(t, "meant")
		words = words[:rapid.IntRange(0, len(words)).Draw(t, "of words")]
		var near []meaning
		for _, id := range meant[:rapid.IntRange(0, len(meant)).Draw(t, "of meanings")] {
			near = append(near, meaning{id, 0.5})
		}
		ages, accesses := map[int64]int{}, map[int64]int64{}
		for _, id := range meant {
			ages[id] = rapid.SampledFrom([]int{-1, 0, 1, 30, 365, unknownAge}).Draw(t, "age")
			accesses[id] = rapid.SampledFrom([]int64{-5, 0, 1, 3, 1 << 40}).Draw(t, "accesses")
		}
		limit := rapid.IntRange(-3, 30).Draw(t, "limit")
		first := func(list []rank.Candidate) []int64 {
			out := make([]scored, len(list))
			for i, c := range list {
				c.AgeDays, c.Accesses = ages[c.ID], accesses[c.ID]
				out[i] = scored{c.ID, rank.Seed(c)}
			}
			slices.SortFunc(out, func(a, b scored) int {
				return cmp.Or(cmp.Compare(b.explain.Final, a.explain.Final), cmp.Compare(a.id, b.id))
			})
			var ids []int64
			for _, s := range slicePython(out, limit) {
				ids = append(ids, s.id)
			}
			return ids
		}
		all := candidates(words, near)
		some := promising(slices.Clone(all), rank.Seed, limit)
		left += len(all) - len(some)
		if diff := gocmp.Diff(first(all), first(some)); diff != "" {
			t.Fatalf("(-all +promising):\n%s", diff)
		}
	})
	if runs >= 100 && left == 0 { // few may have drawn nothing to leave out
		t.Error("nothing was left out")
	}
}
