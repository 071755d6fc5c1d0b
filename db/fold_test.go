package db_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"brain/db"
)

func TestTheWALIsFoldedInBeforeItGrowsLong(t *testing.T) {
	d := fresh(t)
	const pages, page = 300, 8192 // a new file has pages of 8 KB
	for n := range 20 {
		write(t, d, func(tx *db.Tx) error {
			return tx.SetMeta(fmt.Sprint(n%2), strings.Repeat(string(rune('a'+n)), pages*page))
		})
	}
	info, err := os.Stat(d.Path() + "-wal")
	if err != nil {
		t.Fatal(err)
	}
	// It begins anew once 1,000 pages are in it; without that it would hold all 20 writes.
	if most := int64(5 * (pages + 20) * page); info.Size() > most {
		t.Errorf("the WAL has %d bytes, want at most %d", info.Size(), most)
	}
}

func TestALargeWALIsMadeShort(t *testing.T) {
	d := fresh(t)
	fill := func(from, to int) {
		for n := from; n < to; n++ {
			write(t, d, func(tx *db.Tx) error { return tx.SetMeta("k", strings.Repeat(string(rune('a'+n)), 9<<20)) })
		}
	}
	// A reader of an older state keeps it from beginning anew, as do writers without a pause.
	err := d.Read(t.Context(), func(tx *db.Tx) error {
		if _, err := tx.Meta("k"); err != nil {
			return err
		}
		fill(0, 4)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if size := d.WALSize(); size < 32<<20 {
		t.Fatalf("beside a reader the WAL has %d bytes", size)
	}
	write(t, d, func(tx *db.Tx) error { return tx.SetMeta("last", "v") })
	if size := d.WALSize(); size != 0 {
		t.Errorf("after it the WAL has %d bytes", size)
	}
	if got := meta(t, d, "last"); got != "v" {
		t.Errorf("read %q", got)
	}
}
