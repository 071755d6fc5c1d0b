package memory

import (
	"fmt"

	"brain/db"
)

// Change is what an update does to a memory: append a dated line to its content or replace it, and set its abstract. As in
// brain-cli 3.4.0 an empty Append or Abstract is none, and blanks alone take the abstract away.
type Change struct {
	Append   *string
	Replace  *string // may be empty
	Abstract *string
	Reason   string
}

func given(s *string) bool { return s != nil && *s != "" }

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
	case given(ch.Append) && ch.Replace != nil:
		return nil, ErrTwoTexts
	case !given(ch.Append) && ch.Replace == nil && !given(ch.Abstract):
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
	case given(ch.Append):
		text := c.text("content", *ch.Append)
		if blank(text) {
			return nil, ErrBlankText
		}
		bullet := "- [" + tx.Now.UTC().Format("2006-01-02") + "] " + text
		err = setContent(tx, m, m.Content+"\n\n"+bullet, "append", bullet, reason)
	case ch.Replace != nil:
		text := c.text("content", *ch.Replace)
		err = setContent(tx, m, text, "replace", text, reason)
	}
	if err == nil && given(ch.Abstract) {
		abstract := c.line("abstract", *ch.Abstract)
		err = setAbstract(tx, m, abstract)
		if err == nil && !given(ch.Append) && ch.Replace == nil {
			if r := []rune(abstract); len(r) > abstractDelta {
				abstract = string(r[:abstractDelta])
			}
			err = alter(tx, m.UID, "abstract", abstract, reason)
		}
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

// abstractDelta is how many code points of a new abstract its record holds.
const abstractDelta = 80

// setAbstract leaves updated_at as it is: that orders the listing by when contents changed.
func setAbstract(tx *db.Tx, m Memory, abstract string) error {
	_, err := tx.Exec(`UPDATE memories SET abstract = ? WHERE id = ?`, orNull(abstract), m.ID)
	return err
}
