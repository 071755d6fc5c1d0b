package memory

import (
	"math"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"brain/vec"
)

// TestTheNearestAreTheFirstOfAllInOrder, whatever the order in which they come, of equal distances too.
func TestTheNearestAreTheFirstOfAllInOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		distances := rapid.SliceOfN(rapid.IntRange(0, 9), 0, 60).Draw(t, "distances")
		most := rapid.SampledFrom([]int{0, 1, 2, 3, 7, 50, math.MaxInt}).Draw(t, "most")
		near, all := &nearestHits{most: most}, []vec.Hit{}
		for i, d := range distances {
			h := vec.Hit{ID: int64(i + 1), Distance: float64(d)}
			all = append(all, h)
			if !near.far(h) {
				near.add(h)
			}
		}
		slices.SortFunc(all, func(a, b vec.Hit) int {
			if nearer(a, b) {
				return -1
			}
			return 1
		})
		if diff := cmp.Diff(all[:min(most, len(all))], near.sorted(), cmpopts.EquateEmpty()); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
		if near.more != (len(all) > most) {
			t.Errorf("%d of %d, and more: %v", most, len(all), near.more)
		}
	})
}
