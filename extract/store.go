package extract

import (
	"encoding/json"
	"fmt"
	"time"

	"brain/db"
	"brain/merge"
)

// Keys of graph_extras under which stands what a graph file holds beside nodes and edges.
const (
	extraHyperedges = "hyperedges"
	extraAttrs      = "attrs"
)

// Write makes the graph what the plan says, and notes whose entries are to be made anew. times gives the time of a source file: the
// node's updated_at, and its created_at unless it names its own.
func (u *Update) Write(tx *db.Tx, root merge.Root, times func(sourceFile string) time.Time) error {
	for _, i := range u.nodes {
		n := &u.graph.Nodes[i]
		if err := saveNode(tx, root, n, root.NodeID(merge.Clean(n.ID)), u.contents[i], times(n.SourceFile)); err != nil {
			return err
		}
	}
	for _, id := range u.gone {
		if err := removeNode(tx, root.NodeID(id)); err != nil {
			return err
		}
	}
	if err := u.saveEdges(tx, root); err != nil {
		return err
	}
	return saveExtras(tx, root, u.graph)
}

// nodeRow is a stored node, its id as it is stored.
type nodeRow struct {
	Node
	content string
}

// nodesOf gives the stored nodes of some source files, of all for nil.
func nodesOf(tx *db.Tx, root merge.Root, files []string) ([]nodeRow, error) {
	var out []nodeRow
	read := func(scan func(...any) error) error {
		var n nodeRow
		var attrs string
		err := scan(&n.ID, &n.Label, &n.FileType, &n.Kind, &n.SourceFile, &n.SourceLocation, &n.Container, &n.Signature, &n.Doc, &n.Description,
			&n.Community, &attrs, &n.content)
		if attrs != "{}" {
			n.Attrs = json.RawMessage(attrs)
		}
		out = append(out, n)
		return err
	}
	const query = `SELECT id, label, file_type, kind, source_file, source_location, container, signature, doc, description, community, attrs, content
		FROM graph_nodes WHERE root_id = ?`
	if files == nil {
		err := tx.Each(query+` ORDER BY id`, []any{root.ID}, read)
		return out, err
	}
	for _, file := range files {
		if err := tx.Each(query+` AND source_file = ?`, []any{root.ID, file}, read); err != nil {
			return nil, err
		}
	}
	return out, nil
}

func objectText(raw json.RawMessage) string {
	if len(raw) == 0 {
		return "{}"
	}
	return merge.Clean(string(raw))
}

func saveNode(tx *db.Tx, root merge.Root, n *Node, id, content string, fileTime time.Time) error {
	created := fileTime
	if n.CapturedAt != "" {
		if t, err := db.ParseTime(n.CapturedAt); err == nil {
			created = t
		}
	}
	updated := db.FormatTime(fileTime)
	_, err := tx.Exec(`INSERT INTO graph_nodes(id, root_id, label, file_type, kind, source_file, source_location, container, signature, doc, description,
			community, attrs, content, created_at, updated_at) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, max(?15, ?16))
		ON CONFLICT(id) DO UPDATE SET label = excluded.label, file_type = excluded.file_type, kind = excluded.kind, source_file = excluded.source_file,
			source_location = excluded.source_location, container = excluded.container, signature = excluded.signature, doc = excluded.doc,
			description = excluded.description, community = excluded.community, attrs = excluded.attrs, content = excluded.content,
			updated_at = max(?16, created_at)`,
		id, root.ID, merge.Clean(n.Label), merge.Clean(n.FileType), merge.Clean(n.Kind), merge.Clean(n.SourceFile), merge.Clean(n.SourceLocation),
		merge.Clean(n.Container), merge.Clean(n.Signature), merge.Clean(n.Doc), merge.Clean(n.Description), n.Community, objectText(n.Attrs), merge.Clean(content),
		db.FormatTime(created), updated)
	if err != nil {
		return fmt.Errorf("save node %s: %w", id, err)
	}
	return pend(tx, id)
}

func removeNode(tx *db.Tx, id string) error {
	if _, err := tx.Exec(`DELETE FROM graph_nodes WHERE id = ?`, id); err != nil {
		return err
	}
	return pend(tx, id)
}

