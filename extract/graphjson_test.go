package extract

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"
)

func ptr[T any](v T) *T { return &v }

// goldenGraphs gives the text of every graph.json under testdata.
func goldenGraphs(t testing.TB) map[string][]byte {
	t.Helper()
	out := map[string][]byte{}
	for _, pattern := range []string{"tiny/*.json", "*.json.gz"} {
		names, err := filepath.Glob("../testdata/graphify/" + pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range names {
			raw, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			if strings.HasSuffix(name, ".gz") {
				z, err := gzip.NewReader(bytes.NewReader(raw))
				if err != nil {
					t.Fatal(err)
				}
				if raw, err = io.ReadAll(z); err != nil {
					t.Fatal(err)
				}
			}
			out[filepath.Base(name)] = raw
		}
	}
	if len(out) < 20 {
		t.Fatalf("only %d golden graphs", len(out))
	}
	return out
}

func TestReadGraphJSONShapes(t *testing.T) {
	tests := []struct {
		name, in string
		want     *Graph
		warn     []Warning
	}{{
		name: "0.9 raw with edges",
		in: `{"input_tokens":0,"nodes":[{"id":"a","label":"A","file_type":"code","source_file":"a.go","source_location":"L1","_origin":"ast","type":"external"}],
			"edges":[{"source":"a","target":"a","relation":"calls","confidence":"INFERRED","confidence_score":0.85,"source_file":"a.go","source_location":"L2","weight":1.0,"context":"call","_origin":"ast"}],
			"hyperedges":[{"label":"h","nodes":["a"]}],"directed":false}`,
		want: &Graph{
			Nodes:      []Node{{ID: "a", Label: "A", FileType: "code", Kind: "external", SourceFile: "a.go", SourceLocation: "L1", Attrs: []byte(`{"_origin":"ast","type":"external"}`)}},
			Edges:      []Edge{{Source: "a", Target: "a", Relation: "calls", Confidence: "INFERRED", ConfidenceScore: ptr(0.85), SourceFile: "a.go", SourceLocation: "L2", Weight: ptr(1.0), Context: "call", Attrs: []byte(`{"_origin":"ast"}`)}},
			Hyperedges: []byte(`[{"label":"h","nodes":["a"]}]`),
			Attrs:      []byte(`{"directed":false,"input_tokens":0}`),
		},
	}, {
		name: "clustered, hyperedges in graph",
		in:   `{"directed":false,"multigraph":false,"graph":{"hyperedges":[1]},"nodes":[{"id":"a","community":3,"norm_label":"a"}],"links":[]}`,
		want: &Graph{
			Nodes:      []Node{{ID: "a", Community: ptr(3), Attrs: []byte(`{"norm_label":"a"}`)}},
			Hyperedges: []byte(`[1]`),
			Attrs:      []byte(`{"directed":false,"graph":{"hyperedges":[1]},"multigraph":false}`),
		},
	}, {
		name: "April 2026: _src and _tgt tell the direction",
		in:   `{"nodes":[{"id":"a"},{"id":"b"}],"links":[{"source":"a","target":"b","_src":"b","_tgt":"a","relation":"calls"},{"source":"a","target":"b","_src":"x","_tgt":"a"}]}`,
		want: &Graph{
			Nodes: []Node{{ID: "a"}, {ID: "b"}},
			Edges: []Edge{{Source: "b", Target: "a", Relation: "calls"}, {Source: "a", Target: "b", Attrs: []byte(`{"_src":"x","_tgt":"a"}`)}},
		},
	}, {
		name: "aliases and numbers",
		in:   `{"nodes":[{"id":7,"name":"N","path":"p.py","source_location":null}],"links":[{"from":7,"to":7,"type":"uses","confidence":0.2}]}`,
		want: &Graph{
			Nodes: []Node{{ID: "7", Label: "N", SourceFile: "p.py"}},
			Edges: []Edge{{Source: "7", Target: "7", Relation: "uses", Confidence: Ambiguous, ConfidenceScore: ptr(0.2)}},
		},
	}, {
		name: "unknown values stay where they are",
		in:   `{"nodes":[{"id":"a","label":{"x":[1, 2]},"community":1.5,"z":null}],"links":[{"source":"a","target":"a","weight":"heavy"}]}`,
		want: &Graph{
			Nodes: []Node{{ID: "a", Attrs: []byte(`{"community":1.5,"label":{"x":[1,2]},"z":null}`)}},
			Edges: []Edge{{Source: "a", Target: "a", Attrs: []byte(`{"weight":"heavy"}`)}},
		},
	}, {
		name: "byte order mark and white space",
		in:   "\ufeff \n {\"nodes\":[],\"links\":[]}\n",
		want: &Graph{},
	}, {
		name: "oddities are counted",
		in:   `{"nodes":[{"id":"a","label":"first"},{"id":"a"},{"id":"a"},{"label":"no id"},3,null],"links":[{"source":"a","target":"b"},{"source":"a"},[]],"edges":[{"source":"a","target":"b"},{"source":"b","target":"a"}],"hyperedges":{}}`,
		want: &Graph{
			Nodes: []Node{{ID: "a", Label: "first"}},
			Edges: []Edge{{Source: "a", Target: "b"}, {Source: "b", Target: "a"}},
		},
		warn: []Warning{
			{warnNotObject, 3, "nodes[4]"},
			{warnNoID, 1, `{"label":"no id"}`},
			{warnDuplicateID, 2, "a"},
			{warnNoEnds, 1, `{}`},
			{warnDangling, 2, "a → b"},
			{warnBothLists, 1, "a → b"},
			{warnNoHyperedges, 1, "{}"},
		},
	}, {
		name: "no edges at all",
		in:   `{"nodes":[]}`,
		want: &Graph{},
		warn: []Warning{{warnNoEdgeList, 1, "the whole file"}},
	}}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, warn, err := ReadGraphJSON(iotest.OneByteReader(strings.NewReader(tt.in)))
			if err != nil {
				t.Fatal(err)
			}
			if d := cmp.Diff(tt.want, got); d != "" {
				t.Errorf("graph (-want +got):\n%s", d)
			}
			if d := cmp.Diff(tt.warn, warn); d != "" {
				t.Errorf("warnings (-want +got):\n%s", d)
			}
		})
	}
}

