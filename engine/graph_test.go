package engine_test

import (
	"compress/gzip"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"brain/engine"
)

// graphs are Graphify's files, as paths; packed ones are unpacked.
func graphs(t *testing.T) map[string]string {
	t.Helper()
	out := map[string]string{}
	for _, pattern := range []string{"tiny/*.json", "ky.*.json.gz"} {
		list, err := filepath.Glob(filepath.Join("..", "testdata", "graphify", pattern))
		if err != nil || len(list) == 0 {
			t.Fatalf("%s: %d files, %v", pattern, len(list), err)
		}
		for _, file := range list {
			name := filepath.Base(file)
			if testing.Short() && !strings.HasPrefix(name, "e4.") {
				continue
			}
			out[name] = file
			if strings.HasSuffix(name, ".gz") {
				out[name] = unpack(t, file)
			}
		}
	}
	return out
}

func unpack(t *testing.T, file string) string {
	t.Helper()
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	data, err := io.ReadAll(z)
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "graph.json")
	if err := os.WriteFile(path, data, 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestEveryShapeOfGraphifysFilesGoesIn(t *testing.T) {
	for name, file := range graphs(t) {
		t.Run(name, func(t *testing.T) {
			data, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			var g struct {
				Nodes []struct{ ID string }
				Links []json.RawMessage
			}
			if err := json.Unmarshal(data, &g); err != nil {
				t.Fatal(err)
			}
			ids := map[string]bool{}
			for _, n := range g.Nodes {
				ids[n.ID] = true
			}
			e := brain(t)
			first := must[*engine.GraphImportResult](t)(e.GraphImport(ctx, engine.GraphImportInput{File: file}))
			n := len(ids)
			if diff := cmp.Diff(engine.NodeCounts{Nodes: n, Edges: len(g.Links), Added: n, Unembedded: int64(n)}, first.NodeCounts); diff != "" {
				t.Errorf("first (-want +got):\n%s", diff)
			}
			if (len(ids) < len(g.Nodes)) != strings.Contains(strings.Join(first.Warnings, "\n"), "node id occurs again") {
				t.Errorf("%d ids of %d nodes, warnings %q", len(ids), len(g.Nodes), first.Warnings)
			}
			// Every node is an entry of its own, equal labels or not.
			counts := column(t, e, `SELECT count(*) FROM graph_nodes UNION ALL SELECT count(*) FROM brain_entries UNION ALL SELECT count(DISTINCT entry_id) FROM entry_spans UNION ALL SELECT count(*) FROM graph_edges`)
			want := []string{num(n), num(n), num(n), num(len(g.Links))}
			if diff := cmp.Diff(want, counts); diff != "" {
				t.Errorf("nodes, entries, spans, edges (-want +got):\n%s", diff)
			}
			before := digest(t, e)
			again := must[*engine.GraphImportResult](t)(e.GraphImport(ctx, engine.GraphImportInput{File: file}))
			if again.Unchanged != n || again.Added+again.Changed+again.Removed != 0 {
				t.Errorf("again: %+v", again.NodeCounts)
			}
			if digest(t, e) != before {
				t.Error("the second import changed the file's bytes")
			}
		})
	}
}

func num(n int) string {
	b, _ := json.Marshal(n)
	return string(b)
}

const smallGraph = `{"nodes":[
  {"id":"a","label":"Alpha","source_file":"a.go","captured_at":"2026-01-02T03:04:05Z"},
  {"id":"b","label":"Beta","source_file":"a.go"},
  {"id":"c","label":"Beta","source_file":"b.go"}],
 "links":[{"source":"a","target":"b","relation":"calls"},{"source":"a","target":"c","relation":"calls"},{"source":"a","target":"c","relation":"imports"}]}`

func graphFile(t *testing.T, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "graph.json")
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	touch(t, path, fileTime)
	return path
}

func TestAGraphFollowsItsFile(t *testing.T) {
	e := brain(t)
	file := graphFile(t, smallGraph)
	must[*engine.GraphImportResult](t)(e.GraphImport(ctx, engine.GraphImportInput{File: file}))
	want := []string{"[BM:graphify:a:2026-01-02T03:04:05Z]", "[BM:graphify:b:2026-04-01T09:00:00Z]", "[BM:graphify:c:2026-04-01T09:00:00Z]"}
	if diff := cmp.Diff(want, column(t, e, `SELECT citation_id FROM brain_entries ORDER BY entity_id`)); diff != "" {
		t.Errorf("citations (-want +got):\n%s", diff)
	}
	if err := os.WriteFile(file, []byte(`{"nodes":[{"id":"a","label":"Alpha","source_file":"a.go","captured_at":"2026-01-02T03:04:05Z"},{"id":"b","label":"Quokka","source_file":"a.go"}],"links":[]}`), 0o644); err != nil {
		t.Fatal(err)
	}
	r := must[*engine.GraphImportResult](t)(e.GraphImport(ctx, engine.GraphImportInput{File: file}))
	// Alpha changed too: its entry names whom it calls.
	if diff := cmp.Diff(engine.NodeCounts{Nodes: 2, Changed: 2, Removed: 1, Unembedded: 2}, r.NodeCounts); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{}, found(t, e, "beta")); diff != "" {
		t.Errorf("what is gone (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{"b"}, found(t, e, "quokka")); diff != "" {
		t.Errorf("what is new (-want +got):\n%s", diff)
	}
	if got := column(t, e, `SELECT count(*) FROM graph_edges`); got[0] != "0" {
		t.Errorf("%s edges are left", got[0])
	}
}

