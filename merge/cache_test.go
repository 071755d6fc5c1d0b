package merge_test

import (
	"context"
	"testing"

	"github.com/google/go-cmp/cmp"

	"brain/db"
	"brain/merge"
	"brain/vec"
)

func TestTheKeptVectorsAreAlwaysThoseOfTheFile(t *testing.T) {
	d, ctx := universe(t), context.Background()
	cache := new(vec.Cache)
	ask := func(c *vec.Cache) (out []string) {
		t.Helper()
		err := d.Read(ctx, func(tx *db.Tx) error {
			q := []float32{1, -1, 0.5, 0, 0, 0, 1, 1, 1, 0, 0, 0, 0, 0, 0, 2}
			a, err := merge.Run(tx, merge.Query{Text: "ledger", Vector: q, Limit: 1000, Cache: c})
			for _, h := range a.Hits {
				out = append(out, h.CitationID+" "+h.Score.String())
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		return out
	}
	changes := []string{
		``, ``, ``, // the first question keeps nothing, the second fills the cache, the third uses it
		`UPDATE brain_entries SET embedding = NULL WHERE id % 3 = 0`,
		``,
		`UPDATE brain_entries SET embedding = (SELECT embedding FROM brain_entries WHERE id = 1) WHERE id % 5 = 0`,
		``,
		`UPDATE brain_entries SET embedding = NULL`,
	}
	for i, change := range changes {
		if change != "" {
			if err := d.Write(ctx, func(tx *db.Tx) error { _, err := tx.Exec(change); return err }); err != nil {
				t.Fatal(err)
			}
		}
		if diff := cmp.Diff(ask(nil), ask(cache)); diff != "" {
			t.Errorf("question %d after %q (-file +kept):\n%s", i, change, diff)
		}
	}
	// Vectors of another kind take the old ones' place.
	err := d.Write(ctx, func(tx *db.Tx) error {
		if err := merge.ClearVectors(tx); err != nil {
			return err
		}
		if err := merge.UseVectors(tx, 16, "other"); err != nil {
			return err
		}
		return merge.SetEmbedding(tx, 2, make([]float32, 16))
	})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(ask(nil), ask(cache)); diff != "" {
		t.Errorf("after the swap (-file +kept):\n%s", diff)
	}
}
