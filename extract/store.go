package extract

import (
	"encoding/json"
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
	n, err := namesOf(tx)
	if err != nil {
		return err
	}
	write := func() error {
		if err := u.saveNodes(tx, root, n, times); err != nil {
			return err
		}
		return u.saveEdges(tx, root, n)
	}
	if n.empty {
		err = tx.Unindexed([]string{"node_rows_name", "node_rows_group", "edge_rows_source", "edge_rows_target"}, write)
	} else {
		err = write()
	}
	if err != nil {
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
		WHERE e.source = ? AND e.relation = 'calls' ORDER BY length(e.source_location), e.source_location, e.target LIMIT ?`,
		[]any{id, limit}, func(scan func(...any) error) error {
			var label string
			err := scan(&label)
			out = append(out, label)
			return err
		})
	return out, err
}
