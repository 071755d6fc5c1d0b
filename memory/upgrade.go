package memory

import (
	"fmt"

	"brain/db"
)

// newestMarker is brain-cli's number of the schema that Upgrade brings.
const newestMarker = "4"

// Done counts what an upgrade did; a part that found nothing to do has 0.
type Done struct {
	Aliases   int64 // words for types that were added
	Hashed    int64 // memories that had no content hash
	Canonical int64 // memories that had no canonical type
	Tagged    int64 // memories that have tags
	Links     int64 // of their tags, those that were only in the memory's own column
	Tasks     int64 // tasks whose fields were only in the memory's own columns
}

// Upgrade fills what the migration db.MemorySchema makes, from what older programs left. It changes nothing that is filled,
// so it can be done again. Entries are not written: the memories wait in memory_pending for Sync.
func Upgrade(tx *db.Tx) error { return new(Done).Upgrade(tx) }

// Upgrade is the function Upgrade, counting into d.
func (d *Done) Upgrade(tx *db.Tx) error {
	*d = Done{}
	for _, step := range []struct {
		name string
		do   func(*db.Tx) error
	}{
		{"add words for types", d.addAliases}, {"fill hashes and types", d.fill}, {"fill tags", d.fillTags},
		{"fill tasks", d.fillTasks}, {"count", Recount}, {"mark the schema", mark4},
	} {
		if err := step.do(tx); err != nil {
			return fmt.Errorf("%s: %w", step.name, err)
		}
	}
	return nil
}

func (d *Done) addAliases(tx *db.Tx) error {
	for _, a := range aliases {
		if err := count(tx, &d.Aliases, `INSERT OR IGNORE INTO type_aliases(alias, canonical) VALUES (?, ?)`, a[0], a[1]); err != nil {
			return err
		}
	}
	return nil
}

// count runs a statement and adds how many rows it changed.
func count(tx *db.Tx, n *int64, query string, args ...any) error {
	res, err := tx.Exec(query, args...)
	if err != nil {
		return err
	}
	changed, err := res.RowsAffected()
	*n += changed
	return err
}

// fillTasks takes the fields of memories that are tasks by name. A word that task_meta does not take is left out.
func (d *Done) fillTasks(tx *db.Tx) error {
	return count(tx, &d.Tasks, `INSERT INTO task_meta(memory_id, status, priority, energy, points, completed_at)
		SELECT id, CASE WHEN status IN ('pending','doing','done','waiting','cancelled') THEN status END,
		       CASE WHEN priority IN ('p1','p2','p3','p4') THEN priority END,
		       CASE WHEN energy IN ('high','medium','low') THEN energy END, points, completed_at
		FROM memories m WHERE type = 'task' AND NOT EXISTS (SELECT 1 FROM task_meta t WHERE t.memory_id = m.id)`)
}

// counted counts the memories of some rows as memory_counts has them.
func counted(rows string) string {
	return `SELECT coalesce(canonical_type, ''), coalesce(project, ''), deleted_at IS NOT NULL, invalid_at IS NOT NULL, count(*) FROM ` + rows + ` GROUP BY 1, 2, 3, 4`
}

// Recount makes the counts anew that CountAll reads, of memories from before their triggers too.
func Recount(tx *db.Tx) error {
	if _, err := tx.Exec(`DELETE FROM memory_counts`); err != nil {
		return err
	}
	_, err := tx.Exec(`INSERT INTO memory_counts(type, project, deleted, invalid, n) ` + counted("memories"))
	return err
}

func mark4(tx *db.Tx) error {
	_, err := tx.Exec(`INSERT INTO stats(key, value) VALUES ('brain_schema_version', ?) ON CONFLICT(key) DO UPDATE SET value = excluded.value`, newestMarker)
	return err
}
