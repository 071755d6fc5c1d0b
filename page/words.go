package page

import (
	"strings"

	"brain/db"
)

// saveWords makes the page's rows in the word indexes: what a search may find it by.
func (w *writer) saveWords() error {
	if w.Old != nil && !w.Old.Deleted {
		if err := dropWords(w.tx, w.out.ID); err != nil {
			return err
		}
	}
	return addWords(w.tx, w.out.ID, w.Page)
}

func addWords(tx *db.Tx, pageID int64, p Page) error {
	tags, aliases := strings.Join(p.Tags, "\n"), strings.Join(Aliases(p), "\n")
	// The parts of a slug are words of their own to the tokenizer, as are those of a path.
	_, err := tx.Exec(`INSERT INTO pages_fts(rowid, title, slug, tags, aliases, truth, timeline) VALUES (?, ?, ?, ?, ?, ?, ?)`,
		pageID, p.Title, p.Slug, tags, aliases, p.CompiledTruth, p.Timeline)
	if err != nil {
		return err
	}
	grams := gramsOf(p)
	if grams == "" {
		return nil
	}
	_, err = tx.Exec(`INSERT INTO pages_grams(rowid, grams) VALUES (?, ?)`, pageID, grams)
	return err
}

func dropWords(tx *db.Tx, pageID int64) error {
	if _, err := tx.Exec(`DELETE FROM pages_fts WHERE rowid = ?`, pageID); err != nil {
		return err
	}
	_, err := tx.Exec(`DELETE FROM pages_grams WHERE rowid = ?`, pageID)
	return err
}
