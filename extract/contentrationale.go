package extract

// toldElsewhere gives the rationales whose text is the doc of what they are for, and what that is.
func (g *Graph) toldElsewhere() map[string]string {
	docs := map[string]string{}
	for i := range g.Nodes {
		docs[g.Nodes[i].ID] = clean(g.Nodes[i].Doc)
	}
	told := map[string]string{}
	for i := range g.Edges {
		e := &g.Edges[i]
		if e.Relation == RelRationale && docs[e.Source] != "" && docs[e.Source] == docs[e.Target] {
			told[e.Source] = e.Target
		}
	}
	return told
}
