package db_test

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"

	"brain/db"
)

// TestTryWriteAsIsMigratesNothing: a file of brain-cli takes a write as it is, while others wait no longer than they said.
func TestTryWriteAsIsMigratesNothing(t *testing.T) {
	path := filepath.Join(t.TempDir(), "brain.db")
	data, err := os.ReadFile("../testdata/brain-cli/dbs/v4_fts_only.db")
	if err == nil {
		err = os.WriteFile(path, data, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	d, again := open(t, path, db.Options{}), open(t, path, db.Options{})
	count := func(tx *db.Tx) error {
		_, err := tx.Exec(`UPDATE memories SET access_count = access_count + 1 WHERE id = 1`)
		return err
	}
	err = d.TryWriteAsIs(t.Context(), time.Second, func(tx *db.Tx) error {
		if err := again.TryWriteAsIs(t.Context(), time.Millisecond, count); !errors.Is(err, db.ErrBusy) {
			t.Errorf("while another writes: %v", err)
		}
		return count(tx)
	})
	if err != nil {
		t.Fatal(err)
	}
	if d.State() != db.BrainCLI {
		t.Errorf("state %v", d.State())
	}
	var n int
	err = again.ReadMemories(t.Context(), func(tx *db.Tx) error {
		return tx.QueryRow(`SELECT access_count FROM memories WHERE id = 1`, nil, &n)
	})
	if err != nil || n == 0 {
		t.Errorf("count %d, %v", n, err)
	}
	if copies, _ := filepath.Glob(path + ".bak*"); len(copies) > 0 {
		t.Errorf("copies %q", copies)
	}
	failed := errors.New("failed")
	if err := d.TryWriteAsIs(t.Context(), 0, func(tx *db.Tx) error { return errors.Join(count(tx), failed) }); !errors.Is(err, failed) {
		t.Errorf("error %v, want that of the function", err)
	}
	empty := open(t, filepath.Join(t.TempDir(), "new.db"), db.Options{Create: true})
	if err := empty.TryWriteAsIs(t.Context(), 0, count); !errors.Is(err, db.ErrEmpty) {
		t.Errorf("an empty file: %v", err)
	}
	if err := empty.Write(t.Context(), func(*db.Tx) error { return nil }); err != nil {
		t.Fatal(err)
	}
	if err := empty.TryWriteAsIs(t.Context(), 0, func(tx *db.Tx) error { return tx.SetMeta("note", "x") }); err != nil {
		t.Errorf("a file of ours: %v", err)
	}
}
