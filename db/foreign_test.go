package db_test

import (
	"database/sql"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"brain/db"
)

// statement draws SQL that writes memories: of few ids and uids, so that most of it meets a row that is there.
func statement(t *rapid.T) string {
	id := rapid.IntRange(1, 6)
	text := func(label string) string {
		return rapid.SampledFrom([]string{"alpha beta", "gamma", "delta alpha", ""}).Draw(t, label)
	}
	uid := fmt.Sprintf("'u%d'", id.Draw(t, "uid"))
	or := rapid.SampledFrom([]string{"", "OR REPLACE", "OR IGNORE", "OR ABORT", "OR FAIL"}).Draw(t, "or")
	project := rapid.SampledFrom([]string{"NULL", "'p'", "'q'"}).Draw(t, "project")
	given := rapid.SampledFrom([]string{"NULL", fmt.Sprint(id.Draw(t, "given"))}).Draw(t, "id")
	where := rapid.SampledFrom([]string{"id < 4", fmt.Sprintf("id = %d", id.Draw(t, "of"))}).Draw(t, "where")
	row := fmt.Sprintf(`(id, uid, type, title, content, project, canonical_type) VALUES (%s, %s, 'note', '%s', '%s', %s, 'note')`, given, uid, text("title"), text("content"), project)
	switch rapid.SampledFrom([]string{"insert", "upsert", "texts", "keys", "state", "delete"}).Draw(t, "kind") {
	case "insert":
		return `INSERT ` + or + ` INTO memories` + row
	case "upsert":
		on := rapid.SampledFrom([]string{"uid", "id"}).Draw(t, "on")
		set := rapid.SampledFrom([]string{"", ", uid = excluded.uid", ", id = " + fmt.Sprint(id.Draw(t, "to"))}).Draw(t, "set")
		return `INSERT INTO memories` + row + ` ON CONFLICT(` + on + `) DO UPDATE SET title = excluded.title, content = excluded.content` + set
	case "texts":
		return fmt.Sprintf(`UPDATE %s memories SET title = '%s', project = %s WHERE %s`, or, text("title"), project, where)
	case "keys":
		to := fmt.Sprint(id.Draw(t, "to"))
		set := rapid.SampledFrom([]string{"uid = " + uid, "id = " + to, "id = " + to + ", uid = " + uid + ", content = 'epsilon'"}).Draw(t, "set")
		return fmt.Sprintf(`UPDATE %s memories SET %s WHERE %s`, or, set, where)
	case "state":
		return fmt.Sprintf(`UPDATE %s memories SET deleted_at = iif(deleted_at IS NULL, '2026-01-01', NULL), version = 1 WHERE %s`, or, where)
	}
	return `DELETE FROM memories WHERE ` + where
}

// identities are the uids of memories by their ids.
func identities(t *rapid.T, q *sql.DB, query string) map[string]bool {
	rows, err := q.Query(query)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	out := map[string]bool{}
	for rows.Next() {
		var s string
		if err := rows.Scan(&s); err != nil {
			t.Fatal(err)
		}
		out[s] = true
	}
	return out
}

// ask asks q one question.
func ask(t *rapid.T, q *sql.DB, query string) (s string) {
	if err := q.QueryRow(query).Scan(&s); err != nil {
		t.Fatalf("%s: %v", query, err)
	}
	return s
}

// wordTotals is what the index of words says of how many rows and words it has.
const wordTotals = `SELECT rtrim(hex(block), '0') FROM memories_fts_data WHERE id = 1`

