package extract

import "slices"

// dispatch says that what calls one node reaches another: a method as it is declared, and as it is defined.
type dispatch struct{ from, to int32 }

// reachThrough adds to what a declaration calls what its definitions call, and to what calls a definition what calls its declaration: an
// entry of either tells both. Of each it takes as many names as an entry has room for, so that many of both take no longer.
func reachThrough(ds []dispatch, callees, callers [][]string) {
	first := func(of [][]string, pick func(dispatch) int32) map[int32][]string {
		out := make(map[int32][]string, len(ds))
		for _, d := range ds {
			i := pick(d)
			if _, ok := out[i]; ok {
				continue
			}
			names := slices.Clone(of[i])
			slices.Sort(names)
			names = slices.Compact(names)
			out[i] = names[:min(len(names), maxNeighbours+1)]
		}
		return out
	}
	called := first(callees, func(d dispatch) int32 { return d.to })
	calling := first(callers, func(d dispatch) int32 { return d.from })
	for _, d := range ds {
		callees[d.from] = append(callees[d.from], called[d.to]...)
		callers[d.to] = append(callers[d.to], calling[d.from]...)
	}
}
