package merge

import (
	"database/sql"
	"errors"

	"brain/db"
)

// Holder is an entity that has the content of an entry now.
type Holder struct{ Source, EntityID string }

// Holders lists who has the content that a citation names, by source and id. Equal contents are one entry, and it carries the
// citation of whoever had it first: of several holders the citation does not tell which is meant.
func Holders(tx *db.Tx, c Citation) (out []Holder, err error) {
	var id int64
	err = tx.QueryRow(`SELECT id FROM brain_entries WHERE citation_id = ?`, []any{c.String()}, &id)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	err = tx.Each(`SELECT source, entity_id FROM entry_spans WHERE entry_id = ? AND valid_to IS NULL ORDER BY source, entity_id`, []any{id}, func(scan func(...any) error) error {
		var h Holder
		err := scan(&h.Source, &h.EntityID)
		out = append(out, h)
		return err
	})
	return out, err
}
