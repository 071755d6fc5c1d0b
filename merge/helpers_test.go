package merge_test

import (
	"context"
	"path/filepath"
	"testing"
	"time"

	"brain/db"
	"brain/merge"
	"brain/vec"
)

// clock is the time that a test's file goes by. Each transaction comes a minute after the one before.
type clock struct{ now time.Time }

func (c *clock) tick() time.Time {
	c.now = c.now.Add(time.Minute)
	return c.now
}

// noon is when the tests' clocks start.
var noon = time.Date(2026, 6, 1, 12, 0, 0, 0, time.UTC)

func open(t *testing.T) *db.DB {
	t.Helper()
	return openFile(t, filepath.Join(t.TempDir(), "brain.db"))
}

func openFile(t *testing.T, path string) *db.DB {
	t.Helper()
	c := &clock{noon}
	d, err := db.Open(context.Background(), path, db.Options{Create: true, Functions: merge.Functions(), Now: c.tick})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { d.Close() })
	// Migrating the file asks for the time too; a test's first transaction is at 12:01.
	write(t, d, func(*db.Tx) error { return nil })
	c.now = noon
	return d
}

func write(t *testing.T, d *db.DB, fn func(*db.Tx) error) {
	t.Helper()
	if err := d.Write(context.Background(), fn); err != nil {
		t.Fatal(err)
	}
}

func read(t *testing.T, d *db.DB, fn func(*db.Tx) error) {
	t.Helper()
	if err := d.Read(context.Background(), fn); err != nil {
		t.Fatal(err)
	}
}

// at is a time on the day before noon's: the world's time, as files and commits have it.
func at(hour int) time.Time { return time.Date(2026, 5, 31, hour, 0, 0, 0, time.UTC) }

// put gives a page its content as of the hour at which its file was changed. Its file was made at hour 1.
func put(t *testing.T, d *db.DB, slug, content string, hour int) merge.Outcome {
	t.Helper()
	var out merge.Outcome
	write(t, d, func(tx *db.Tx) (err error) {
		out, err = merge.Put(tx, merge.Row{Source: merge.GBrain, EntityID: slug, EntityName: slug, Content: content, CreatedAt: at(1), UpdatedAt: at(hour)})
		return err
	})
	return out
}

func retire(t *testing.T, d *db.DB, slug string, hour int) bool {
	t.Helper()
	var had bool
	write(t, d, func(tx *db.Tx) (err error) {
		had, err = merge.Retire(tx, merge.GBrain, slug, at(hour))
		return err
	})
	return had
}

// ids asks a query of one word by text and gives the ids of its rows in order.
func ask(t *testing.T, d *db.DB, word string, f merge.Filter) []int64 {
	t.Helper()
	out := []int64{}
	read(t, d, func(tx *db.Tx) error {
		a, err := merge.Run(tx, merge.Query{Text: word, Limit: 100, Filter: f})
		for _, h := range a.Hits {
			out = append(out, h.ID)
		}
		return err
	})
	return out
}

func entry(t *testing.T, d *db.DB, id int64) merge.Entry {
	t.Helper()
	var e merge.Entry
	read(t, d, func(tx *db.Tx) error {
		x, err := exported(tx, id)
		if err == nil {
			e = merge.Entry{ID: x.ID, Source: x.Source, EntityID: x.EntityID, EntityName: x.EntityName, Content: x.Content, CreatedAt: x.CreatedAt, UpdatedAt: x.UpdatedAt, CitationID: x.CitationID}
		}
		return err
	})
	return e
}

func parseVector(t *testing.T, text string) []float32 {
	t.Helper()
	v, err := vec.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return v
}
