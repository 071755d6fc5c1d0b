package merge

import "brain/db"

// Revision is one entry of a name, in the order of step 2. Served marks the one that answers for the name.
type Revision struct {
	Entry
	Served bool
}

// Revisions is step 2 for one name: its entries of all stores by created_at, the oldest the origin record, the most
// recent updated_at served. The seed leaves ties open; the larger id wins.
func Revisions(tx *db.Tx, name string) ([]Revision, error) {
	var out []Revision
	best := -1
	err := tx.Each(`SELECT `+entryColumns+`
		FROM brain_entries WHERE entity_name = ? ORDER BY created_at, id`, []any{name}, func(scan func(...any) error) error {
		var r Revision
		if err := scanEntry(scan, &r.Entry); err != nil {
			return err
		}
		out = append(out, r)
		if best < 0 || r.UpdatedAt > out[best].UpdatedAt || r.UpdatedAt == out[best].UpdatedAt && r.ID > out[best].ID {
			best = len(out) - 1
		}
		return nil
	})
	if best >= 0 {
		out[best].Served = true
	}
	return out, err
}

// entryColumns are what scanEntry reads, in order.
const entryColumns = `id, source, entity_id, entity_name, content, created_at, updated_at, coalesce(citation_id, '')`

// oneEntry reads the entry that the condition is true of; sql.ErrNoRows says that there is none.
func oneEntry(tx *db.Tx, condition string, args ...any) (e Entry, err error) {
	err = scanEntry(func(dest ...any) error {
		return tx.QueryRow(`SELECT `+entryColumns+` FROM brain_entries WHERE `+condition, args, dest...)
	}, &e)
	return e, err
}

func scanEntry(scan func(...any) error, e *Entry) error {
	return scan(&e.ID, &e.Source, &e.EntityID, &e.EntityName, &e.Content, &e.CreatedAt, &e.UpdatedAt, &e.CitationID)
}
