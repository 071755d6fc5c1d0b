package merge_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"brain/db"
	"brain/merge"
)

func TestAFullMergeIsDueAfterSundayAtTwo(t *testing.T) {
	zone := time.FixedZone("", 2*3600)
	sunday := time.Date(2026, 6, 7, 2, 0, 0, 0, zone)
	for _, tc := range []struct {
		name string
		last time.Time
		now  time.Time
		want bool
	}{
		{"an hour before, on Monday", sunday.Add(-time.Hour), sunday.Add(30 * time.Hour), true},
		{"an hour after, on Monday", sunday.Add(time.Hour), sunday.Add(30 * time.Hour), false},
		{"at two, at two", sunday, sunday, false},
		{"on Saturday, on Sunday before two", sunday.Add(-20 * time.Hour), sunday.Add(-time.Minute), false},
		{"the week before, on Sunday before two", sunday.Add(-8 * 24 * time.Hour), sunday.Add(-time.Minute), true},
		{"on Sunday after two, on Saturday", sunday.Add(time.Minute), sunday.Add(6*24*time.Hour + time.Hour), false},
	} {
		if got := merge.Due(db.FormatTime(tc.last), tc.now); got != tc.want {
			t.Errorf("%s: %v", tc.name, got)
		}
	}
	if !merge.Due("", sunday) {
		t.Error("never merged: not due")
	}
}

func TestARehearsalSaysWhatTheMergeDoesAndLeavesNothing(t *testing.T) {
	d := open(t)
	ingest(t, d, goldens[staged](t, "merge_staging"), []int{1})
	before := counts(t, d)
	rehearsed, err := merge.Rehearse(func(fn func(*db.Tx) error) error { return d.Write(context.Background(), fn) }, true)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(before, counts(t, d)); diff != "" {
		t.Errorf("the rehearsal left something (-before +after):\n%s", diff)
	}
	read(t, d, func(tx *db.Tx) error {
		last, full, err := merge.LastMerge(tx)
		if last != "" || full != "" {
			t.Errorf("it counts as a merge: %q, %q", last, full)
		}
		return err
	})
	done := mergeFull(t, d)
	if diff := cmp.Diff(done, rehearsed); diff != "" {
		t.Errorf("steps (-done +rehearsed):\n%s", diff)
	}
	if done[2].Added == 0 {
		t.Error("nothing was linked: the test shows nothing")
	}
	boom := errors.New("boom")
	if _, err := merge.Rehearse(func(func(*db.Tx) error) error { return boom }, true); !errors.Is(err, boom) {
		t.Errorf("error %v", err)
	}
}

func counts(t *testing.T, d *db.DB) map[string]int {
	t.Helper()
	out := map[string]int{}
	read(t, d, func(tx *db.Tx) error {
		for _, table := range []string{"brain_entries", "brain_entry_links", "entry_spans", "staging_entries", "brain_meta"} {
			var n int
			if err := tx.QueryRow(`SELECT count(*) FROM `+table, nil, &n); err != nil {
				return err
			}
			out[table] = n
		}
		return nil
	})
	return out
}

func TestStep1TakesStagedRowsInAndEmptiesTheTable(t *testing.T) {
	d := open(t)
	put(t, d, "x", "there already", 1)
	write(t, d, func(tx *db.Tx) error {
		if err := merge.UseVectors(tx, 1, ""); err != nil {
			return err
		}
		return tx.Script(`INSERT INTO staging_entries(ord, source, entity_id, entity_name, content, created_at, updated_at, content_hash, embedding) VALUES
			(2, 'gbrain', 'b', 'B', 'second', '2026-01-02', '2026-01-02', '', NULL),
			(1, 'gbrain', 'a', 'A', 'first', '2026-01-01 10:00:00+02', '2026-01-01T09:00:00Z', '', x'0000803f'),
			(3, 'gbrain', 'c', 'C', 'there already', '2026-01-01', '2026-01-01', '', NULL),
			(4, 'gbrain', 'd', 'D', 'first', '2026-01-01', '2026-01-01', '', NULL)`)
	})
	steps := mergeFull(t, d)
	if steps[0].Looked != 4 || steps[0].Added != 2 {
		t.Errorf("step 1: %+v", steps[0])
	}
	if e := entry(t, d, 2); e.Content != "first" || e.CitationID != "[BM:gbrain:a:2026-01-01T08:00:00Z]" {
		t.Errorf("row 2: %+v", e)
	}
	if e := entry(t, d, 3); e.Content != "second" {
		t.Errorf("row 3: %+v", e)
	}
	if n := counts(t, d)["staging_entries"]; n != 0 {
		t.Errorf("%d rows are still staged", n)
	}
	read(t, d, sameVectors)
}

func TestWeakerCountsWhatAStricterThresholdDrops(t *testing.T) {
	d := universe(t)
	read(t, d, func(tx *db.Tx) error {
		all, err := merge.Links(tx, merge.NameSimilar, 0, 10_000)
		if err != nil {
			return err
		}
		if len(all) == 0 {
			t.Fatal("no links")
		}
		for i := 1; i < len(all); i++ {
			if all[i].Similarity > all[i-1].Similarity || all[i].Type != merge.NameSimilar {
				t.Errorf("link %d is out of order or of another type: %+v", i, all[i])
			}
		}
		for _, threshold := range []float64{0.4, 0.6, 0.999, 1} {
			list, dropped, kept, err := merge.Weaker(tx, threshold, 3)
			if err != nil {
				return err
			}
			want := 0
			for _, l := range all {
				if float64(l.Similarity) <= threshold {
					want++
				}
			}
			if dropped != want || kept != len(all)-want || len(list) != min(3, want) {
				t.Errorf("over %v: %d dropped, %d kept, %d shown; want %d of %d dropped", threshold, dropped, kept, len(list), want, len(all))
			}
		}
		few, err := merge.Links(tx, "", 0.95, 2)
		if len(few) != 2 || few[1].Similarity < 0.95 {
			t.Errorf("two links from .95 up: %+v", few)
		}
		return err
	})
}
