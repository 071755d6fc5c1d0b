package merge_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"brain/db"
	"brain/merge"
)

// span is a row of entry_spans in hours of the world's time; To -1 is an open one.
type span struct {
	Entity   string
	Entry    int64
	From, To int
}

func spans(t *testing.T, d *db.DB) []span {
	t.Helper()
	var out []span
	hour := func(s string) int {
		v, err := db.ParseTime(s)
		if err != nil {
			t.Fatal(err)
		}
		return int(v.Sub(at(0)) / time.Hour)
	}
	read(t, d, func(tx *db.Tx) error {
		return tx.Each(`SELECT entity_id, entry_id, valid_from, valid_to, recorded_at, closed_at FROM entry_spans ORDER BY id`, nil, func(scan func(...any) error) error {
			var s span
			var from, recorded string
			var to, closed *string
			if err := scan(&s.Entity, &s.Entry, &from, &to, &recorded, &closed); err != nil {
				return err
			}
			s.From, s.To = hour(from), -1
			if to != nil {
				s.To = hour(*to)
			}
			if (to == nil) != (closed == nil) {
				t.Errorf("%s: valid_to and closed_at disagree", s.Entity)
			}
			if closed != nil && *closed <= recorded {
				t.Errorf("%s: closed at %s, recorded at %s", s.Entity, *closed, recorded)
			}
			out = append(out, s)
			return nil
		})
	})
	return out
}

func TestPutOfTheSameContentWritesNothing(t *testing.T) {
	d := open(t)
	first := put(t, d, "x", "A alpha", 2)
	if want := (merge.Outcome{EntryID: 1, Inserted: true, Changed: true}); first != want {
		t.Errorf("first %+v", first)
	}
	changes := func() (n int) {
		write(t, d, func(tx *db.Tx) error { return tx.QueryRow(`SELECT total_changes()`, nil, &n) })
		return n
	}
	before := changes()
	if again := put(t, d, "x", "A alpha", 9); again != (merge.Outcome{EntryID: 1}) {
		t.Errorf("again %+v", again)
	}
	if after := changes(); after != before {
		t.Errorf("%d rows were written", after-before)
	}
}

