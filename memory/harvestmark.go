package memory

import (
	"brain/db"
)

// Harvested says how far a transcript was harvested, by this program or by brain-cli; the zero mark is not at all.
func Harvested(tx *db.Tx, s *Stage, path string) (Watermark, error) {
	var w Watermark
	if !s.HasTable("harvest_state") {
		return w, nil
	}
	query := `SELECT ` + number("byte_offset") + `, coalesce((SELECT mark FROM harvest_marks k WHERE k.path = h.path), '') FROM harvest_state h WHERE path = ?`
	if !s.HasTable("harvest_marks") {
		query = `SELECT ` + number("byte_offset") + `, '' FROM harvest_state WHERE path = ?`
	}
	err := tx.Each(query, []any{path}, func(scan func(...any) error) error { return scan(&w.Offset, &w.Mark) })
	return w, err
}

// SetHarvested writes down how far a transcript was harvested.
func SetHarvested(tx *db.Tx, path string, w Watermark) error {
	_, err := tx.Exec(`INSERT INTO harvest_state(path, byte_offset, last_run) VALUES (?, ?, ?)
		ON CONFLICT(path) DO UPDATE SET byte_offset = excluded.byte_offset, last_run = excluded.last_run`, path, w.Offset, Stamp(tx.Now))
	if err != nil {
		return err
	}
	if w.Mark == "" {
		_, err = tx.Exec(`DELETE FROM harvest_marks WHERE path = ?`, path)
		return err
	}
	_, err = tx.Exec(`INSERT INTO harvest_marks(path, mark) VALUES (?, ?) ON CONFLICT(path) DO UPDATE SET mark = excluded.mark`, path, w.Mark)
	return err
}
