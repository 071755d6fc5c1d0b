package extract

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// MaxGraphBytes is the size up to which a graph.json is read, the limit that
// Graphify sets itself.
const MaxGraphBytes = 512 << 20

// Warning tells of something in a graph.json that was read, but not as it
// stands.
type Warning struct {
	Problem string // what is odd, as a sentence without full stop
	Count   int    // how often
	Example string // the first case
}

func (w Warning) String() string {
	return fmt.Sprintf("%s: %d, such as %s", w.Problem, w.Count, w.Example)
}

// Lost says whether something of the file is missing in the graph. What is there
// twice, or an edge to a node that the file lacks, is not.
func (w Warning) Lost() bool {
	switch w.Problem {
	case warnNotObject, warnNoID, warnNoEnds, warnNoHyperedges:
		return true
	}
	return false
}

// Problems that ReadGraphJSON warns of, in the order in which it reports them.
const (
	warnNotObject    = "entry is not an object and was left out"
	warnNoID         = "node has no id and was left out"
	warnDuplicateID  = "node id occurs again; the first node was kept"
	warnNoEnds       = "edge lacks an end and was left out"
	warnDangling     = "edge ends at a node that is not in the file"
	warnBothLists    = "edge is in both links and edges; one was kept"
	warnNoEdgeList   = "file has neither links nor edges"
	warnNoHyperedges = "hyperedges are not a list and were left out"
)

var warnOrder = []string{warnNotObject, warnNoID, warnDuplicateID, warnNoEnds, warnDangling, warnBothLists, warnNoEdgeList, warnNoHyperedges}

// ReadGraphJSON reads a graph.json of Graphify: the clustered and the raw form
// of 0.8 and 0.9 and the older files of April 2026. It takes edges from "links"
// or "edges", and the other names that Graphify's own readers accept: name for
// label, path for source_file, from and to for an edge's ends, type for its
// relation, a number for its confidence. Numeric ids become strings. The pair
// _src, _tgt, where an undirected file has it, gives the edge its direction.
//
// What cannot be a graph gives a [*FormatError] and no graph; a reader's own
// error is returned wrapped. What can be read around gives a [Warning].
func ReadGraphJSON(r io.Reader) (*Graph, []Warning, error) {
	src := newSniffer(r, MaxGraphBytes)
	p := &graphReader{
		dec:    json.NewDecoder(src),
		graph:  &Graph{},
		attrs:  map[string]json.RawMessage{},
		nodes:  map[string]bool{},
		warned: map[string]*Warning{},
	}
	err := p.read()
	if err != nil {
		src.lookAhead()
	}
	if problem := src.problem(err); problem != nil {
		return nil, nil, problem
	}
	if err != nil {
		return nil, nil, err
	}
	return p.graph, p.warnings(), nil
}

type graphReader struct {
	dec    *json.Decoder
	graph  *Graph
	attrs  map[string]json.RawMessage
	nodes  map[string]bool // ids seen
	warned map[string]*Warning
}

func (p *graphReader) warn(problem, example string) {
	w := p.warned[problem]
	if w == nil {
		w = &Warning{Problem: problem, Example: example}
		p.warned[problem] = w
	}
	w.Count++
}

func (p *graphReader) warnings() []Warning {
	var out []Warning
	for _, problem := range warnOrder {
		if w := p.warned[problem]; w != nil {
			out = append(out, *w)
		}
	}
	return out
}

func (p *graphReader) read() error {
	if err := p.open('{', "the top level", "an object"); err != nil {
		return err
	}
	var links, edges []Edge
	var sawNodes, sawLinks, sawEdges bool
	for p.dec.More() {
		key, err := p.dec.Token()
		if err != nil {
			return err
		}
		switch key {
		case "nodes":
			sawNodes = true
			err = p.list("nodes", p.node)
		case "links":
			sawLinks = true
			err = p.list("links", func(m map[string]json.RawMessage) { links = p.edge(links, m) })
		case "edges":
			sawEdges = true
			err = p.list("edges", func(m map[string]json.RawMessage) { edges = p.edge(edges, m) })
		default:
			var v json.RawMessage
			if err = p.dec.Decode(&v); err == nil {
				p.attrs[key.(string)] = v
			}
		}
		if err != nil {
			return err
		}
	}
	if _, err := p.dec.Token(); err != nil { // the closing brace
		return err
	}
	if _, err := p.dec.Token(); !errors.Is(err, io.EOF) {
		if err != nil {
			return err
		}
		return &FormatError{"graph.json goes on after its end", "two files were joined, or a write was interrupted", fixRebuild}
	}
	if !sawNodes {
		return &FormatError{`graph.json has no "nodes"`, "this is another kind of JSON file", fixName}
	}
	if !sawLinks && !sawEdges {
		p.warn(warnNoEdgeList, "the whole file")
	}
	p.graph.Edges = p.join(links, edges)
	p.dangling()
	p.topLevel()
	return nil
}

