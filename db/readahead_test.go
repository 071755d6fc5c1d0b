package db_test

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"testing"

	"brain/db"
)

// TestPiecesAreOfOneStateOfTheFile reads blobs in pieces while another connection writes them anew and folds the WAL in as far as it may.
func TestPiecesAreOfOneStateOfTheFile(t *testing.T) {
	d := fresh(t)
	const rows, size = 12, 400_000
	fill := func(value string) string {
		return `UPDATE bits SET bits = CAST(replace(hex(zeroblob(200000)), '00', '` + value + `') AS BLOB)`
	}
	write(t, d, func(tx *db.Tx) error {
		return tx.Script(`CREATE TABLE bits(id INTEGER PRIMARY KEY, bits BLOB NOT NULL);
			WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 12) INSERT INTO bits SELECT i, zeroblob(400000) FROM n; ` + fill("aa"))
	})
	other, err := sql.Open("sqlite", d.Path())
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	for _, state := range []struct{ now, next string }{{"aa", "bb"}, {"bb", "cc"}} {
		if _, err := other.Exec(`PRAGMA wal_checkpoint(TRUNCATE)`); err != nil {
			t.Fatal(err)
		}
		shown := 0
		err := d.Read(context.Background(), func(tx *db.Tx) error {
			return tx.Pieces("bits", "id", "bits", func(id int64, b *db.Blob) error {
				shown++
				for from := 0; from < size; from += 50_000 {
					piece, err := b.Read(from, 50_000)
					if err != nil {
						return err
					}
					if n := bytes.Count(piece, []byte(state.now[:1])); n != len(piece) {
						t.Errorf("blob %d holds %d bytes of another state from %d on", id, len(piece)-n, from)
					}
					if id == 3 && from == 200_000 {
						if _, err := other.Exec(`PRAGMA busy_timeout = 5000; ` + fill(state.next) + `; PRAGMA wal_checkpoint(PASSIVE)`); err != nil {
							return err
						}
					}
				}
				return nil
			})
		})
		if err != nil || shown != rows {
			t.Fatalf("%d blobs, error %v", shown, err)
		}
	}
}

func TestBlobsOfATransactionThatWritesAreReadAsWholes(t *testing.T) {
	d := fresh(t)
	write(t, d, func(tx *db.Tx) error {
		err := tx.Script(`CREATE TABLE bits(id INTEGER PRIMARY KEY, bits BLOB NOT NULL); INSERT INTO bits VALUES (1, zeroblob(300000))`)
		if err != nil {
			return err
		}
		err = tx.Pieces("bits", "id", "bits", func(int64, *db.Blob) error {
			t.Error("a blob is shown")
			return nil
		})
		if !errors.Is(err, db.ErrWhole) {
			t.Error(err)
		}
		return nil
	})
}

// TestAPanicAmongPiecesLeavesTheConnectionAsItWas: the file's own way to read is back after whatever ends the reading.
func TestAPanicAmongPiecesLeavesTheConnectionAsItWas(t *testing.T) {
	d := fresh(t)
	write(t, d, func(tx *db.Tx) error {
		return tx.Script(`CREATE TABLE bits(id INTEGER PRIMARY KEY, bits BLOB NOT NULL);
			WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 4) INSERT INTO bits SELECT i, zeroblob(300000) FROM n`)
	})
	stopped := errors.New("stopped")
	for _, end := range []func(context.CancelFunc) error{
		func(context.CancelFunc) error { panic("in the middle") },
		func(context.CancelFunc) error { return stopped },
		func(cancel context.CancelFunc) error { cancel(); return nil },
	} {
		for range 3 {
			func() {
				defer func() { _ = recover() }()
				ctx, cancel := context.WithCancel(t.Context())
				defer cancel()
				_ = d.Read(ctx, func(tx *db.Tx) error {
					return tx.Pieces("bits", "id", "bits", func(id int64, b *db.Blob) error {
						if _, err := b.Read(0, 100_000); err != nil || id < 2 {
							return err
						}
						return end(cancel)
					})
				})
			}()
			if n := db.ReadAhead(); n != 0 {
				t.Errorf("%d files are read ahead still", n)
			}
			shown := 0
			err := d.Read(t.Context(), func(tx *db.Tx) error {
				return tx.Pieces("bits", "id", "bits", func(_ int64, b *db.Blob) error {
					shown++
					_, err := b.Read(200_000, 100_000)
					return err
				})
			})
			if err != nil || shown != 4 {
				t.Fatalf("%d blobs, error %v", shown, err)
			}
		}
	}
}
