package page

import (
	"encoding/json"
	"fmt"

	"brain/db"
)

// Ingest is a note of what was read in.
type Ingest struct {
	ID           int64    `json:"id"`
	SourceType   string   `json:"source_type"` // meeting, article, import …
	SourceRef    string   `json:"source_ref"`
	PagesUpdated []string `json:"pages_updated"`
	Summary      string   `json:"summary"`
	CreatedAt    string   `json:"created_at"` // db.TimeFormat
}

// LogIngest notes that a source was read in and gives the note's id. The error wraps ErrInvalid.
func LogIngest(tx *db.Tx, in Ingest) (int64, error) {
	if in.SourceType = oneLine(in.SourceType); in.SourceType == "" {
		return 0, fmt.Errorf("%w: the source has no type", ErrInvalid)
	}
	if in.PagesUpdated == nil {
		in.PagesUpdated = []string{}
	}
	pages, err := json.Marshal(in.PagesUpdated)
	if err != nil {
		return 0, err
	}
	r, err := tx.Exec(`INSERT INTO ingest_log(source_type, source_ref, pages_updated, summary, created_at) VALUES (?, ?, ?, ?, ?)`,
		in.SourceType, in.SourceRef, string(pages), in.Summary, db.FormatTime(tx.Now))
	if err != nil {
		return 0, fmt.Errorf("log ingest: %w", err)
	}
	return r.LastInsertId()
}

// Ingests lists the notes, the newest first; max 0 is all.
func Ingests(tx *db.Tx, max int) ([]Ingest, error) {
	out := []Ingest{}
	err := tx.Each(`SELECT id, source_type, source_ref, pages_updated, summary, created_at FROM ingest_log ORDER BY id DESC LIMIT ?`, []any{limit(max)},
		func(scan func(...any) error) error {
			var in Ingest
			var pages string
			if err := scan(&in.ID, &in.SourceType, &in.SourceRef, &pages, &in.Summary, &in.CreatedAt); err != nil {
				return err
			}
			out = append(out, in)
			return json.Unmarshal([]byte(pages), &out[len(out)-1].PagesUpdated)
		})
	return out, err
}
