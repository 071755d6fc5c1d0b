package extract

// toldElsewhere gives the rationales whose text is the doc of what they are for, and what that is.
func (g *Graph) toldElsewhere(at map[string]int32) map[int32]int32 {
	told := map[int32]int32{}
	for i := range g.Edges {
		e := &g.Edges[i]
		if e.Relation != RelRationale {
			continue
		}
		from, known := at[e.Source]
		to, both := at[e.Target]
		if !known || !both {
			continue
		}
		if doc := clean(g.Nodes[from].Doc); doc != "" && doc == clean(g.Nodes[to].Doc) {
			told[from] = to
		}
	}
	return told
}
