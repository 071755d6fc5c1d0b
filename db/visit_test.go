package db_test

import (
	"bytes"
	"context"
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"brain/db"
)

// blobs is a file with three rows of blobs: one in the row, one on pages of its own, and none.
func blobs(t *testing.T) *db.DB {
	t.Helper()
	d := fresh(t)
	write(t, d, func(tx *db.Tx) error {
		return tx.Script(`CREATE TABLE bits(id INTEGER PRIMARY KEY, bits BLOB);
			INSERT INTO bits VALUES (1, x'0102'), (2, zeroblob(100000)), (3, NULL)`)
	})
	return d
}

func TestVisitShowsEveryRow(t *testing.T) {
	d := blobs(t)
	type seen struct {
		ID   int64
		Size int
		Head string
	}
	var got []seen
	err := d.Read(context.Background(), func(tx *db.Tx) error {
		return tx.Visit("bits", "id * 10", "bits", func(id int64, blob []byte) error {
			got = append(got, seen{id, len(blob), string(blob[:min(2, len(blob))])})
			return nil
		})
	})
	if err != nil {
		t.Fatal(err)
	}
	want := []seen{{10, 2, "\x01\x02"}, {20, 100000, "\x00\x00"}, {30, 0, ""}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestVisitEndsWithTheErrorOfARow(t *testing.T) {
	d := blobs(t)
	boom := errors.New("boom")
	calls := 0
	err := d.Read(context.Background(), func(tx *db.Tx) error {
		return tx.Visit("bits", "id", "bits", func(int64, []byte) error {
			calls++
			return boom
		})
	})
	if !errors.Is(err, boom) || calls != 1 {
		t.Errorf("%d calls, error %v", calls, err)
	}
	err = d.Read(context.Background(), func(tx *db.Tx) error {
		return tx.Visit("nothing", "id", "bits", func(int64, []byte) error { return nil })
	})
	if err == nil {
		t.Error("a table that is not there was visited")
	}
}

func TestSQLOfAUserVisitsNothing(t *testing.T) {
	d := blobs(t)
	calls := 0
	err := d.Read(context.Background(), func(tx *db.Tx) error {
		if err := tx.Visit("bits", "id", "bits", func(int64, []byte) error { calls++; return nil }); err != nil {
			return err
		}
		for _, sql := range []string{`SELECT brain_visit(1, 1, x'00')`, `SELECT brain_visit('a', NULL, 2)`} {
			var out *string
			if err := tx.QueryRow(sql, nil, &out); err != nil {
				return err
			}
			if out != nil {
				t.Errorf("%s gives %q", sql, *out)
			}
		}
		return nil
	})
	if err != nil || calls != 3 {
		t.Errorf("%d calls, error %v", calls, err)
	}
}

func TestPiecesReadWhatABlobHolds(t *testing.T) {
	d := fresh(t)
	big := make([]byte, 500_000)
	for i := range big {
		big[i] = byte(i * i >> 3)
	}
	write(t, d, func(tx *db.Tx) error {
		// As sqlite-vec makes its tables: the column rowid is none, and the row may lie elsewhere.
		err := tx.Script(`CREATE TABLE bits(rowid PRIMARY KEY, bits BLOB NOT NULL)`)
		for i, n := range []int{0, 10, len(big)} {
			if err == nil {
				_, err = tx.Exec(`INSERT INTO bits(rowid, bits) VALUES (?, ?)`, 30-10*i, big[:n])
			}
		}
		return err
	})
	var got []int64
	err := d.Read(context.Background(), func(tx *db.Tx) error {
		return tx.Pieces("bits", "rowid", "bits", func(id int64, b *db.Blob) error {
			got = append(got, id, int64(b.Size))
			for from := 0; from < b.Size; from += 70_001 {
				piece, err := b.Read(from, min(70_001, b.Size-from))
				if err != nil {
					return err
				}
				if !bytes.Equal(piece, big[from:from+len(piece)]) {
					t.Errorf("blob %d differs from %d on", id, from)
				}
			}
			if _, err := b.Read(b.Size, 1); !errors.Is(err, db.ErrWhole) {
				t.Errorf("beyond the end: error %v", err)
			}
			return nil
		})
	})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]int64{30, 0, 20, 10, 10, int64(len(big))}, got); diff != "" {
		t.Error(diff)
	}
}

func TestPiecesLeaveWhatIsNoBlobToBeReadAsAWhole(t *testing.T) {
	d := blobs(t)
	var shown []int64
	err := d.Read(context.Background(), func(tx *db.Tx) error {
		return tx.Pieces("bits", "id", "bits", func(id int64, _ *db.Blob) error {
			shown = append(shown, id)
			return nil
		})
	})
	if !errors.Is(err, db.ErrWhole) {
		t.Errorf("error %v", err)
	}
	if diff := cmp.Diff([]int64{1, 2}, shown); diff != "" {
		t.Error(diff)
	}
}
