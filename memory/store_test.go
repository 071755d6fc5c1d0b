package memory_test

import (
	"context"
	"database/sql"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"brain/db"
	"brain/memory"
	"brain/merge"
)

// clock is the time that a test's file goes by; each transaction comes a second after the one before.
type clock struct{ now time.Time }

func (c *clock) tick() time.Time {
	c.now = c.now.Add(time.Second)
	return c.now
}

var noon = time.Date(2026, 6, 1, 12, 0, 0, 0, time.UTC)

// openMemories opens a file as the engine does.
func openMemories(t *testing.T, path string) *db.DB {
	t.Helper()
	c := &clock{noon}
	d, err := db.Open(context.Background(), path, db.Options{Create: true, Functions: openFunctions, Now: c.tick,
		Upgrades: map[int]db.Upgrade{db.MemorySchema: memory.Upgrade}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { d.Close() })
	return d
}

func newMemories(t *testing.T) *db.DB {
	t.Helper()
	return openMemories(t, filepath.Join(t.TempDir(), "brain.db"))
}

// stageFile is a copy of one of brain-cli's files.
func stageFile(t *testing.T, name string) string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("..", "testdata", "brain-cli", "dbs", name+".db"))
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), name+".db")
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func writeTx(t *testing.T, d *db.DB, fn func(*db.Tx) error) {
	t.Helper()
	if err := d.Write(context.Background(), fn); err != nil {
		t.Fatal(err)
	}
}

func readTx(t *testing.T, d *db.DB, fn func(*db.Tx, *memory.Stage) error) {
	t.Helper()
	err := d.ReadMemories(context.Background(), func(tx *db.Tx) error {
		s, err := memory.ReadStage(tx)
		if err != nil {
			return err
		}
		return fn(tx, s)
	})
	if err != nil {
		t.Fatal(err)
	}
}

// sqlOn runs SQL on a file as another program would, whose connection is not ours.
func sqlOn(t *testing.T, path string, statements ...string) {
	t.Helper()
	q := another(t, path)
	defer q.Close()
	for _, s := range statements {
		if _, err := q.Exec(s); err != nil {
			t.Fatalf("%s: %v", s, err)
		}
	}
}

func another(t *testing.T, path string) *sql.DB {
	t.Helper()
	q, err := sql.Open("sqlite", "file:"+path+"?_pragma=busy_timeout(5000)&_pragma=foreign_keys(1)&_pragma=trusted_schema(1)")
	if err != nil {
		t.Fatal(err)
	}
	return q
}

// rowsOf reads all rows of a query as another program would. Times stay text.
func rowsOf(t *testing.T, path, query string, args ...any) [][]any {
	t.Helper()
	q := another(t, path)
	defer q.Close()
	rows, err := q.Query(query, args...)
	if err != nil {
		t.Fatalf("%s: %v", query, err)
	}
	defer rows.Close()
	names, err := rows.Columns()
	if err != nil {
		t.Fatal(err)
	}
	out := [][]any{}
	for rows.Next() {
		row, dest := make([]any, len(names)), make([]any, len(names))
		for i := range row {
			dest[i] = &row[i]
		}
		if err := rows.Scan(dest...); err != nil {
			t.Fatal(err)
		}
		for i, v := range row {
			switch v := v.(type) {
			case int64:
				row[i] = float64(v) // as JSON has numbers
			case time.Time:
				// The driver made a time of the text; brain-cli's own never has the time of midnight.
				row[i] = strings.TrimSuffix(v.Format("2006-01-02 15:04:05"), " 00:00:00")
			}
		}
		out = append(out, row)
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return out
}

func save(t *testing.T, d *db.DB, n memory.New) memory.Saved {
	t.Helper()
	var out memory.Saved
	writeTx(t, d, func(tx *db.Tx) (err error) {
		out, err = memory.Save(tx, n, false)
		return err
	})
	return out
}

func ptr[T any](v T) *T { return &v }

// openFunctions are what the schema's triggers call.
var openFunctions = merge.Functions()

// copyFile copies a file into a folder of its own.
func copyFile(t *testing.T, from string) string {
	t.Helper()
	data, err := os.ReadFile(from)
	path := filepath.Join(t.TempDir(), "copy.db")
	if err == nil {
		err = os.WriteFile(path, data, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	return path
}
