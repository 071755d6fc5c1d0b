package db_test

import (
	"context"
	"testing"

	"brain/db"
)

// BenchmarkWrite is one small write that nobody is beside.
func BenchmarkWrite(b *testing.B) {
	d, err := db.Open(context.Background(), b.TempDir()+"/brain.db", db.Options{Create: true})
	if err != nil {
		b.Fatal(err)
	}
	defer d.Close()
	for b.Loop() {
		if err := d.Write(context.Background(), func(tx *db.Tx) error { return tx.SetMeta("k", "v") }); err != nil {
			b.Fatal(err)
		}
	}
}
