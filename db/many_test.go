package db_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"brain/db"
)

func TestManyRowsStandInTheTableInTheirOrder(t *testing.T) {
	for _, n := range []int{0, 1, 63, 64, 65, 128, 200} {
		for _, shared := range [][]any{nil, {"x"}, {"x", 7}} {
			d := fresh(t)
			var got, want []string
			write(t, d, func(tx *db.Tx) error {
				if err := tx.Script(`CREATE TABLE many(id INTEGER PRIMARY KEY, s, t, a, b)`); err != nil {
					return err
				}
				columns := []string{"s", "t"}[:len(shared)]
				m := tx.Many(`INSERT INTO many(`+strings.Join(append(columns, "a", "b"), ", ")+`)`, ``, 2, shared...)
				for i := range n {
					if err := m.Add(i, fmt.Sprint("b", i)); err != nil {
						return err
					}
					want = append(want, fmt.Sprint(i+1, shared, i, " b", i))
				}
				if err := m.Flush(); err != nil {
					return err
				}
				return tx.Each(`SELECT id, s, t, a, b FROM many ORDER BY id`, nil, func(scan func(...any) error) error {
					var id, a int
					var b string
					s := make([]any, 2)
					err := scan(&id, &s[0], &s[1], &a, &b)
					got = append(got, fmt.Sprint(id, s[:len(shared)], a, " ", b))
					return err
				})
			})
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("%d rows with %v (-want +got):\n%s", n, shared, diff)
			}
		}
	}
}

func TestManyRowsTakeWhatFollowsThem(t *testing.T) {
	d := fresh(t)
	write(t, d, func(tx *db.Tx) error {
		if err := tx.Script(`CREATE TABLE many(k PRIMARY KEY, n)`); err != nil {
			return err
		}
		m := tx.Many(`INSERT INTO many(k, n)`, `ON CONFLICT(k) DO UPDATE SET n = n + excluded.n`, 2)
		for i := range 200 { // keys meet in one statement and in several
			if err := m.Add(i%3, 1); err != nil {
				return err
			}
		}
		return m.Flush()
	})
	if got := value(t, d.Path(), `SELECT group_concat(k || ':' || n) FROM many ORDER BY k`); got != "0:67,1:67,2:66" {
		t.Errorf("got %s", got)
	}
}

func TestARowThatCannotBeAddedIsAnError(t *testing.T) {
	d := fresh(t)
	write(t, d, func(tx *db.Tx) error {
		m := tx.Many(`INSERT INTO brain_meta(key, value)`, ``, 2)
		for _, k := range []string{"a", "b", "a"} {
			if err := m.Add(k, "v"); err != nil {
				t.Errorf("row %s: %v before Flush", k, err)
			}
		}
		if err := m.Flush(); err == nil {
			t.Error("no error of a key that is there twice")
		}
		return nil
	})
}
