package merge_test

import (
	"testing"
	"time"

	"brain/db"
	"brain/merge"
)

func TestCurrentIsTheEntryOfTheOpenSpan(t *testing.T) {
	d := open(t)
	day := func(n int) time.Time { return time.Date(2026, 1, n, 0, 0, 0, 0, time.UTC) }
	row := func(id, content string, at int) merge.Row {
		return merge.Row{Source: merge.GBrain, EntityID: id, EntityName: id, Content: content, CreatedAt: day(at), UpdatedAt: day(at)}
	}
	write(t, d, func(tx *db.Tx) error {
		for _, r := range []merge.Row{row("a", "one", 1), row("a", "two", 2), row("b", "three", 1)} {
			if _, err := merge.Put(tx, r); err != nil {
				return err
			}
		}
		if _, err := merge.Retire(tx, merge.GBrain, "b", day(3)); err != nil {
			return err
		}
		for _, r := range []merge.Row{row("c", "four", 5), row("c", "five", 4)} {
			if _, _, err := merge.Ingest(tx, r); err != nil {
				return err
			}
		}
		for id, want := range map[string]string{"a": "two", "b": "", "c": "four", "d": ""} {
			e, err := merge.Current(tx, merge.GBrain, id)
			if err != nil {
				return err
			}
			got := ""
			if e != nil {
				got = e.Content
			}
			if got != want {
				t.Errorf("%s: %q, want %q", id, got, want)
			}
		}
		return nil
	})
}
