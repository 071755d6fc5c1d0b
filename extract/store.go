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
	nodes := newNodeWriter(tx, root, times)
	for _, i := range u.nodes {
		if err := nodes.save(&u.graph.Nodes[i], u.contents[i]); err != nil {
			return err
		}
	}
	for _, id := range u.gone {
		if err := nodes.remove(root.NodeID(id)); err != nil {
			return err
		}
	}
	if err := nodes.flush(); err != nil {
		return err
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

// nodeWriter writes the nodes of a root, and notes whose entries are to be made anew.
type nodeWriter struct {
	tx      *db.Tx
	root    merge.Root
	times   func(sourceFile string) time.Time
	written map[time.Time]string // times as they are stored: those of files, which are few
	nodes   *db.Many
	pending *db.Many
}

func newNodeWriter(tx *db.Tx, root merge.Root, times func(string) time.Time) *nodeWriter {
	return &nodeWriter{
		tx: tx, root: root, times: times, written: map[time.Time]string{},
		nodes: tx.Many(`INSERT INTO graph_nodes(root_id, id, label, file_type, kind, source_file, source_location, container, signature, doc, description,
			community, attrs, content, created_at, updated_at)`,
			`ON CONFLICT(id) DO UPDATE SET label = excluded.label, file_type = excluded.file_type, kind = excluded.kind, source_file = excluded.source_file,
			source_location = excluded.source_location, container = excluded.container, signature = excluded.signature, doc = excluded.doc,
			description = excluded.description, community = excluded.community, attrs = excluded.attrs, content = excluded.content,
			updated_at = max(excluded.updated_at, created_at)`, 15, root.ID),
		pending: manyPending(tx),
	}
}

func (w *nodeWriter) save(n *Node, content string) error {
	updated := w.time(w.times(n.SourceFile))
	created := updated
	if n.CapturedAt != "" {
		if t, err := db.ParseTime(n.CapturedAt); err == nil {
			created = w.time(t)
		}
	}
	id := w.root.NodeID(merge.Clean(n.ID))
	err := w.nodes.Add(id, merge.Clean(n.Label), merge.Clean(n.FileType), merge.Clean(n.Kind), merge.Clean(n.SourceFile), merge.Clean(n.SourceLocation),
		merge.Clean(n.Container), merge.Clean(n.Signature), merge.Clean(n.Doc), merge.Clean(n.Description), n.Community, objectText(n.Attrs), merge.Clean(content),
		created, max(created, updated))
	if err != nil {
		return fmt.Errorf("save nodes up to %s: %w", id, err)
	}
	return w.pending.Add(id)
}

func (w *nodeWriter) time(t time.Time) string {
	s, ok := w.written[t]
	if !ok {
		s = db.FormatTime(t)
		w.written[t] = s
	}
	return s
}

func (w *nodeWriter) remove(id string) error {
	if _, err := w.tx.Exec(`DELETE FROM graph_nodes WHERE id = ?`, id); err != nil {
		return err
	}
	return w.pending.Add(id)
}

func (w *nodeWriter) flush() error {
	if err := w.nodes.Flush(); err != nil {
		return fmt.Errorf("save nodes: %w", err)
	}
	return w.pending.Flush()
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
	var next int64
	if err := tx.QueryRow(`SELECT coalesce(max(id), 0) + 1 FROM graph_edges`, nil, &next); err != nil {
		return err
	}
	edges := tx.Many(`INSERT INTO graph_edges(root_id, id, source, target, relation, confidence, confidence_score, weight, context, source_file, source_location,
		attrs)`, ``, 11, root.ID)
	for _, file := range sortedKeys(byFile) {
		g := u.groups[file]
		g.first = next
		for _, i := range byFile[file] {
			e := &u.graph.Edges[i]
			err := edges.Add(next, root.NodeID(merge.Clean(e.Source)), root.NodeID(merge.Clean(e.Target)), merge.Clean(e.Relation), merge.Clean(e.Confidence),
				e.ConfidenceScore, e.Weight, merge.Clean(e.Context), file, merge.Clean(e.SourceLocation), objectText(e.Attrs))
			if err != nil {
				return fmt.Errorf("save edges up to %s to %s: %w", e.Source, e.Target, err)
			}
			g.last = next
			next++
		}
		u.groups[file] = g
	}
	if err := edges.Flush(); err != nil {
		return fmt.Errorf("save edges: %w", err)
	}
	return nil
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
