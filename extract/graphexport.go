package extract

import (
	"bufio"
	"bytes"
	"database/sql"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

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
	line  []byte
	have  []string // keys of the object that is being written
	sep   string
}

// id is the id by which the export knows a stored node.
func (x *exporter) id(root merge.Root, stored string) string {
	if x.alone {
		return ownID(root, stored)
	}
	return stored
}

func (x *exporter) nodes(tx *db.Tx) error {
	x.sep = "\n"
	var of int64
	var id, label, fileType, kind, file, location, container, signature, doc, description, attrs string
	var community sql.NullInt64
	row := []any{&of, &id, &label, &fileType, &kind, &file, &location, &container, &signature, &doc, &description, &community, &attrs}
	return tx.Each(`SELECT root_id, id, label, file_type, kind, source_file, source_location, container, signature, doc, description, community, attrs
		FROM graph_nodes ORDER BY id`, nil, func(scan func(...any) error) error {
		if err := scan(row...); err != nil {
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
		if community.Valid {
			x.key("community")
			x.line = strconv.AppendInt(x.line, community.Int64, 10)
		}
		return x.end(attrs)
	})
}

func (x *exporter) edges(tx *db.Tx) error {
	x.sep = "\n"
	var of int64
	var source, target, relation, context, confidence, file, location, attrs string
	var score, weight sql.NullFloat64
	row := []any{&of, &source, &target, &relation, &context, &confidence, &score, &file, &location, &weight, &attrs}
	return tx.Each(`SELECT root_id, source, target, relation, context, confidence, confidence_score, source_file, source_location, weight, attrs
		FROM graph_edges ORDER BY source, relation, target, source_file, length(source_location), source_location, context, confidence, confidence_score, weight,
			attrs, root_id`, nil, func(scan func(...any) error) error {
		if err := scan(row...); err != nil {
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
		return x.end(attrs)
	})
}

func (x *exporter) begin() {
	x.line = append(append(x.line[:0], x.sep...), '{')
	x.have = x.have[:0]
	x.sep = ",\n"
}

// end writes the object with what its other keys say.
func (x *exporter) end(attrs string) error {
	if attrs != "{}" && attrs != "" {
		var more map[string]json.RawMessage
		if err := json.Unmarshal([]byte(attrs), &more); err != nil {
			return fmt.Errorf("read the other keys of %s: %w", strings.TrimLeft(string(x.line), ",\n"), err)
		}
		for _, key := range sortedKeys(more) {
			if !slices.Contains(x.have, key) {
				x.key(key)
				x.line = append(x.line, more[key]...)
			}
		}
	}
	x.line = append(x.line, '}')
	_, err := x.w.Write(x.line)
	return err
}

func (x *exporter) key(key string) {
	if len(x.have) > 0 {
		x.line = append(x.line, ',')
	}
	x.have = append(x.have, key)
	x.line = append(appendJSON(x.line, key), ':')
}

// text writes a key with its text; one that is empty only where readers need it.
func (x *exporter) text(key, s string, always bool) {
	if s != "" || always {
		x.key(key)
		x.line = appendJSON(x.line, s)
	}
}

func (x *exporter) number(key string, n sql.NullFloat64) {
	if n.Valid {
		x.key(key)
		if size := math.Abs(n.Float64); size == 0 || size >= 1e-6 && size < 1e21 { // JSON has no exponent there
			x.line = strconv.AppendFloat(x.line, n.Float64, 'f', -1, 64)
		} else {
			x.line = encodeJSON(x.line, n.Float64)
		}
	}
}

func (x *exporter) name(key string) {
	x.w.Write(appendJSON(nil, key))
	x.w.WriteByte(':')
}

// appendJSON appends a text, without the escapes that HTML needs.
func appendJSON(b []byte, s string) []byte {
	if !asciiJSON(s) {
		return encodeJSON(b, s)
	}
	b = append(b, '"')
	b = append(b, s...)
	return append(b, '"')
}

func encodeJSON(b []byte, v any) []byte {
	buf := bytes.NewBuffer(b)
	enc := json.NewEncoder(buf)
	enc.SetEscapeHTML(false)
	if enc.Encode(v) != nil {
		return b
	}
	return buf.Bytes()[:buf.Len()-1] // without the line break
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
