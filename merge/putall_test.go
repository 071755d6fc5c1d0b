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

// Many rows leave a file as if they had come one by one, whether any two have something in common or not, and whether they are the first.
func TestManyRowsAreStoredAsOthersAre(t *testing.T) {
	for _, tt := range []struct {
		rows, before int // of them so many are there before
		twice        bool
	}{{900, 0, false}, {900, 0, true}, {2200, 50, false}, {2200, 50, true}} {
		var rows []merge.Row
		for i := range tt.rows {
			r := merge.Row{Source: merge.Graphify, EntityID: fmt.Sprint("node", i), EntityName: fmt.Sprint("name", i%7), CreatedAt: at(1), UpdatedAt: at(2),
				Content: fmt.Sprintf("func Number%d(ctx) in files/of-%d.go says: the words\x00of tests \xff %d", i, i%50, i)}
			if i%3 == 0 {
				r.Source, r.Embedding = merge.GBrain, []float32{1, float32(i)}
			}
			rows = append(rows, r)
		}
		if tt.twice {
			rows[700].Content, rows[800].EntityID = rows[300].Content, rows[797].EntityID
		}
		after := func(put func(tx *db.Tx) error) (lines []string) {
			d := open(t)
			write(t, d, put)
			read(t, d, func(tx *db.Tx) error {
				for _, query := range []string{
					`SELECT concat_ws('|', id, source, entity_id, entity_name, content, created_at, updated_at, citation_id, content_hash, hex(embedding)) FROM brain_entries ORDER BY id`,
					`SELECT concat_ws('|', id, entry_id, coalesce(source, '-'), coalesce(entity_id, '-'), coalesce(valid_from, '-'), coalesce(valid_to, '-'), closed_at IS NULL) FROM spans ORDER BY id`,
					`SELECT concat_ws('|', entry_id, hex(tsvector)) FROM entry_texts ORDER BY entry_id`,
					`SELECT concat_ws('|', source, n, embedded) FROM entry_counts ORDER BY source`,
					`SELECT concat_ws('|', e.id, e.content) FROM brain_entries e WHERE id IN (SELECT rowid FROM entries_fts WHERE entries_fts MATCH 'word') ORDER BY id`,
					`SELECT concat_ws('|', id) FROM brain_entries e WHERE (SELECT count(*) FROM entries_fts WHERE entries_fts MATCH 'number' || (id - 1)) = 1`,
					`SELECT concat_ws('|', type, name, sql) FROM sqlite_schema ORDER BY type, name`,
					`SELECT integrity_check FROM pragma_integrity_check`,
				} {
					lines = append(lines, texts(tx, query)...)
				}
				return nil
			})
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
		all := after(func(tx *db.Tx) error {
			for _, r := range rows[:tt.before] {
				if _, err := merge.Put(tx, r); err != nil {
					return err
				}
			}
			from := tt.before
			if tt.twice {
				from /= 2
			}
			if err := merge.PutAll(tx, slices.Clone(rows[from:])); err != nil {
				return err
			}
			return merge.PutAll(tx, slices.Clone(rows[:600]))
		})
		if diff := cmp.Diff(one, all); diff != "" {
			t.Errorf("%+v (-Put +PutAll):\n%s", tt, diff)
		}
	}
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