func TestTwoGraphsOfTheSameIdsNeverMeet(t *testing.T) {
	e := brain(t)
	must[*engine.GraphImportResult](t)(e.GraphImport(ctx, engine.GraphImportInput{File: graphFile(t, smallGraph)}))
	second := graphFile(t, strings.ReplaceAll(smallGraph, "Beta", "Quokka"))
	must[*engine.GraphImportResult](t)(e.GraphImport(ctx, engine.GraphImportInput{File: second}))
	want := []string{"a", "b", "c", "graph.json-2::a", "graph.json-2::b", "graph.json-2::c"}
	if diff := cmp.Diff(want, column(t, e, `SELECT id FROM graph_nodes ORDER BY id`)); diff != "" {
		t.Errorf("ids (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{"3"}, column(t, e, `SELECT count(*) FROM graph_edges e JOIN graph_nodes n ON n.id = e.source JOIN graph_nodes m ON m.id = e.target WHERE e.source LIKE 'graph.json-2::%'`)); diff != "" {
		t.Errorf("edges of the second (-want +got):\n%s", diff)
	}
	if got := found(t, e, "beta"); len(got) != 3 { // both Betas, and Alpha that calls them
		t.Errorf("beta is in %v", got)
	}
}

func TestAFileThatIsNoGraphChangesNothing(t *testing.T) {
	sequential(t)
	for name, tc := range map[string]struct{ text, want string }{
		"empty":         {"", ""},
		"half-written":  {smallGraph[:120], ""},
		"a list":        {"[]", "a list, not an object"},
		"another file":  {`{"a":1}`, `no "nodes"`},
		"nodes no list": {`{"nodes":{}}`, "not a list"},
		"conflict":      {"<<<<<<< HEAD\n" + smallGraph + "\n=======\n" + smallGraph + "\n>>>>>>> theirs\n", "conflict"},
		"two files":     {smallGraph + smallGraph, "goes on after its end"},
		"binary":        {"\x00\x01\x02\x03", ""},
		"UTF-16":        {"\xff\xfe{\x00}\x00", ""},
		"prose":         {"this is no JSON", ""},
	} {
		e := brain(t)
		_, err := e.GraphImport(ctx, engine.GraphImportInput{File: graphFile(t, tc.text)})
		got := engine.Explain(err)
		if err == nil || !strings.Contains(got.Problem+got.Cause, tc.want) || got.Fix == "" || got.Cause == "" {
			t.Errorf("%s: %+v", name, got)
		}
		if _, err := os.Stat(e.Path); err == nil {
			t.Errorf("%s: a brain was made", name)
		}
	}
	e := brain(t)
	must[*engine.GraphImportResult](t)(e.GraphImport(ctx, engine.GraphImportInput{File: graphFile(t, "\xef\xbb\xbf"+smallGraph)}))
	if got := column(t, e, `SELECT count(*) FROM graph_nodes`); got[0] != "3" {
		t.Errorf("with a byte order mark: %s nodes", got[0])
	}
	if _, err := e.GraphImport(ctx, engine.GraphImportInput{File: t.TempDir()}); engine.ExitCode(err) != 2 {
		t.Errorf("a folder: %v", err)
	}
}

// module is a small tree of Go.
func module(t *testing.T) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "app")
	tree(t, dir, map[string]string{
		"go.mod":    "module example.com/app\n\ngo 1.21\n",
		"main.go":   "package main\n\nfunc main() { greet() }\n",
		"greet.go":  "package main\n\n// greet says quokka.\nfunc greet() { println(\"hello\") }\n",
		"notes.txt": "no Go",
	})
	return dir
}

func TestExtractingTwiceWritesNothing(t *testing.T) {
	e, dir := brain(t), module(t)
	first := must[*engine.ExtractResult](t)(e.Extract(ctx, engine.ExtractInput{Dir: dir}))
	if first.Files != 3 || first.Added != first.Nodes || first.Nodes < 4 || first.Edges < 3 || len(first.Left()) != 0 {
		t.Errorf("first: %+v", first)
	}
	if got := found(t, e, "quokka"); len(got) == 0 {
		t.Error("the comment of greet is not found")
	}
	before := digest(t, e)
	again := must[*engine.ExtractResult](t)(e.Extract(ctx, engine.ExtractInput{Dir: dir}))
	if again.Unchanged != first.Nodes || again.Added+again.Changed+again.Removed != 0 {
		t.Errorf("again: %+v", again.NodeCounts)
	}
	if digest(t, e) != before {
		t.Error("the second run changed the file's bytes")
	}
}

