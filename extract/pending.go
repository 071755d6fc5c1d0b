package extract

import (
	"database/sql"
	"errors"

	"brain/db"
	"brain/merge"
)

// pending notes of nodes that their entries are to be made anew, as ranges of their numbers. The graph is written at once, so that
// nobody sees half of it; its entries take longer and follow in batches, by whoever comes first.
type pending struct {
	tx          *db.Tx
	first, last int64
}

func (p *pending) add(id int64) error {
	if p.first > 0 && id == p.last+1 {
		p.last = id
		return nil
	}
	err := p.flush()
	p.first, p.last = id, id
	return err
}

func (p *pending) flush() error {
	if p.first == 0 {
		return nil
	}
	_, err := p.tx.Exec(`INSERT INTO graph_pending(first, last) VALUES (?, ?)`, p.first, p.last)
	p.first = 0
	return err
}

// Pending is how many nodes have an entry that does not say yet what they are.
func Pending(tx *db.Tx) (n int, err error) {
	there, err := tx.HasTable("graph_pending")
	if err == nil && there {
		var ranges bool
		if ranges, err = tx.HasTable("node_rows"); err != nil {
			return 0, err
		}
		query := `SELECT coalesce(sum(last - first + 1), 0) FROM graph_pending`
		if !ranges { // an older brain's, until something is written
			query = `SELECT count(*) FROM graph_pending`
		}
		err = tx.QueryRow(query, nil, &n)
	}
	return n, err
}

// due is the beginning of what is pending.
type due struct{ id, first, last int64 }

// firstDue gives the first ranges that are pending, up to limit nodes.
func firstDue(tx *db.Tx, limit int64) (list []due, err error) {
	err = tx.Each(`SELECT id, first, last FROM graph_pending ORDER BY id LIMIT ?`, []any{limit}, func(scan func(...any) error) error {
		var d due
		if err := scan(&d.id, &d.first, &d.last); err != nil || limit <= 0 {
			return err
		}
		d.last = min(d.last, d.first+limit-1)
		limit -= d.last - d.first + 1
		list = append(list, d)
		return nil
	})
	return list, err
}

// done takes away what is no longer pending.
func done(tx *db.Tx, list []due) error {
	last := list[len(list)-1]
	if _, err := tx.Exec(`DELETE FROM graph_pending WHERE id < ? OR id = ? AND last = ?`, last.id, last.id, last.last); err != nil {
		return err
	}
	_, err := tx.Exec(`UPDATE graph_pending SET first = ? WHERE id = ?`, last.last+1, last.id)
	return err
}

// firstEntries is how many times as many entries are written at once in a file without any: their indexes are made once all are there.
const firstEntries = 5

// WriteEntries makes the entries of up to limit pending nodes what the view graphify_to_brain_entries says of them, and retires those of
// nodes that are gone. It tells how many were pending. Of a file without entries the limit is firstEntries times as high.
func WriteEntries(tx *db.Tx, limit int) (int, error) {
	first, err := merge.Bare(tx)
	if err != nil {
		return 0, err
	}
	if first {
		limit *= firstEntries
	}
	list, err := firstDue(tx, int64(limit))
	if err != nil || len(list) == 0 {
		return 0, err
	}
	var rows []merge.Row
	var gone []string
	n := 0
	for _, d := range list {
		n += int(d.last - d.first + 1)
		err := tx.Each(`SELECT n.name, n.label, n.content, g.created_at, g.updated_at FROM node_rows n LEFT JOIN node_groups g ON g.id = n.group_id
			WHERE n.id BETWEEN ? AND ? ORDER BY n.id`, []any{d.first, d.last}, func(scan func(...any) error) error {
			var node string
			var label, content, created, updated sql.NullString
			if err := scan(&node, &label, &content, &created, &updated); err != nil {
				return err
			}
			if !created.Valid {
				gone = append(gone, node)
				return nil
			}
			row := merge.Row{Source: merge.Graphify, EntityID: node, EntityName: label.String, Content: content.String}
			if row.EntityName == "" {
				row.EntityName = node
			}
			var badCreated, badUpdated error
			row.CreatedAt, badCreated = db.ParseTime(created.String)
			row.UpdatedAt, badUpdated = db.ParseTime(updated.String)
			rows = append(rows, row)
			return errors.Join(badCreated, badUpdated)
		})
		if err != nil {
			return 0, err
		}
	}
	if err := merge.PutAll(tx, rows); err != nil {
		return 0, err
	}
	for _, node := range gone {
		if _, err := merge.Retire(tx, merge.Graphify, node, tx.Now); err != nil {
			return 0, err
		}
	}
	if err := done(tx, list); err != nil {
		return 0, err
	}
	if len(gone) > 0 {
		err = sweep(tx)
	}
	return n, err
}
