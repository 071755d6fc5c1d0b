package db

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"modernc.org/sqlite"
)

// ofSchema makes a file as a brain of that schema leaves it, after which damage is done to it.
func ofSchema(t *testing.T, schema int, damage string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "brain.db")
	q := openSQL(&sqlite.Driver{}, "file:"+path)
	defer q.Close()
	text := fmt.Sprintf(`BEGIN; %s; PRAGMA application_id = %d; PRAGMA user_version = %d; %s; %s; COMMIT`, strings.Join(migrations[:schema], ""), ApplicationID, schema,
		`INSERT INTO memories(uid, type, title, canonical_type) VALUES ('kept', 'note', 'A title', 'note')`, damage)
	if _, err := q.Exec(text); err != nil {
		t.Fatalf("schema %d: %v", schema, err)
	}
	return path
}

// TestAnOlderFileIsReadAsItIsAndMigratedByAWrite: nothing is missed in a file of each older schema, and the first write brings
// it to the newest, also where a part was lost that a migration changes.
func TestAnOlderFileIsReadAsItIsAndMigratedByAWrite(t *testing.T) {
	ctx := context.Background()
	for schema := MemorySchema; schema < len(migrations); schema++ {
		for _, damage := range []string{``, `DROP TRIGGER memories_ai`, `DROP TABLE memory_counts; DROP TABLE memory_pending`, `PRAGMA user_version = 0; PRAGMA application_id = 0`} {
			if schema == 3 && strings.Contains(damage, "user_version") {
				continue // what 4 makes bears the names of what it drops, so that only the number tells them apart
			}
			d, err := Open(ctx, ofSchema(t, schema, damage), Options{})
			if err != nil {
				t.Fatal(err)
			}
			var title string
			err = d.Read(ctx, func(tx *Tx) error {
				if damage == `` {
					if faults, err := Faults(tx); err != nil || len(faults) > 0 {
						t.Errorf("schema %d: before: %v, %v", schema, faults, err)
					}
				}
				return tx.QueryRow(`SELECT title FROM memories`, nil, &title)
			})
			if err != nil || title != "A title" || d.is.schema != schema {
				t.Errorf("schema %d, %q: read %q of schema %d: %v", schema, damage, title, d.is.schema, err)
			}
			var counts int
			err = d.Write(ctx, func(tx *Tx) error {
				if _, err := tx.Exec(`INSERT OR REPLACE INTO memories(uid, type, title, canonical_type) VALUES ('kept', 'note', 'Another', 'note')`); err != nil {
					return err
				}
				if damage != `DROP TRIGGER memories_ai` { // only a repair finds out that it was missing before
					if faults, err := Faults(tx); err != nil || len(faults) > 0 {
						t.Errorf("schema %d, %q: after: %v, %v", schema, damage, faults, err)
					}
				}
				return tx.QueryRow(`SELECT sum(n) FROM memory_counts`, nil, &counts)
			})
			if err != nil || counts != 1 || !d.is.current() {
				t.Errorf("schema %d, %q: %d counted, in schema %d: %v", schema, damage, counts, d.is.schema, err)
			}
			d.Close()
		}
	}
}
