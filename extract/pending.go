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

// WriteEntries makes the entries of up to limit pending nodes what the view graphify_to_brain_entries says of them, and retires those of
// nodes that are gone. It tells how many were pending.
func WriteEntries(tx *db.Tx, limit int) (int, error) {
	var rows []merge.Row
	var gone []string
	var n int
	var last int64
	err := tx.Each(`SELECT p.id, p.node, v.source, v.entity_name, v.content, v.created_at, v.updated_at
		FROM (SELECT id, node FROM graph_pending ORDER BY id LIMIT ?) p LEFT JOIN graphify_to_brain_entries v ON v.entity_id = p.node ORDER BY p.id`,
		[]any{limit}, func(scan func(...any) error) error {
			var node string
			var source, name, content, created, updated sql.NullString
			if err := scan(&last, &node, &source, &name, &content, &created, &updated); err != nil {
				return err
			}
			n++
			if !source.Valid {
				gone = append(gone, node)
				return nil
			}
			row := merge.Row{Source: source.String, EntityID: node, EntityName: name.String, Content: content.String}
			var badCreated, badUpdated error
			row.CreatedAt, badCreated = db.ParseTime(created.String)
			row.UpdatedAt, badUpdated = db.ParseTime(updated.String)
			rows = append(rows, row)
			return errors.Join(badCreated, badUpdated)
		})
	if err != nil || n == 0 {
		return 0, err
	}
	if err := merge.PutAll(tx, rows); err != nil {
		return 0, err
	}
	for _, node := range gone {
		if _, err := merge.Retire(tx, merge.Graphify, node, tx.Now); err != nil {
			return 0, err
		}
	}
	_, err = tx.Exec(`DELETE FROM graph_pending WHERE id <= ?`, last)
	return n, err
}
