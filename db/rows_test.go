package db_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"brain/db"
)

func TestEachRowShowsWhatTheQueryGives(t *testing.T) {
	d := fresh(t)
	const query = `SELECT * FROM (VALUES (1, 'one', 0.5), (-9007199254740993, '', 1e300), (NULL, NULL, NULL), (x'00', 'a' || char(0) || 'ü', 2), ('3', 4, '5.5'))`
	type row struct {
		Int   int64
		IsInt bool
		Text  string
		Float float64
		IsNum bool
	}
	want := []row{{1, true, "one", 0.5, true}, {-9007199254740993, true, "", 1e300, true}, {}, {0, false, "a\x00ü", 0, false}, {}}
	all := func(tx *db.Tx) error {
		var got []row
		err := tx.EachRow(query, func(r *db.Row) error {
			var g row
			g.Int, g.IsInt = r.Int(0)
			g.Text = strings.Clone(r.Text(1))
			g.Float, g.IsNum = r.Float(2)
			got = append(got, g)
			return nil
		})
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("reads %v (-want +got):\n%s", tx.Reads(), diff)
		}
		return err
	}
	ctx := context.Background()
	if err := errors.Join(d.Write(ctx, all), d.Read(ctx, all)); err != nil {
		t.Error(err)
	}
}

func TestEachRowEndsWithTheFirstError(t *testing.T) {
	d := fresh(t)
	ended := errors.New("ended")
	err := d.Read(context.Background(), func(tx *db.Tx) error {
		n := 0
		err := tx.EachRow(`SELECT value FROM json_each('[1,2,3]')`, func(*db.Row) error {
			if n++; n == 2 {
				return ended
			}
			return nil
		})
		if !errors.Is(err, ended) || n != 2 {
			t.Errorf("%d rows, %v", n, err)
		}
		for _, query := range []string{`SELECT FROM`, `SELECT * FROM nowhere`, `SELECT json_extract('{', '$')`,
			`SELECT json(iif(value = 3, '{', '1')) FROM json_each('[1,2,3]')`} {
			if err := tx.EachRow(query, func(*db.Row) error { return nil }); err == nil || strings.Contains(err.Error(), "read all rows") {
				t.Errorf("%s gives %v, want SQLite's error", query, err)
			}
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
}

func TestEachRowEndsWithTheContext(t *testing.T) {
	d := fresh(t)
	ctx, cancel := context.WithCancel(context.Background())
	n := 0
	err := d.Read(ctx, func(tx *db.Tx) error {
		return tx.EachRow(`WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c) SELECT n FROM c`, func(*db.Row) error {
			if n++; n == 10 {
				cancel()
			}
			return nil
		})
	})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("%d rows, %v", n, err)
	}
}

func TestRowsOfNobodyAreNotShown(t *testing.T) {
	d := fresh(t)
	err := d.Read(context.Background(), func(tx *db.Tx) error {
		var got any
		if err := tx.QueryRow(`SELECT brain_rows(1)`, nil, &got); err != nil {
			return err
		}
		if got != nil {
			t.Errorf("got %v", got)
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
}
