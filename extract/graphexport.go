package extract

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strconv"

	"brain/db"
	"brain/merge"
)

// ExportJSON writes the stored graph of the given roots as a graph.json in node-link form, which Graphify and [ReadGraphJSON] read: a
// line a node, sorted by id, then a line an edge. Of one root the ids are its own; of several they are as stored, so that none meet.
// The bytes depend on nothing but what the graph says: what is stored in another order, or at another time, gives the same ones.
func ExportJSON(tx *db.Tx, roots []merge.Root, w io.Writer) error {
	x := &exporter{w: bufio.NewWriterSize(w, 1<<16), roots: map[int64]merge.Root{}, alone: len(roots) == 1}
	for _, r := range roots {
		x.roots[r.ID] = r
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
	roots map[int64]merge.Root
	alone bool
	line  bytes.Buffer
	have  map[string]bool // keys of the object that is being written
}

// id is the id by which the export knows a stored node.
func (x *exporter) id(root merge.Root, stored string) string {
	if x.alone {
		return ownID(root, stored)
	}
	return stored
}

func (x *exporter) nodes(tx *db.Tx) error {
	sep := "\n"
	return tx.Each(`SELECT root_id, id, label, file_type, kind, source_file, source_location, container, signature, doc, description, community, attrs
		FROM graph_nodes ORDER BY id`, nil, func(scan func(...any) error) error {
		var of int64
		var id, label, fileType, kind, file, location, container, signature, doc, description, attrs string
		var community *int
		if err := scan(&of, &id, &label, &fileType, &kind, &file, &location, &container, &signature, &doc, &description, &community, &attrs); err != nil {
			return err
		}
		root, ok := x.roots[of]
		if !ok {
			return nil
		}
		x.begin()
		x.text("id", x.id(root, id), true)
		x.text("label", label, true)
		x.text("file_type", fileType, true)
		x.text("source_file", file, true)
		x.text("source_location", location, false)
		x.text("kind", kind, false)
		x.text("container", container, false)
		x.text("signature", signature, false)
		x.text("doc", doc, false)
		x.text("description", description, false)
		if community != nil {
			x.key("community")
			x.line.WriteString(strconv.Itoa(*community))
		}
		return x.end(&sep, attrs)
	})
}

func (x *exporter) edges(tx *db.Tx) error {
	sep := "\n"
	return tx.Each(`SELECT root_id, source, target, relation, context, confidence, confidence_score, source_file, source_location, weight, attrs
		FROM graph_edges ORDER BY source, relation, target, source_file, length(source_location), source_location, context, confidence, confidence_score, weight,
			attrs, root_id`, nil, func(scan func(...any) error) error {
		var of int64
		var source, target, relation, context, confidence, file, location, attrs string
		var score, weight *float64
		if err := scan(&of, &source, &target, &relation, &context, &confidence, &score, &file, &location, &weight, &attrs); err != nil {
			return err
		}
		root, ok := x.roots[of]
		if !ok {
			return nil
		}
		x.begin()
		x.text("source", x.id(root, source), true)
		x.text("target", x.id(root, target), true)
		x.text("relation", relation, true)
		x.text("context", context, false)
		x.text("confidence", confidence, true)
		x.number("confidence_score", score)
		x.text("source_file", file, true)
		x.text("source_location", location, false)
		x.number("weight", weight)
		return x.end(&sep, attrs)
	})
}

func (x *exporter) begin() {
	x.line.Reset()
	x.line.WriteByte('{')
	x.have = map[string]bool{}
}

// end writes the object with what its other keys say.
func (x *exporter) end(sep *string, attrs string) error {
	if attrs != "{}" && attrs != "" {
		var more map[string]json.RawMessage
		if err := json.Unmarshal([]byte(attrs), &more); err != nil {
			return fmt.Errorf("read the other keys of %s: %w", x.line.String(), err)
		}
		for _, key := range sortedKeys(more) {
			if !x.have[key] {
				x.key(key)
				x.line.Write(more[key])
			}
		}
	}
	x.line.WriteByte('}')
	x.w.WriteString(*sep)
	*sep = ",\n"
	_, err := x.w.Write(x.line.Bytes())
	return err
}

func (x *exporter) key(key string) {
	x.have[key] = true
	if x.line.Len() > 1 {
		x.line.WriteByte(',')
	}
	writeJSON(&x.line, key)
	x.line.WriteByte(':')
}

// text writes a key with its text; one that is empty only where readers need it.
func (x *exporter) text(key, s string, always bool) {
	if s != "" || always {
		x.key(key)
		writeJSON(&x.line, s)
	}
}

func (x *exporter) number(key string, n *float64) {
	if n != nil {
		x.key(key)
		writeJSON(&x.line, *n)
	}
}

func (x *exporter) name(key string) {
	x.line.Reset()
	writeJSON(&x.line, key)
	x.w.Write(x.line.Bytes())
	x.w.WriteByte(':')
}

// writeJSON writes a text or a number, without the escapes that HTML needs.
func writeJSON(b *bytes.Buffer, v any) {
	if s, ok := v.(string); ok && asciiJSON(s) {
		b.WriteByte('"')
		b.WriteString(s)
		b.WriteByte('"')
		return
	}
	enc := json.NewEncoder(b)
	enc.SetEscapeHTML(false)
	if enc.Encode(v) == nil {
		b.Truncate(b.Len() - 1) // the line break
	}
}

// asciiJSON says whether a text stands in JSON as it is; most do.
func asciiJSON(s string) bool {
	for i := range len(s) {
		if c := s[i]; c < ' ' || c == '"' || c == '\\' || c >= 0x7f {
			return false
		}
	}
	return true
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
		if raw := stored[extraAttrs]; raw != "" && x.alone {
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
	if x.alone || root.First || json.Unmarshal(raw, &h) != nil {
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