// open reads the delimiter that starts a list or an object.
func (p *graphReader) open(want json.Delim, what, kind string) error {
	tok, err := p.dec.Token()
	if err != nil {
		return err
	}
	if tok == want {
		return nil
	}
	got := "a " + fmt.Sprintf("%T", tok)
	switch tok.(type) {
	case json.Delim:
		got = "a list"
		if tok == json.Delim('{') {
			got = "an object"
		}
	case nil:
		got = "null"
	case float64:
		got = "a number"
	}
	return &FormatError{fmt.Sprintf("%s of graph.json is %s, not %s", what, got, kind), "this is another kind of JSON file", fixName}
}

func (p *graphReader) list(name string, entry func(map[string]json.RawMessage)) error {
	if err := p.open('[', strconv.Quote(name), "a list"); err != nil {
		return err
	}
	for i := 0; p.dec.More(); i++ {
		var m map[string]json.RawMessage
		err := p.dec.Decode(&m)
		var wrongType *json.UnmarshalTypeError
		if errors.As(err, &wrongType) || err == nil && m == nil {
			p.warn(warnNotObject, fmt.Sprintf("%s[%d]", name, i))
			continue
		}
		if err != nil {
			return err
		}
		entry(m)
	}
	_, err := p.dec.Token()
	return err
}

func (p *graphReader) node(m map[string]json.RawMessage) {
	id, _ := take(m, "id")
	if id == "" {
		p.warn(warnNoID, short(m))
		return
	}
	if p.nodes[id] {
		p.warn(warnDuplicateID, id)
		return
	}
	p.nodes[id] = true
	n := Node{
		ID:             id,
		Label:          takeFirst(m, "label", "name"),
		FileType:       takeFirst(m, "file_type"),
		SourceFile:     takeFirst(m, "source_file", "path"),
		SourceLocation: takeFirst(m, "source_location"),
		Kind:           takeFirst(m, "kind"),
		Container:      takeFirst(m, "container"),
		Signature:      takeFirst(m, "signature"),
		Doc:            takeFirst(m, "doc"),
		Description:    takeFirst(m, "description"),
		Community:      takeInt(m, "community"),
	}
	if n.Kind == "" { // Graphify has two keys for it, which stay as they are
		n.Kind, _ = text(m["node_kind"])
	}
	if n.Kind == "" {
		n.Kind, _ = text(m["type"])
	}
	n.CapturedAt, _ = text(m["captured_at"]) // stays as it is written
	n.Attrs = rest(m)
	p.graph.Nodes = append(p.graph.Nodes, n)
}

func (p *graphReader) edge(list []Edge, m map[string]json.RawMessage) []Edge {
	e := Edge{
		Source:         takeFirst(m, "source", "from"),
		Target:         takeFirst(m, "target", "to"),
		Relation:       takeFirst(m, "relation", "type"),
		SourceFile:     takeFirst(m, "source_file"),
		SourceLocation: takeFirst(m, "source_location"),
		Context:        takeFirst(m, "context"),
	}
	if e.Source == "" || e.Target == "" {
		p.warn(warnNoEnds, short(m))
		return list
	}
	from, _ := text(m["_src"])
	to, _ := text(m["_tgt"])
	if from == e.Source && to == e.Target || from == e.Target && to == e.Source {
		e.Source, e.Target = from, to
		delete(m, "_src")
		delete(m, "_tgt")
	}
	e.ConfidenceScore = takeFloat(m, "confidence_score")
	e.Weight = takeFloat(m, "weight")
	if score := takeFloat(m, "confidence"); score != nil {
		e.Confidence = confidenceOf(*score)
		if e.ConfidenceScore == nil {
			e.ConfidenceScore = score
		}
	} else {
		e.Confidence = takeFirst(m, "confidence")
	}
	e.Attrs = rest(m)
	return append(list, e)
}

// confidenceOf names a numeric confidence: Graphify gives 1 to what it read,
// 0.1 to 0.3 to what is ambiguous, and what lies between to what it inferred.
func confidenceOf(score float64) string {
	switch {
	case score >= 1:
		return Extracted
	case score > 0.3:
		return Inferred
	}
	return Ambiguous
}

