package engine_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"brain/engine"
)

// TestAnIDOfAnyProgramLeavesRoomForTheNextMemory: SQLite counts on from the largest id, and the row ids of vectors are 64 times as large.
func TestAnIDOfAnyProgramLeavesRoomForTheNextMemory(t *testing.T) {
	for _, id := range []int64{1<<63 - 1, 1 << 58, 1<<57 - 1, 1<<57 - 2, 0, -1, -1 << 62, -1 << 63} {
		e := counted(t)
		save(t, e, "Before", "one")
		must[*engine.SQLResult](t)(e.SQL(ctx, engine.SQLInput{Write: true, Statement: fmt.Sprintf(
			`INSERT INTO memories(id, uid, type, title, content) VALUES (%d, 'aaaaaaaaaaaa', 'note', 'Foreign', 'zebra')`, id)}))
		save(t, e, "After", "two")
		save(t, e, "Last", "three")
		if r := must[*engine.ReindexResult](t)(e.Reindex(ctx, engine.ReindexInput{})); r.Left != 0 {
			t.Errorf("id %d: reindex %+v", id, r)
		}
		if got := titles(t, e, engine.SearchInput{Text: "zebra"}); !slices.Contains(got, "Foreign") {
			t.Errorf("id %d: found %q", id, got)
		}
		// Each vector is of a memory that is there, and slot 0 of it comes first.
		got := column(t, e, `SELECT count(*) || ' ' || count(DISTINCT memory_id) || ' ' || sum(rowid / 64 = memory_id) FROM memory_chunks c WHERE EXISTS (SELECT 1 FROM memories m WHERE m.id = c.memory_id)`)
		want := "4 4 4"
		if id >= 1<<57 || id < -1<<57 {
			want = "3 3 3"
		}
		if diff := cmp.Diff([]string{want}, got); diff != "" {
			t.Errorf("id %d: vectors (-want +got):\n%s", id, diff)
		}
		if r := must[*engine.ReindexResult](t)(e.Reindex(ctx, engine.ReindexInput{Full: true})); r.Left != 0 {
			t.Errorf("id %d: reindex --full %+v", id, r)
		}
	}
}