// TestWhateverSQLWritesMemoriesWhatIsDerivedFollows: words, counts and notes for Sync are right after any statement of another
// program, which knows neither our pragmas nor our functions.
func TestWhateverSQLWritesMemoriesWhatIsDerivedFollows(t *testing.T) {
	q, err := sql.Open("sqlite", ":memory:")
	if err != nil {
		t.Fatal(err)
	}
	defer q.Close()
	q.SetMaxOpenConns(1)
	if _, err := q.Exec(db.Schema()); err != nil {
		t.Fatal(err)
	}
	run := func(t *rapid.T, text string) {
		if _, err := q.Exec(text); err != nil {
			t.Fatalf("%s: %v", text, err)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		run(t, `PRAGMA foreign_keys = OFF; DELETE FROM memories; DELETE FROM memory_versions; DELETE FROM memory_pending; DELETE FROM memory_texts_pending`)
		for _, pragma := range []string{"recursive_triggers", "foreign_keys"} {
			run(t, fmt.Sprintf(`PRAGMA %s = %d`, pragma, rapid.IntRange(0, 1).Draw(t, pragma)))
		}
		for range rapid.IntRange(1, 12).Draw(t, "statements") {
			said := statement(t)
			texts := `SELECT id || ' ' || uid || ' ' || title || ' ' || coalesce(content, '') || coalesce(project, '') FROM memories`
			before := identities(t, q, texts)
			// What is refused, as the rules of SQL say, changes nothing or some rows only (OR FAIL).
			if _, err := q.Exec(said); err != nil && !strings.Contains(err.Error(), "constraint failed: memories.") && !strings.Contains(err.Error(), "FOREIGN KEY") {
				t.Fatalf("%s: %v", said, err)
			}
			after := identities(t, q, texts)
			for _, changed := range append(slices.Collect(maps.Keys(before)), slices.Collect(maps.Keys(after))...) {
				if before[changed] && after[changed] {
					continue
				}
				f := strings.Fields(changed)
				if got := ask(t, q, fmt.Sprintf(`SELECT (SELECT count(*) FROM memory_pending WHERE memory_id = %s AND uid = '%s') || (SELECT count(*) FROM memory_texts_pending WHERE memory_id = %s)`, f[0], f[1], f[0])); got != "11" {
					t.Fatalf("%s: memory %s is noted %s", said, changed, got)
				}
			}
			if got := ask(t, q, `SELECT count(*) FROM (SELECT type, coalesce(project, ''), deleted, invalid, n FROM memory_counts WHERE n <> 0
				EXCEPT SELECT canonical_type, coalesce(project, ''), deleted_at IS NOT NULL, 0, count(*) FROM memories GROUP BY 1, 2, 3)`); got != "0" {
				t.Fatalf("%s: %s counts are wrong", said, got)
			}
			if got, want := ask(t, q, `SELECT coalesce(sum(n), 0) FROM memory_counts`), ask(t, q, `SELECT count(*) FROM memories`); got != want {
				t.Fatalf("%s: %s counted of %s", said, got, want)
			}
			run(t, `INSERT INTO memories_fts(memories_fts, rank) VALUES ('integrity-check', 1)`)
			got := ask(t, q, wordTotals)
			run(t, `INSERT INTO memories_fts(memories_fts) VALUES ('rebuild')`)
			if want := ask(t, q, wordTotals); got != want {
				t.Fatalf("%s: the words have totals %s, want %s", said, got, want)
			}
			if rapid.Bool().Draw(t, "synced") {
				run(t, `DELETE FROM memory_pending; DELETE FROM memory_texts_pending`)
			}
		}
	})
}

func TestAnIgnoredInsertLeavesNoTextBehind(t *testing.T) {
	path := filepath.Join(t.TempDir(), "brain.db")
	write(t, open(t, path, db.Options{Create: true}), func(*db.Tx) error { return nil })
	script(t, path, `INSERT INTO memories(uid, type, title) VALUES ('a', 'note', 'a secret');
		INSERT OR IGNORE INTO memories(uid, type, title) VALUES ('a', 'note', 'another');
		DELETE FROM memories`)
	if diff := cmp.Diff("0", value(t, path, `SELECT count(*) FROM memories_replaced`)); diff != "" {
		t.Errorf("notes left:\n%s", diff)
	}
}
