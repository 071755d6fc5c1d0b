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
