package db

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// TestARehearsalTakesTheMigrationBack: what runs in it sees the newest schema, and the file of any older one stays as it is.
func TestARehearsalTakesTheMigrationBack(t *testing.T) {
	ctx, failed := context.Background(), errors.New("failed")
	for schema := MemorySchema; schema <= len(migrations); schema++ {
		path := ofSchema(t, schema, ``)
		before, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		d, err := Open(ctx, path, Options{})
		if err != nil {
			t.Fatal(err)
		}
		for _, want := range []error{nil, failed} {
			var inside int
			err := d.Rehearse(ctx, func(tx *Tx) (err error) {
				if inside, err = SchemaOf(tx); err == nil {
					err = tx.SetMeta("k", "v")
				}
				return errors.Join(err, want)
			})
			if !errors.Is(err, want) || inside != len(migrations) {
				t.Errorf("schema %d: schema %d, %v, want %v", schema, inside, err, want)
			}
		}
		err = d.TryWrite(ctx, func(tx *Tx) error { return tx.SetMeta("k", "v") })
		if asIs := d.TryWriteAsIs(ctx, 0, func(tx *Tx) error { return tx.SetMeta("k", "v") }); errors.Is(err, ErrOlder) != errors.Is(asIs, ErrOlder) {
			t.Errorf("schema %d: %v, as it is %v", schema, err, asIs)
		}
		if older := schema < len(migrations); errors.Is(err, ErrOlder) != older || !older && err != nil {
			t.Errorf("schema %d: what may be left out: %v", schema, err)
		}
		d.Close()
		if now, err := os.ReadFile(path); schema < len(migrations) && (err != nil || !cmp.Equal(before, now)) {
			t.Errorf("schema %d: the file was changed, %v", schema, err)
		}
	}
}

// TestAFileThatAnotherMigratesMeanwhileIsNoLongerOlder: what was left out is written from then on.
func TestAFileThatAnotherMigratesMeanwhileIsNoLongerOlder(t *testing.T) {
	ctx, path := context.Background(), ofSchema(t, len(migrations)-1, ``)
	note := func(tx *Tx) error { return tx.SetMeta("k", "v") }
	d, other := onPath(t, path), onPath(t, path)
	if err := d.TryWrite(ctx, note); !errors.Is(err, ErrOlder) {
		t.Errorf("before: %v", err)
	}
	if err := other.Write(ctx, note); err != nil {
		t.Fatal(err)
	}
	if err := d.TryWriteFor(ctx, time.Second, note); err != nil {
		t.Errorf("after: %v", err)
	}
}

// TestNothingIsWrittenToAFileThatANewerProgramMigrated: a process that has it open finds out at its next write, over each connection.
func TestNothingIsWrittenToAFileThatANewerProgramMigrated(t *testing.T) {
	ctx, path := context.Background(), filepath.Join(t.TempDir(), "brain.db")
	fresh, err := Open(ctx, path, Options{Create: true})
	if err != nil {
		t.Fatal(err)
	}
	fresh.Close()
	note := func(tx *Tx) error { return tx.SetMeta("k", "v") }
	reading, newer := onPath(t, path), onPath(t, path)
	if err := newer.Write(ctx, note); err != nil {
		t.Fatal(err)
	}
	writing, lending := onPath(t, path), onPath(t, path)
	for _, d := range []*DB{writing, reading} {
		if err := d.Write(ctx, note); err != nil {
			t.Fatal(err)
		}
	}
	if err := newer.Write(ctx, func(tx *Tx) error { return tx.Script(`PRAGMA user_version = 99`) }); err != nil {
		t.Fatal(err)
	}
	called := func(*Tx) error { t.Error("it was called"); return nil }
	for name, err := range map[string]error{
		"write":        writing.Write(ctx, called),
		"write anew":   reading.WriteAny(ctx, called),
		"lent":         lending.TryWrite(ctx, called),
		"lent, small":  lending.WriteWithin(ctx, time.Second, time.Second, nil, called),
		"rehearse":     lending.Rehearse(ctx, called),
		"rehearse too": writing.Rehearse(ctx, called),
	} {
		if !errors.Is(err, ErrNewer) {
			t.Errorf("%s: %v, want %v", name, err, ErrNewer)
		}
	}
	if err := writing.Read(ctx, func(tx *Tx) error { _, err := tx.Meta("k"); return err }); err != nil {
		t.Errorf("reading goes on: %v", err)
	}
}

func onPath(t *testing.T, path string) *DB {
	t.Helper()
	d, err := Open(context.Background(), path, Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { d.Close() })
	return d
}
