package extract

import (
	"maps"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"
)

func TestAssignIDs(t *testing.T) {
	tests := []struct {
		name string
		in   []claim
		want []string
	}{
		{"alone", []claim{{base: "a_f", name: "f", who: "f"}}, []string{"a_f"}},
		{"lowest rank keeps the id", []claim{
			{base: "svc_server", rank: 1, name: "server", who: "file"},
			{base: "svc_server", rank: 0, name: "Server", who: "type"},
		}, []string{"svc_server_3de4f9", "svc_server"}},
		{"equals keep nothing", []claim{
			{base: "m_handle", name: "handle", who: "h", file: "a.go"},
			{base: "m_handle", name: "handle", who: "h", file: "b.go"},
		}, []string{"m_handle_5c941f32", "m_handle_232c1ab9"}},
		{"the first of several in one file keeps it", []claim{
			{base: "a_init", name: "init", who: "init"},
			{base: "a_init", name: "init", who: "init"},
		}, []string{"a_init", "a_init_fd6281"}},
		// Graphify 0.9.96 gives these two hashes too
		{"combining marks", []claim{
			{base: "hi_क", name: "कि", who: "i"},
			{base: "hi_क", name: "की", who: "ii"},
		}, []string{"hi_क_db4d86", "hi_क_afcba4"}},
		{"marks without a look-alike, the same", []claim{{base: "hi_क", name: "कि", who: "i"}}, []string{"hi_क_db4d86"}},
		{"no letter", []claim{{base: "", name: "$", who: "$"}, {base: "a", name: "_", who: "_"}, {base: "a", name: "a", who: "a"}}, []string{"3cdf29", "a_53a0ac", "a"}},
		{"a name that looks like a hash", []claim{
			{base: "x", rank: 0, name: "X", who: "X"},
			{base: "x", rank: 1, name: "x", who: "x"},
			{base: "x_11f6ad", name: "x_11f6ad", who: "odd"},
		}, []string{"x", "x_11f6ad8e", "x_11f6ad"}},
	}
	for _, tt := range tests {
		if d := cmp.Diff(tt.want, assignIDs(tt.in)); d != "" {
			t.Errorf("%s (-want +got):\n%s", tt.name, d)
		}
	}
}

func drawClaims(t *rapid.T) []claim {
	list := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) claim {
		name := rapid.SampledFrom([]string{"a", "A", "_a", "b", "कि", "की", "$", "", "a_86f7e4", "a_86f7e437"}).Draw(t, "name")
		return claim{
			base: MakeID(rapid.SampledFrom([]string{"", "p", "q"}).Draw(t, "stem"), name),
			rank: rapid.IntRange(0, 2).Draw(t, "rank"),
			name: name,
			who:  rapid.SampledFrom([]string{"u", "v", "w"}).Draw(t, "who") + name,
			file: rapid.SampledFrom([]string{"f", "g"}).Draw(t, "file"),
		}
	}), 0, 12).Draw(t, "claims")
	return list
}

func TestAssignedIDsAreDistinct(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		claims := drawClaims(t)
		seen := map[string]bool{}
		for _, id := range assignIDs(claims) {
			if id == "" || seen[id] {
				t.Fatalf("id %q is empty or given twice", id)
			}
			seen[id] = true
		}
	})
}

// Files may come in any order; within one, order counts.
func TestAssignedIDsDoNotDependOnTheOrderOfFiles(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		claims := drawClaims(t)
		byFile := map[string][]claim{}
		idsByFile := map[string][]string{}
		for i, id := range assignIDs(claims) {
			f := claims[i].file
			byFile[f] = append(byFile[f], claims[i])
			idsByFile[f] = append(idsByFile[f], id)
		}
		files := slices.Sorted(maps.Keys(byFile))
		slices.Reverse(files)
		var turned []claim
		var want []string
		for _, f := range files {
			turned = append(turned, byFile[f]...)
			want = append(want, idsByFile[f]...)
		}
		if d := cmp.Diff(want, assignIDs(turned), cmpopts.EquateEmpty()); d != "" {
			t.Fatalf("(-want +got):\n%s", d)
		}
	})
}
