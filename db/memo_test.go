package db_test

import (
	"context"
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"brain/db"
)

func TestWhatWasMadeOfASchemaHoldsUntilItChanges(t *testing.T) {
	d := fresh(t)
	var log []string
	tables := func(tx *db.Tx, who string) {
		t.Helper()
		v, err := tx.OfSchema("tables", func() (any, error) {
			log = append(log, who)
			var n int
			err := tx.QueryRow(`SELECT count(*) FROM sqlite_schema WHERE name LIKE 'extra%'`, nil, &n)
			return n, err
		})
		var want int
		if err == nil {
			err = tx.QueryRow(`SELECT count(*) FROM sqlite_schema WHERE name LIKE 'extra%'`, nil, &want)
		}
		if err != nil || v != want {
			t.Errorf("%s: %v tables, want %d, error %v", who, v, want, err)
		}
	}
	read := func(who string) {
		t.Helper()
		if err := d.Read(context.Background(), func(tx *db.Tx) error { tables(tx, who); tables(tx, who+" again"); return nil }); err != nil {
			t.Error(err)
		}
	}
	undo := errors.New("undo")
	change := func(who, ddl string, end error) {
		t.Helper()
		err := d.Write(context.Background(), func(tx *db.Tx) error {
			tables(tx, who+" before")
			if err := tx.Script(ddl); err != nil {
				return err
			}
			tables(tx, who+" after")
			tables(tx, who+" after, again")
			return end
		})
		if !errors.Is(err, end) {
			t.Error(err)
		}
	}
	read("first")
	read("second")
	change("undone", `CREATE TABLE extra1(a)`, undo)
	read("third")
	change("kept", `CREATE TABLE extra2(a); CREATE TABLE extra3(a)`, nil)
	read("fourth")
	want := []string{"first", "undone after", "kept after", "fourth"}
	if diff := cmp.Diff(want, log); diff != "" {
		t.Errorf("made by (-want +got):\n%s", diff)
	}
}
