package memory

import (
	"brain/db"
)

// Alteration is what was done to a memory once.
type Alteration struct {
	At     string // 2006-01-02 15:04:05 in UTC
	Kind   string // create, append, replace, abstract, delete, invalidate, revalidate
	Delta  string // what was added, or what the content became
	Reason string
}

// History lists what was done to a memory, the oldest first; nothing is known of an unknown uid.
func History(tx *db.Tx, s *Stage, uid string) ([]Alteration, error) {
	if !s.HasTable("alterations") {
		return nil, nil
	}
	var out []Alteration
	err := tx.Each(`SELECT `+textsOf("ts", "kind", "delta", "reason")+` FROM alterations WHERE memory_uid = ? ORDER BY id`, []any{uid}, func(scan func(...any) error) error {
		var a Alteration
		err := scan(&a.At, &a.Kind, &a.Delta, &a.Reason)
		out = append(out, a)
		return err
	})
	return out, err
}

// Recent lists the newest memories that are neither deleted nor invalid, the newest first. The plus keeps SQLite from
// picking all that are not deleted, nearly all, by their index and sorting them.
func Recent(tx *db.Tx, s *Stage, n int) ([]Memory, error) {
	var out []Memory
	err := tx.Each(`SELECT `+rowColumns+` FROM `+s.Rows()+` m WHERE +m.deleted_at IS NULL AND m.invalid_at IS NULL
		ORDER BY m.created_at DESC, m.id DESC LIMIT ?`, []any{max(n, 0)}, func(scan func(...any) error) error {
		m, err := scanRow(scan)
		out = append(out, m)
		return err
	})
	return out, err
}