// join puts the edges of the two lists together. Graphify writes one of them;
// where a file has both, an edge of the second that the first holds is dropped.
func (p *graphReader) join(links, edges []Edge) []Edge {
	if len(links) == 0 || len(edges) == 0 {
		return append(links, edges...)
	}
	type triple struct{ source, target, relation string }
	seen := make(map[triple]bool, len(links))
	for _, e := range links {
		seen[triple{e.Source, e.Target, e.Relation}] = true
	}
	for _, e := range edges {
		if seen[triple{e.Source, e.Target, e.Relation}] {
			p.warn(warnBothLists, e.Source+" → "+e.Target)
			continue
		}
		links = append(links, e)
	}
	return links
}

func (p *graphReader) dangling() {
	for _, e := range p.graph.Edges {
		if !p.nodes[e.Source] || !p.nodes[e.Target] {
			p.warn(warnDangling, e.Source+" → "+e.Target)
		}
	}
}

func (p *graphReader) topLevel() {
	hyper, ok := p.attrs["hyperedges"]
	delete(p.attrs, "hyperedges")
	if !ok { // networkx puts it among the graph's own attributes
		var inner struct{ Hyperedges json.RawMessage }
		if json.Unmarshal(p.attrs["graph"], &inner) == nil {
			hyper = inner.Hyperedges
		}
	}
	hyper = bytes.TrimSpace(hyper)
	switch {
	case len(hyper) == 0 || string(hyper) == "null":
	case hyper[0] != '[':
		p.warn(warnNoHyperedges, shorten(string(hyper)))
	default:
		p.graph.Hyperedges = hyper
	}
	p.graph.Attrs = rest(p.attrs)
}

// text gives a scalar of JSON as a string: ids may be numbers, and a file
// written by a language model has them elsewhere too. Null is "". NUL
// characters, which no text column takes, are replaced.
func text(raw json.RawMessage) (s string, ok bool) {
	if len(raw) == 0 {
		return "", false
	}
	switch raw[0] {
	case '"':
		if json.Unmarshal(raw, &s) != nil {
			return "", false
		}
		return strings.ReplaceAll(s, "\x00", "\uFFFD"), true
	case '{', '[':
		return "", false
	case 'n':
		return "", true
	}
	return string(raw), true
}

// take removes a scalar from m and returns it as a string. A value that is no
// scalar stays.
func take(m map[string]json.RawMessage, key string) (string, bool) {
	s, ok := text(m[key])
	if ok {
		delete(m, key)
	}
	return s, ok
}

// takeFirst takes the first of keys that holds more than an empty text.
func takeFirst(m map[string]json.RawMessage, keys ...string) string {
	for _, key := range keys {
		if s, _ := take(m, key); s != "" {
			return s
		}
	}
	return ""
}

func takeFloat(m map[string]json.RawMessage, key string) *float64 {
	return takeNumber(m, key, func(s string) (float64, error) { return strconv.ParseFloat(s, 64) })
}

func takeInt(m map[string]json.RawMessage, key string) *int {
	return takeNumber(m, key, strconv.Atoi)
}

// takeNumber takes a number out of the object; null is taken as none. What parse refuses stays where it is.
func takeNumber[T any](m map[string]json.RawMessage, key string, parse func(string) (T, error)) *T {
	raw, ok := m[key]
	if !ok {
		return nil
	}
	if string(raw) == "null" {
		delete(m, key)
		return nil
	}
	n, err := parse(string(raw))
	if err != nil {
		return nil
	}
	delete(m, key)
	return &n
}

// rest is what was not taken from m, as a JSON object with sorted keys.
func rest(m map[string]json.RawMessage) json.RawMessage {
	if len(m) == 0 {
		return nil
	}
	var b bytes.Buffer
	for i, key := range slices.Sorted(maps.Keys(m)) {
		b.WriteByte("{,"[min(i, 1)])
		name, err := json.Marshal(key)
		if err != nil {
			continue // a string always marshals
		}
		b.Write(name)
		b.WriteByte(':')
		if json.Compact(&b, m[key]) != nil {
			b.WriteString("null") // the decoder has checked every value
		}
	}
	b.WriteByte('}')
	return b.Bytes()
}

func short(m map[string]json.RawMessage) string { return shorten(string(rest(m))) }

func shorten(s string) string {
	const most = 80
	if r := []rune(s); len(r) > most {
		return string(r[:most]) + "…"
	}
	if s == "" {
		return "{}"
	}
	return s
}
