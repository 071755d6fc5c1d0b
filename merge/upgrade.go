package merge

import "brain/db"

// Upgrade packs the tsvectors of an older file as those of new entries are. It goes into db.Options.Upgrades.
func Upgrade(tx *db.Tx) error {
	_, err := tx.Exec(`UPDATE entry_texts SET tsvector = brain_tsvector(e.content) FROM brain_entries e
		WHERE e.id = entry_id AND substr(tsvector, 1, 1) <> x'03'`)
	return err
}
