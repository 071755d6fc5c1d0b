package extract

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"time"

	"brain/db"
	"brain/merge"
)

// Saved counts what became of the nodes of a root.
type Saved struct {
	Added, Changed, Unchanged, Removed int
}

// extraEdges is the key of graph_extras under which the digest of a root's edges stands: equal edges are not written again.
const extraEdges = "brain:edges"

// Keys of graph_extras under which stands what a graph file holds beside nodes and edges.
const (
	extraHyperedges = "hyperedges"
	extraAttrs      = "attrs"
)

// Update is what has to be written so that the file knows of a root what a graph says and no more. It is made by Plan and
// written a batch at a time: a large graph does not hold the write lock for its whole length. If the writing is broken
// off, the next plan finds what is left to do.
type Update struct {
	Saved

	root     merge.Root
	graph    *Graph
	contents []string
	nodes    []int             // indices of the nodes to write
	created  map[string]string // when a node was first seen, by stored id
	gone     []string          // stored ids that the graph lacks
}

// Plan compares a graph with what the file knows of a root. Nothing is written.
func Plan(tx *db.Tx, root merge.Root, g *Graph) (*Update, error) {
	stored, err := storedNodes(tx, root)
	if err != nil {
		return nil, err
	}
	u := &Update{root: root, graph: g, contents: g.Contents(), created: map[string]string{}}
	for i := range g.Nodes {
		n := &g.Nodes[i]
		id := root.NodeID(merge.Clean(n.ID))
		old, known := stored[id]
		delete(stored, id)
		if known && old.print == fingerprint(n, u.contents[i]) {
			u.Unchanged++
			continue
		}
		if known {
			u.Changed++
			u.created[id] = old.created
		} else {
			u.Added++
		}
		u.nodes = append(u.nodes, i)
	}
	u.gone = slices.Sorted(maps.Keys(stored))
	u.Removed = len(u.gone)
	return u, nil
}

// Nodes is how many nodes have to be written.
func (u *Update) Nodes() int { return len(u.nodes) }

// WriteNodes writes the nodes from up to below to, and their entries. times gives the time of a source file: the node's
// updated_at, and its created_at unless it names its own.
func (u *Update) WriteNodes(tx *db.Tx, from, to int, times func(sourceFile string) time.Time) error {
	for _, i := range u.nodes[from:to] {
		n := &u.graph.Nodes[i]
		id := u.root.NodeID(merge.Clean(n.ID))
		if err := saveNode(tx, u.root, n, id, u.contents[i], u.created[id], times(n.SourceFile)); err != nil {
			return err
		}
	}
	return nil
}

// Finish removes the nodes that the graph lacks, retiring their entries, and replaces the edges.
func (u *Update) Finish(tx *db.Tx) error {
	for _, id := range u.gone {
		if err := removeNode(tx, id); err != nil {
			return err
		}
	}
	if err := saveEdges(tx, u.root, u.graph.Edges); err != nil {
		return err
	}
	return saveExtras(tx, u.root, u.graph)
}

// storedNode is what Plan compares with: all that a node says, and when it was first seen.
type storedNode struct {
	print   string
	created string
}

func storedNodes(tx *db.Tx, root merge.Root) (map[string]storedNode, error) {
	nodes, err := nodesOf(tx, root)
	out := make(map[string]storedNode, len(nodes))
	for i := range nodes {
		n := &nodes[i]
		out[n.ID] = storedNode{fingerprint(&n.Node, n.content), n.created}
	}
	return out, err
}

// nodeRow is a stored node, its id as it is stored.
type nodeRow struct {
	Node
	content, created string
}

func nodesOf(tx *db.Tx, root merge.Root) ([]nodeRow, error) {
	var out []nodeRow
	err := tx.Each(`SELECT id, label, file_type, kind, source_file, source_location, container, signature, doc, description, community, attrs, content, created_at
		FROM graph_nodes WHERE root_id = ? ORDER BY id`, []any{root.ID}, func(scan func(...any) error) error {
		var n nodeRow
		var attrs string
		err := scan(&n.ID, &n.Label, &n.FileType, &n.Kind, &n.SourceFile, &n.SourceLocation, &n.Container, &n.Signature, &n.Doc, &n.Description,
			&n.Community, &attrs, &n.content, &n.created)
		if attrs != "{}" {
			n.Attrs = json.RawMessage(attrs)
		}
		out = append(out, n)
		return err
	})
	return out, err
}

// fingerprint is equal for nodes that would be stored alike. The id is the key, not a part.
func fingerprint(n *Node, content string) string {
	h := sha256.New()
	for _, s := range []string{n.Label, n.FileType, n.Kind, n.SourceFile, n.SourceLocation, n.Container, n.Signature, n.Doc, n.Description,
		objectText(n.Attrs), content} {
		s = merge.Clean(s)
		fmt.Fprintf(h, "%d:%s", len(s), s)
	}
	if n.Community != nil {
		fmt.Fprintf(h, "c%d", *n.Community)
	}
	return string(h.Sum(nil))
}

