package merge

import (
	"errors"
	"fmt"
	"slices"

	"brain/db"
	"brain/vec"
)

// What is derived from entries may be damaged, by a disk or by SQL that is not ours. Check finds it; Rebuild makes it anew.
var (
	// ErrTexts says that the entries' tsvectors, or the index of their lexemes, do not agree with their contents.
	ErrTexts = errors.New("index of entries does not agree with them")
	// ErrVectors says that the table of vectors does not agree with the entries.
	ErrVectors = errors.New("table of vectors does not agree with the entries")
)

// CheckTexts compares each entry's tsvector with its content, and lets FTS5 look through the index of lexemes. The error wraps
// ErrTexts where they differ. FTS5 looks into itself by an INSERT, so the transaction must be one that writes, though it changes nothing.
func CheckTexts(tx *db.Tx) error {
	return db.Check(tx, ErrTexts, func() error {
		if _, err := tx.Exec(`INSERT INTO entries_fts(entries_fts) VALUES ('integrity-check')`); err != nil {
			return err
		}
		var wrong, more int64
		err := tx.QueryRow(`SELECT
			(SELECT count(*) FROM brain_entries e LEFT JOIN entry_texts t ON t.entry_id = e.id WHERE t.tsvector IS NOT brain_tsvector(e.content)),
			(SELECT count(*) FROM entry_texts WHERE entry_id NOT IN (SELECT id FROM brain_entries))`, nil, &wrong, &more)
		if err == nil && wrong+more > 0 {
			err = fmt.Errorf("%d tsvectors are wrong, %d are of no entry", wrong, more)
		}
		return err
	})
}

// RebuildTexts computes the tsvectors of all entries, and their index.
func RebuildTexts(tx *db.Tx) error { return db.RefillEntryTexts(tx) }

// CheckVectors compares the table of vectors, which queries read, with the vectors of the entries. The error wraps ErrVectors where
// they differ.
func CheckVectors(tx *db.Tx) error {
	return db.Check(tx, ErrVectors, func() error {
		dim, _, ok, err := vec.Entries.Info(tx)
		if err != nil {
			return err
		}
		var want []int64
		query := `SELECT id, length(embedding) FROM brain_entries WHERE embedding IS NOT NULL ORDER BY id`
		err = tx.Each(query, nil, func(scan func(...any) error) error {
			var id, length int64
			if err := scan(&id, &length); err != nil {
				return err
			}
			if length != int64(dim)*4 {
				return fmt.Errorf("the vector of entry %d has %d bytes, %d are right", id, length, dim*4)
			}
			want = append(want, id)
			return nil
		})
		if err != nil || !ok {
			return err // without a table no entry has a vector: a length of 0 is none
		}
		var got []int64
		err = vec.Entries.Scan(tx, dim, func(ids []int64, _ []byte) error {
			for _, id := range ids {
				if id != 0 {
					got = append(got, id)
				}
			}
			return nil
		})
		if err != nil {
			return err
		}
		if slices.Sort(got); !slices.Equal(got, want) {
			return fmt.Errorf("%d entries have vectors, the table has %d", len(want), len(got))
		}
		return nil
	})
}

// RebuildVectors makes the table of vectors anew from the entries. A vector of another length than the file's is forgotten: its entry
// is embedded again when embed is asked to.
func RebuildVectors(tx *db.Tx) error {
	dim, model, ok, err := vec.Entries.Info(tx)
	if err != nil || !ok {
		return err
	}
	if err := tx.Script(dropVectorTriggers); err != nil {
		return err
	}
	if err := vec.Entries.Drop(tx); err != nil {
		return err
	}
	if _, err := tx.Exec(`UPDATE brain_entries SET embedding = NULL WHERE length(embedding) <> ?`, dim*4); err != nil {
		return err
	}
	if err := UseVectors(tx, dim, model); err != nil {
		return err
	}
	return tx.Script(`INSERT INTO entries_vec(entry_id, embedding) SELECT id, embedding FROM brain_entries WHERE embedding IS NOT NULL`)
}
