package memory

import (
	"database/sql"
	"errors"
	"fmt"
	"time"

	"brain/db"
	"brain/merge"
)

// Sync brings up to date what is derived from memories that were changed, by whatever program: their entries and how long
// those held, their grams, the hash and the canonical type where another program left them out, the vectors of what is gone. It takes at
// most max memories of those that wait in memory_pending, and says how many are left.
func Sync(tx *db.Tx, max int) (left int, err error) {
	if n, err := Pending(tx); n == 0 || err != nil {
		return 0, err
	}
	_, err = healing(tx, func() error { return drain(tx, `SELECT memory_id, CAST(uid AS TEXT) FROM memory_pending LIMIT ?`, max) })
	if err != nil {
		return 0, err
	}
	return Pending(tx)
}

// Pending says how many memories wait for Sync, cheaply and in a file of any stage.
func Pending(tx *db.Tx) (n int, err error) {
	s, err := ReadStage(tx)
	if err != nil || !s.HasTable("memory_pending") {
		return 0, err
	}
	err = tx.Unwatched(func() error { return tx.QueryRow(`SELECT count(*) FROM memory_pending`, nil, &n) })
	return n, err
}

// syncOne is Sync of one memory that was just written.
func syncOne(tx *db.Tx, id int64) error {
	return drain(tx, `SELECT memory_id, CAST(uid AS TEXT) FROM memory_pending WHERE memory_id = ?`, id)
}

func drain(tx *db.Tx, query string, arg any) error {
	type note struct {
		id  int64
		uid string
	}
	var notes []note
	err := tx.Each(query, []any{arg}, func(scan func(...any) error) error {
		var n note
		err := scan(&n.id, &n.uid)
		notes = append(notes, n)
		return err
	})
	for _, n := range notes {
		if err == nil {
			err = syncMemory(tx, n.id, n.uid)
		}
		if err == nil {
			_, err = tx.Exec(`DELETE FROM memory_pending WHERE memory_id = ? AND CAST(uid AS TEXT) = ?`, n.id, n.uid)
		}
		if err != nil {
			return fmt.Errorf("bring memory %s up to date: %w", n.uid, err)
		}
	}
	return err
}

// syncMemory does it for the memory that had that id and uid when it was changed; it may have neither any more.
func syncMemory(tx *db.Tx, id int64, uid string) error {
	var texts bool
	if err := tx.QueryRow(`SELECT EXISTS (SELECT 1 FROM memory_texts_pending WHERE memory_id = ?)`, []any{id}, &texts); err != nil {
		return err
	}
	if texts {
		if err := refreshGrams(tx, id); err != nil {
			return err
		}
		if _, err := tx.Exec(`DELETE FROM memory_texts_pending WHERE memory_id = ?`, id); err != nil {
			return err
		}
	}
	var m Memory
	var word string
	var hash, canonical *string
	err := tx.QueryRow(`SELECT id, `+textsOf("type", "title", "content", "created_at", "updated_at", "deleted_at", "invalid_at")+`, CAST(content_hash AS TEXT), CAST(canonical_type AS TEXT) FROM memories WHERE uid = ?`, []any{uid},
		&m.ID, &word, &m.Title, &m.Content, &m.CreatedAt, &m.UpdatedAt, &m.DeletedAt, &m.InvalidAt, &hash, &canonical)
	if errors.Is(err, sql.ErrNoRows) {
		if err := dropIfGone(tx, id); err != nil {
			return err
		}
		_, err = merge.Retire(tx, merge.Memory, uid, tx.Now)
		return err
	}
	if err != nil {
		return err
	}
	m.UID = uid
	if hash == nil || canonical == nil {
		if err := complete(tx, m.ID, word, m.Title, m.Content); err != nil {
			return err
		}
	}
	return syncEntry(tx, m)
}

// syncEntry gives a memory its entry, over the time from its creation to its end: that of brain-cli's --as-of. A deleted
// memory that has no entry gets none.
func syncEntry(tx *db.Tx, m Memory) error {
	created := firstTime(tx.Now, m.CreatedAt, m.UpdatedAt)
	if m.DeletedAt != "" {
		if err := dropVectors(tx, m.ID); err != nil {
			return err
		}
		end := firstTime(tx.Now, m.DeletedAt)
		if m.InvalidAt != "" {
			if invalid := firstTime(end, m.InvalidAt); invalid.Before(end) {
				end = invalid
			}
		}
		_, err := merge.Retire(tx, merge.Memory, m.UID, end)
		return err
	}
	var end time.Time
	if m.InvalidAt != "" {
		end = firstTime(tx.Now, m.InvalidAt)
	}
	content := merge.Clean(m.Title)
	if m.Content != "" {
		content += "\n" + merge.Clean(m.Content)
	}
	_, err := merge.PutDuring(tx, merge.Row{
		Source: merge.Memory, EntityID: m.UID, EntityName: m.Title, Content: content,
		CreatedAt: created, UpdatedAt: firstTime(created, m.UpdatedAt),
	}, end)
	return err
}

// firstTime reads the first of the texts that is a time; brain-cli takes any text for one.
func firstTime(otherwise time.Time, texts ...string) time.Time {
	for _, s := range texts {
		if t, err := db.ParseTime(s); err == nil {
			return t
		}
	}
	return otherwise
}

// complete fills in what brain-cli computes for a memory, where SQL of somebody else has not.
func complete(tx *db.Tx, id int64, word, title, content string) error {
	s, err := ReadStage(tx)
	if err != nil {
		return err
	}
	canonical, err := CanonicalType(tx, s, word)
	if err != nil {
		return err
	}
	_, err = tx.Exec(`UPDATE memories SET content_hash = coalesce(content_hash, ?), canonical_type = coalesce(canonical_type, ?) WHERE id = ?`,
		ContentHash(title, content), canonical, id)
	return err
}

// dropIfGone deletes the vectors of a memory that no longer exists.
func dropIfGone(tx *db.Tx, id int64) error {
	var there bool
	if err := tx.QueryRow(`SELECT EXISTS (SELECT 1 FROM memories WHERE id = ?)`, []any{id}, &there); err != nil || there {
		return err
	}
	return dropVectors(tx, id)
}
