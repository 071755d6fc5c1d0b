package merge

import (
	"database/sql"
	"errors"
	"fmt"
	"time"

	"brain/db"
	"brain/vec"
)

// Outcome says what Put did.
type Outcome struct {
	EntryID  int64
	Inserted bool // a new row of brain_entries
	Changed  bool // the entity has other content than before, or has come back
}

// Put gives an entity its present content: step 1 for one row, and the entity's span. If the entity already has this
// content nothing is written. Content that some entity had before is not stored twice (step 1); the entity's span then
// points at the first row with it, so no entity vanishes.
func Put(tx *db.Tx, r Row) (Outcome, error) {
	r = r.clean()
	hash := Hash(r.Content)
	var span, current int64
	var currentHash, from string
	err := tx.QueryRow(`SELECT s.id, s.entry_id, e.content_hash, s.valid_from FROM entry_spans s JOIN brain_entries e ON e.id = s.entry_id
		WHERE s.source = ? AND s.entity_id = ? AND s.valid_to IS NULL`, []any{r.Source, r.EntityID}, &span, &current, &currentHash, &from)
	switch {
	case err == nil && currentHash == hash:
		return Outcome{EntryID: current}, nil
	case err == nil:
		if err := closeSpan(tx, span, from, r.UpdatedAt); err != nil {
			return Outcome{}, err
		}
	case !errors.Is(err, sql.ErrNoRows):
		return Outcome{}, err
	}
	id, inserted, err := insertOnce(tx, r, hash)
	if err != nil {
		return Outcome{}, err
	}
	// The first content of an entity holds since the entity was made, a later one since it was changed.
	validFrom := r.UpdatedAt
	if span == 0 {
		seen, err := everSeen(tx, r.Source, r.EntityID)
		if err != nil {
			return Outcome{}, err
		}
		if !seen {
			validFrom = r.CreatedAt
		}
	}
	if err := addSpan(tx, r, held{entry: id, from: db.FormatTime(validFrom)}, inserted); err != nil {
		return Outcome{}, fmt.Errorf("open span of %s %s: %w", r.Source, r.EntityID, err)
	}
	return Outcome{EntryID: id, Inserted: inserted, Changed: true}, nil
}

// addSpan stores a span of the row's entity; own says that its entry has just been made of the row. Only where the entry is
// another entity's the span says whose it is, and only where it began at another time than the entry from when it holds. (The
// INSERT takes no SELECT: with one, SQLite begins a savepoint, for which FTS5 writes out what it has gathered.)
func addSpan(tx *db.Tx, r Row, s held, own bool) error {
	source, entity, created := r.Source, r.EntityID, db.FormatTime(r.CreatedAt)
	if !own {
		if err := tx.QueryRow(`SELECT source, entity_id, created_at FROM brain_entries WHERE id = ?`, []any{s.entry}, &source, &entity, &created); err != nil {
			return err
		}
	}
	var ofSource, ofEntity, from, to, closed any
	if source != r.Source || entity != r.EntityID {
		ofSource, ofEntity = r.Source, r.EntityID
	}
	if s.from != created {
		from = s.from
	}
	now := db.FormatTime(tx.Now)
	if s.to != "" {
		to, closed = s.to, now
	}
	_, err := tx.Exec(`INSERT INTO spans(entry_id, source, entity_id, valid_from, valid_to, recorded_at, closed_at) VALUES (?, ?, ?, ?, ?, ?, ?)`,
		s.entry, ofSource, ofEntity, from, to, now, closed)
	return err
}

// Retire ends what an entity has: its page was deleted, its node vanished. It reports whether there was an open span.
func Retire(tx *db.Tx, source, entityID string, at time.Time) (bool, error) {
	var span int64
	var from string
	err := tx.QueryRow(`SELECT id, valid_from FROM entry_spans WHERE source = ? AND entity_id = ? AND valid_to IS NULL`,
		[]any{Clean(source), Clean(entityID)}, &span, &from)
	if errors.Is(err, sql.ErrNoRows) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	return true, closeSpan(tx, span, from, at)
}

// closeSpan ends a span at the given time, which is never before its begin: a file put back to an older state has an
// older time than the one it replaces.
func closeSpan(tx *db.Tx, span int64, from string, at time.Time) error {
	_, err := tx.Exec(`UPDATE spans SET valid_to = ?, closed_at = ? WHERE id = ?`,
		max(from, db.FormatTime(at)), db.FormatTime(tx.Now), span)
	return err
}

func everSeen(tx *db.Tx, source, entityID string) (seen bool, err error) {
	err = tx.QueryRow(`SELECT EXISTS (SELECT 1 FROM entry_spans WHERE source = ? AND entity_id = ?)`, []any{source, entityID}, &seen)
	return seen, err
}

// Ingest is step 1 alone, for rows brought from elsewhere: the first row with a content wins, a later one is dropped and
// neither moves nor reserves a citation. Such rows have no span, so the seed's rule holds for them: every one is ranked.
func Ingest(tx *db.Tx, r Row) (id int64, inserted bool, err error) {
	r = r.clean()
	return insertOnce(tx, r, Hash(r.Content))
}

func insertOnce(tx *db.Tx, r Row, hash string) (id int64, inserted bool, err error) {
	err = tx.QueryRow(`SELECT id FROM brain_entries WHERE content_hash = ?`, []any{hash}, &id)
	if err == nil || !errors.Is(err, sql.ErrNoRows) {
		return id, false, err
	}
	citation, err := newCitation(tx, r)
	if err != nil {
		return 0, false, err
	}
	var embedding any
	if r.Embedding != nil {
		embedding = vec.Bytes(r.Embedding)
	}
	res, err := tx.Exec(`INSERT INTO brain_entries(source, entity_id, entity_name, content, created_at, updated_at, citation_id, content_hash, embedding)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
		r.Source, r.EntityID, r.EntityName, r.Content, db.FormatTime(r.CreatedAt), db.FormatTime(r.UpdatedAt), citation, hash, embedding)
	if err != nil {
		return 0, false, fmt.Errorf("insert entry %s: %w", citation, err)
	}
	id, err = res.LastInsertId()
	return id, true, err
}
