package extract

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"
)

// The set is what a map by ends and relation gives: the first edge of each, a surer one in its place, by their sources.
func TestEdgesAreOneForEachRelation(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		type key struct {
			from, to int32
			relation string
		}
		const nodes = 12
		number := rapid.Int32Range(0, nodes-1)
		word := rapid.SampledFrom([]string{"", RelCalls, RelUses, "x"})
		at := map[key]int{}
		var want []builtEdge
		var set edgeSet
		for range rapid.IntRange(0, 3000).Draw(t, "edges") {
			e := builtEdge{from: number.Draw(t, "from"), to: number.Draw(t, "to"), line: number.Draw(t, "line"), relation: word.Draw(t, "relation"),
				context: word.Draw(t, "context"), confidence: rapid.SampledFrom([]string{Extracted, Inferred, Ambiguous}).Draw(t, "confidence"), file: word.Draw(t, "file")}
			set.add(&e)
			k := key{e.from, e.to, e.relation}
			if i, ok := at[k]; !ok {
				at[k] = len(want)
				want = append(want, e)
			} else if rankOf(e.confidence) < rankOf(want[i].confidence) {
				want[i] = e
			}
		}
		slices.SortStableFunc(want, func(a, b builtEdge) int { return int(a.from - b.from) })
		var got []builtEdge
		for i := range set.bySource(nodes) {
			got = append(got, set.at(i))
		}
		if d := cmp.Diff(want, got, cmp.AllowUnexported(builtEdge{}), cmpopts.EquateEmpty()); d != "" {
			t.Errorf("(-want +got):\n%s", d)
		}
	})
}
