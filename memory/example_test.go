package memory_test

import (
	"context"
	"errors"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"time"

	"brain/db"
	"brain/memory"
	"brain/merge"
)

func ExampleSave() {
	dir, err := os.MkdirTemp("", "brain")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)
	ctx := context.Background()
	d, err := db.Open(ctx, filepath.Join(dir, "brain.db"), db.Options{
		Create: true, Functions: merge.Functions(), Upgrades: map[int]db.Upgrade{db.MemorySchema: memory.Upgrade},
		Now: func() time.Time { return time.Date(2026, 6, 1, 12, 0, 0, 0, time.UTC) },
	})
	if err != nil {
		log.Fatal(err)
	}
	defer d.Close()

	learned := memory.New{Type: "lesson", Title: "Vacuum after bulk deletes", Content: "Autovacuum lags.", Tags: []string{"Postgres, ops"}}
	err = d.Write(ctx, func(tx *db.Tx) error {
		first, err := memory.Save(tx, learned, false)
		if err != nil {
			return err
		}
		again, err := memory.Save(tx, learned, false)
		if err != nil {
			return err
		}
		fmt.Println("the same again:", again.Duplicate, again.UID == first.UID)
		if _, err := memory.Update(tx, first.UID, memory.Change{Append: new("Seen on 17 too.")}); err != nil {
			return err
		}
		s, err := memory.ReadStage(tx)
		if err != nil {
			return err
		}
		got, err := memory.Get(tx, s, first.UID)
		if err != nil {
			return err
		}
		fmt.Println(got.Type, got.Tags, got.CreatedAt)
		fmt.Printf("%q\n", got.Content)
		err = memory.Invalidate(tx, first.UID, "", "fixed upstream")
		err = errors.Join(err, memory.Invalidate(tx, first.UID, "", ""))
		fmt.Println(errors.Is(err, memory.ErrInvalid))
		return nil
	})
	if err != nil {
		log.Fatal(err)
	}
	// Output:
	// the same again: true true
	// learning [postgres ops] 2026-06-01 12:00:00
	// "Autovacuum lags.\n\n- [2026-06-01] Seen on 17 too."
	// true
}
