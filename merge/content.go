package merge

import (
	"database/sql"
	"errors"

	"brain/db"
)

// SetEmbeddingOf stores the vector of a content, if an entry holds it and has none yet.
func SetEmbeddingOf(tx *db.Tx, content string, v []float32) error {
	var id int64
	err := tx.QueryRow(`SELECT id FROM brain_entries WHERE content_hash = ? AND embedding IS NULL`, []any{Hash(content)}, &id)
	if errors.Is(err, sql.ErrNoRows) {
		return nil
	}
	if err != nil {
		return err
	}
	return SetEmbedding(tx, id, v)
}
