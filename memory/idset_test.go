package memory

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

func TestIDSetHoldsWhatWasAdded(t *testing.T) {
	ids := rapid.OneOf(rapid.Int64Range(-3, 200), rapid.Int64Range(mostBits-3, mostBits+3), rapid.Int64())
	rapid.Check(t, func(t *rapid.T) {
		var s idSet
		have := map[int64]bool{}
		for _, id := range rapid.SliceOf(ids).Draw(t, "ids") {
			if s.add(id) == have[id] {
				t.Fatalf("add(%d) = %v", id, have[id])
			}
			have[id] = true
		}
		list := s.list()
		if len(list) != len(have) || s.size != len(have) || !slices.IsSorted(list) {
			t.Fatal(list, s.size, len(have))
		}
		for _, id := range list {
			if !have[id] || !s.has(id) {
				t.Fatal(id)
			}
		}
		if id := ids.Draw(t, "other"); s.has(id) != have[id] {
			t.Fatal(id)
		}
	})
}
