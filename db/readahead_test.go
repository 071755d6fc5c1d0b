package db_test

import (
	"bytes"
	"context"
	"database/sql"
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
