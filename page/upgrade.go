package page

import (
	"errors"
	"fmt"

	"brain/db"
)

// Upgrade gives the pages of an older file what the newest schema keeps of them. Those of schema 2 are read again from their
// sources: tags, timeline entries, links, names and words. Those of later ones lack names and the keys of links, and their texts
// are not deflated. In a file that has all of it, it only puts back what pages are found by where that does not agree with them,
// so it can be done again after a repair of the schema. It goes into db.Options.Upgrades.
func Upgrade(tx *db.Tx) error {
	if err := deflateAll(tx); err != nil {
		return err
	}
	if err := keyLinks(tx); err != nil {
		return err
	}
	var again, named bool
	err := tx.QueryRow(`SELECT EXISTS (SELECT 1 FROM pages_fts) OR EXISTS (SELECT 1 FROM links) OR EXISTS (SELECT 1 FROM page_tags)
		OR EXISTS (SELECT 1 FROM timeline_entries), EXISTS (SELECT 1 FROM page_names)`, nil, &again, &named)
	switch {
	case err != nil && db.Fatal(tx, err):
		return err
	case err == nil && !again && !named:
		return readAgain(tx)
	case err == nil && !named:
		if err := fill(tx, func(*db.Tx, int64, Page) error { return nil }); err != nil {
			return err
		}
	}
	if err = CheckWords(tx); errors.Is(err, ErrWords) {
		err = Refill(tx)
	}
	return err
}

// readAgain makes from their sources what follows from pages.
func readAgain(tx *db.Tx) error {
	all, err := live(tx)
	if err != nil {
		return err
	}
	var b batch
	for _, s := range all {
		src, err := source(tx, s.ID)
		if err != nil {
			return err
		}
		// Nothing is there yet that an old page would have to be compared with.
		w := writer{tx: tx, batch: &b, Draft: rewrite(s, src, ""), out: Saved{ID: s.ID, Slug: s.Slug}}
		w.Old = nil
		for _, step := range []func() error{w.saveTags, w.saveEvents, w.saveLinks, w.saveNames, w.saveWords} {
			if err := step(); err != nil {
				return fmt.Errorf("upgrade page %s: %w", s.Slug, err)
			}
		}
	}
	return b.links.resolve(tx)
}

// keyLinks gives links their keys.
func keyLinks(tx *db.Tx) error {
	targets, err := texts(tx, `SELECT DISTINCT target FROM links WHERE name_key = 0 AND slug_key = 0`)
	if err != nil || len(targets) == 0 {
		return err
	}
	// One pass over the links takes no index of targets.
	if err := tx.Script(`CREATE INDEX links_target_once ON links(target)`); err != nil {
		return err
	}
	for _, target := range targets {
		nameKey, slugKey := keysOf(Link{Target: target})
		if _, err := tx.Exec(`UPDATE links SET name_key = ?, slug_key = ? WHERE target = ?`, nameKey, slugKey, target); err != nil {
			return err
		}
	}
	return tx.Script(`DROP INDEX links_target_once`)
}
