package memory_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"brain/db"
	"brain/memory"
)

// readAll asks everything that reads memories.
func readAll(tx *db.Tx, s *memory.Stage) error {
	q := memory.Question{Text: "many vacuum 中文 c++", Limit: 20, Filter: memory.Filter{IncludeInvalid: true}}
	list, err := memory.Recent(tx, s, 100)
	for _, m := range list {
		if m.UID == "" {
			continue
		}
		if _, err := memory.Get(tx, s, m.UID); err != nil && !errors.Is(err, memory.ErrUnknown) && !errors.Is(err, memory.ErrDeleted) {
			return fmt.Errorf("get %q: %w", m.UID, err)
		}
	}
	_, err1 := memory.Search(tx, s, q)
	_, err2 := memory.Search(tx, s, memory.Question{Limit: 20})
	_, err3 := memory.Context(tx, s, q, 500)
	_, err4 := memory.Reconcile(tx, s, memory.New{Title: "Vacuum", Content: "many"}, q)
	_, err5 := memory.Check(tx, s)
	_, err6 := memory.Tags(tx, s, 0)
	_, err7 := memory.CountAll(tx, s)
	_, err8 := memory.Clusters(tx, s, memory.Sweep{Threshold: .8, Limit: 9})
	_, err9 := memory.Find(tx, s, "absent")
	if errors.Is(err9, memory.ErrUnknown) {
		err9 = nil
	}
	_, err10 := memory.History(tx, s, "lk2aaaaaaaa2")
	return errors.Join(err, err1, err2, err3, err4, err5, err6, err7, err8, err9, err10)
}

// odd draws an SQL literal of any type.
func odd(t *rapid.T) string {
	return rapid.SampledFrom([]string{"NULL", "'many'", "''", "x''", "x'00ff80'", "x'e4b8ad'", "7", "-1", "1.5", "9e999", "-9e999", "9223372036854775807",
		"'2026-01-01 00:00:00'", "'中文 c++'", "'a' || char(0) || 'b'", "CAST(x'ff' AS TEXT)", "2460000.5"}).Draw(t, "value")
}

func TestOddValuesStopNoRead(t *testing.T) {
	ours, loose := stage(t, "v4_fts_only"), stage(t, "v4_fts_only")
	migrateFile(t, ours)
	columns := []string{}
	for _, r := range rowsOf(t, ours, `SELECT name FROM pragma_table_info('memories') WHERE name <> 'id'`) {
		columns = append(columns, r[0].(string))
	}
	// A table that somebody made again without its constraints takes anything.
	sqlOn(t, loose, `PRAGMA foreign_keys = OFF; DROP TRIGGER memories_ai; DROP TRIGGER memories_au; DROP TRIGGER memories_ad; DROP TRIGGER memories_version_on_update;
		CREATE TABLE m2(id INTEGER PRIMARY KEY, `+strings.Join(columns, ", ")+`); INSERT INTO m2 SELECT id, `+strings.Join(columns, ", ")+` FROM memories;
		DROP TABLE memories; ALTER TABLE m2 RENAME TO memories`)
	looseOurs := copyFile(t, loose)
	migrateFile(t, looseOurs)
	templates := []string{stage(t, "v4_fts_only"), ours, loose, looseOurs}
	rapid.Check(t, func(rt *rapid.T) {
		path := copyFile(t, rapid.SampledFrom(templates).Draw(rt, "file"))
		var changes []string
		for range rapid.IntRange(1, 60).Draw(rt, "odd") {
			column, id := rapid.SampledFrom(columns).Draw(rt, "column"), rapid.IntRange(1, 9).Draw(rt, "id")
			changes = append(changes, fmt.Sprintf(`UPDATE OR IGNORE memories SET "%s" = %s WHERE id = %d`, column, odd(rt), id))
		}
		sqlOn(t, path, changes...)
		d := openMemories(t, path)
		defer d.Close()
		readTx(t, d, readAll)
		writeTx(t, d, func(tx *db.Tx) error { _, err := memory.Sync(tx, 100); return err })
		readTx(t, d, readAll)
	})
}
