package db

import (
	"context"
	"database/sql"
	_ "embed"
	"errors"
	"fmt"
	"time"
)

var (
	//go:embed schema/001_spine.sql
	spine string
	//go:embed schema/002_memories.sql
	memories string
	//go:embed schema/003_pages.sql
	pages string
)

// migrations in order; user_version is how many of them a file has. A released one never changes.
var migrations = []string{spine, memories, pages}

// MemorySchema is the number of the migration that brings memories to brain-cli's schema 4, for Options.Upgrades.
const MemorySchema = 2

// PageSchema is the number of the migration that brings GBrain's tables beside the pages, for Options.Upgrades.
const PageSchema = 3

// Upgrade is what a store does after a migration's script, in the same transaction, because it takes more than SQL: it fills
// what the script made.
type Upgrade func(*Tx) error

// migrate brings the file to the newest schema, each step in a transaction of its own. Two processes may come here at
// once: whose the file is, and its version, is read again under the write lock. While one of them turns the file to WAL,
// the other gets "busy" without any wait (SQLite does not call the busy handler there), so the wait is here.
func (d *DB) migrate(ctx context.Context, w *sql.DB) error {
	deadline := time.Now().Add(busyTimeout)
	for {
		done, err := d.migrateStep(ctx, w)
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
func (d *DB) migrateStep(ctx context.Context, w *sql.DB) (done bool, err error) {
	tx, err := w.BeginTx(ctx, nil)
	if err != nil {
		return false, err
	}
	defer tx.Rollback()
	is, err := identifyIn(ctx, tx)
	if err == nil {
		err = is.writable()
	}
	if err != nil || is.current() {
		return err == nil, err
	}
	if is.schema < len(migrations) {
		is.schema++
		if err := d.upgrade(ctx, tx, is.schema); err != nil {
			return false, fmt.Errorf("to schema %d: %w", is.schema, err)
		}
	}
	// PRAGMA takes no parameters; both values are ours.
	if _, err := tx.ExecContext(ctx, fmt.Sprintf(`PRAGMA application_id = %d; PRAGMA user_version = %d`, ApplicationID, is.schema)); err != nil {
		return false, err
	}
	return false, tx.Commit()
}

// upgrade runs the migration of that number, with what the caller adds to it.
func (d *DB) upgrade(ctx context.Context, stx *sql.Tx, schema int) error {
	tx := &Tx{Now: RoundTime(d.now()), ctx: ctx, tx: stx, stmts: map[string]*sql.Stmt{}}
	if schema == MemorySchema {
		return d.upgradeMemories(tx)
	}
	if err := tx.Script(migrations[schema-1]); err != nil {
		return err
	}
	if more := d.upgrades[schema]; more != nil {
		return more(tx)
	}
	return nil
}

func (d *DB) upgradeMemories(tx *Tx) error {
	if err := upgradeMemories(tx); err != nil {
		return err
	}
	if more := d.upgrades[MemorySchema]; more != nil {
		return more(tx)
	}
	return nil
}

// MigrateOptions say how Migrate goes about it.
type MigrateOptions struct {
	// NoBackup leaves out the copy that is otherwise made of a brain-cli file, and of one whose words are indexed anew.
	NoBackup bool
	// Plan hears the file before anything is changed, in a transaction of its own that may only read; nil is silence.
	Plan func(*Tx) error
}

// Migrate brings the file to the newest schema, as the first Write does, and says where the copy of the file as it was
// lies; "" if none was made. What is missing of the memories in a file of the newest schema is put back.
func (d *DB) Migrate(ctx context.Context, o MigrateOptions) (copied string, err error) {
	if err := d.lookAgain(ctx); err != nil {
		return "", err
	}
	if o.Plan != nil {
		if err := d.run(ctx, d.readers, &Tx{reads: true}, o.Plan); err != nil {
			return "", err
		}
	}
	d.mu.Lock()
	is := d.is
	d.mu.Unlock()
	if err := is.writable(); err != nil {
		return "", fmt.Errorf("migrate %s: %w", d.path, err)
	}
	// The migration of memories ran before; now it runs once more.
	again := is.state == Ours && is.schema >= MemorySchema
	if again && !o.NoBackup {
		if copied, err = d.backupWords(ctx); err != nil {
			return "", err
		}
	}
	w, first, err := d.prepare(ctx, !o.NoBackup)
	if err == nil && again {
		err = d.run(ctx, w, &Tx{}, d.upgradeMemories)
	}
	if first != "" {
		copied = first
	}
	return copied, err
}

// backupWords copies the file if the index of its words has to be made anew, the one step that drops something.
func (d *DB) backupWords(ctx context.Context) (copied string, err error) {
	whole := true
	err = d.run(ctx, d.readers, &Tx{reads: true}, func(tx *Tx) error {
		whole, err = WordsWhole(tx)
		return err
	})
	if err != nil || whole {
		return "", err
	}
	copied, err = backup(ctx, d.readers, d.path, d.now())
	return copied, classify(err)
}
