package page

import (
	"fmt"

	"brain/db"
)

// Upgrade gives the pages of a file of schema 2 what schema 3 keeps of them, read again from their sources: tags, timeline
// entries, links, names and words. It goes into db.Options.Upgrades.
func Upgrade(tx *db.Tx) error {
	var all []Stored
	err := tx.Each(`SELECT `+storedColumns+` FROM pages WHERE deleted_at IS NULL ORDER BY id`, nil, func(scan func(...any) error) error {
		s, err := scanStored(scan)
		all = append(all, s)
		return err
	})
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
