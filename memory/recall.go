package memory

import (
	"brain/db"
)

// Bump counts that a memory was read for its own sake, by get; search never does, so that it does not reinforce its own
// ranking.
func Bump(tx *db.Tx, id int64) error {
	_, err := tx.Exec(`UPDATE memories SET access_count = access_count + 1, last_accessed_at = ? WHERE id = ?`, Stamp(tx.Now), id)
	return err
}

// LogRecall notes that memories went into somebody's context.
func LogRecall(tx *db.Tx, ids ...int64) error {
	_, err := tx.Exec(`INSERT OR FAIL INTO recall_log(memory_id, recalled_at) SELECT value, ? FROM json_each(?)`, Stamp(tx.Now), idList(ids))
	return err
}
