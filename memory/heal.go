package memory

import (
	"errors"

	"brain/db"
)

// What is derived from memories may be damaged, and they must be kept and found nevertheless: a search does without that part
// and says so, a write makes it anew.

// The notes of a write that made an index anew.
const (
	wordsHealed = "the index of the memories' words was damaged and was made anew"
	gramsHealed = "the index of symbols and of scripts without spaces was damaged and is made anew"
)

// healing runs fn, which writes memories. If it meets damage in an index of theirs, the index is made anew and fn runs again.
func healing(tx *db.Tx, fn func() error) (notes []string, err error) {
	err = db.Heal(tx, fn, func() bool {
		if CheckWords(tx) != nil && tx.Try(func() error { return RebuildWords(tx) }) == nil {
			notes = append(notes, wordsHealed)
		}
		if CheckGrams(tx) != nil && tx.Try(func() error { return RebuildGrams(tx) }) == nil {
			notes = append(notes, gramsHealed)
		}
		return notes != nil
	})
	return notes, err
}

// ErrWords says that the index of the memories' words does not agree with them.
var ErrWords = errors.New("index of words does not agree with the memories")

// CheckWords compares the index of words with the memories, word by word; the error wraps ErrWords where they differ. FTS5
// does it by an INSERT, so the transaction must be one that writes, though it changes nothing.
func CheckWords(tx *db.Tx) error {
	return db.Check(tx, ErrWords, func() error {
		_, err := tx.Exec(`INSERT INTO memories_fts(memories_fts, rank) VALUES ('integrity-check', 1)`)
		return err
	})
}

// RebuildWords makes the index of words anew from the memories, however damaged it is.
func RebuildWords(tx *db.Tx) error {
	if err := db.Remake(tx, "memories_fts"); err != nil {
		return err
	}
	_, err := tx.Exec(`INSERT INTO memories_fts(memories_fts) VALUES ('rebuild')`)
	return err
}

// ErrGrams says that the index of symbols and of scripts without spaces is damaged.
var ErrGrams = errors.New("index of symbols and of scripts without spaces is damaged")

// CheckGrams looks whether the index of grams is whole, in a transaction that writes, as CheckWords; the error wraps ErrGrams
// where it is not. Which memories it lacks Sync knows.
func CheckGrams(tx *db.Tx) error {
	return db.Check(tx, ErrGrams, func() error {
		_, err := tx.Exec(`INSERT INTO memory_grams(memory_grams) VALUES ('integrity-check')`)
		return err
	})
}

// RebuildGrams makes the index of grams anew, empty: every memory waits for Sync, which fills it, and until then a search reads
// the texts of those that wait.
func RebuildGrams(tx *db.Tx) error {
	if err := db.Remake(tx, "memory_grams"); err != nil {
		return err
	}
	return db.PendAll(tx)
}
