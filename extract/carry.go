package extract

import (
	"encoding/json"
	"strings"

	"brain/db"
	"brain/merge"
)

// Carry adds to a new graph what the file knows of sources that could not be read this time, or only in part: what could
// not be read is not gone. unread says whether a path is such a source. Nodes and edges that the new graph has itself are
// not added again; but where it has a stub without a source of what the tree does hold, such as an external package in place of
// an unread folder, the stored node takes the stub's place. The stubs that only unread sources lead to are kept with them, and so are the edges that lead to
// what is unread from files that say what they said: is and was are what is known of them, nil for nothing.
func Carry(tx *db.Tx, root merge.Root, g *Graph, unread func(sourceFile string) bool, is, was *Known) (carried bool, err error) {
	lost := map[string]bool{} // ids of nodes that only the stored graph has
	at := make(map[string]int, len(g.Nodes))
	for i := range g.Nodes {
		at[g.Nodes[i].ID] = i
	}
	stubs := map[string]Node{} // stored, and not in the new graph
	nodes, err := nodesOf(tx, root, nil)
	if err != nil {
		return false, err
	}
	before := len(g.Nodes) + len(g.Edges)
	for _, n := range nodes {
		n.ID = ownID(root, n.ID)
		i, have := at[n.ID]
		switch {
		case n.SourceFile == "" && !have:
			stubs[n.ID] = n.Node
		case n.SourceFile == "" || !unread(n.SourceFile):
		case !have:
			lost[n.ID] = true
			at[n.ID] = len(g.Nodes)
			g.Nodes = append(g.Nodes, n.Node)
		case g.Nodes[i].SourceFile == "":
			g.Nodes[i] = n.Node
			carried = true
		}
	}
	old := len(g.Edges)
	if err := carryEdges(tx, root, g, func(e *Edge) bool {
		_, from := at[e.Source]
		return e.SourceFile != "" && (unread(e.SourceFile) || from && lost[e.Target] && is.sameFile(was, e.SourceFile))
	}); err != nil {
		return false, err
	}
	for _, e := range g.Edges[old:] {
		for _, id := range []string{e.Source, e.Target} {
			if n, ok := stubs[id]; ok {
				delete(stubs, id)
				g.Nodes = append(g.Nodes, n)
			}
		}
	}
	return carried || len(g.Nodes)+len(g.Edges) > before, nil
}

// edgeKey is what tells edges of one file apart.
type edgeKey struct{ source, target, relation, context string }

// carryEdges adds the stored edges that are to be kept.
func carryEdges(tx *db.Tx, root merge.Root, g *Graph, keep func(*Edge) bool) error {
	have := make(map[edgeKey]bool, len(g.Edges))
	for i := range g.Edges {
		e := &g.Edges[i]
		have[edgeKey{e.Source, e.Target, e.Relation, e.Context}] = true
	}
	return tx.Each(`SELECT source, target, relation, confidence, confidence_score, weight, context, source_file, source_location, attrs
		FROM graph_edges WHERE root_id = ? ORDER BY id`, []any{root.ID}, func(scan func(...any) error) error {
		var e Edge
		var attrs string
		err := scan(&e.Source, &e.Target, &e.Relation, &e.Confidence, &e.ConfidenceScore, &e.Weight, &e.Context, &e.SourceFile, &e.SourceLocation, &attrs)
		if err != nil {
			return err
		}
		if attrs != "{}" {
			e.Attrs = json.RawMessage(attrs)
		}
		e.Source, e.Target = ownID(root, e.Source), ownID(root, e.Target)
		key := edgeKey{e.Source, e.Target, e.Relation, e.Context}
		if !have[key] && keep(&e) {
			have[key] = true
			g.Edges = append(g.Edges, e)
		}
		return nil
	})
}

// ownID is the id that a stored node has in its own root.
func ownID(root merge.Root, stored string) string {
	if root.First {
		return stored
	}
	return strings.TrimPrefix(stored, root.NodeID(""))
}
