package merge_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"brain/db"
	"brain/merge"
)

// TestPutAllDoesWhatPutDoesRowByRow compares the two over entities and contents that come more than once, in one second or not.
func TestPutAllDoesWhatPutDoesRowByRow(t *testing.T) {
	d := open(t)
	row := rapid.Custom(func(t *rapid.T) merge.Row {
		made := rapid.IntRange(1, 2).Draw(t, "made")
		return merge.Row{Source: rapid.SampledFrom([]string{merge.GBrain, merge.Graphify}).Draw(t, "source"),
			EntityID: rapid.SampledFrom([]string{"a", "a#2", "b", "c\x00", "\xffd", `e"`}).Draw(t, "entity"), EntityName: "name",
			Content:   rapid.SampledFrom([]string{"one", "two", "three", "four\x00", "five", "six\xff", "seven", "eight"}).Draw(t, "content"),
			CreatedAt: at(made), UpdatedAt: at(made + rapid.IntRange(0, 2).Draw(t, "changed"))}
	})
	rapid.Check(t, func(t *rapid.T) {
		before, rows := rapid.SliceOfN(row, 0, 4).Draw(t, "before"), rapid.SliceOfN(row, 0, 12).Draw(t, "rows")
		after := func(put func(tx *db.Tx) error) (lines []string) {
			undone := errors.New("undone")
			err := d.Write(context.Background(), func(tx *db.Tx) error {
				for _, r := range before {
					if _, err := merge.Put(tx, r); err != nil {
						return err
					}
				}
				if err := put(tx); err != nil {
					return err
				}
				lines = append(texts(tx, `SELECT concat_ws('|', id, source, entity_id, entity_name, content, created_at, updated_at, citation_id, content_hash) FROM brain_entries ORDER BY id`),
					texts(tx, `SELECT concat_ws('|', id, entry_id, coalesce(source, '-'), coalesce(entity_id, '-'), coalesce(valid_from, '-'), coalesce(valid_to, '-'), closed_at IS NULL) FROM spans ORDER BY id`)...)
				return undone
			})
			if !errors.Is(err, undone) {
				t.Fatal(err)
			}
			return lines
		}
		one := after(func(tx *db.Tx) error {
			for _, r := range rows {
				if _, err := merge.Put(tx, r); err != nil {
					return err
				}
			}
			return nil
		})
		all := after(func(tx *db.Tx) error { return merge.PutAll(tx, slices.Clone(rows)) })
		if diff := cmp.Diff(one, all); diff != "" {
			t.Fatalf("(-Put +PutAll):\n%s", diff)
		}
	})
}

func TestPutAllStoresMoreRowsThanItLooksAtAtOnce(t *testing.T) {
	d := open(t)
	var rows []merge.Row
	for i := range 250 {
		rows = append(rows, merge.Row{Source: merge.GBrain, EntityID: fmt.Sprint("page", i), Content: fmt.Sprint("text ", i/2), CreatedAt: at(1), UpdatedAt: at(2)})
	}
	write(t, d, func(tx *db.Tx) error { return merge.PutAll(tx, rows) })
	read(t, d, func(tx *db.Tx) error {
		got := texts(tx, `SELECT concat(count(DISTINCT e.id), ' ', count(*), ' ', count(DISTINCT s.entity_id)) FROM entry_spans s JOIN brain_entries e ON e.id = s.entry_id`)
		if diff := cmp.Diff([]string{"125 250 250"}, got); diff != "" {
			t.Error(diff)
		}
		return nil
	})
}

// texts are the rows of a query that gives one text; an error is one of them.
func texts(tx *db.Tx, query string) (out []string) {
	err := tx.Each(query, nil, func(scan func(...any) error) error {
		var s string
		err := scan(&s)
		out = append(out, s)
		return err
	})
	if err != nil {
		out = append(out, err.Error())
	}
	return out
}