func TestReadGraphJSONNamesWhatIsWrong(t *testing.T) {
	whole := string(goldenGraphs(t)["e4.v0.8.28.raw.json"])
	tests := []struct{ name, in, want string }{
		{"empty", "", "is empty"},
		{"white space", " \n", "is empty"},
		{"only a byte order mark", "\ufeff", "is empty"},
		{"half-written", whole[:300], "ends in the middle"},
		{"cut inside a character", `{"nodes":[{"id":"` + "\xe0\xa4", "ends in the middle"},
		{"one brace", "{", "ends in the middle"},
		{"conflict at the start", "<<<<<<< HEAD\n" + whole, "conflict markers"},
		{"conflict inside", strings.Replace(whole, "    {", "<<<<<<< ours\n    {", 1), "conflict markers"},
		{"conflict, end left", strings.Replace(whole, "    {", ">>>>>>> theirs\n    {", 1), "conflict markers"},
		{"top-level list", "[]", "is a list, not an object"},
		{"top-level string", `"x"`, "is a string, not an object"},
		{"nodes no list", `{"nodes":{}}`, `"nodes" of graph.json is an object, not a list`},
		{"links null", `{"nodes":[],"links":null}`, `"links" of graph.json is null, not a list`},
		{"not JSON", "# Graph report", "is not JSON at byte 1"},
		{"other JSON", `{"name":"x","version":1}`, `has no "nodes"`},
		{"two files", `{"nodes":[],"links":[]}{"nodes":[]}`, "goes on after its end"},
		{"NUL in a string", "{\"nodes\":[{\"id\":\"a\x00\"}]}", "NUL"},
		{"NUL after the end", "{\"nodes\":[],\"links\":[]}\x00\x00", "NUL"},
		{"Latin-1", "{\"nodes\":[{\"id\":\"caf\xe9\"}],\"links\":[]}", "not valid UTF-8"},
		{"UTF-16", "\xff\xfe{\x00}\x00", "UTF-16"},
		{"too deep", `{"nodes":[` + strings.Repeat("[", 20000), "not JSON"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			for _, r := range []io.Reader{strings.NewReader(tt.in), iotest.OneByteReader(strings.NewReader(tt.in))} {
				g, _, err := ReadGraphJSON(r)
				var format *FormatError
				if !errors.As(err, &format) || g != nil {
					t.Fatalf("graph %v, error %v; want a FormatError alone", g, err)
				}
				if !strings.Contains(format.Problem, tt.want) {
					t.Errorf("problem %q does not say %q", format.Problem, tt.want)
				}
				for _, s := range []string{format.Problem, format.Cause, format.Fix} {
					if s == "" || strings.Contains(s, "\n") {
						t.Errorf("%q is not one line", s)
					}
				}
			}
		})
	}
}

func TestReadGraphJSONStopsAtItsCap(t *testing.T) {
	s := newSniffer(strings.NewReader(strings.Repeat(" ", 5000)), 4096)
	_, err := io.Copy(io.Discard, s)
	var format *FormatError
	if !errors.As(s.problem(err), &format) || !strings.Contains(format.Problem, "larger than") {
		t.Errorf("got %v", s.problem(err))
	}
}

func TestReadGraphJSONPassesReadErrorsOn(t *testing.T) {
	broken := errors.New("disk gone")
	for _, first := range []string{"", `{"nodes":[`} {
		g, _, err := ReadGraphJSON(io.MultiReader(strings.NewReader(first), iotest.ErrReader(broken)))
		if !errors.Is(err, broken) || g != nil {
			t.Errorf("after %q: graph %v, error %v", first, g, err)
		}
	}
}

