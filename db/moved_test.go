package db_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"brain/db"
)

// noted is what a file has noted under a key.
func noted(t *testing.T, path, key string) (value string) {
	t.Helper()
	d, err := db.Open(t.Context(), path, db.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	err = d.Read(t.Context(), func(tx *db.Tx) error {
		value, err = tx.Meta(key)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return value
}

func note(t *testing.T, d *db.DB, key, value string) error {
	t.Helper()
	return d.Write(t.Context(), func(tx *db.Tx) error { return tx.SetMeta(key, value) })
}

func made(t *testing.T, path string) *db.DB {
	t.Helper()
	d, err := db.Open(t.Context(), path, db.Options{Create: true})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { d.Close() })
	return d
}

func TestNoWriteIsAcknowledgedIntoAFileThatIsGone(t *testing.T) {
	for _, test := range []struct {
		name string
		when func(t *testing.T, d *db.DB, gone func()) error
	}{
		{"between writes", func(t *testing.T, d *db.DB, gone func()) error {
			gone()
			return note(t, d, "k", "v")
		}},
		{"before the commit", func(t *testing.T, d *db.DB, gone func()) error {
			return d.Write(t.Context(), func(tx *db.Tx) error {
				gone()
				return tx.SetMeta("k", "v")
			})
		}},
		{"small write", func(t *testing.T, d *db.DB, gone func()) error {
			gone()
			return d.TryWrite(t.Context(), func(tx *db.Tx) error { return tx.SetMeta("k", "v") })
		}},
		{"SQL of a user", func(t *testing.T, d *db.DB, gone func()) error {
			gone()
			return d.WriteAny(t.Context(), func(*db.Tx) error { return nil })
		}},
		{"vacuum", func(t *testing.T, d *db.DB, gone func()) error {
			gone()
			_, _, err := d.Vacuum(t.Context())
			return err
		}},
	} {
		for _, replaced := range []bool{false, true} {
			path := filepath.Join(t.TempDir(), "brain.db")
			d := made(t, path)
			if err := note(t, d, "first", "1"); err != nil {
				t.Fatal(err)
			}
			err := test.when(t, d, func() {
				if err := os.Rename(path, path+".old"); err != nil {
					t.Fatal(err)
				}
				if replaced {
					if err := os.WriteFile(path, nil, 0o600); err != nil {
						t.Fatal(err)
					}
				}
			})
			if !errors.Is(err, db.ErrMoved) {
				t.Errorf("%s, replaced %v: %v", test.name, replaced, err)
			}
		}
	}
}

func TestTheWALOfAFileThatMovedIsNotLaidOverAnother(t *testing.T) {
	dir := t.TempDir()
	path, old := filepath.Join(dir, "brain.db"), filepath.Join(dir, "old.db")
	other := made(t, filepath.Join(dir, "other.db"))
	if err := errors.Join(note(t, other, "whose", "other"), other.Close()); err != nil {
		t.Fatal(err)
	}
	d := made(t, path)
	if err := note(t, d, "whose", "first"); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(path + "-wal"); err != nil || info.Size() == 0 {
		t.Fatalf("no WAL: %v", err)
	}
	if err := errors.Join(os.Rename(path, old), os.Rename(filepath.Join(dir, "other.db"), path)); err != nil {
		t.Fatal(err)
	}
	if !d.Moved() {
		t.Fatal("it has not moved")
	}
	if err := d.Leave(context.Background()); err != nil {
		t.Fatal(err)
	}
	if got := noted(t, path, "whose"); got != "other" {
		t.Errorf("the new file is %q's", got)
	}
	if got := noted(t, old, "whose"); got != "first" {
		t.Errorf("the old file is %q's", got)
	}
}

func TestTheWALStaysWhileOthersWorkOnAFileThatMoved(t *testing.T) {
	path := filepath.Join(t.TempDir(), "brain.db")
	d, second := made(t, path), made(t, path)
	if err := note(t, d, "k", "v"); err != nil {
		t.Fatal(err)
	}
	err := second.Read(t.Context(), func(tx *db.Tx) error {
		if _, err := tx.Meta("k"); err != nil {
			return err
		}
		if err := os.Rename(path, path+".old"); err != nil {
			return err
		}
		return d.Leave(context.Background())
	})
	if !errors.Is(err, db.ErrMoved) {
		t.Errorf("while one reads: %v", err)
	}
	if err := d.Leave(context.Background()); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(path + "-wal"); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the WAL is still there: %v", err)
	}
	if got := noted(t, path+".old", "k"); got != "v" {
		t.Errorf("the file that moved holds %q", got)
	}
}
