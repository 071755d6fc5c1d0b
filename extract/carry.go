package extract

import (
	"encoding/json"
	"strings"

	"brain/db"
	"brain/merge"
)

// Carry adds to a new graph what the file knows of sources that could not be read this time, or only in part: what could
// not be read is not gone. unread says whether a path is such a source. Nodes and edges that the new graph has itself are
// not added again.
func Carry(tx *db.Tx, root merge.Root, g *Graph, unread func(sourceFile string) bool) error {
	have := make(map[string]bool, len(g.Nodes))
	for i := range g.Nodes {
		have[g.Nodes[i].ID] = true
	}
	nodes, err := nodesOf(tx, root)
	if err != nil {
		return err
	}
	for _, n := range nodes {
		n.ID = ownID(root, n.ID)
		if n.SourceFile != "" && unread(n.SourceFile) && !have[n.ID] {
			have[n.ID] = true
			g.Nodes = append(g.Nodes, n.Node)
		}
	}
	return carryEdges(tx, root, g, unread)
}

// edgeKey is what tells edges of one file apart.
type edgeKey struct{ source, target, relation, context string }

func carryEdges(tx *db.Tx, root merge.Root, g *Graph, unread func(string) bool) error {
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
		if e.SourceFile != "" && unread(e.SourceFile) && !have[key] {
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
