package page

import (
	"errors"
	"fmt"

	"brain/db"
)

// Upgrade gives the pages of a file of schema 2 what schema 3 keeps of them, read again from their sources: tags, timeline
// entries, links, names and words. In a file that has some of it, it only puts back what pages are found by where that does not
// agree with them, so it can be done again after a repair of the schema. It goes into db.Options.Upgrades.
func Upgrade(tx *db.Tx) error {
	var again bool
	err := tx.QueryRow(`SELECT EXISTS (SELECT 1 FROM page_names) OR EXISTS (SELECT 1 FROM pages_fts) OR EXISTS (SELECT 1 FROM links)
		OR EXISTS (SELECT 1 FROM page_tags) OR EXISTS (SELECT 1 FROM timeline_entries)`, nil, &again)
	if err != nil && db.Fatal(tx, err) {
		return err
	}
	if again || err != nil {
		if err = CheckWords(tx); errors.Is(err, ErrWords) {
			err = Refill(tx)
		}
		return err
	}
	all, err := live(tx)
	if err != nil {
		return err
	}
	var links linker
	for _, s := range all {
		src, err := source(tx, s.ID)
		if err != nil {
			return err
		}
		// Nothing is there yet that an old page would have to be compared with.
		w := writer{tx: tx, links: &links, Draft: rewrite(s, src, ""), out: Saved{ID: s.ID, Slug: s.Slug}}
		w.Old = nil
		head, middle, tail := frame(w.Page)
		if _, err := tx.Exec(`UPDATE pages SET head = ?, middle = ?, tail = ? WHERE id = ?`, head, middle, tail, s.ID); err != nil {
			return err
		}
		for _, step := range []func() error{w.saveTags, w.saveEvents, w.saveLinks, w.saveNames, w.saveWords} {
			if err := step(); err != nil {
				return fmt.Errorf("upgrade page %s: %w", s.Slug, err)
			}
		}
	}
	return links.resolve(tx)
}
