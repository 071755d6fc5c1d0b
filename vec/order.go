package vec

import (
	"cmp"
	"math"
	"slices"
)

// Hit is a row and how far it is from a query.
type Hit struct {
	ID       int64
	Distance float64
}

// Compare orders hits as `ORDER BY embedding <=> query, id` does: the nearest first, NaN after every number, and equal
// distances by ascending id. A row whose distance is NaN is ranked, only last.
func Compare(a, b Hit) int {
	// cmp.Compare would put NaN first.
	if x, y := math.IsNaN(a.Distance), math.IsNaN(b.Distance); x || y {
		if x != y {
			if x {
				return 1
			}
			return -1
		}
		return cmp.Compare(a.ID, b.ID)
	}
	if a.Distance != b.Distance {
		if a.Distance < b.Distance {
			return -1
		}
		return 1
	}
	return cmp.Compare(a.ID, b.ID)
}

// Sort sorts hits by [Compare].
func Sort(hits []Hit) { slices.SortFunc(hits, Compare) }
