package merge

import (
	"database/sql"
	"errors"

	"brain/db"
	"brain/fts"
)

// Resolve finds the entry that carries a citation. If none does, the entry is nil and near holds up to five entries that
// may be meant: those of the same entity, then those whose ids are alike by trigrams.
func Resolve(tx *db.Tx, c Citation) (entry *Entry, near []Entry, err error) {
	e, err := oneEntry(tx, `citation_id = ?`, c.String())
	if err == nil {
		return &e, nil, nil
	}
	if !errors.Is(err, sql.ErrNoRows) {
		return nil, nil, err
	}
	near, err = nearest(tx, c)
	return nil, near, err
}

const nearCount = 5

func nearest(tx *db.Tx, c Citation) ([]Entry, error) {
	// One pass over the ids: they alone are compared, the rows of the few best are read after.
	wanted := fts.TrigramsOf(c.EntityID)
	type candidate struct {
		id  int64
		sim float32
	}
	var best []candidate
	err := tx.Each(`SELECT id, source, entity_id FROM brain_entries INDEXED BY brain_entries_entity`, nil, func(scan func(...any) error) error {
		var x candidate
		var source, entity string
		if err := scan(&x.id, &source, &entity); err != nil {
			return err
		}
		switch {
		case entity == c.EntityID && source == c.Store:
			x.sim = 3
		case entity == c.EntityID:
			x.sim = 2
		default:
			x.sim = wanted.Similarity(fts.TrigramsOf(entity))
		}
		if float64(x.sim) < 0.3 { // pg_trgm's own limit for "alike"
			return nil
		}
		at := len(best)
		for at > 0 && (best[at-1].sim < x.sim || best[at-1].sim == x.sim && best[at-1].id > x.id) {
			at--
		}
		if at < nearCount {
			best = append(best, candidate{})
			copy(best[at+1:], best[at:])
			best[at] = x
			best = best[:min(len(best), nearCount)]
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	var out []Entry
	for _, b := range best {
		e, err := oneEntry(tx, `id = ?`, b.id)
		if err != nil {
			return nil, err
		}
		out = append(out, e)
	}
	return out, nil
}
