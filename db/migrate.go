package db

import (
	"context"
	"database/sql"
	_ "embed"
	"fmt"
)

//go:embed schema/001_spine.sql
var spine string

// migrations in order; user_version is how many of them a file has. A released one never changes.
var migrations = []string{spine}

// migrate brings the file to the newest schema, each step in a transaction of its own. Two processes may come here at
// once: the version is read again under the write lock.
func migrate(ctx context.Context, w *sql.DB) error {
	for i, script := range migrations {
		if err := migrateStep(ctx, w, i, script); err != nil {
			return fmt.Errorf("migrate to schema %d: %w", i+1, classify(err))
		}
	}
	return nil
}

func migrateStep(ctx context.Context, w *sql.DB, i int, script string) error {
	tx, err := w.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	var version int
	if err := tx.QueryRowContext(ctx, `PRAGMA user_version`).Scan(&version); err != nil {
		return err
	}
	if version > i {
		return nil
	}
	if _, err := tx.ExecContext(ctx, script); err != nil {
		return err
	}
	// PRAGMA takes no parameters; both values are ours.
	if _, err := tx.ExecContext(ctx, fmt.Sprintf(`PRAGMA application_id = %d; PRAGMA user_version = %d`, ApplicationID, i+1)); err != nil {
		return err
	}
	return tx.Commit()
}
