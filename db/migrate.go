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
// once: whose the file is, and its version, is read again under the write lock. While one of them turns the file to WAL,
// the other gets "busy" without any wait (SQLite does not call the busy handler there), so the wait is here.
func migrate(ctx context.Context, w *sql.DB) error {
	deadline := time.Now().Add(busyTimeout)
	for {
		done, err := migrateStep(ctx, w)
		err = classify(err)
		switch {
		case done:
			return nil
		case err == nil:
		case !errors.Is(err, ErrBusy) || time.Now().After(deadline) || ctx.Err() != nil:
			return fmt.Errorf("migrate: %w", err)
		default:
			time.Sleep(10 * time.Millisecond)
		}
	}
}

// migrateStep runs the next migration that the file lacks, and says whether there was none.
func migrateStep(ctx context.Context, w *sql.DB) (done bool, err error) {
	tx, err := w.BeginTx(ctx, nil)
	if err != nil {
		return false, err
	}
	defer tx.Rollback()
	is, err := identifyIn(ctx, tx)
	if err != nil || is.current() {
		return err == nil, err
	}
	if is.schema < len(migrations) {
		if _, err := tx.ExecContext(ctx, migrations[is.schema]); err != nil {
			return false, fmt.Errorf("to schema %d: %w", is.schema+1, err)
		}
		is.schema++
	}
	// PRAGMA takes no parameters; both values are ours.
	if _, err := tx.ExecContext(ctx, fmt.Sprintf(`PRAGMA application_id = %d; PRAGMA user_version = %d`, ApplicationID, is.schema)); err != nil {
		return false, err
	}
	return false, tx.Commit()
}
