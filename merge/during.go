package merge

import (
	"fmt"
	"time"

	"brain/db"
)

// held is a span as PutDuring lays it.
type held struct {
	id       int64 // 0: not stored yet
	entry    int64
	from, to string // db.TimeFormat; to is "" while it is open
}

// PutDuring is Put for a store that itself knows from when to when an entity held: from the row's CreatedAt to end, to this
// day if end is zero. Its spans are laid over that time without a gap, so that asking as of a time gives what the store
// gives: an end that moved or was taken back moves them, and so does another begin. Content that changed meanwhile holds
// from the row's UpdatedAt. What was known of a span's begin and end before is not kept, but for when they were recorded.
func PutDuring(tx *db.Tx, r Row, end time.Time) (Outcome, error) {
	r = r.clean()
	hash := Hash(r.Content)
	spans, last, err := heldBy(tx, r.Source, r.EntityID)
	if err != nil {
		return Outcome{}, err
	}
	begin, stop := db.FormatTime(r.CreatedAt), ""
	if !end.IsZero() {
		stop = max(begin, db.FormatTime(end))
	}
	var out Outcome
	wasOpen := len(spans) > 0 && spans[len(spans)-1].to == ""
	reopened := len(spans) > 0 && !wasOpen && stop == ""
	switch {
	case last != hash:
		if out.EntryID, out.Inserted, err = insertOnce(tx, r, hash); err != nil {
			return Outcome{}, err
		}
	case reopened:
		out.EntryID = spans[len(spans)-1].entry
	default:
		out.EntryID = spans[len(spans)-1].entry
		return out, lay(tx, r, spans, begin, stop)
	}
	out.Changed = true
	from := begin
	switch {
	case wasOpen:
		from = db.FormatTime(r.UpdatedAt)
	case len(spans) > 0:
		from = spans[len(spans)-1].to
	}
	return out, lay(tx, r, append(spans, held{entry: out.EntryID, from: from}), begin, stop)
}

// heldBy gives the spans of an entity in the order in which they were recorded, and the hash of the last one's content.
func heldBy(tx *db.Tx, source, entityID string) (spans []held, last string, err error) {
	// Of a new entity there is nothing; the view of all spans takes longer to read in than to ask for.
	var known bool
	err = tx.QueryRow(`SELECT EXISTS (SELECT 1 FROM brain_entries WHERE source = ?1 AND entity_id = ?2) OR EXISTS (SELECT 1 FROM spans WHERE source = ?1 AND entity_id = ?2)`,
		[]any{source, entityID}, &known)
	if err != nil || !known {
		return nil, "", err
	}
	err = tx.Each(`SELECT s.id, s.entry_id, s.valid_from, coalesce(s.valid_to, ''), e.content_hash FROM entry_spans s
		JOIN brain_entries e ON e.id = s.entry_id WHERE s.source = ? AND s.entity_id = ? ORDER BY s.id`, []any{source, entityID}, func(scan func(...any) error) error {
		var s held
		err := scan(&s.id, &s.entry, &s.from, &s.to, &last)
		spans = append(spans, s)
		return err
	})
	return spans, last, err
}

// lay moves the spans so that the first begins at begin, each ends where the next begins, and the last at stop, and stores
// what that changes. An entity has one open span at most, so the new one, the last, is stored last.
func lay(tx *db.Tx, r Row, spans []held, begin, stop string) error {
	now := db.FormatTime(tx.Now)
	at := begin
	for i := range spans {
		s := spans[i]
		if i > 0 {
			at = max(at, s.from)
		}
		if stop != "" {
			at = min(at, stop)
		}
		s.from, s.to = at, stop
		if i+1 < len(spans) {
			s.to = max(at, spans[i+1].from)
			if stop != "" {
				s.to = min(s.to, stop)
			}
		}
		var err error
		switch {
		case s.id == 0:
			err = addSpan(tx, r, s, false)
		case s != spans[i]:
			_, err = tx.Exec(`UPDATE spans SET valid_from = ?, valid_to = nullif(?, ''), closed_at = iif(? = '', NULL, coalesce(closed_at, ?)) WHERE id = ?`,
				s.from, s.to, s.to, now, s.id)
		}
		if err != nil {
			return fmt.Errorf("lay spans of %s %s: %w", r.Source, r.EntityID, err)
		}
	}
	return nil
}
