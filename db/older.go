package db

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
)

// ErrOlder: the file has an older schema of ours, and what was to be written is not worth that it is migrated, since the program
// that made it could then not write it any more.
var ErrOlder = errors.New("file of an older schema")

// NewestSchema is the schema that a migration brings a file to.
func NewestSchema() int { return len(migrations) }

// SchemaOf is the file's own schema; 0 where it has none of our tables yet.
func SchemaOf(tx *Tx) (int, error) {
	is, err := identifyIn(tx.ctx, tx.tx)
	if is.state != Ours {
		return 0, err
	}
	return is.schema, err
}

// older says whether the file is one of ours that a write would migrate. Another process may have done it since it was looked at last.
func (d *DB) older(ctx context.Context) (bool, error) {
	older := func() bool { return d.is.state == Ours && d.is.schema < len(migrations) }
	d.mu.Lock()
	defer d.mu.Unlock()
	if !older() {
		return false, nil
	}
	is, err := identify(ctx, d.readers)
	if err != nil {
		return false, err
	}
	d.is = is
	return older(), nil
}

// notNewer refuses to write a file that a newer program has migrated since it was opened: stx has begun, so nobody does it from here on.
func (d *DB) notNewer(ctx context.Context, stx *sql.Tx) error {
	var version int
	if err := stx.QueryRowContext(context.WithoutCancel(ctx), `PRAGMA user_version`).Scan(&version); err != nil || version <= len(migrations) {
		return err
	}
	// In a file of another program the number means nothing.
	if _, err := identifyIn(ctx, stx); err != nil {
		return fmt.Errorf("write %s: %w", d.path, err)
	}
	return nil
}
