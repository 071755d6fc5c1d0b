package engine_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"brain/engine"
)

func graphJSON(t *testing.T, e *engine.Engine, root string) string {
	t.Helper()
	write := must[engine.Stream](t)(e.GraphExport(ctx, engine.GraphExportInput{Format: "json", Root: root}))
	var b bytes.Buffer
	if err := write(&b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func importedGraph(t *testing.T, text string) *engine.Engine {
	t.Helper()
	e := brain(t)
	must[*engine.GraphImportResult](t)(e.GraphImport(ctx, engine.GraphImportInput{File: graphFile(t, text)}))
	return e
}

func TestAnExportedGraphComesBackAsItWas(t *testing.T) {
	for name, file := range graphs(t) {
		t.Run(name, func(t *testing.T) {
			raw, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			first := graphJSON(t, importedGraph(t, string(raw)), "")
			if diff := cmp.Diff(first, graphJSON(t, importedGraph(t, first), "")); diff != "" {
				t.Errorf("(-first +second):\n%s", diff)
			}
		})
	}
}

func TestAnExportKeepsWhatCameIn(t *testing.T) {
	const given = `{"built_at_commit":"abc","nodes":[
  {"id":"b","label":"B <&>","file_type":"code","source_file":"b.go","community":3,"norm_label":"b","captured_at":"2026-01-02T03:04:05Z"},
  {"id":"a","label":"A","file_type":"concept","source_file":"","deep":{"x":[1,2.50]}}],
 "links":[{"source":"b","target":"a","relation":"references","confidence":"INFERRED","confidence_score":0.85,"weight":0.8,"source_file":"b.go","source_location":"L7","type_only":true},
  {"source":"b","target":"a","relation":"calls","confidence":"EXTRACTED","source_file":"b.go"}],
 "hyperedges":[{"id":"h","nodes":["a","b"]}]}`
	const want = `{"built_at_commit":"abc",
"nodes":[
{"id":"a","label":"A","file_type":"concept","source_file":"","deep":{"x":[1,2.50]}},
{"id":"b","label":"B <&>","file_type":"code","source_file":"b.go","community":3,"captured_at":"2026-01-02T03:04:05Z","norm_label":"b"}
],
"links":[
{"source":"b","target":"a","relation":"calls","confidence":"EXTRACTED","source_file":"b.go"},
{"source":"b","target":"a","relation":"references","confidence":"INFERRED","confidence_score":0.85,"source_file":"b.go","source_location":"L7","weight":0.8,"type_only":true}
],
"hyperedges":[{"id":"h","nodes":["a","b"]}]}
`
	if diff := cmp.Diff(want, graphJSON(t, importedGraph(t, given), "")); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestOneOfSeveralGraphsIsExportedAsIfItWereAlone(t *testing.T) {
	text := strings.Replace(smallGraph, `"links"`, `"hyperedges":[{"nodes":["a","b"]}],"links"`, 1)
	e := importedGraph(t, text)
	alone := graphJSON(t, e, "")
	second := graphFile(t, text)
	must[*engine.GraphImportResult](t)(e.GraphImport(ctx, engine.GraphImportInput{File: second}))
	for _, root := range []string{"graph.json", "graph.json-2", second} {
		if diff := cmp.Diff(alone, graphJSON(t, e, root)); diff != "" {
			t.Errorf("%s (-alone +of several):\n%s", filepath.Base(root), diff)
		}
	}
	all := graphJSON(t, e, "")
	if n := strings.Count(all, "\n{"); n != 2*strings.Count(alone, "\n{") || !strings.Contains(all, `{"nodes":["graph.json-2::a","graph.json-2::b"]}`) {
		t.Errorf("both have %d nodes and edges:\n%s", n, all)
	}
	if _, err := e.GraphExport(ctx, engine.GraphExportInput{Format: "json", Root: "other"}); !strings.Contains(engine.Explain(err).Fix, "graph.json-2") {
		t.Errorf("%v", err)
	}
}
