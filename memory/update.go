package memory

import (
	"fmt"

	"brain/db"
)

// Change is what an update does to a memory: append a dated line to its content or replace it, and set its abstract.
type Change struct {
	Append   *string
	Replace  *string // may be empty
	Abstract *string // "" takes it away
	Reason   string
}

// Update changes a memory that is not deleted, and says in notes what it changed in the texts so that they could be stored.
// What the title and content were before stands in memory_versions. The memory's vectors go, as they are of another text.
func Update(tx *db.Tx, uid string, ch Change) (notes []string, err error) {
	healed, err := healing(tx, func() (err error) {
		notes, err = update(tx, uid, ch)
		return err
	})
	if err != nil {
		return nil, err
	}
	return append(notes, healed...), nil
}

func update(tx *db.Tx, uid string, ch Change) (notes []string, err error) {
	var c cleaner
	switch {
	case ch.Append != nil && ch.Replace != nil:
		return nil, ErrTwoTexts
	case ch.Append == nil && ch.Replace == nil && ch.Abstract == nil:
		return nil, ErrNoChange
	}
	s, err := ReadStage(tx)
	if err != nil {
		return nil, err
	}
	m, err := FindLive(tx, s, uid)
	if err != nil {
		return nil, err
	}
	reason := c.line("reason", ch.Reason)
	switch {
	case ch.Append != nil:
		text := c.text("content", *ch.Append)
		if blank(text) {
			return nil, ErrBlankText
		}
		bullet := "- [" + tx.Now.UTC().Format("2006-01-02") + "] " + text
		content := bullet
		if m.Content != "" {
			content = m.Content + "\n\n" + bullet
		}
		err = setContent(tx, m, content, "append", bullet, reason)
	case ch.Replace != nil:
		text := c.text("content", *ch.Replace)
		err = setContent(tx, m, text, "replace", text, reason)
	}
	if err == nil && ch.Abstract != nil {
		err = setAbstract(tx, m, c.line("abstract", *ch.Abstract), reason)
	}
	if err != nil {
		return nil, fmt.Errorf("update %s: %w", uid, err)
	}
	return c.notes, syncOne(tx, m.ID)
}

func setContent(tx *db.Tx, m Memory, content, kind, delta, reason string) error {
	_, err := tx.Exec(`UPDATE memories SET content = ?, content_hash = ?, updated_at = ? WHERE id = ?`, content, ContentHash(m.Title, content), Stamp(tx.Now), m.ID)
	if err != nil {
		return err
	}
	if err := dropVectors(tx, m.ID); err != nil {
		return err
	}
	return alter(tx, m.UID, kind, delta, reason)
}

func setAbstract(tx *db.Tx, m Memory, abstract, reason string) error {
	if _, err := tx.Exec(`UPDATE memories SET abstract = ?, updated_at = ? WHERE id = ?`, orNull(abstract), Stamp(tx.Now), m.ID); err != nil {
		return err
	}
	return alter(tx, m.UID, "abstract", abstract, reason)
}
