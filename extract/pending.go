package extract

import (
	"database/sql"
	"errors"

	"brain/db"
	"brain/merge"
)

// manyPending notes of nodes that their entries are to be made anew. The graph is written at once, so that nobody sees half of it; its
// entries take longer and follow in batches, by whoever comes first.
func manyPending(tx *db.Tx) *db.Many {
	return tx.Many(`INSERT OR IGNORE INTO graph_pending(node)`, ``, 1)
}

// Pending is how many nodes have an entry that does not say yet what they are.
func Pending(tx *db.Tx) (n int, err error) {
	there, err := tx.HasTable("graph_pending")
	if err == nil && there {
		err = tx.QueryRow(`SELECT count(*) FROM graph_pending`, nil, &n)
	}
	return n, err
}

// WriteEntries makes the entries of up to limit pending nodes what the nodes are, and retires those of nodes that are gone. It tells how
// many were pending.
func WriteEntries(tx *db.Tx, limit int) (int, error) {
	type pending struct {
		id   int64
		node string
	}
	var list []pending
	err := tx.Each(`SELECT id, node FROM graph_pending ORDER BY id LIMIT ?`, []any{limit}, func(scan func(...any) error) error {
		var p pending
		err := scan(&p.id, &p.node)
		list = append(list, p)
		return err
	})
	if err != nil || len(list) == 0 {
		return 0, err
	}
	for _, p := range list {
		if err := writeEntry(tx, p.node); err != nil {
			return 0, err
		}
	}
	_, err = tx.Exec(`DELETE FROM graph_pending WHERE id <= ?`, list[len(list)-1].id)
	return len(list), err
}

// writeEntry makes the entry of a node what the view graphify_to_brain_entries says of it.
func writeEntry(tx *db.Tx, node string) error {
	var row merge.Row
	var created, updated string
	err := tx.QueryRow(`SELECT source, entity_id, entity_name, content, created_at, updated_at FROM graphify_to_brain_entries WHERE entity_id = ?`, []any{node},
		&row.Source, &row.EntityID, &row.EntityName, &row.Content, &created, &updated)
	if errors.Is(err, sql.ErrNoRows) {
		_, err = merge.Retire(tx, merge.Graphify, node, tx.Now)
		return err
	}
	if err != nil {
		return err
	}
	if row.CreatedAt, err = db.ParseTime(created); err != nil {
		return err
	}
	if row.UpdatedAt, err = db.ParseTime(updated); err != nil {
		return err
	}
	_, err = merge.Put(tx, row)
	return err
}
