package memory_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"brain/db"
	"brain/memory"
)

func TestWithoutAnIndexTheTextsAreSearchedInTheSameOrder(t *testing.T) {
	path := stage(t, "v4_fts_only")
	bare := stage(t, "v4_fts_only")
	sqlOn(t, bare, `DROP TABLE memories_fts`)
	search := func(path, text string) (uids []string, reason string) {
		d := openMemories(t, path)
		defer d.Close()
		readTx(t, d, func(tx *db.Tx, s *memory.Stage) error {
			a, err := memory.Search(tx, s, memory.Question{Text: text, Limit: 10})
			for _, h := range a.Hits {
				uids = append(uids, fmt.Sprint(h.UID, h.Explain.Words))
			}
			reason = a.Reason
			return err
		})
		return uids, reason
	}
	for _, text := range []string{"vacuuming postgres", "timezone bugs in invoices", "the", "wrap-up footer's zone", "larkspur-pay", "nothing-like-it", `"render" x`} {
		want, reason := search(path, text)
		if reason != "" {
			t.Errorf("%q with an index: %s", text, reason)
		}
		got, reason := search(bare, text)
		if diff := gocmp.Diff(want, got); diff != "" || !strings.Contains(reason, "brain migrate") {
			t.Errorf("%q: %q (-index +texts):\n%s", text, reason, diff)
		}
	}
	if got, _ := search(stage(t, "stage_base_nofts"), "vacuuming"); !gocmp.Equal(got, []string{"lk2aaaaaaaa20"}) {
		t.Errorf("an old file: %v", got)
	}
}

func TestAPlanRefusesWhatAMigrationRefuses(t *testing.T) {
	path := stage(t, "v4_fts_only")
	sqlOn(t, path, `UPDATE stats SET value = '99' WHERE key = 'brain_schema_version'`)
	d := openMemories(t, path)
	err := d.ReadAny(context.Background(), func(tx *db.Tx) error { _, err := memory.PlanUpgrade(tx); return err })
	if !errors.Is(err, db.ErrNewer) {
		t.Errorf("plan: %v", err)
	}
	if _, err := d.Migrate(context.Background(), db.MigrateOptions{}); !errors.Is(err, db.ErrNewer) {
		t.Errorf("migrate: %v", err)
	}
}

func TestWhatLeavesTheTextsDoesNotIndexThem(t *testing.T) {
	path := stage(t, "v4_fts_only")
	migrateFile(t, path)
	d := openMemories(t, path)
	writeTx(t, d, func(tx *db.Tx) error { _, err := memory.Sync(tx, 100); return err })
	const indexes = `SELECT (SELECT group_concat(id || hex(block)) FROM memories_fts_data), (SELECT group_concat(id || hex(block)) FROM memory_grams_data), (SELECT count(*) FROM memory_versions)`
	before := rowsOf(t, path, indexes)
	writeTx(t, d, func(tx *db.Tx) error {
		_, err := memory.Update(tx, "lk2aaaaaaaa2", memory.Change{Abstract: ptr("short")})
		return errors.Join(err, memory.Bump(tx, 1), memory.Invalidate(tx, "lk2aaaaaaaa2", "", "old"), memory.Revalidate(tx, "lk2aaaaaaaa2", ""))
	})
	if diff := gocmp.Diff(before, rowsOf(t, path, indexes)); diff != "" {
		t.Errorf("(-before +after):\n%s", diff)
	}
	writeTx(t, d, func(tx *db.Tx) error {
		_, err := memory.Update(tx, "lk2aaaaaaaa2", memory.Change{Replace: ptr("uses c++")})
		return err
	})
	if got := rowsOf(t, path, indexes); got[0][0] == before[0][0] || got[0][1] == before[0][1] || got[0][2] == before[0][2] {
		t.Error("a new text was not indexed")
	}
}

func TestPendingCountsInAFileOfAnyStage(t *testing.T) {
	for _, name := range stages {
		path := stage(t, name)
		d := openMemories(t, path)
		pending := func() (n int) {
			readTx(t, d, func(tx *db.Tx, _ *memory.Stage) (err error) { n, err = memory.Pending(tx); return err })
			return n
		}
		if n := pending(); n != 0 {
			t.Errorf("%s: %d before any write", name, n)
		}
		migrateFile(t, path)
		writeTx(t, d, func(tx *db.Tx) error { _, err := memory.Sync(tx, 100); return err })
		sqlOn(t, path, `UPDATE memories SET invalid_at = '2026-01-01 00:00:00' WHERE id < 3`)
		if n := pending(); n != 2 {
			t.Errorf("%s: %d wait", name, n)
		}
	}
}
