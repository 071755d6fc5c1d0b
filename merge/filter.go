package merge

import (
	"time"

	"brain/db"
)

// Filter narrows both lists of a query before they are ranked. The zero value asks for what is valid now: rows with an
// open span, and rows that never had one (they came from elsewhere, where the seed's rule holds: every row is ranked).
type Filter struct {
	Stores         []string
	AsOf           time.Time // what was valid then
	KnownAt        time.Time // what this file knew then
	IncludeInvalid bool      // every row, whatever its spans say
}

// keep says whether an entry takes part.
type keep func(id int64) bool

// bits is a set of entry ids, which are small and dense.
type bits []uint64

func (b *bits) add(id int64) {
	for int(id/64) >= len(*b) {
		*b = append(*b, 0)
	}
	(*b)[id/64] |= 1 << (id % 64)
}

func (b bits) has(id int64) bool {
	return int(id/64) < len(b) && b[id/64]&(1<<(id%64)) != 0
}

func (f Filter) compile(tx *db.Tx) (keep, error) {
	var allowed, dead bits
	var err error
	narrowed := len(f.Stores) > 0
	for _, s := range f.Stores {
		if err = collect(tx, &allowed, `SELECT id FROM brain_entries WHERE source = ?`, s); err != nil {
			return nil, err
		}
	}
	switch {
	case f.IncludeInvalid:
	case f.AsOf.IsZero() && f.KnownAt.IsZero():
		// The dead are few and have an index of their own; the living are everything else.
		err = collect(tx, &dead, `SELECT DISTINCT entry_id FROM entry_spans s WHERE valid_to IS NOT NULL
			AND NOT EXISTS (SELECT 1 FROM entry_spans o WHERE o.entry_id = s.entry_id AND o.valid_to IS NULL)`)
	default:
		err = f.compilePast(tx, &dead)
	}
	if err != nil {
		return nil, err
	}
	return func(id int64) bool {
		return !dead.has(id) && (!narrowed || allowed.has(id))
	}, nil
}

// compilePast collects the rows that were not valid at AsOf as far as was known at KnownAt. An end that was recorded
// later than KnownAt was not known then. A row that never had a span counts from its created_at.
func (f Filter) compilePast(tx *db.Tx, dead *bits) error {
	asOf, known := f.AsOf, f.KnownAt
	if asOf.IsZero() {
		asOf = known
	}
	if known.IsZero() {
		known = tx.Now
	}
	at, then := db.FormatTime(asOf), db.FormatTime(known)
	return collect(tx, dead, `SELECT id FROM brain_entries e
		WHERE NOT EXISTS (SELECT 1 FROM entry_spans s WHERE s.entry_id = e.id
		                  AND s.recorded_at <= ?2 AND s.valid_from <= ?1
		                  AND (s.valid_to IS NULL OR s.valid_to > ?1 OR s.closed_at > ?2))
		  AND (created_at > ?1 OR EXISTS (SELECT 1 FROM entry_spans s WHERE s.entry_id = e.id))`, at, then)
}

func collect(tx *db.Tx, set *bits, query string, args ...any) error {
	return tx.Each(query, args, func(scan func(...any) error) error {
		var id int64
		if err := scan(&id); err != nil {
			return err
		}
		set.add(id)
		return nil
	})
}