func TestAThenBThenAOpensAThirdSpanOnTheFirstRow(t *testing.T) {
	d := open(t)
	put(t, d, "x", "A alpha", 2)
	put(t, d, "x", "B alpha", 4)
	if back := put(t, d, "x", "A alpha", 6); back != (merge.Outcome{EntryID: 1, Changed: true}) {
		t.Errorf("back at A: %+v", back)
	}
	want := []span{{"x", 1, 1, 4}, {"x", 2, 4, 6}, {"x", 1, 6, -1}}
	if diff := cmp.Diff(want, spans(t, d)); diff != "" {
		t.Errorf("spans (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]int64{1}, ask(t, d, "alpha", merge.Filter{})); diff != "" {
		t.Errorf("valid now (-want +got):\n%s", diff)
	}
	for hour, want := range map[int][]int64{0: {}, 1: {1}, 3: {1}, 4: {2}, 5: {2}, 6: {1}, 20: {1}} {
		if diff := cmp.Diff(want, ask(t, d, "alpha", merge.Filter{AsOf: at(hour)})); diff != "" {
			t.Errorf("as of hour %d (-want +got):\n%s", hour, diff)
		}
	}
}

func TestARevisionIsSupersededByTheContentThatItsEntityHas(t *testing.T) {
	d := open(t)
	put(t, d, "x", "A alpha", 2)
	put(t, d, "x", "B alpha", 4)
	served := func(id int64) int64 {
		var s *merge.Entry
		e := entry(t, d, id)
		read(t, d, func(tx *db.Tx) (err error) { s, err = merge.Served(tx, e); return err })
		if s == nil {
			return 0
		}
		return s.ID
	}
	if a, b := served(1), served(2); a != 2 || b != 0 {
		t.Errorf("after A and B: A is superseded by %d, B by %d", a, b)
	}
	put(t, d, "x", "A alpha", 6) // row 1 still says that it was updated at 2
	if a, b := served(1), served(2); a != 0 || b != 1 {
		t.Errorf("back at A: A is superseded by %d, B by %d", a, b)
	}
	put(t, d, "x", "C alpha", 3) // a file put back from a backup keeps its old time
	if a, b, c := served(1), served(2), served(3); a != 3 || b != 3 || c != 0 {
		t.Errorf("at an older C: A is superseded by %d, B by %d, C by %d", a, b, c)
	}
	retire(t, d, "x", 9)
	if a, c := served(1), served(3); a != 3 || c != 0 {
		t.Errorf("retired: A is superseded by %d, C by %d", a, c)
	}
}

func TestRowsWithoutSpansAreSupersededByTheLatestUpdate(t *testing.T) {
	d := open(t)
	write(t, d, func(tx *db.Tx) error {
		for i, hour := range []int{5, 9, 7, 9} {
			r := merge.Row{Source: merge.GBrain, EntityID: "x", EntityName: "x", Content: fmt.Sprint("alpha ", i), CreatedAt: at(1), UpdatedAt: at(hour)}
			if _, _, err := merge.Ingest(tx, r); err != nil {
				return err
			}
		}
		return nil
	})
	for id, want := range map[int64]int64{1: 4, 2: 4, 3: 4, 4: 0} {
		e := entry(t, d, id)
		read(t, d, func(tx *db.Tx) error {
			s, err := merge.Served(tx, e)
			if got := int64(0); err == nil {
				if s != nil {
					got = s.ID
				}
				if got != want {
					t.Errorf("%d is superseded by %d, want %d", id, got, want)
				}
			}
			return err
		})
	}
	// The seed's rule: every one of them is ranked.
	if diff := cmp.Diff([]int64{1, 2, 3, 4}, ask(t, d, "alpha", merge.Filter{})); diff != "" {
		t.Errorf("ranked (-want +got):\n%s", diff)
	}
}

func TestTwoEntitiesOfOneContentShareARowAndNoneVanishes(t *testing.T) {
	d := open(t)
	put(t, d, "x", "same alpha", 2)
	if second := put(t, d, "y", "same alpha", 3); second != (merge.Outcome{EntryID: 1, Changed: true}) {
		t.Errorf("second %+v", second)
	}
	if !retire(t, d, "x", 5) {
		t.Error("x had an open span")
	}
	if diff := cmp.Diff([]span{{"x", 1, 1, 5}, {"y", 1, 1, -1}}, spans(t, d)); diff != "" {
		t.Errorf("spans (-want +got):\n%s", diff)
	}
	if got := ask(t, d, "alpha", merge.Filter{}); len(got) != 1 {
		t.Errorf("while y has it: %v", got)
	}
	retire(t, d, "y", 6)
	if got := ask(t, d, "alpha", merge.Filter{}); len(got) != 0 {
		t.Errorf("when nobody has it: %v", got)
	}
	if got := ask(t, d, "alpha", merge.Filter{AsOf: at(5)}); len(got) != 1 {
		t.Errorf("as of when y had it: %v", got)
	}
}

func TestRetireEndsASpanOnce(t *testing.T) {
	d := open(t)
	put(t, d, "x", "alpha", 2)
	if !retire(t, d, "x", 5) || retire(t, d, "x", 7) || retire(t, d, "never there", 7) {
		t.Error("retire reports what it did not do")
	}
	if back := put(t, d, "x", "alpha", 8); back != (merge.Outcome{EntryID: 1, Changed: true}) {
		t.Errorf("back: %+v", back)
	}
	if diff := cmp.Diff([]span{{"x", 1, 1, 5}, {"x", 1, 8, -1}}, spans(t, d)); diff != "" {
		t.Errorf("spans (-want +got):\n%s", diff)
	}
}

func TestASpanNeverEndsBeforeItBegins(t *testing.T) {
	d := open(t)
	put(t, d, "x", "A", 2)
	put(t, d, "x", "B", 8)
	put(t, d, "x", "C", 5) // an older file again
	retire(t, d, "x", 1)
	if diff := cmp.Diff([]span{{"x", 1, 1, 8}, {"x", 2, 8, 8}, {"x", 3, 5, 5}}, spans(t, d)); diff != "" {
		t.Errorf("spans (-want +got):\n%s", diff)
	}
}

func TestFilters(t *testing.T) {
	d := open(t)
	put(t, d, "x", "alpha one", 2)      // row 1, learned at 12:01
	put(t, d, "x", "alpha two", 4)      // row 2, learned at 12:02
	put(t, d, "y", "alpha three", 3)    // row 3, learned at 12:03
	retire(t, d, "y", 6)                // learned at 12:04
	write(t, d, func(tx *db.Tx) error { // rows 4 and 5 never had a span
		for i, source := range []string{merge.Memory, merge.Graphify} {
			r := merge.Row{Source: source, EntityID: source, EntityName: source, Content: "alpha " + source, CreatedAt: at(5 + i), UpdatedAt: at(5 + i)}
			if _, _, err := merge.Ingest(tx, r); err != nil {
				return err
			}
		}
		return nil
	})
	minute := func(m int) time.Time { return noon.Add(time.Duration(m)*time.Minute + time.Second) }
	for _, tc := range []struct {
		name string
		f    merge.Filter
		want []int64
	}{
		{"none: valid now, and rows without spans", merge.Filter{}, []int64{2, 4, 5}},
		{"include invalid", merge.Filter{IncludeInvalid: true}, []int64{1, 2, 3, 4, 5}},
		{"one store", merge.Filter{Stores: []string{merge.Memory}}, []int64{4}},
		{"two stores", merge.Filter{Stores: []string{merge.Memory, merge.GBrain}}, []int64{2, 4}},
		{"a store and the past", merge.Filter{Stores: []string{merge.GBrain}, IncludeInvalid: true}, []int64{1, 2, 3}},
		{"an unknown store", merge.Filter{Stores: []string{"nobody"}}, []int64{}},
		{"as of 3", merge.Filter{AsOf: at(3)}, []int64{1, 3}},
		{"as of 4: a span ends where the next begins", merge.Filter{AsOf: at(4)}, []int64{2, 3}},
		{"as of 5: a row without span counts from its created_at", merge.Filter{AsOf: at(5)}, []int64{2, 3, 4}},
		{"as of 6", merge.Filter{AsOf: at(6)}, []int64{2, 4, 5}},
		{"as of 3, as known at 12:01", merge.Filter{AsOf: at(3), KnownAt: minute(1)}, []int64{1}},
		{"as of 5, as known at 12:01: the end was not known", merge.Filter{AsOf: at(5), KnownAt: minute(1)}, []int64{1, 4}},
		{"as of 6, as known at 12:03: y was thought to live", merge.Filter{AsOf: at(6), KnownAt: minute(3)}, []int64{2, 3, 4, 5}},
		{"as known at 12:03", merge.Filter{KnownAt: minute(3)}, []int64{2, 3, 4, 5}},
		{"as known at 12:04", merge.Filter{KnownAt: minute(4)}, []int64{2, 4, 5}},
		{"as known before anything", merge.Filter{KnownAt: minute(-1)}, []int64{4, 5}},
		{"include invalid beats as of", merge.Filter{AsOf: at(3), IncludeInvalid: true}, []int64{1, 2, 3, 4, 5}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if diff := cmp.Diff(tc.want, ask(t, d, "alpha", tc.f)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestFiltersActBeforeRanking(t *testing.T) {
	d := open(t)
	put(t, d, "x", "alpha alpha alpha", 2)
	put(t, d, "x", "alpha beta gamma", 4)
	read(t, d, func(tx *db.Tx) error {
		a, err := merge.Run(tx, merge.Query{Text: "alpha", Limit: 10})
		if err == nil && (a.Total != 1 || a.Hits[0].TextRank != 1 || a.Hits[0].Score.String() != "0.01639344262295081967") {
			t.Errorf("the past takes ranks: %+v", a)
		}
		return err
	})
}

// TestSpansFollowAModel does random things to three entities and compares with maps.
func TestSpansFollowAModel(t *testing.T) {
	d := open(t)
	write(t, d, func(*db.Tx) error { return nil })
	steps := 40
	if testing.Short() {
		steps = 10
	}
	undo := fmt.Errorf("undo")
	rapid.Check(t, func(rt *rapid.T) {
		err := d.Write(context.Background(), func(tx *db.Tx) error {
			has := map[string]string{}
			rows := map[string]int64{}
			for i := range rapid.IntRange(1, steps).Draw(rt, "steps") {
				id := rapid.SampledFrom([]string{"x", "y", "z"}).Draw(rt, "id")
				hour := rapid.IntRange(1, 20).Draw(rt, "hour")
				if rapid.IntRange(0, 3).Draw(rt, "retire") == 0 {
					had, err := merge.Retire(tx, merge.GBrain, id, at(hour))
					if err != nil {
						return err
					}
					if _, want := has[id]; had != want {
						rt.Fatalf("step %d: retire %s reports %v", i, id, had)
					}
					delete(has, id)
					continue
				}
				content := rapid.SampledFrom([]string{"A alpha", "B alpha", "C alpha"}).Draw(rt, "content")
				out, err := merge.Put(tx, merge.Row{Source: merge.GBrain, EntityID: id, EntityName: id, Content: content, CreatedAt: at(1), UpdatedAt: at(hour)})
				if err != nil {
					return err
				}
				row, known := rows[content]
				if out.Changed != (has[id] != content) || out.Inserted == known || known && out.EntryID != row {
					rt.Fatalf("step %d: put %q on %s (which has %q): %+v", i, content, id, has[id], out)
				}
				has[id], rows[content] = content, out.EntryID
			}
			alive := map[int64]bool{}
			for _, content := range has {
				alive[rows[content]] = true
			}
			a, err := merge.Run(tx, merge.Query{Text: "alpha", Limit: 100})
			if err != nil {
				return err
			}
			got := map[int64]bool{}
			for _, h := range a.Hits {
				got[h.ID] = true
			}
			if diff := cmp.Diff(alive, got); diff != "" {
				rt.Fatalf("valid rows (-want +got):\n%s", diff)
			}
			var wrong int
			err = tx.QueryRow(`SELECT count(*) FROM entry_spans WHERE valid_to < valid_from OR (valid_to IS NULL) <> (closed_at IS NULL)`, nil, &wrong)
			if wrong != 0 {
				rt.Fatalf("%d spans make no sense", wrong)
			}
			if err != nil {
				return err
			}
			return undo
		})
		if err != undo {
			rt.Fatal(err)
		}
	})
}
