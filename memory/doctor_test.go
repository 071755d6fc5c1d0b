package memory_test

import (
	"errors"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"brain/db"
	"brain/memory"
)

func health(t *testing.T, d *db.DB) memory.Health {
	t.Helper()
	var h memory.Health
	readTx(t, d, func(tx *db.Tx, s *memory.Stage) (err error) {
		h, err = memory.Check(tx, s)
		return err
	})
	return h
}

func TestCheckFindsWhatBrainCLIsDoctorFinds(t *testing.T) {
	for name, want := range map[string]memory.Health{
		"v4_fts_only":      {Total: 9, Unembedded: 9, Journal: "wal", Marker: "4"},
		"v4_with_vectors":  {Total: 9, OrphanChunks: 1, Journal: "wal", Marker: "4"},
		"stage_base_nofts": {Total: 8, Unembedded: 8, Journal: "delete"},
	} {
		if diff := gocmp.Diff(want, health(t, openMemories(t, stage(t, name)))); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}

func TestWhatIsWrongIsMended(t *testing.T) {
	path := stage(t, "v4_with_vectors")
	migrateFile(t, path)
	sqlOn(t, path, `INSERT INTO memory_chunks(rowid, memory_id, embedding) SELECT 999 * 64 + 3, 999, embedding FROM memory_chunks LIMIT 1`,
		`INSERT INTO memory_vectors(memory_id, embedding) SELECT 999, embedding FROM memory_chunks LIMIT 1`,
		`INSERT INTO memory_vectors(memory_id, embedding) SELECT 1, embedding FROM memory_chunks LIMIT 1`,
		`UPDATE memory_counts SET n = n + 1`, `INSERT INTO memories_fts(rowid, title) VALUES (77, 'a ghost')`)
	d := openMemories(t, path)
	h := health(t, d)
	if want := (memory.Health{Total: 9, OrphanChunks: 2, OrphanVectors: 1, Shadowed: 1, WordsMissing: 1, Miscounted: true, Pending: 10, Journal: "wal", Marker: "4"}); h != want {
		t.Errorf("found %+v, want %+v", h, want)
	}
	writeTx(t, d, func(tx *db.Tx) error {
		if err := memory.CheckWords(tx); !errors.Is(err, memory.ErrWords) {
			t.Errorf("words: %v", err)
		}
		n, err := memory.DropOrphans(tx)
		if n != 2 {
			t.Errorf("vectors of %d memories were dropped", n)
		}
		_, syncErr := memory.Sync(tx, 100)
		return errors.Join(err, syncErr, memory.RebuildWords(tx), memory.Recount(tx), memory.CheckWords(tx))
	})
	h = health(t, d)
	if want := (memory.Health{Total: 9, Shadowed: 1, Journal: "wal", Marker: "4"}); h != want {
		t.Errorf("after: %+v, want %+v", h, want)
	}
}

func TestVectorsGoWithTheirText(t *testing.T) {
	path := stage(t, "v4_with_vectors")
	d := openMemories(t, path)
	embedded := func() (n int64) {
		readTx(t, d, func(tx *db.Tx, s *memory.Stage) error {
			c, err := memory.CountAll(tx, s)
			n = c.Embedded
			return err
		})
		return n
	}
	if got := embedded(); got != 10 {
		t.Errorf("%d have vectors", got)
	}
	writeTx(t, d, func(tx *db.Tx) error {
		_, err := memory.Update(tx, "lk2aaaaaaaa2", memory.Change{Abstract: ptr("a line")})
		return err
	})
	if got := embedded(); got != 10 {
		t.Errorf("after an abstract %d have vectors", got)
	}
	writeTx(t, d, func(tx *db.Tx) error {
		_, err := memory.Update(tx, "lk2aaaaaaaa2", memory.Change{Append: ptr("more")})
		return errors.Join(err, memory.Delete(tx, "lk2cccccccc2"))
	})
	if got := embedded(); got != 8 {
		t.Errorf("after an update and a deletion %d have vectors", got)
	}
	// brain-cli deletes a memory and leaves its vectors; Sync takes them.
	sqlOn(t, path, `UPDATE memories SET deleted_at = '2026-06-01 00:00:00' WHERE uid = 'lk2bbbbbbbb2'`, `DELETE FROM memories WHERE uid = 'lk2gggggggg2'`)
	writeTx(t, d, func(tx *db.Tx) error { _, err := memory.Sync(tx, 100); return err })
	h := health(t, d)
	if h.OrphanChunks != 0 || embedded() != 5 {
		t.Errorf("after a Sync: %+v, %d have vectors", h, embedded())
	}
}
