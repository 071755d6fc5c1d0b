package engine_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"brain/db"
	"brain/engine"
)

func withThreeStores(t *testing.T) *engine.Engine {
	t.Helper()
	e := brain(t)
	must[*engine.EntriesImportResult](t)(e.EntriesImport(ctx, engine.EntriesImportInput{File: lines(t, threeStores)}))
	return e
}

func TestSQLGivesRowsAsJSON(t *testing.T) {
	e := withThreeStores(t)
	file := filepath.Join(t.TempDir(), "question.txt")
	if err := os.WriteFile(file, []byte("ledger\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, tc := range []struct {
		name, sql string
		params    []string
		want      string
	}{
		{"columns in their order", `SELECT id AS z, source AS a FROM brain_entries ORDER BY id LIMIT 2`, nil, `[{"z":1,"a":"gbrain"},{"z":2,"a":"graphify"}]`},
		{"no rows", `SELECT 1 WHERE 0`, nil, `[]`},
		{"NULL, float, text, blob", `SELECT NULL AS n, 0.1 AS f, 'a<b' AS t, x'00ff' AS b`, nil, `[{"n":null,"f":0.1,"t":"a<b","b":"x'00ff'"}]`},
		{"infinity", `SELECT 9e999 AS i, -9e999 AS j`, nil, `[{"i":"Infinity","j":"-Infinity"}]`},
		{"an embedding in pgvector's form", `SELECT embedding FROM brain_entries WHERE id = 2`, nil, `[{"embedding":"[0.6,0.8]"}]`},
		{"the seed's look-up of a citation", "SELECT content FROM brain_entries\nWHERE citation_id = '[BM:gbrain:ledger:2026-01-01T00:00:00Z]';", nil, `[{"content":"the ledger <balances>"}]`},
		{"a parameter by name", `SELECT :q || @q || $q AS x`, []string{"q=a=b"}, `[{"x":"a=ba=ba=b"}]`},
		{"a parameter by number, cast", `SELECT id FROM brain_entries WHERE cosine_distance(embedding, $2::vector) < .01 AND entity_name = $1`, []string{"1=Ledger", "2=[1,0]"}, `[{"id":1}]`},
		{"a parameter with its sign", `SELECT :q AS x`, []string{":q=1"}, `[{"x":"1"}]`},
		{"a parameter from a file", `SELECT count(*) AS n FROM brain_entries WHERE ts_match(to_tsvector(content), plainto_tsquery(:q))`, []string{"q=@" + file}, `[{"n":2}]`},
		{"an empty parameter", `SELECT length(:q) AS n`, []string{"q="}, `[{"n":0}]`},
		{"columns of one name", `SELECT 1 AS a, 2 AS a, 3 AS a_2, 4 AS a, 5 AS b`, nil, `[{"a":1,"a_3":2,"a_2":3,"a_4":4,"b":5}]`},
		{"columns of parameters", `SELECT :x, :x`, []string{"x=1"}, `[{"?1":"1","?1_2":"1"}]`},
		{"an embedding twice", `SELECT embedding, embedding FROM brain_entries WHERE id = 2`, nil, `[{"embedding":"[0.6,0.8]","embedding_2":"[0.6,0.8]"}]`},
		{"several statements, the last gives rows", `SELECT 1; SELECT 2 AS n`, nil, `[{"n":2}]`},
	} {
		t.Run(tc.name, func(t *testing.T) {
			out, err := e.SQL(ctx, engine.SQLInput{Statement: tc.sql, Param: tc.params})
			if err != nil {
				t.Fatal(err)
			}
			got, err := out.MarshalJSON()
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tc.want, string(got)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestSQLReadsOnlyUnlessToldOtherwise(t *testing.T) {
	e := withThreeStores(t)
	for _, statement := range []string{
		`DELETE FROM brain_entries`, `DROP TABLE brain_entry_links`, `CREATE TABLE t(a)`, `PRAGMA query_only = 0; DELETE FROM brain_entries`,
		`UPDATE brain_entries SET content = ''`,
	} {
		_, err := e.SQL(ctx, engine.SQLInput{Statement: statement})
		got := engine.Explain(err)
		if !errors.Is(err, db.ErrReadOnly) || got.Problem != "the statement would change the file" || !strings.Contains(got.Fix, "--write") {
			t.Errorf("%s: %+v", statement, got)
		}
	}
	out := must[*engine.SQLResult](t)(e.SQL(ctx, engine.SQLInput{Statement: `UPDATE brain_entries SET embedding = NULL WHERE id < 3`, Write: true}))
	if out.Changed != 2 || len(out.Rows) != 0 {
		t.Errorf("with --write: %+v", out)
	}
	if got := column(t, e, `SELECT count(*) FROM entries_vec`); !cmp.Equal(got, []string{"1"}) {
		t.Errorf("%v vectors are left", got)
	}
}

func TestSQLIsOneTransactionOnOneFile(t *testing.T) {
	e := withThreeStores(t)
	for statement, problem := range map[string]string{
		`UPDATE brain_entries SET content = 'x' WHERE id = 1; COMMIT; SELECT 1`: "COMMIT is refused",
		`SELECT 1; COMMIT; UPDATE brain_entries SET content = 'x'; SELECT 2`:    "COMMIT is refused",
		`BEGIN; SELECT 1`:    "BEGIN is refused",
		`SAVEPOINT a`:        "SAVEPOINT is refused",
		`ATTACH 'x.db' AS x`: "ATTACH is refused",
	} {
		for _, write := range []bool{false, true} {
			if strings.Contains(statement, "UPDATE") && !write {
				continue
			}
			_, err := e.SQL(ctx, engine.SQLInput{Statement: statement, Write: write})
			if got := engine.Explain(err); err == nil || got.Problem != problem || got.Fix == "" {
				t.Errorf("%s: %+v", statement, got)
			}
		}
	}
	if got := column(t, e, `SELECT count(*) FROM brain_entries WHERE content = 'x'`); !cmp.Equal(got, []string{"0"}) {
		t.Errorf("%v rows were changed", got)
	}
}

func TestSQLThatSQLiteCannotReadIsExplained(t *testing.T) {
	e := withThreeStores(t)
	for statement, want := range map[string]string{
		`SELECT content::text FROM brain_entries`:                                "cosine_distance(a, b) for a <=> b",
		`SELECT embedding <=> '[1,0]' FROM brain_entries`:                        "cosine_distance(a, b) for a <=> b",
		`SELECT to_tsvector(content) @@ plainto_tsquery('a') FROM brain_entries`: "ts_match(v, q) for v @@ q",
		`SELEC 1`:               "sqlite_schema",
		`SELECT * FROM nowhere`: "sqlite_schema",
		`SELECT ts_rank('a')`:   "",
	} {
		_, err := e.SQL(ctx, engine.SQLInput{Statement: statement})
		if got := engine.Explain(err); err == nil || !strings.Contains(got.Fix, want) || got.Cause == "" {
			t.Errorf("%s: %+v", statement, got)
		}
	}
	empty := onFile(t, filepath.Join(t.TempDir(), "empty.db"))
	if err := os.WriteFile(empty.Path, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	_, err := empty.SQL(ctx, engine.SQLInput{Statement: `SELECT * FROM brain_entries`})
	if got := engine.Explain(err); err == nil || got.Problem != "this file has no entries yet" {
		t.Errorf("an empty file: %+v", got)
	}
}

func TestAParameterComesFromARegularFileOfBoundedSize(t *testing.T) {
	e := withThreeStores(t)
	large := filepath.Join(t.TempDir(), "large")
	if err := os.WriteFile(large, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(large, 64<<20+1); err != nil {
		t.Fatal(err)
	}
	for file, want := range map[string]string{os.DevNull: "is no regular file", t.TempDir(): "is no regular file", large: "is larger than 64 MB"} {
		_, err := e.SQL(ctx, engine.SQLInput{Statement: `SELECT :x`, Param: []string{"x=@" + file}})
		if !errors.Is(err, engine.ErrUsage) || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", file, err)
		}
	}
}

func TestSQLThatIsStoppedIsNoFaultOfTheStatement(t *testing.T) {
	e := withThreeStores(t)
	stopped, cancel := context.WithCancel(ctx)
	time.AfterFunc(50*time.Millisecond, cancel)
	_, err := e.SQL(stopped, engine.SQLInput{Statement: `WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c) SELECT count(*) FROM c`})
	if got := engine.Explain(err); !errors.Is(err, context.Canceled) || got.Problem != "stopped" {
		t.Errorf("stopped: %v, %+v", err, got)
	}
}

func TestSQLOfAUserCannotTakeTheFilesMarksAway(t *testing.T) {
	e := brain(t)
	must[*engine.InitResult](t)(e.Init(ctx, engine.InitInput{}))
	for _, statement := range []string{"PRAGMA user_version = 99", "pragma Application_ID(5)", "PRAGMA writable_schema=1; DELETE FROM sqlite_schema",
		"PRAGMA journal_mode=delete", "PRAGMA wal_checkpoint(truncate)", "VACUUM"} {
		_, err := e.SQL(ctx, engine.SQLInput{Statement: statement, Write: true})
		var told *engine.Error
		if !errors.As(err, &told) || !strings.HasSuffix(told.Problem, " is refused") || told.Fix == "" {
			t.Errorf("%s: %v", statement, err)
		}
	}
	must[*engine.StatsResult](t)(e.Stats(ctx, engine.StatsInput{}))
	if r := must[*engine.SQLResult](t)(e.SQL(ctx, engine.SQLInput{Statement: "PRAGMA user_version"})); r.Rows[0][0] != int64(6) {
		t.Errorf("user_version reads %v", r.Rows)
	}
}
