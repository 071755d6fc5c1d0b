package engine

import (
	"context"
	"fmt"

	"brain/db"
	"brain/memory"
)

// MigrateInput are the parameters of migrate.
type MigrateInput struct {
	DryRun   bool `json:"dry-run" help:"say what would be done, and write nothing"`
	NoBackup bool `json:"no-backup" help:"make no copy of the file before"`
}

// MigrateResult says what was done, or would be.
type MigrateResult struct {
	Path       string   `json:"path"`
	DryRun     bool     `json:"dry_run"`
	From       string   `json:"from"` // brain-cli's schema; "" where the file did not say
	To         int      `json:"to"`
	SchemaFrom int      `json:"schema_from"` // brain's own; 0 where the file has none of its tables yet
	SchemaTo   int      `json:"schema_to"`
	Columns    []string `json:"columns"` // added to memories
	Tables     []string `json:"tables"`  // made
	Reindex    bool     `json:"reindex"` // words were indexed anew
	Backup     string   `json:"backup"`  // the copy of the file as it was; "" if none was made
	Hashed     int64    `json:"hashed"`
	Typed      int64    `json:"typed"`
	TagLinks   int64    `json:"tag_links"`
	Tasks      int64    `json:"tasks"`
}

// newestMemorySchema is the schema of brain-cli that a migration brings.
const newestMemorySchema = 4

// backupForm is how the copy that a migration makes is named.
const backupForm = ".bak-migrate-YYYYMMDD-HHMMSS"

// Migrate brings a file to the newest schema and says what that took.
func (e *Engine) Migrate(ctx context.Context, in MigrateInput) (*MigrateResult, error) {
	d, err := e.open(ctx, false)
	if err != nil {
		return nil, err
	}
	out := &MigrateResult{Path: d.Path(), DryRun: in.DryRun, To: newestMemorySchema, SchemaTo: db.NewestSchema(), Columns: []string{}, Tables: []string{}}
	var plan memory.Plan
	read := func(tx *db.Tx) (err error) {
		if plan, err = memory.PlanUpgrade(tx); err != nil {
			return fmt.Errorf("migrate %s: %w", d.Path(), err)
		}
		if out.SchemaFrom, err = db.SchemaOf(tx); err != nil {
			return err
		}
		out.From, out.Reindex = plan.Marker, plan.Words
		out.Columns, out.Tables = append(out.Columns, plan.Columns...), append(out.Tables, plan.Tables...)
		return nil
	}
	if in.DryRun {
		err := d.ReadAny(ctx, read)
		if plan.Backup && !in.NoBackup {
			out.Backup = d.Path() + backupForm
		}
		return out, err
	}
	if out.Backup, err = d.Migrate(ctx, db.MigrateOptions{NoBackup: in.NoBackup, Plan: read}); err != nil {
		return nil, err
	}
	out.Hashed, out.Typed, out.TagLinks, out.Tasks = e.upgraded.Hashed, e.upgraded.Canonical, e.upgraded.Links, e.upgraded.Tasks
	return out, e.syncMemories(ctx)
}

// syncBatch is how many memories that other programs changed a write brings up to date by the way.
const syncBatch = 256

// syncMemories brings all of them up to date, a batch a transaction.
func (e *Engine) syncMemories(ctx context.Context) error {
	for {
		left := 0
		err := e.change(ctx, func(tx *db.Tx) (err error) {
			left, err = memory.Sync(tx, syncBatch)
			return err
		})
		if err != nil || left == 0 {
			return err
		}
	}
}
