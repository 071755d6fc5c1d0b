package db

import (
	"context"
	"database/sql"
	_ "embed"
	"fmt"
	"maps"
	"os"
	"slices"
)

var (
	//go:embed schema/001_spine.sql
	spine string
	//go:embed schema/002_memories.sql
	memories string
	//go:embed schema/003_pages.sql
	pages string
	//go:embed schema/004_room.sql
	room string
	//go:embed schema/005_lean.sql
	lean string
	//go:embed schema/006_foreign.sql
	foreign string
	//go:embed schema/006_graph.sql
	graph string
)

// migrations in order; user_version is how many of them a file has. A released one never changes.
var migrations = []string{spine, memories, pages, room, lean, foreign + graph}

// whole makes of an empty file what they make of it. To make what a later one alters and drops again takes ten times as long, a sixth of
// what a small tree costs to read in.
//
//go:embed schema/whole.sql
var whole string

// MemorySchema is the number of the migration that brings memories to brain-cli's schema 4, for Options.Upgrades.
const MemorySchema = 2

// PageSchema is the number of the migration that last changed the tables of pages, for Options.Upgrades.
const PageSchema = 5

// Upgrade is what a store does after a migration, in the same transaction, because it takes more than SQL: it fills what the
// script made. It runs after the scripts of all migrations, since a store's code knows the newest schema alone.
type Upgrade func(*Tx) error

// migrate brings the file to the newest schema in one transaction, and says where the copy of the file as it was lies, ""
// without one. Two processes may come here at once: whose the file is, and its version, is read again under the write lock,
// and only who then migrates copies the file, while nobody else can write. While one of them turns the file to WAL, the other
// gets "busy" without any wait (SQLite does not call the busy handler there), so the wait is here.
func (d *DB) migrate(ctx context.Context, w *sql.DB, mayBackUp bool) (copied string, err error) {
	err = waitWhileBusy(ctx, func() (err error) {
		copied, err = d.migrateOnce(ctx, w, mayBackUp)
		return err
	})
	if err != nil {
		return "", fmt.Errorf("migrate: %w", err)
	}
	return copied, nil
}

// migrateOnce runs the migrations that the file lacks.
func (d *DB) migrateOnce(ctx context.Context, w *sql.DB, mayBackUp bool) (copied string, err error) {
	stx, err := w.BeginTx(ctx, nil)
	if err != nil {
		return "", err
	}
	defer stx.Rollback()
	is, err := identifyIn(ctx, stx)
	if err == nil {
		err = is.writable()
	}
	if err != nil || is.current() {
		return "", err
	}
	tx := &Tx{Now: RoundTime(d.now()), ctx: ctx, tx: stx, stmts: map[string]*sql.Stmt{}}
	if mayBackUp {
		if copied, err = d.backUpOld(tx, is); err != nil {
			return "", err
		}
	}
	defer func() {
		if err != nil && copied != "" {
			os.Remove(copied) // nothing was changed
		}
	}()
	if err := d.upgradeIn(tx, is); err != nil {
		return "", err
	}
	return copied, d.commit(stx)
}

// upgradeIn brings the file of tx, which is such, to the newest schema.
func (d *DB) upgradeIn(tx *Tx, is identity) error {
	from := is.schema
	if is.state == Empty {
		if err := tx.Script(whole); err != nil {
			return fmt.Errorf("make the schema: %w", err)
		}
		is.schema = len(migrations)
	}
	for is.schema < len(migrations) {
		is.schema++
		if err := upgradeWhole(tx, is.state, is.schema); err != nil {
			return fmt.Errorf("to schema %d: %w", is.schema, err)
		}
	}
	for schema := from + 1; schema <= is.schema; schema++ {
		if fill := d.upgrades[schema]; fill != nil {
			if err := fill(tx); err != nil {
				return fmt.Errorf("fill schema %d: %w", schema, err)
			}
		}
	}
	// PRAGMA takes no parameters; both values are ours.
	return tx.Script(fmt.Sprintf(`PRAGMA application_id = %d; PRAGMA user_version = %d`, ApplicationID, is.schema))
}

// backUpOld copies the file, of which tx holds the write lock, if brain-cli wrote it last or the index of its words has to be
// made anew, the one step that drops something.
func (d *DB) backUpOld(tx *Tx, is identity) (copied string, err error) {
	old := is.state == BrainCLI
	if !old && is.state == Ours {
		whole, err := WordsWhole(tx)
		if err != nil {
			return "", err
		}
		old = !whole
	}
	if !old {
		return "", nil
	}
	// A reader sees the file as it was before tx.
	copied, err = backup(tx.ctx, d.readers, d.path, tx.Now)
	return copied, classify(err)
}

// upgradeWhole is upgrade that puts back what a file of ours lacks, where the script fails for it.
func upgradeWhole(tx *Tx, state State, schema int) error {
	if state != Ours {
		return upgrade(tx, schema)
	}
	err := tx.Try(func() error { return upgrade(tx, schema) })
	if err == nil || Fatal(tx, err) {
		return err
	}
	if faults, _ := Faults(tx); len(faults) == 0 {
		return err
	}
	if err := repair(tx); err != nil {
		return err
	}
	return upgrade(tx, schema)
}

// upgrade runs the script of the migration of that number.
func upgrade(tx *Tx, schema int) error {
	if schema == MemorySchema {
		return upgradeMemories(tx)
	}
	return tx.Script(migrations[schema-1])
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
	again := is.state == Ours && is.schema >= MemorySchema
	w, copied, err := d.prepare(ctx, !o.NoBackup)
	if err != nil || !again {
		return copied, err
	}
	var second string
	err = d.inTurn(ctx, link{shared: w}, patience{wait: busyTimeout}, &Tx{}, func(tx *Tx) (err error) {
		if is, err = identifyIn(ctx, tx.tx); err != nil {
			return err
		}
		if !o.NoBackup {
			if second, err = d.backUpOld(tx, is); err != nil {
				return err
			}
		}
		if err := repair(tx); err != nil {
			return err
		}
		// What a store derives from its rows may have been in what was made anew.
		for _, schema := range slices.Sorted(maps.Keys(d.upgrades)) {
			if err := d.upgrades[schema](tx); err != nil {
				return err
			}
		}
		return nil
	})
	if second != "" {
		if err != nil {
			os.Remove(second) // nothing was changed
			second = ""
		}
		copied = second
	}
	return copied, err
}
