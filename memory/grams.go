package memory

import (
	"database/sql"
	"errors"

	"brain/db"
	"brain/fts"
)

// The table memory_grams holds what brain-cli's index of words loses, see fts.GramText.

// refreshGrams writes the grams of a memory as it is now. One that is deleted or gone has none.
func refreshGrams(tx *db.Tx, id int64) error {
	// To have FTS5 open its index takes as long as five other statements, and most memories have no grams.
	var had bool
	err := tx.QueryRow(`SELECT EXISTS (SELECT 1 FROM memory_grams_docsize WHERE id = ?)`, []any{id}, &had)
	if err == nil && had {
		_, err = tx.Exec(`DELETE FROM memory_grams WHERE rowid = ?`, id)
	}
	if err != nil {
		return err
	}
	var title, content, tags, project string
	err = tx.QueryRow(`SELECT `+textsOf("title", "content", "tags", "project")+` FROM memories WHERE id = ? AND deleted_at IS NULL`,
		[]any{id}, &title, &content, &tags, &project)
	if errors.Is(err, sql.ErrNoRows) {
		return nil
	}
	if err != nil {
		return err
	}
	if grams := fts.GramText(title, content, tags, project); grams != "" {
		_, err = tx.Exec(`INSERT INTO memory_grams(rowid, grams) VALUES (?, ?)`, id, grams)
	}
	return err
}
