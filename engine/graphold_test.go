package engine_test

import (
	"database/sql"
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/google/go-cmp/cmp"

	"brain/engine"
)

// olderGraph makes of a file what a brain of schema 5 would have made of it.
const olderGraph = `
	CREATE TABLE old_nodes AS SELECT * FROM graph_nodes;
	CREATE TABLE old_edges AS SELECT * FROM graph_edges;
	CREATE TABLE old_pending AS SELECT n.id AS id, n.name AS node FROM graph_pending p JOIN node_rows n ON n.id BETWEEN p.first AND p.last;
	DROP VIEW graph_nodes; DROP VIEW graph_edges; DROP TABLE node_rows; DROP TABLE node_groups; DROP TABLE edge_rows; DROP TABLE edge_groups; DROP TABLE graph_pending;
	CREATE TABLE graph_nodes (
	  id TEXT PRIMARY KEY, root_id INTEGER NOT NULL, label TEXT NOT NULL, file_type TEXT NOT NULL, kind TEXT NOT NULL, source_file TEXT NOT NULL,
	  source_location TEXT NOT NULL, container TEXT NOT NULL, signature TEXT NOT NULL, doc TEXT NOT NULL, description TEXT NOT NULL,
	  community INTEGER, attrs TEXT NOT NULL, content TEXT NOT NULL, created_at TEXT NOT NULL, updated_at TEXT NOT NULL
	) WITHOUT ROWID;
	CREATE INDEX graph_nodes_file ON graph_nodes(root_id, source_file);
	CREATE INDEX graph_nodes_label ON graph_nodes(label);
	CREATE TABLE graph_edges (
	  id INTEGER PRIMARY KEY, root_id INTEGER NOT NULL, source TEXT NOT NULL, target TEXT NOT NULL, relation TEXT NOT NULL, confidence TEXT NOT NULL,
	  confidence_score REAL, weight REAL, context TEXT NOT NULL, source_file TEXT NOT NULL, source_location TEXT NOT NULL, attrs TEXT NOT NULL
	);
	CREATE INDEX graph_edges_source ON graph_edges(source, relation);
	CREATE INDEX graph_edges_target ON graph_edges(target, relation);
	CREATE INDEX graph_edges_root ON graph_edges(root_id);
	CREATE TABLE graph_pending (id INTEGER PRIMARY KEY, node TEXT NOT NULL UNIQUE);
	INSERT INTO graph_nodes SELECT * FROM old_nodes;
	INSERT INTO graph_edges SELECT * FROM old_edges;
	INSERT INTO graph_pending SELECT * FROM old_pending;
	DROP TABLE old_nodes; DROP TABLE old_edges; DROP TABLE old_pending;
	PRAGMA user_version = 5`

func TestAGraphOfAnOlderBrainIsReadAsItIsAndWrittenOn(t *testing.T) {
	for _, bare := range []bool{false, true} {
		path, dir := filepath.Join(t.TempDir(), "brain.db"), goTree(t)
		e := onFile(t, path)
		must[*engine.ExtractResult](t)(e.Extract(ctx, engine.ExtractInput{Dir: dir, Bare: bare}))
		must[*engine.GraphImportResult](t)(e.GraphImport(ctx, engine.GraphImportInput{File: graphFile(t, `{"nodes":[{"id":"a","label":"A","source_location":"page 3","k":1}],
			"links":[{"source":"a","target":"nowhere","relation":"r","weight":0.5,"x":{}},{"source":"nowhere","target":"a","relation":"r"}]}`)}))
		export := []string{graphJSON(t, e, ""), graphJSON(t, e, filepath.Base(dir))}
		entries := column(t, e, `SELECT content || citation_id FROM brain_entries ORDER BY content`)
		e.Close()
		q := must[*sql.DB](t)(sql.Open("sqlite", path))
		must[sql.Result](t)(q.Exec(olderGraph + newerIndexes(t)))
		q.Close()

		e = onFile(t, path)
		stats := must[*engine.StatsResult](t)(e.Stats(ctx, engine.StatsInput{}))
		if diff := cmp.Diff(export, []string{graphJSON(t, e, ""), graphJSON(t, e, filepath.Base(dir))}); diff != "" {
			t.Errorf("export of the older file (-new +old):\n%s", diff)
		}
		r := must[*engine.ExtractResult](t)(e.Extract(ctx, engine.ExtractInput{Dir: dir}))
		if r.Read > 0 || r.Unchanged != r.Nodes || stats.Edges != int64(r.Edges+2) {
			t.Errorf("%+v of %+v", r, stats)
		}
		tree(t, dir, map[string]string{"b.go": "package p\n\n// Burrow is dug.\nfunc Burrow() {}\n"})
		must[*engine.ExtractResult](t)(e.Extract(ctx, engine.ExtractInput{Dir: dir, Update: true}))
		fresh := brain(t)
		must[*engine.ExtractResult](t)(fresh.Extract(ctx, engine.ExtractInput{Dir: dir}))
		if diff := cmp.Diff(graphJSON(t, fresh, ""), graphJSON(t, e, filepath.Base(dir))); diff != "" {
			t.Errorf("after a change (-fresh +older):\n%s", diff)
		}
		if now := column(t, e, `SELECT content || citation_id FROM brain_entries ORDER BY content`); !bare && len(now) < len(entries) {
			t.Errorf("%d entries, of %d", len(now), len(entries))
		}
	}
}

// newerIndexes drops the indexes that schema 6 makes beside the graph.
func newerIndexes(t *testing.T) (script string) {
	t.Helper()
	text := must[[]byte](t)(os.ReadFile("../db/schema/006_foreign.sql"))
	for _, m := range regexp.MustCompile(`(?m)^CREATE INDEX (\w+)`).FindAllStringSubmatch(string(text), -1) {
		script += "; DROP INDEX " + m[1]
	}
	return script
}
