package db_test

import (
	"context"
	"errors"
	"path/filepath"
	"testing"
	"time"

	"brain/db"
)

func TestTryWriteNeverWaits(t *testing.T) {
	path := filepath.Join(t.TempDir(), "brain.db")
	a, b := open(t, path, db.Options{Create: true}), open(t, path, db.Options{Create: true})
	note := func(tx *db.Tx) error { return tx.SetMeta("note", "x") }
	ctx := t.Context()
	if err := b.TryWrite(ctx, note); err != nil {
		t.Errorf("on a free file: %v", err)
	}
	err := a.Write(ctx, func(*db.Tx) error {
		for who, d := range map[string]*db.DB{"another connection": b, "the same one": a} {
			// One that waited would do so each time, for the ten seconds of Write; a machine that is busy is so now and then.
			waits := true
			for try := 0; waits && try < 5; try++ {
				soon, cancel := context.WithTimeout(ctx, 5*time.Second)
				if err := d.TryWrite(soon, note); !errors.Is(err, db.ErrBusy) && soon.Err() == nil {
					t.Errorf("%s: %v", who, err)
				}
				waits = soon.Err() != nil
				cancel()
			}
			if waits {
				t.Errorf("%s waits", who)
			}
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
	// What Write needs is as before.
	free := make(chan struct{})
	done := make(chan error)
	err = a.Write(ctx, func(*db.Tx) error {
		go func() {
			close(free)
			done <- b.Write(ctx, note)
		}()
		<-free
		time.Sleep(20 * time.Millisecond)
		return nil
	})
	if err := errors.Join(err, <-done); err != nil {
		t.Errorf("write after a try: %v", err)
	}
	failed := errors.New("failed")
	if err := b.TryWrite(ctx, func(*db.Tx) error { return failed }); !errors.Is(err, failed) {
		t.Errorf("error %v, want that of the function", err)
	}
}

func TestTryWriteForWaitsThatLong(t *testing.T) {
	path := filepath.Join(t.TempDir(), "brain.db")
	a, b := open(t, path, db.Options{Create: true}), open(t, path, db.Options{Create: true})
	note := func(tx *db.Tx) error { return tx.SetMeta("note", "x") }
	if err := b.TryWriteFor(t.Context(), time.Hour, note); err != nil {
		t.Fatal(err)
	}
	writes, done := make(chan struct{}), make(chan error)
	err := a.Write(t.Context(), func(*db.Tx) error {
		go func() {
			close(writes)
			done <- b.TryWriteFor(t.Context(), time.Hour, note)
		}()
		<-writes
		if err := b.TryWriteFor(t.Context(), time.Millisecond, note); !errors.Is(err, db.ErrBusy) {
			t.Errorf("while another writes: %v", err)
		}
		return nil
	})
	if err := errors.Join(err, <-done); err != nil {
		t.Errorf("after it: %v", err)
	}
}

// TestASmallWriteBorrowsAConnectionThatReads: on a file that is as it should be, of which nobody in this process writes.
func TestASmallWriteBorrowsAConnectionThatReads(t *testing.T) {
	path := filepath.Join(t.TempDir(), "brain.db")
	a := open(t, path, db.Options{Create: true})
	write(t, a, func(tx *db.Tx) error { return tx.SetMeta("note", "first") })
	b := open(t, path, db.Options{})
	note := func(tx *db.Tx) error { return tx.SetMeta("note", "second") }
	err := a.Write(t.Context(), func(*db.Tx) error {
		if err := b.TryWrite(t.Context(), note); !errors.Is(err, db.ErrBusy) {
			t.Errorf("while another writes: %v", err)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := b.TryWrite(t.Context(), note); err != nil {
		t.Errorf("after it: %v", err)
	}
	failed := errors.New("failed")
	err = b.TryWrite(t.Context(), func(tx *db.Tx) error {
		return errors.Join(tx.SetMeta("note", "third"), failed)
	})
	if got := meta(t, a, "note"); !errors.Is(err, failed) || got != "second" {
		t.Errorf("the note is %q, error %v", got, err)
	}
	// It reads and nothing else again.
	if err := b.Read(t.Context(), func(tx *db.Tx) error { return tx.SetMeta("note", "fourth") }); err == nil {
		t.Error("a read wrote")
	}
	if err := b.Write(t.Context(), func(tx *db.Tx) error { return tx.SetMeta("note", "fifth") }); err != nil {
		t.Error(err)
	}
	if got := meta(t, b, "note"); got != "fifth" {
		t.Errorf("the note is %q", got)
	}
}
