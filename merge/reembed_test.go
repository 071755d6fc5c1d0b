package merge_test

import (
	"errors"
	"testing"

	"brain/db"
	"brain/merge"
)

func TestWhoComesSecondLeavesNoVectorsBehind(t *testing.T) {
	d := universe(t)
	v := make([]float32, 3)
	v[1] = 1
	write(t, d, func(tx *db.Tx) error { return merge.BeginReembed(tx, "next") })
	// The first process embeds all and swaps.
	write(t, d, func(tx *db.Tx) error {
		for {
			texts, err := merge.NotReembedded(tx, 0, 100)
			if err != nil || len(texts) == 0 {
				return errors.Join(err, merge.FinishReembed(tx, 3, "next"))
			}
			for _, text := range texts {
				if err := merge.SetNext(tx, text.ID, v); err != nil {
					return err
				}
			}
		}
	})
	// The second one asks before it stores, and its own swap does nothing.
	write(t, d, func(tx *db.Tx) error {
		if err := merge.StillReembedding(tx, "next"); !errors.Is(err, merge.ErrSwapped) {
			t.Errorf("after the swap: %v", err)
		}
		if err := merge.FinishReembed(tx, 3, "next"); err != nil {
			t.Errorf("second swap: %v", err)
		}
		var waiting, embedded int
		if err := tx.QueryRow(`SELECT (SELECT count(*) FROM entry_vectors_next), (SELECT count(*) FROM entries_vec)`, nil, &waiting, &embedded); err != nil {
			return err
		}
		if waiting != 0 || embedded == 0 {
			t.Errorf("%d vectors wait, %d are in place", waiting, embedded)
		}
		return nil
	})
}
