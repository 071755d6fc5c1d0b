package db

import (
	"database/sql"
	"errors"
)

// Config reads a setting of this file, which must have the table config; "" when it is not set.
func (tx *Tx) Config(key string) (string, error) {
	var v string
	err := tx.Unwatched(func() error { return tx.QueryRow(`SELECT value FROM config WHERE key = ?`, []any{key}, &v) })
	if errors.Is(err, sql.ErrNoRows) {
		return "", nil
	}
	return v, err
}

// SetConfig writes a setting; "" takes it back.
func (tx *Tx) SetConfig(key, value string) error {
	query := `INSERT INTO config(key, value) VALUES (?1, ?2) ON CONFLICT(key) DO UPDATE SET value = excluded.value`
	if value == "" {
		query = `DELETE FROM config WHERE key = ?1 AND ?2 = ''`
	}
	_, err := tx.Exec(query, key, value)
	return err
}

// HasTable says whether the file has a table or view of that name.
func (tx *Tx) HasTable(name string) (there bool, err error) {
	err = tx.Unwatched(func() error {
		return tx.QueryRow(`SELECT EXISTS (SELECT 1 FROM sqlite_schema WHERE type IN ('table', 'view') AND name = ?)`, []any{name}, &there)
	})
	return there, err
}
