package db

import (
	"database/sql"
	"errors"
)

// Meta reads a value of brain_meta; "" when it is not set.
func (tx *Tx) Meta(key string) (string, error) {
	var v string
	err := tx.Unwatched(func() error { return tx.QueryRow(`SELECT value FROM brain_meta WHERE key = ?`, []any{key}, &v) })
	if errors.Is(err, sql.ErrNoRows) {
		return "", nil
	}
	return v, err
}

// SetMeta writes a value of brain_meta.
func (tx *Tx) SetMeta(key, value string) error {
	_, err := tx.Exec(`INSERT INTO brain_meta(key, value) VALUES (?, ?) ON CONFLICT(key) DO UPDATE SET value = excluded.value`, key, value)
	return err
}