// Every golden file is read without loss: all nodes and edges that the file
// lists are there, and each object comes back from the fields and Attrs.
func TestReadGraphJSONKeepsGoldenGraphs(t *testing.T) {
	for name, raw := range goldenGraphs(t) {
		g, warn, err := ReadGraphJSON(bytes.NewReader(raw))
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		var file struct {
			Nodes        []map[string]any
			Links, Edges []map[string]any
		}
		if err := json.Unmarshal(raw, &file); err != nil {
			t.Fatal(err)
		}
		dropped := 0
		for _, w := range warn {
			switch w.Problem {
			case warnDuplicateID:
				dropped = w.Count
			case warnDangling:
				if strings.Contains(name, "v0.9") {
					t.Errorf("%s: %v", name, w)
				}
			default:
				t.Errorf("%s: %v", name, w)
			}
		}
		if len(g.Nodes)+dropped != len(file.Nodes) || len(g.Edges) != len(file.Links)+len(file.Edges) {
			t.Errorf("%s: %d nodes (%d dropped) and %d edges of %d and %d", name, len(g.Nodes), dropped, len(g.Edges), len(file.Nodes), len(file.Links)+len(file.Edges))
		}
		if dropped > 0 {
			continue // positions differ
		}
		for i, n := range g.Nodes {
			if missing := lost(file.Nodes[i], n.Attrs, n.ID, n.Label, n.FileType, n.Kind, n.SourceFile, n.SourceLocation, n.CapturedAt, n.Description, n.Community); len(missing) > 0 {
				t.Errorf("%s: node %s lost %v", name, n.ID, missing)
			}
		}
		for i, e := range g.Edges {
			if missing := lost(append(file.Links, file.Edges...)[i], e.Attrs, e.Source, e.Target, e.Relation, e.Confidence, e.ConfidenceScore, e.SourceFile, e.SourceLocation, e.Context, e.Weight); len(missing) > 0 {
				t.Errorf("%s: edge %d lost %v", name, i, missing)
			}
		}
	}
}

// lost lists the keys of a file's object whose value is neither in attrs nor
// among fields.
func lost(object map[string]any, attrs json.RawMessage, fields ...any) []string {
	var have []string
	for _, f := range fields {
		b, err := json.Marshal(f)
		if err != nil {
			return []string{err.Error()}
		}
		have = append(have, string(b))
	}
	var rest map[string]any
	if attrs != nil {
		if err := json.Unmarshal(attrs, &rest); err != nil {
			return []string{err.Error()}
		}
	}
	var out []string
	for key, value := range object {
		if cmp.Equal(rest[key], value) || value == nil {
			continue
		}
		b, err := json.Marshal(value)
		if err != nil || !slices.Contains(have, string(b)) {
			out = append(out, key)
		}
	}
	return out
}

func FuzzReadGraphJSON(f *testing.F) {
	for name, raw := range goldenGraphs(f) {
		if len(raw) < 8<<10 {
			f.Add(raw)
		} else if strings.HasPrefix(name, "ky") {
			f.Add(raw[:2000])
		}
	}
	for _, s := range []string{"", "[]", "{}", "\ufeff{}", "<<<<<<< HEAD\n", `{"nodes":[{"id":1}],"edges":[{"from":1,"to":2}]}`, "{\"nodes\":[\x00"} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		g, _, err := ReadGraphJSON(bytes.NewReader(raw))
		if err != nil {
			var format *FormatError
			if g != nil || !errors.As(err, &format) {
				t.Fatalf("graph %v with error %v", g, err)
			}
			if s := err.Error(); strings.Contains(s, "\n") {
				t.Fatalf("error %q is not one line", s)
			}
			return
		}
		ids := map[string]bool{}
		for _, n := range g.Nodes {
			if n.ID == "" || ids[n.ID] {
				t.Fatalf("id %q is empty or not unique", n.ID)
			}
			ids[n.ID] = true
			if n.Attrs != nil && !json.Valid(n.Attrs) {
				t.Fatalf("attrs %s", n.Attrs)
			}
		}
		distinct := map[string]bool{}
		for _, c := range g.Contents() {
			distinct[c] = true
		}
		if len(distinct) != len(g.Nodes) {
			t.Fatalf("%d contents for %d nodes", len(distinct), len(g.Nodes))
		}
	})
}

func ExampleReadGraphJSON() {
	g, warnings, err := ReadGraphJSON(strings.NewReader(`{
		"nodes": [{"id": "a_f", "label": "f()", "source_file": "a.py", "source_location": "L3"}],
		"links": [{"source": "a_f", "target": "a_g", "relation": "calls", "confidence": "INFERRED"}]
	}`))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(g.Nodes[0].Label, g.Edges[0].Relation, g.Edges[0].Target, g.Edges[0].Score())
	for _, w := range warnings {
		fmt.Println(w)
	}

	_, _, err = ReadGraphJSON(strings.NewReader(`{"nodes": [`))
	fmt.Println(err)
	// Output:
	// f() calls a_g 0.55
	// edge ends at a node that is not in the file: 1, such as a_f → a_g
	// graph.json ends in the middle: a write was interrupted; write it again from the source (brain extract, or graphify extract)
}
