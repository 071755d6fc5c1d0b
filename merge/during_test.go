package merge_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"brain/db"
	"brain/merge"
)

// during gives a memory its content, made at one hour, changed at another, ended at a third (0: not).
func during(t *testing.T, d *db.DB, id, content string, created, updated, end int) merge.Outcome {
	t.Helper()
	var out merge.Outcome
	write(t, d, func(tx *db.Tx) (err error) {
		out, err = merge.PutDuring(tx, memoryRow(id, content, created, updated), endAt(end))
		return err
	})
	return out
}

func memoryRow(id, content string, created, updated int) merge.Row {
	return merge.Row{Source: merge.Memory, EntityID: id, EntityName: id, Content: content, CreatedAt: at(created), UpdatedAt: at(updated)}
}

func endAt(hour int) time.Time {
	if hour == 0 {
		return time.Time{}
	}
	return at(hour)
}

func TestAnEndThatIsTakenBackLeavesNoGap(t *testing.T) {
	d := open(t)
	if out := during(t, d, "m", "A alpha", 2, 2, 0); out != (merge.Outcome{EntryID: 1, Inserted: true, Changed: true}) {
		t.Errorf("first %+v", out)
	}
	if out := during(t, d, "m", "A alpha", 2, 2, 5); out != (merge.Outcome{EntryID: 1}) {
		t.Errorf("ended %+v", out)
	}
	if out := during(t, d, "m", "A alpha", 2, 2, 0); out != (merge.Outcome{EntryID: 1, Changed: true}) {
		t.Errorf("taken back %+v", out)
	}
	if diff := cmp.Diff([]span{{"m", 1, 2, 5}, {"m", 1, 5, -1}}, spans(t, d)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	// What was known at each of the three writes, a minute apart: at 12:01 valid, at 12:02 ended, at 12:03 valid again.
	for minute, want := range map[int][]int64{1: {1}, 2: {}, 3: {1}} {
		known := noon.Add(time.Duration(minute)*time.Minute + time.Second)
		if got := ask(t, d, "alpha", merge.Filter{AsOf: at(7), KnownAt: known}); !cmp.Equal(got, want) {
			t.Errorf("as of 7, as known at 12:%02d: %v, want %v", minute, got, want)
		}
	}
}

func TestABeginAndAnEndMayMove(t *testing.T) {
	d := open(t)
	during(t, d, "m", "A", 4, 4, 0)
	during(t, d, "m", "B", 4, 6, 0)
	during(t, d, "m", "B", 2, 6, 0) // made earlier than was thought
	if diff := cmp.Diff([]span{{"m", 1, 2, 6}, {"m", 2, 6, -1}}, spans(t, d)); diff != "" {
		t.Errorf("earlier (-want +got):\n%s", diff)
	}
	during(t, d, "m", "B", 7, 6, 0) // made later than it was changed
	if diff := cmp.Diff([]span{{"m", 1, 7, 7}, {"m", 2, 7, -1}}, spans(t, d)); diff != "" {
		t.Errorf("later (-want +got):\n%s", diff)
	}
	during(t, d, "m", "B", 1, 6, 12)
	during(t, d, "m", "B", 1, 6, 9) // ended earlier than was thought
	if diff := cmp.Diff([]span{{"m", 1, 1, 7}, {"m", 2, 7, 9}}, spans(t, d)); diff != "" {
		t.Errorf("end (-want +got):\n%s", diff)
	}
	during(t, d, "m", "B", 10, 6, 9) // ended before it began: never
	if diff := cmp.Diff([]span{{"m", 1, 10, 10}, {"m", 2, 10, 10}}, spans(t, d)); diff != "" {
		t.Errorf("never (-want +got):\n%s", diff)
	}
}

func TestWhatChangedWithoutAChangeNeedsNoWrite(t *testing.T) {
	d := open(t)
	changes := func() (n int) {
		write(t, d, func(tx *db.Tx) error { return tx.QueryRow(`SELECT total_changes()`, nil, &n) })
		return n
	}
	during(t, d, "m", "A", 2, 2, 0)
	during(t, d, "n", "B", 2, 2, 6)
	before := changes()
	during(t, d, "m", "A", 2, 9, 0)
	during(t, d, "n", "B", 2, 2, 6)
	if after := changes(); after != before {
		t.Errorf("%d rows were written", after-before)
	}
}

// TestAsOfGivesWhatTheStoreSays does random things to three memories; then asking as of any hour gives those that had
// begun and not ended, and asking for now those without an end, with the content they have.
func TestAsOfGivesWhatTheStoreSays(t *testing.T) {
	d := open(t)
	write(t, d, func(*db.Tx) error { return nil })
	undo := errors.New("undo")
	steps := 30
	if testing.Short() {
		steps = 8
	}
	rapid.Check(t, func(rt *rapid.T) {
		type state struct {
			created, end int
			content      string
		}
		err := d.Write(context.Background(), func(tx *db.Tx) error {
			has := map[string]state{}
			for range rapid.IntRange(1, steps).Draw(rt, "steps") {
				id := rapid.SampledFrom([]string{"x", "y", "z"}).Draw(rt, "id")
				s := state{rapid.IntRange(1, 20).Draw(rt, "created"), rapid.IntRange(0, 20).Draw(rt, "end"), rapid.SampledFrom([]string{"A", "B", "C"}).Draw(rt, "content")}
				if rapid.Bool().Draw(rt, "a new end") {
					s.end = 0
				}
				if _, err := merge.PutDuring(tx, memoryRow(id, id+" "+s.content, s.created, rapid.IntRange(1, 20).Draw(rt, "updated")), endAt(s.end)); err != nil {
					return err
				}
				has[id] = s
			}
			for id, s := range has {
				var open int
				var content string
				err := tx.QueryRow(`SELECT count(*), coalesce(max(e.content), '') FROM entry_spans s JOIN brain_entries e ON e.id = s.entry_id WHERE s.entity_id = ? AND s.valid_to IS NULL`, []any{id}, &open, &content)
				if err != nil {
					return err
				}
				if (open == 1) != (s.end == 0) || open == 1 && content != id+" "+s.content {
					rt.Fatalf("%s %+v: %d open spans, %q", id, s, open, content)
				}
				for hour := range 23 {
					var valid bool
					err := tx.QueryRow(`SELECT EXISTS (SELECT 1 FROM entry_spans WHERE entity_id = ?1 AND valid_from <= ?2 AND (valid_to IS NULL OR valid_to > ?2))`, []any{id, db.FormatTime(at(hour))}, &valid)
					if err != nil {
						return err
					}
					if want := s.created <= hour && (s.end == 0 || hour < s.end); valid != want {
						rt.Fatalf("%s %+v as of %d: %v", id, s, hour, valid)
					}
				}
			}
			return undo
		})
		if err != undo {
			rt.Fatal(err)
		}
	})
}
