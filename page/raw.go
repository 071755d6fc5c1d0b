package page

import (
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"

	"brain/db"
	"brain/merge"
)

// Errors of raw data.
var (
	ErrJSON  = errors.New("not JSON")
	ErrNoRaw = errors.New("no such raw data")
)

// RawItem is what another program knows of a page.
type RawItem struct {
	Source    string          `json:"source"`
	FetchedAt string          `json:"fetched_at"` // db.TimeFormat
	Data      json.RawMessage `json:"data"`
}

// PutRaw stores what a source knows of a page in place of what it knew before. The error wraps ErrNoPage, ErrInvalid or
// ErrJSON.
func PutRaw(tx *db.Tx, slug, source string, data []byte) error {
	s, err := findLive(tx, slug)
	if err != nil {
		return err
	}
	if source = oneLine(source); source == "" {
		return fmt.Errorf("%w: the source has no name", ErrInvalid)
	}
	return putRaw(tx, s.ID, source, data, db.FormatTime(tx.Now))
}

func putRaw(tx *db.Tx, pageID int64, source string, data []byte, at string) error {
	data, err := UnmarshalRaw([]byte(merge.Clean(string(data))))
	if err != nil {
		return fmt.Errorf("%w: %w", ErrJSON, err)
	}
	_, err = tx.Exec(`INSERT INTO raw_data(page_id, source, fetched_at, data) VALUES (?, ?, ?, ?)
		ON CONFLICT(page_id, source) DO UPDATE SET fetched_at = excluded.fetched_at, data = excluded.data
		WHERE data <> excluded.data`, pageID, source, at, string(data))
	if err != nil {
		return fmt.Errorf("store raw data of %s: %w", source, err)
	}
	return nil
}

// GetRaw gives what a source knows of a page, with the keys and the spelling of numbers that it had. The error wraps ErrNoPage or ErrNoRaw.
func GetRaw(tx *db.Tx, slug, source string) (*RawItem, error) {
	s, err := findLive(tx, slug)
	if err != nil {
		return nil, err
	}
	item := &RawItem{Source: source}
	var data string
	err = tx.QueryRow(`SELECT fetched_at, data FROM raw_data WHERE page_id = ? AND source = ?`, []any{s.ID, source}, &item.FetchedAt, &data)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, fmt.Errorf("%w: %s knows nothing of %s", ErrNoRaw, source, slug)
	}
	item.Data = json.RawMessage(data)
	return item, err
}

// ListRaw lists what is known of a page, by source.
func ListRaw(tx *db.Tx, slug string) ([]RawItem, error) {
	s, err := findLive(tx, slug)
	if err != nil {
		return nil, err
	}
	out := []RawItem{}
	err = tx.Each(`SELECT source, fetched_at, data FROM raw_data WHERE page_id = ? ORDER BY source`, []any{s.ID}, func(scan func(...any) error) error {
		var item RawItem
		var data string
		err := scan(&item.Source, &item.FetchedAt, &data)
		item.Data = json.RawMessage(data)
		out = append(out, item)
		return err
	})
	return out, err
}
