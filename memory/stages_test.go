package memory_test

import (
	"context"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"brain/db"
)

var stages = []string{"stage_base_nofts", "stage_base_oldfts", "stage_v3_0", "stage_v3_2", "v4_fts_only", "v4_with_vectors"}

// stage is stageFile of a stage; that of brain-cli 3.0 is made from an older one, as its migration did.
func stage(t *testing.T, name string) string {
	t.Helper()
	if name != "stage_v3_0" {
		return stageFile(t, name)
	}
	path := stageFile(t, "stage_base_oldfts")
	sqlOn(t, path, `ALTER TABLE memories ADD COLUMN content_hash TEXT`, `ALTER TABLE memories ADD COLUMN deleted_at DATETIME`,
		`ALTER TABLE memories ADD COLUMN last_accessed_at DATETIME`, `ALTER TABLE memories ADD COLUMN access_count INTEGER NOT NULL DEFAULT 0`,
		`ALTER TABLE memories ADD COLUMN version INTEGER NOT NULL DEFAULT 1`, `ALTER TABLE memories ADD COLUMN superseded_by TEXT`,
		`ALTER TABLE memories ADD COLUMN canonical_type TEXT`,
		`CREATE TABLE tags (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT UNIQUE NOT NULL COLLATE NOCASE, created_at DATETIME NOT NULL DEFAULT (datetime('now')), use_count INTEGER NOT NULL DEFAULT 0)`,
		`CREATE TABLE memory_tags (memory_id INTEGER NOT NULL REFERENCES memories(id) ON DELETE CASCADE, tag_id INTEGER NOT NULL REFERENCES tags(id) ON DELETE CASCADE, PRIMARY KEY (memory_id, tag_id))`,
		`CREATE TRIGGER memory_tags_ai AFTER INSERT ON memory_tags BEGIN UPDATE tags SET use_count = use_count + 1 WHERE id = NEW.tag_id; END`,
		`CREATE TRIGGER memory_tags_ad AFTER DELETE ON memory_tags BEGIN UPDATE tags SET use_count = use_count - 1 WHERE id = OLD.tag_id; END`,
		`CREATE TABLE type_aliases (alias TEXT PRIMARY KEY, canonical TEXT NOT NULL)`,
		`CREATE VIRTUAL TABLE memory_vectors USING vec0(memory_id INTEGER PRIMARY KEY, embedding FLOAT[384])`,
		`INSERT INTO stats(key, value) VALUES ('brain_schema_version', '3')`,
		// What its migration had done to some of the rows.
		`INSERT INTO tags(name) VALUES ('postgres'), ('vacuum')`,
		`INSERT INTO memory_tags SELECT m.id, t.id FROM memories m, tags t WHERE m.uid = 'lk2aaaaaaaa2'`,
		`UPDATE memories SET canonical_type = 'learning', content_hash = '38570e344af5463e' WHERE uid = 'lk2aaaaaaaa2'`)
	return path
}

func migrateFile(t *testing.T, path string) {
	t.Helper()
	d := openMemories(t, path)
	if _, err := d.Migrate(context.Background(), db.MigrateOptions{NoBackup: true}); err != nil {
		t.Fatal(err)
	}
	d.Close()
}

var (
	spaces    = regexp.MustCompile(`\s+`)
	separated = regexp.MustCompile(`\s*([(),;=<>])\s*`)
)

// schemaOf is what a file's schema says, but for how it is written and in which order a table got its columns.
func schemaOf(t *testing.T, path string) map[string]string {
	t.Helper()
	out := map[string]string{}
	for _, row := range rowsOf(t, path, `SELECT type || ' ' || name, coalesce(sql, '') FROM sqlite_schema WHERE name NOT IN ('my_side_notes', 'query_cache', 'sqlite_autoindex_query_cache_1')`) {
		s := strings.ToLower(strings.ReplaceAll(row[1].(string), "IF NOT EXISTS ", ""))
		s = separated.ReplaceAllString(spaces.ReplaceAllString(s, " "), "$1")
		out[row[0].(string)] = strings.TrimSpace(strings.NewReplacer(`'memories'`, "memories", "primary key(", "primary key (", "unique(", "unique (", "check(", "check (", " (", "(").Replace(s))
	}
	delete(out, "table memories")
	for _, row := range rowsOf(t, path, `SELECT name, lower(type), "notnull", coalesce(dflt_value, '') FROM pragma_table_info('memories')`) {
		out["column "+row[0].(string)] = fmt.Sprint(row[1:]...)
	}
	return out
}
