package db

import (
	"database/sql"
	"fmt"
	"slices"
	"strings"
)

// brain-cli's files come in stages, and parts of one may be missing: a column, a table or a trigger that somebody dropped.
// So each step is decided by what is there, never by a number, and doing it all once more mends such a file.

// Column is a column of brain-cli's table memories.
type Column struct{ Name, Type string }

// identifying are the columns without which a table memories is not brain-cli's; SQLite cannot add them to a table.
var identifying = []string{"id", "uid", "type", "title"}

// brainCLIColumns are the others: first those of the table that its first program made, then those that its schemas 3 and
// 4 added, in their order.
var brainCLIColumns = []Column{
	{"content", "TEXT"}, {"project", "TEXT"}, {"area", "TEXT"}, {"tags", "TEXT"}, {"source_file", "TEXT"}, {"status", "TEXT"},
	{"priority", "TEXT"}, {"energy", "TEXT"}, {"points", "INTEGER"}, {"metadata", "TEXT"},
	// ALTER TABLE takes no default that is computed, such as the time.
	{"created_at", "DATETIME"}, {"updated_at", "DATETIME"}, {"completed_at", "DATETIME"},
	{"content_hash", "TEXT"}, {"deleted_at", "DATETIME"}, {"last_accessed_at", "DATETIME"},
	{"access_count", "INTEGER NOT NULL DEFAULT 0"}, {"version", "INTEGER NOT NULL DEFAULT 1"}, {"superseded_by", "TEXT"},
	{"canonical_type", "TEXT"}, {"invalid_at", "DATETIME"}, {"abstract", "TEXT"},
}

// MemoryColumns lists the columns that the table memories has, in its order; none where there is no such table. A table
// memories without brain-cli's first columns is ErrForeign.
func MemoryColumns(tx *Tx) ([]string, error) {
	var list sql.NullString // one row of all; no name has a NUL
	err := tx.QueryRow(`SELECT group_concat(lower(name), char(0)) FROM (SELECT name FROM pragma_table_info('memories') ORDER BY cid)`, nil, &list)
	if err != nil || !list.Valid {
		return nil, err
	}
	have := strings.Split(list.String, "\x00")
	for _, name := range identifying {
		if !slices.Contains(have, name) {
			return nil, fmt.Errorf("%w: its table memories has no column %s", ErrForeign, name)
		}
	}
	return have, nil
}

// MissingColumns lists which columns brain-cli's memories lack. Where the table is not there it lacks nothing, since it will
// be made whole.
func MissingColumns(tx *Tx) ([]Column, error) {
	have, err := MemoryColumns(tx)
	if err != nil || len(have) == 0 {
		return nil, err
	}
	missing := slices.Clone(brainCLIColumns)
	return slices.DeleteFunc(missing, func(c Column) bool { return slices.Contains(have, c.Name) }), nil
}

// MissingTables lists the tables of the memories' schema that the file lacks.
func MissingTables(tx *Tx) ([]string, error) {
	have, err := texts(tx, `SELECT name FROM sqlite_schema WHERE type = 'table'`)
	var missing []string
	for _, m := range created().FindAllStringSubmatch(memories, -1) {
		if m[1] == "TABLE" && !slices.Contains(have, m[2]) {
			missing = append(missing, m[2])
		}
	}
	return missing, err
}

// WordsWhole says whether the index of the memories' words is there with its triggers, and stems as brain-cli's does since
// its 3.2. If not, it is made anew; there must be memories for it to lack anything.
func WordsWhole(tx *Tx) (bool, error) {
	have, err := MemoryColumns(tx)
	if err != nil || len(have) == 0 {
		return true, err
	}
	var parts int
	err = tx.QueryRow(`SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND name = 'memories_fts' AND lower(sql) LIKE '%fts5%tokenize%porter%'
		OR type = 'trigger' AND tbl_name = 'memories' AND name IN ('memories_ai','memories_ad','memories_au')`, nil, &parts)
	return parts == 4, err
}

// upgradeMemories brings the memories to brain-cli's schema 4 and ours, from whatever is there.
func upgradeMemories(tx *Tx) error {
	missing, err := MissingColumns(tx)
	if err != nil {
		return err
	}
	for _, c := range missing {
		// Names and types are ours.
		if _, err := tx.Exec(fmt.Sprintf(`ALTER TABLE memories ADD COLUMN %s %s`, c.Name, c.Type)); err != nil {
			return fmt.Errorf("add column %s: %w", c.Name, err)
		}
	}
	whole, err := WordsWhole(tx)
	if err != nil {
		return err
	}
	if !whole {
		err = tx.Script(`DROP TRIGGER IF EXISTS memories_ai; DROP TRIGGER IF EXISTS memories_ad; DROP TRIGGER IF EXISTS memories_au;
			DROP TABLE IF EXISTS memories_fts`)
		if err != nil {
			return fmt.Errorf("drop the old index of words: %w", err)
		}
	}
	// brain-cli's own of these two also run where only a recall is counted.
	if err := tx.Script(`DROP TRIGGER IF EXISTS memories_au; DROP TRIGGER IF EXISTS memories_version_on_update`); err != nil {
		return err
	}
	noted, err := texts(tx, `SELECT name FROM sqlite_schema WHERE name IN ('memory_pending','memories_pending_ai','memories_pending_ad','memories_pending_au','memory_grams')`)
	if err != nil {
		return err
	}
	if err := tx.Script(memories); err != nil {
		return err
	}
	if !whole {
		if _, err := tx.Exec(`INSERT INTO memories_fts(memories_fts) VALUES ('rebuild')`); err != nil {
			return fmt.Errorf("index the words: %w", err)
		}
	}
	if len(noted) < 5 {
		// Nobody has noted what changed, or what Sync keeps up to date was lost.
		return PendAll(tx)
	}
	return nil
}

// PendAll notes every memory as one that changed, so that Sync makes anew what is derived from it.
func PendAll(tx *Tx) error {
	return tx.Script(`INSERT OR IGNORE INTO memory_pending(memory_id, uid) SELECT id, uid FROM memories WHERE uid IS NOT NULL;
		INSERT OR IGNORE INTO memory_texts_pending(memory_id) SELECT id FROM memories`)
}

// texts reads a column of texts.
func texts(tx *Tx, query string, args ...any) ([]string, error) {
	var out []string
	err := tx.Each(query, args, func(scan func(...any) error) error {
		var s string
		err := scan(&s)
		out = append(out, s)
		return err
	})
	return out, err
}
