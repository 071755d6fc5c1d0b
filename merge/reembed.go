package merge

import (
	"errors"
	"fmt"

	"brain/db"
	"brain/vec"
)

// A change of model embeds everything anew beside the vectors in use: the new ones wait in entry_vectors_next until the
// last is there, then take the old ones' place in one transaction. A run that stops half-way leaves the old vectors
// working, and the next one goes on where it ended.

// metaNextModel is the key of brain_meta that says whose vectors are waiting.
const metaNextModel = "next_model"

// BeginReembed makes ready for the vectors of a model. Those that wait already are kept if they are of the same model.
func BeginReembed(tx *db.Tx, model string) error {
	waiting, err := tx.Meta(metaNextModel)
	if err != nil || waiting == model {
		return err
	}
	if _, err := tx.Exec(`DELETE FROM entry_vectors_next`); err != nil {
		return err
	}
	return tx.SetMeta(metaNextModel, model)
}

// NotReembedded lists up to limit valid entries after the given id that have no waiting vector, in id order.
func NotReembedded(tx *db.Tx, after int64, limit int) ([]Text, error) {
	return texts(tx, `SELECT id, content FROM brain_entries e WHERE id > ? AND `+valid+`
		AND NOT EXISTS (SELECT 1 FROM entry_vectors_next n WHERE n.entry_id = e.id) ORDER BY id LIMIT ?`, after, limit)
}

// NotReembeddedCount counts the valid entries without a waiting vector.
func NotReembeddedCount(tx *db.Tx) (n int, err error) {
	err = tx.QueryRow(`SELECT count(*) FROM brain_entries e WHERE `+valid+`
		AND NOT EXISTS (SELECT 1 FROM entry_vectors_next n WHERE n.entry_id = e.id)`, nil, &n)
	return n, err
}

// ErrSwapped says that another process has put the new vectors in place, or begun with another model.
var ErrSwapped = errors.New("another process has changed the vectors")

// StillReembedding gives ErrSwapped if vectors of this model do not wait any more.
func StillReembedding(tx *db.Tx, model string) error {
	waiting, err := tx.Meta(metaNextModel)
	if err == nil && waiting != model {
		err = ErrSwapped
	}
	return err
}

// SetNext stores a vector that waits. One that could not take the old one's place is a *vec.LengthError.
func SetNext(tx *db.Tx, id int64, v []float32) error {
	if err := vec.CheckLength(len(v)); err != nil {
		return err
	}
	_, err := tx.Exec(`INSERT INTO entry_vectors_next(entry_id, embedding) VALUES (?, ?) ON CONFLICT(entry_id) DO UPDATE SET embedding = excluded.embedding`,
		id, vec.Bytes(v))
	return err
}

// FinishReembed puts the waiting vectors in the place of the old ones. It does nothing if another process has done so.
func FinishReembed(tx *db.Tx, dim int, model string) error {
	if err := StillReembedding(tx, model); errors.Is(err, ErrSwapped) {
		return nil
	} else if err != nil {
		return err
	}
	if err := ClearVectors(tx); err != nil {
		return err
	}
	if err := UseVectors(tx, dim, model); err != nil {
		return err
	}
	if _, err := tx.Exec(`UPDATE brain_entries SET embedding = n.embedding FROM entry_vectors_next n WHERE n.entry_id = brain_entries.id`); err != nil {
		return fmt.Errorf("swap the vectors: %w", err)
	}
	if _, err := tx.Exec(`DELETE FROM entry_vectors_next`); err != nil {
		return err
	}
	_, err := tx.Exec(`DELETE FROM brain_meta WHERE key = ?`, metaNextModel)
	return err
}

func texts(tx *db.Tx, query string, args ...any) ([]Text, error) {
	var out []Text
	err := tx.Each(query, args, func(scan func(...any) error) error {
		var t Text
		err := scan(&t.ID, &t.Content)
		out = append(out, t)
		return err
	})
	return out, err
}