func TestExtractFollowsTheSource(t *testing.T) {
	e, dir := brain(t), module(t)
	must[*engine.ExtractResult](t)(e.Extract(ctx, engine.ExtractInput{Dir: dir}))
	tree(t, dir, map[string]string{"greet.go": "package main\n\n// greet says wombat.\nfunc greet() { println(\"hello\") }\n\nfunc wave() {}\n"})
	r := must[*engine.ExtractResult](t)(e.Extract(ctx, engine.ExtractInput{Dir: dir}))
	if r.Added != 1 || r.Changed == 0 || r.Removed != 0 {
		t.Errorf("a function more: %+v", r.NodeCounts)
	}
	if len(found(t, e, "quokka")) != 0 || len(found(t, e, "wombat")) == 0 {
		t.Error("the old comment is found, or the new one is not")
	}
	if err := os.Remove(filepath.Join(dir, "greet.go")); err != nil {
		t.Fatal(err)
	}
	r = must[*engine.ExtractResult](t)(e.Extract(ctx, engine.ExtractInput{Dir: dir}))
	if r.Files != 2 || r.Removed != 3 { // the file and two functions
		t.Errorf("a file less: %+v", r)
	}
	if got := found(t, e, "wombat"); len(got) != 0 {
		t.Errorf("wombat is in %v", got)
	}
}

func TestTwoTreesOfOneNameNeverMeet(t *testing.T) {
	e, first, second := brain(t), module(t), module(t)
	one := must[*engine.ExtractResult](t)(e.Extract(ctx, engine.ExtractInput{Dir: first}))
	two := must[*engine.ExtractResult](t)(e.Extract(ctx, engine.ExtractInput{Dir: second}))
	if two.Added != one.Added {
		t.Errorf("the second adds %d nodes, the first %d", two.Added, one.Added)
	}
	if got := column(t, e, `SELECT count(*) FROM graph_nodes WHERE id LIKE 'app-2::%'`); got[0] != num(two.Nodes) {
		t.Errorf("%s nodes of %d carry the second root's name", got[0], two.Nodes)
	}
	if again := must[*engine.ExtractResult](t)(e.Extract(ctx, engine.ExtractInput{Dir: first})); again.Unchanged != one.Nodes || again.Removed != 0 {
		t.Errorf("the first, again: %+v", again.NodeCounts)
	}
}

func TestSourceThatCannotBeParsedIsNamed(t *testing.T) {
	e, dir := brain(t), module(t)
	tree(t, dir, map[string]string{"broken.go": "package main\n\nfunc broken( {\n"})
	r := must[*engine.ExtractResult](t)(e.Extract(ctx, engine.ExtractInput{Dir: dir}))
	if len(r.Left()) != 1 || r.Left()[0].Path != "broken.go" || r.Left()[0].Reason == "" {
		t.Errorf("left %+v", r.Left())
	}
	if _, err := e.Extract(ctx, engine.ExtractInput{Dir: t.TempDir()}); err == nil || !strings.Contains(engine.Explain(err).Problem, "no source in") {
		t.Errorf("an empty folder: %v", err)
	}
}

func TestWhatAGraphLosesIsSkippedAndWhatItKeepsIsWarnedOf(t *testing.T) {
	e := brain(t)
	file := graphFile(t, `{"nodes":[{"id":"a"},{"id":"a"},7,null,{"label":"x"}],"links":[{"source":"a","target":"gone"},{"source":"a"},[1]],"hyperedges":7}`)
	r := must[*engine.GraphImportResult](t)(e.GraphImport(ctx, engine.GraphImportInput{File: file}))
	want := []engine.Skip{
		{Path: file, Reason: "entry is not an object and was left out: 3, such as nodes[2]"},
		{Path: file, Reason: `node has no id and was left out: 1, such as {"label":"x"}`},
		{Path: file, Reason: "edge lacks an end and was left out: 1, such as {}"},
		{Path: file, Reason: "hyperedges are not a list and were left out: 1, such as 7"},
	}
	if diff := cmp.Diff(want, r.Left()); diff != "" {
		t.Errorf("skipped (-want +got):\n%s", diff)
	}
	kept := []string{"node id occurs again; the first node was kept: 1, such as a", "edge ends at a node that is not in the file: 1, such as a → gone"}
	if diff := cmp.Diff(kept, r.Warnings); diff != "" {
		t.Errorf("warnings (-want +got):\n%s", diff)
	}
}