// saveEdges replaces the edges of those source files whose edges are others than the stored ones. Those of a file get ids that follow
// each other, by which they are found again.
func (u *Update) saveEdges(tx *db.Tx, root merge.Root) error {
	if u.edges == nil {
		if _, err := tx.Exec(`DELETE FROM graph_edges WHERE root_id = ?`, root.ID); err != nil {
			return err
		}
	}
	for _, file := range sortedKeys(u.edges) {
		was := u.edges[file]
		if _, err := tx.Exec(`DELETE FROM graph_edges WHERE id BETWEEN ? AND ? AND root_id = ? AND source_file = ?`, was.first, was.last, root.ID, file); err != nil {
			return err
		}
	}
	byFile := map[string][]int{}
	for i := range u.graph.Edges {
		file := merge.Clean(u.graph.Edges[i].SourceFile)
		if _, changed := u.edges[file]; changed || u.edges == nil {
			byFile[file] = append(byFile[file], i)
		}
	}
	for _, file := range sortedKeys(byFile) {
		g := u.groups[file]
		g.first = 0
		for _, i := range byFile[file] {
			id, err := saveEdge(tx, root, &u.graph.Edges[i])
			if err != nil {
				return err
			}
			if g.last = id; g.first == 0 {
				g.first = id
			}
		}
		u.groups[file] = g
	}
	return nil
}

func saveEdge(tx *db.Tx, root merge.Root, e *Edge) (int64, error) {
	res, err := tx.Exec(`INSERT INTO graph_edges(root_id, source, target, relation, confidence, confidence_score, weight, context, source_file, source_location, attrs)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
		root.ID, root.NodeID(merge.Clean(e.Source)), root.NodeID(merge.Clean(e.Target)), merge.Clean(e.Relation), merge.Clean(e.Confidence),
		e.ConfidenceScore, e.Weight, merge.Clean(e.Context), merge.Clean(e.SourceFile), merge.Clean(e.SourceLocation), objectText(e.Attrs))
	if err != nil {
		return 0, fmt.Errorf("save edge %s to %s: %w", e.Source, e.Target, err)
	}
	return res.LastInsertId()
}

func extras(tx *db.Tx, root merge.Root) (map[string]string, error) {
	out := map[string]string{}
	err := tx.Each(`SELECT key, value FROM graph_extras WHERE root_id = ?`, []any{root.ID}, func(scan func(...any) error) error {
		var k, v string
		err := scan(&k, &v)
		out[k] = v
		return err
	})
	return out, err
}

func setExtra(tx *db.Tx, root merge.Root, key, value string) error {
	_, err := tx.Exec(`INSERT INTO graph_extras(root_id, key, value) VALUES (?, ?, ?) ON CONFLICT(root_id, key) DO UPDATE SET value = excluded.value
		WHERE value <> excluded.value`, root.ID, key, value)
	return err
}

// saveExtras keeps what a graph file holds beside nodes and edges.
func saveExtras(tx *db.Tx, root merge.Root, g *Graph) error {
	for key, raw := range map[string]json.RawMessage{extraHyperedges: g.Hyperedges, extraAttrs: g.Attrs} {
		if len(raw) == 0 {
			if _, err := tx.Exec(`DELETE FROM graph_extras WHERE root_id = ? AND key = ?`, root.ID, key); err != nil {
				return err
			}
			continue
		}
		if err := setExtra(tx, root, key, merge.Clean(string(raw))); err != nil {
			return err
		}
	}
	return nil
}

// Calls lists the labels of up to limit nodes that a node calls, in the order of their lines.
func Calls(tx *db.Tx, id string, limit int) ([]string, error) {
	out := []string{}
	err := tx.Each(`SELECT n.label FROM graph_edges e JOIN graph_nodes n ON n.id = e.target
		WHERE e.source = ? AND e.relation = 'calls' ORDER BY length(e.source_location), e.source_location, e.target LIMIT ?`, []any{id, limit}, func(scan func(...any) error) error {
		var label string
		err := scan(&label)
		out = append(out, label)
		return err
	})
	return out, err
}