func objectText(raw json.RawMessage) string {
	if len(raw) == 0 {
		return "{}"
	}
	return merge.Clean(string(raw))
}

func saveNode(tx *db.Tx, root merge.Root, n *Node, id, content, firstSeen string, fileTime time.Time) error {
	created := fileTime
	if n.CapturedAt != "" {
		if t, err := db.ParseTime(n.CapturedAt); err == nil {
			created = t
		}
	}
	if firstSeen != "" {
		var err error
		if created, err = db.ParseTime(firstSeen); err != nil {
			return err
		}
	}
	updated := fileTime
	if updated.Before(created) {
		updated = created
	}
	_, err := tx.Exec(`INSERT INTO graph_nodes(id, root_id, label, file_type, kind, source_file, source_location, container, signature, doc, description,
			community, attrs, content, created_at, updated_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
		ON CONFLICT(id) DO UPDATE SET label = excluded.label, file_type = excluded.file_type, kind = excluded.kind, source_file = excluded.source_file,
			source_location = excluded.source_location, container = excluded.container, signature = excluded.signature, doc = excluded.doc,
			description = excluded.description, community = excluded.community, attrs = excluded.attrs, content = excluded.content, updated_at = excluded.updated_at`,
		id, root.ID, merge.Clean(n.Label), merge.Clean(n.FileType), merge.Clean(n.Kind), merge.Clean(n.SourceFile), merge.Clean(n.SourceLocation),
		merge.Clean(n.Container), merge.Clean(n.Signature), merge.Clean(n.Doc), merge.Clean(n.Description), n.Community, objectText(n.Attrs), merge.Clean(content),
		db.FormatTime(created), db.FormatTime(updated))
	if err != nil {
		return fmt.Errorf("save node %s: %w", id, err)
	}
	// The entry is what the view graphify_to_brain_entries says of the node.
	var row merge.Row
	err = tx.QueryRow(`SELECT source, entity_id, entity_name, content FROM graphify_to_brain_entries WHERE entity_id = ?`, []any{id},
		&row.Source, &row.EntityID, &row.EntityName, &row.Content)
	if err != nil {
		return fmt.Errorf("read entry of node %s: %w", id, err)
	}
	row.CreatedAt, row.UpdatedAt = created, updated
	_, err = merge.Put(tx, row)
	return err
}

func removeNode(tx *db.Tx, id string) error {
	if _, err := merge.Retire(tx, merge.Graphify, id, tx.Now); err != nil {
		return err
	}
	_, err := tx.Exec(`DELETE FROM graph_nodes WHERE id = ?`, id)
	return err
}

// saveEdges replaces the edges of a root, unless they are what is stored.
func saveEdges(tx *db.Tx, root merge.Root, edges []Edge) error {
	h := sha256.New()
	if err := json.NewEncoder(h).Encode(edges); err != nil {
		return fmt.Errorf("digest edges: %w", err)
	}
	digest := hex.EncodeToString(h.Sum(nil))
	extras, err := extras(tx, root)
	if err != nil || extras[extraEdges] == digest {
		return err
	}
	if _, err := tx.Exec(`DELETE FROM graph_edges WHERE root_id = ?`, root.ID); err != nil {
		return err
	}
	for i := range edges {
		e := &edges[i]
		_, err := tx.Exec(`INSERT INTO graph_edges(root_id, source, target, relation, confidence, confidence_score, weight, context, source_file, source_location, attrs)
			VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
			root.ID, root.NodeID(merge.Clean(e.Source)), root.NodeID(merge.Clean(e.Target)), merge.Clean(e.Relation), merge.Clean(e.Confidence),
			e.ConfidenceScore, e.Weight, merge.Clean(e.Context), merge.Clean(e.SourceFile), merge.Clean(e.SourceLocation), objectText(e.Attrs))
		if err != nil {
			return fmt.Errorf("save edge %s to %s: %w", e.Source, e.Target, err)
		}
	}
	return setExtra(tx, root, extraEdges, digest)
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

// Calls lists the labels of up to limit nodes that a node calls, in the order of the edges.
func Calls(tx *db.Tx, id string, limit int) ([]string, error) {
	out := []string{}
	err := tx.Each(`SELECT n.label FROM graph_edges e JOIN graph_nodes n ON n.id = e.target
		WHERE e.source = ? AND e.relation = 'calls' ORDER BY e.id LIMIT ?`, []any{id, limit}, func(scan func(...any) error) error {
		var label string
		err := scan(&label)
		out = append(out, label)
		return err
	})
	return out, err
}
