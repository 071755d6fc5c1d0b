package db_test

import (
	"context"
	"testing"

	"brain/db"
)

func TestWhatJoinsATransactionSeesItsState(t *testing.T) {
	ctx := context.Background()
	d := fresh(t)
	write(t, d, func(tx *db.Tx) error { return tx.SetMeta("k", "old") })
	read := func(ctx context.Context) (v string) {
		for _, begin := range []func(context.Context, func(*db.Tx) error) error{d.Read, d.ReadMemories} {
			if err := begin(ctx, func(tx *db.Tx) (err error) { v, err = tx.Meta("k"); return err }); err != nil {
				t.Fatal(err)
			}
		}
		return v
	}
	err := d.Read(ctx, func(tx *db.Tx) error {
		joined := tx.Join(ctx)
		if db.Joined(ctx) || !db.Joined(joined) {
			t.Error("which context carries a transaction is not told")
		}
		before := read(joined)
		write(t, d, func(tx *db.Tx) error { return tx.SetMeta("k", "new") })
		if in, out := read(joined), read(ctx); before != "old" || in != "old" || out != "new" {
			t.Errorf("before %q, in the transaction %q, beside it %q", before, in, out)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}
