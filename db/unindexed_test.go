package db_test

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"brain/db"
)

func TestIndexesAndTriggersThatWerePutOffAreMadeAsTheyWere(t *testing.T) {
	d := fresh(t)
	const sql = `SELECT group_concat(name || sql, char(10)) FROM (SELECT name, sql FROM sqlite_schema WHERE type IN ('index', 'trigger') ORDER BY name)`
	before := value(t, d.Path(), sql)
	indexes := []string{"node_rows_name", "edge_rows_source", "no_such_index", "brain_entries_counts_ai"}
	add := func(tx *db.Tx) error {
		m := tx.Many(`INSERT INTO node_rows(name)`, ``, 1)
		for i := range 100 {
			if err := m.Add(100 - i); err != nil {
				return err
			}
		}
		return m.Flush()
	}
	write(t, d, func(tx *db.Tx) error {
		return tx.Unindexed(indexes, func() error {
			var n int
			if err := tx.QueryRow(`SELECT count(*) FROM sqlite_schema WHERE name IN ('node_rows_name', 'edge_rows_source', 'brain_entries_counts_ai')`, nil, &n); err != nil || n > 0 {
				t.Errorf("%d of them while rows are added: %v", n, err)
			}
			return add(tx)
		})
	})
	failed := errors.New("failed")
	err := d.Write(t.Context(), func(tx *db.Tx) error { return tx.Unindexed(indexes, func() error { return failed }) })
	if !errors.Is(err, failed) {
		t.Errorf("error %v", err)
	}
	err = d.Write(t.Context(), func(tx *db.Tx) error { return tx.Unindexed(indexes, func() error { return add(tx) }) })
	if err == nil {
		t.Error("no error of names that stand twice")
	}
	if diff := cmp.Diff(before, value(t, d.Path(), sql)); diff != "" {
		t.Errorf("indexes and triggers (-before +after):\n%s", diff)
	}
	if got := value(t, d.Path(), `SELECT id FROM node_rows WHERE name = '40'`) + value(t, d.Path(), `PRAGMA integrity_check`); got != "61ok" {
		t.Errorf("got %s", got)
	}
}
