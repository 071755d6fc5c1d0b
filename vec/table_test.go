package vec_test

import (
	"context"
	"errors"
	"path/filepath"
	"testing"

	"brain/db"
	"brain/vec"
)

func TestTableGivesBackEveryVectorByID(t *testing.T) {
	ctx := context.Background()
	d, err := db.Open(ctx, filepath.Join(t.TempDir(), "v.db"), db.Options{Create: true, Functions: nil})
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	const n, dim = 2500, 8
	err = d.Write(ctx, func(tx *db.Tx) error {
		if err := vec.Entries.Create(tx, dim, "m"); err != nil {
			return err
		}
		for id := int64(1); id <= n; id++ {
			v := make([]float32, dim)
			for i := range v {
				v[i] = float32(id) + float32(i)/16
			}
			if _, err := tx.Exec(`INSERT INTO entries_vec(entry_id, embedding) VALUES (?, ?)`, id, vec.Bytes(v)); err != nil {
				return err
			}
		}
		// A removed vector leaves a hole in its chunk; a replaced one keeps its slot.
		if _, err := tx.Exec(`DELETE FROM entries_vec WHERE entry_id = 7`); err != nil {
			return err
		}
		_, err := tx.Exec(`UPDATE entries_vec SET embedding = ? WHERE entry_id = 9`, vec.Bytes([]float32{9, 8, 7, 6, 5, 4, 3, 2}))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	seen := map[int64]bool{}
	err = d.Read(ctx, func(tx *db.Tx) error {
		got, model, ok, err := vec.Entries.Info(tx)
		if got != dim || model != "m" || !ok || err != nil {
			t.Errorf("Info = %d, %q, %v, %v", got, model, ok, err)
		}
		return vec.Entries.Scan(tx, dim, func(ids []int64, rows []byte) error {
			for i, id := range ids {
				if id == 0 {
					continue
				}
				v, err := vec.FromBytes(rows[i*dim*4 : (i+1)*dim*4])
				if err != nil {
					return err
				}
				want := float32(id) + 1.0/16
				if id == 9 {
					want = 8
				}
				if v[1] != want {
					t.Errorf("vector %d: second number %v, want %v", id, v[1], want)
				}
				seen[id] = true
			}
			return nil
		})
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(seen) != n-1 || seen[7] {
		t.Errorf("%d vectors, want %d without the removed one", len(seen), n-1)
	}
}

func TestAVectorThatNoTableHoldsIsRefusedBeforeItIsMade(t *testing.T) {
	ctx := context.Background()
	d, err := db.Open(ctx, filepath.Join(t.TempDir(), "v.db"), db.Options{Create: true})
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	for _, dim := range []int{-1, 0, vec.MaxTableDimension + 1, 16_000} {
		err := d.Write(ctx, func(tx *db.Tx) error { return vec.Entries.Create(tx, dim, "m") })
		var length *vec.LengthError
		if !errors.As(err, &length) || length.Dim != dim {
			t.Errorf("%d numbers: error %v", dim, err)
		}
	}
	err = d.Write(ctx, func(tx *db.Tx) error {
		if err := vec.Entries.Create(tx, vec.MaxTableDimension, "m"); err != nil {
			return err
		}
		_, err := tx.Exec(`INSERT INTO entries_vec(entry_id, embedding) VALUES (1, ?)`, vec.Bytes(make([]float32, vec.MaxTableDimension)))
		return err
	})
	if err != nil {
		t.Errorf("%d numbers: %v", vec.MaxTableDimension, err)
	}
}

func TestAChunkCutShortIsDamage(t *testing.T) {
	ctx := context.Background()
	d, err := db.Open(ctx, filepath.Join(t.TempDir(), "v.db"), db.Options{Create: true})
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	for _, cut := range []string{`UPDATE entries_vec_chunks SET rowids = x'00'`, `UPDATE entries_vec_chunks SET validity = x''`, `UPDATE entries_vec_vector_chunks00 SET vectors = x'00'`} {
		err = d.Write(ctx, func(tx *db.Tx) error {
			if err := vec.Entries.Create(tx, 2, "m"); err != nil {
				return err
			}
			if _, err := tx.Exec(`INSERT INTO entries_vec(entry_id, embedding) VALUES (1, ?)`, vec.Bytes([]float32{1, 2})); err != nil {
				return err
			}
			if err := tx.Script(cut); err != nil {
				return err
			}
			return vec.Entries.Scan(tx, 2, func([]int64, []byte) error { return nil })
		})
		if !errors.Is(err, db.ErrCorrupt) {
			t.Errorf("%s: error %v", cut, err)
		}
	}
}
