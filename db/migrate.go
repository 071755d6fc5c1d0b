package db

import (
	"context"
	"database/sql"
	_ "embed"
	"errors"
	"fmt"
	"time"
)

//go:embed schema/001_spine.sql
var spine string

// migrations in order; user_version is how many of them a file has. A released one never changes.
var migrations = []string{spine}

// migrate brings the file to the newest schema, each step in a transaction of its own. Two processes may come here at
// once: the version is read again under the write lock. While one of them turns the file to WAL, the other gets "busy"
// without any wait (SQLite does not call the busy handler there), so the wait is here.
func migrate(ctx context.Context, w *sql.DB) error {
	deadline := time.Now().Add(busyTimeout)
	for i := 0; i < len(migrations); {
		err := classify(migrateStep(ctx, w, i, migrations[i]))
		switch {
		case err == nil:
			i++
		case !errors.Is(err, ErrBusy) || time.Now().After(deadline) || ctx.Err() != nil:
			return fmt.Errorf("migrate to schema %d: %w", i+1, err)
		default:
			time.Sleep(10 * time.Millisecond)
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

// Schema is the SQL that makes a new file, with the reasons for what is in it.
func Schema() string { return spine }
