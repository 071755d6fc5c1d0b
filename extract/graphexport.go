package extract

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"slices"

	"brain/db"
	"brain/merge"
)

// ExportJSON writes the stored graph of the given roots as a graph.json in node-link form, which Graphify and [ReadGraphJSON] read: a
// line a node, sorted by id, then a line an edge. Of one root the ids are its own; of several they are as stored, so that none meet.
// The bytes depend on nothing but what the graph says: what is stored in another order, or at another time, gives the same ones.
func ExportJSON(tx *db.Tx, roots []merge.Root, w io.Writer) error {
	x := &exporter{w: bufio.NewWriterSize(w, 1<<16), roots: map[int64]bool{}}
	for _, r := range roots {
		x.roots[r.ID] = true
	}
	if len(roots) == 1 {
		x.alone = &roots[0]
	}
	grouped, err := tx.HasTable("node_rows")
	if err != nil {
		return err
	}
	if !grouped {
		x.with = older
	}
	attrs, hyperedges, err := x.extras(tx, roots)
	if err != nil {
		return err
	}
	x.w.WriteByte('{')
	for _, key := range sortedKeys(attrs) {
		x.name(key)
		x.w.Write(attrs[key])
		x.w.WriteString(",\n")
	}
	x.w.WriteString(`"nodes":[`)
	if err := x.nodes(tx); err != nil {
		return err
	}
	x.w.WriteString("\n],\n\"links\":[")
	if err := x.edges(tx); err != nil {
		return err
	}
	x.w.WriteString("\n],\n\"hyperedges\":")
	x.w.Write(hyperedges)
	x.w.WriteString("}\n")
	return x.w.Flush()
}

// exporter writes one graph.json.
type exporter struct {
	w     *bufio.Writer
	roots map[int64]bool
	alone *merge.Root // the only one
	with  string      // goes before a query
	names []string    // of nodes, in their order, as JSON
	ranks []int32     // places in that order by the nodes' numbers
}

// older makes of the tables of a file that no brain of this schema has written to what is read here.
const older = `WITH names AS (SELECT row_number() OVER (ORDER BY name) AS id, name
		FROM (SELECT id AS name FROM graph_nodes UNION SELECT source FROM graph_edges UNION SELECT target FROM graph_edges)),
	node_rows AS (SELECT names.*, iif(n.id IS NULL, NULL, names.id) AS group_id, label, source_location AS place, signature, doc, description, community, attrs
		FROM names LEFT JOIN graph_nodes n ON n.id = name),
	node_groups AS (SELECT names.id, root_id, source_file, file_type, kind, container FROM names JOIN graph_nodes n ON n.id = name),
	edge_rows AS (SELECT s.id AS source, t.id AS target, e.id AS group_id, source_location AS place, attrs
		FROM graph_edges e JOIN names s ON s.name = e.source JOIN names t ON t.name = e.target),
	edge_groups AS (SELECT * FROM graph_edges) `

// id is the id by which the export knows a stored node.
func (x *exporter) id(stored string) string {
	if x.alone != nil {
		return ownID(*x.alone, stored)
	}
	return stored
}

// objects is a list that is being written, an object a line.
type objects struct {
	w    *bufio.Writer
	some bool
}

// add writes an object with what its other keys say.
func (l *objects) add(o *object, attrs string) error {
	if attrs != "" && attrs != "{}" {
		var more map[string]json.RawMessage
		if err := json.Unmarshal([]byte(attrs), &more); err != nil {
			return fmt.Errorf("read the other keys of {%s: %w", o.json, err)
		}
		for _, key := range sortedKeys(more) {
			if !slices.Contains(o.keys, key) {
				o.json = append(appendJSON(append(o.json, ','), key), ':')
				o.json = append(o.json, more[key]...)
			}
		}
	}
	if l.some {
		l.w.WriteByte(',')
	}
	l.some = true
	l.w.WriteString("\n{")
	l.w.Write(o.json)
	return l.w.WriteByte('}')
}

func (x *exporter) name(key string) {
	x.w.Write(appendJSON(nil, key))
	x.w.WriteByte(':')
}

// extras are the keys beside nodes and edges: those of the file that a root was read from, and networkx's for a graph whose parallel
// edges count. Several roots have no such keys in common.
func (x *exporter) extras(tx *db.Tx, roots []merge.Root) (attrs map[string]json.RawMessage, hyperedges []byte, err error) {
	attrs = map[string]json.RawMessage{}
	lists := []json.RawMessage{}
	for _, r := range roots {
		stored, err := extras(tx, r)
		if err != nil {
			return nil, nil, err
		}
		if raw := stored[extraAttrs]; raw != "" && x.alone != nil {
			if err := json.Unmarshal([]byte(raw), &attrs); err != nil {
				return nil, nil, fmt.Errorf("read what the graph of %s says of itself: %w", r.Name, err)
			}
		}
		var list []json.RawMessage
		if raw := stored[extraHyperedges]; raw != "" {
			if err := json.Unmarshal([]byte(raw), &list); err != nil {
				return nil, nil, fmt.Errorf("read the hyperedges of %s: %w", r.Name, err)
			}
		}
		for _, h := range list {
			lists = append(lists, x.hyperedge(r, h))
		}
	}
	if len(attrs) == 0 {
		attrs["directed"], attrs["multigraph"], attrs["graph"] = json.RawMessage("true"), json.RawMessage("true"), json.RawMessage("{}")
	}
	hyperedges, err = json.Marshal(lists)
	return attrs, hyperedges, err
}

// hyperedge is a hyperedge whose nodes bear the ids of the export.
func (x *exporter) hyperedge(root merge.Root, raw json.RawMessage) json.RawMessage {
	var h map[string]json.RawMessage
	if x.alone != nil || root.First || json.Unmarshal(raw, &h) != nil {
		return raw
	}
	for _, key := range []string{"nodes", "members", "node_ids"} {
		var ids []string
		if json.Unmarshal(h[key], &ids) != nil || ids == nil {
			continue
		}
		for i := range ids {
			ids[i] = root.NodeID(merge.Clean(ids[i]))
		}
		h[key], _ = json.Marshal(ids) // texts always marshal
	}
	return rest(h)
}
