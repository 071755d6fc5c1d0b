package engine_test

import (
	"context"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"brain/db"
	"brain/engine"
	"brain/merge"
)

var update = flag.Bool("update", false, "write the goldens anew")

// sqlBlocks are the statements of docs/sql.md that run here, in order.
func sqlBlocks(t *testing.T) []string {
	t.Helper()
	doc, err := os.ReadFile("../docs/sql.md")
	if err != nil {
		t.Fatal(err)
	}
	var blocks []string
	for _, part := range strings.Split(string(doc), "```sql\n")[1:] {
		block, _, ok := strings.Cut(part, "```")
		if !ok {
			t.Fatal("a block does not end")
		}
		blocks = append(blocks, block)
	}
	return blocks
}

// stage puts the goldens' first batch into staging_entries, as a user of SQL would.
func stage(t *testing.T, e *engine.Engine) {
	t.Helper()
	must[*engine.InitResult](t)(e.Init(ctx, engine.InitInput{}))
	jsonl, err := os.ReadFile("../testdata/postgres/merge_staging.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	lines := "[" + strings.ReplaceAll(strings.TrimSpace(string(jsonl)), "\n", ",") + "]"
	file := filepath.Join(t.TempDir(), "rows.json")
	if err := os.WriteFile(file, []byte(lines), 0o600); err != nil {
		t.Fatal(err)
	}
	// The vectors' table is made with the first vector that brain itself brings; these come by SQL.
	must[*engine.EntriesImportResult](t)(e.EntriesImport(ctx, engine.EntriesImportInput{File: "../testdata/postgres/merge_staging.jsonl"}))
	must[*engine.SQLResult](t)(e.SQL(ctx, engine.SQLInput{Write: true, Statement: `DELETE FROM brain_entry_links; DELETE FROM brain_entries; DELETE FROM sqlite_sequence;
		DELETE FROM compared_vectors; DELETE FROM brain_meta`}))
	must[*engine.SQLResult](t)(e.SQL(ctx, engine.SQLInput{Write: true, Param: []string{"rows=@" + file}, Statement: `
		INSERT INTO staging_entries(ord, source, entity_id, entity_name, content, created_at, updated_at, content_hash, embedding)
		SELECT value->>'ord', value->>'source', value->>'entity_id', value->>'entity_name', value->>'content', timestamptz(value->>'created_at'), timestamptz(value->>'updated_at'),
		       value->>'content_hash', vector(value->>'embedding')
		FROM json_each(:rows) WHERE value->>'batch' = 1 ORDER BY value->>'ord'`}))
}

func TestTheStatementsInTheDocsDoWhatTheMergeDoes(t *testing.T) {
	sequential(t)
	const vector = "[0.0625,0.4375,1.3125,-0.3125,1.375,0.5625,-0.875,-0.8125,-0.4375,0.0625,0.5625,-0.375,-1.125,0.5625,0.5625,-0.5]"
	bySQL, byMerge := brain(t), brain(t)
	stage(t, bySQL)
	stage(t, byMerge)
	must[*engine.MergeResult](t)(byMerge.Merge(ctx, engine.MergeInput{Full: true}))
	var last *engine.SQLResult
	for _, block := range sqlBlocks(t) {
		in := engine.SQLInput{Statement: block, Write: strings.HasPrefix(block, "INSERT")}
		if strings.Contains(block, "$1") {
			in.Param = append(in.Param, "1=Fixed Assets Rollforward Spec")
		}
		if strings.Contains(block, "$2") {
			in.Param = append(in.Param, "2="+vector)
		}
		last = must[*engine.SQLResult](t)(bySQL.SQL(ctx, in))
	}
	// Ids are compared by their order only: a row that ON CONFLICT drops uses up a number, here as in PostgreSQL.
	rows := func(e *engine.Engine, statement string) [][]any {
		return must[*engine.SQLResult](t)(e.SQL(ctx, engine.SQLInput{Statement: statement})).Rows
	}
	entries := func(e *engine.Engine) [][]any {
		return rows(e, `SELECT citation_id, entity_name, content, content_hash, embedding, created_at, updated_at FROM brain_entries ORDER BY id`)
	}
	links := func(e *engine.Engine) [][]any {
		return rows(e, `SELECT f.citation_id, t.citation_id, link_type, similarity FROM brain_entry_links l
			JOIN brain_entries f ON f.id = from_id JOIN brain_entries t ON t.id = to_id ORDER BY l.id`)
	}
	if diff := cmp.Diff(entries(byMerge), entries(bySQL)); diff != "" {
		t.Errorf("entries (-merge +SQL):\n%s", diff)
	}
	// The merge stores float4, as the seed's repository does (REAL); SQL's 1 - distance is float8.
	float4 := cmp.Comparer(func(a, b float64) bool { return float32(a) == float32(b) })
	if diff := cmp.Diff(links(byMerge), links(bySQL), float4); diff != "" || len(links(bySQL)) < 500 {
		t.Errorf("%d links (-merge +SQL):\n%s", len(links(bySQL)), diff)
	}
	answer := must[*engine.QueryResult](t)(byMerge.Query(ctx, engine.QueryInput{Text: "Fixed Assets Rollforward Spec", Unified: true, Vector: vector, Limit: 20}))
	var want [][]any
	for _, r := range answer.Results {
		want = append(want, []any{r.EntityName, r.Content, r.CitationID, r.RRFScore})
	}
	if diff := cmp.Diff(want, last.Rows); diff != "" {
		t.Errorf("the query (-brain query +SQL):\n%s", diff)
	}
}

func TestTheSchemaInTheDocsIsTheOneInUse(t *testing.T) {
	const path = "../docs/sql.sql"
	if *update {
		if err := os.WriteFile(path, []byte(db.Schema()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(db.Schema(), string(got)); diff != "" {
		t.Errorf("run go test ./engine -update (-in use +docs):\n%s", diff)
	}
	d, err := db.Open(context.Background(), filepath.Join(t.TempDir(), "docs.db"), db.Options{Create: true, Functions: merge.Functions()})
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	tables := func() (n int) {
		err := d.Read(ctx, func(tx *db.Tx) error { return tx.QueryRow(`SELECT count(*) FROM sqlite_schema`, nil, &n) })
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	if err := d.Write(ctx, func(*db.Tx) error { return nil }); err != nil {
		t.Fatal(err)
	}
	if n := tables(); n < 30 {
		t.Errorf("the schema made %d things", n)
	}
}
