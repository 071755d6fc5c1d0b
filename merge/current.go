package merge

import (
	"database/sql"
	"errors"

	"brain/db"
)

// Current gives the entry that holds what an entity has now: that of its open span, else, for rows brought from elsewhere, the
// one with the most recent updated_at. nil says that there is none.
func Current(tx *db.Tx, source, entityID string) (*Entry, error) {
	e, err := oneEntry(tx, `id = (SELECT entry_id FROM entry_spans WHERE source = ? AND entity_id = ? AND valid_to IS NULL)`, source, entityID)
	if errors.Is(err, sql.ErrNoRows) {
		e, err = oneEntry(tx, `id = (SELECT id FROM brain_entries e WHERE source = ? AND entity_id = ? AND NOT EXISTS (SELECT 1 FROM entry_spans s
			WHERE s.source = e.source AND s.entity_id = e.entity_id) ORDER BY updated_at DESC, id DESC LIMIT 1)`, source, entityID)
	}
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return &e, nil
}
