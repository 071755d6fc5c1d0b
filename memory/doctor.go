package memory

import (
	"errors"
	"fmt"
	"slices"

	"brain/db"
)

// Health is what Check finds.
type Health struct {
	Total         int    // memories that are not deleted
	Unembedded    int    // of them, those without vectors of chunks
	OrphanChunks  int    // vectors of chunks whose memory is deleted or gone
	OrphanVectors int    // likewise in the table of brain-cli 3.0
	Shadowed      int    // vectors of brain-cli 3.0 that chunks have taken the place of: no fault
	WordsMissing  int    // memories that the index of words lacks, or has too many; CheckWords looks closer
	Miscounted    bool   // memory_counts is wrong
	Pending       int    // memories that Sync has to bring up to date
	Journal       string // SQLite's journal mode
	Marker        string // brain-cli's schema
}

// Check looks for what is wrong in the memories of a file of any stage, by reading only.
func Check(tx *db.Tx, s *Stage) (Health, error) {
	h := Health{Marker: s.Marker}
	live, err := ids(tx, `SELECT id FROM `+s.Rows()+` m WHERE m.deleted_at IS NULL ORDER BY 1`)
	if err != nil {
		return h, err
	}
	embedded, err := Embedded(tx, s)
	if err != nil {
		return h, err
	}
	h.Total = len(live)
	h.Unembedded = len(live) - both(live, embedded)
	err = chunkRows(tx, s, func(row int64) {
		if _, ok := slices.BinarySearch(live, row>>6); !ok {
			h.OrphanChunks++
		}
	})
	if err != nil {
		return h, err
	}
	legacy, err := legacyIDs(tx, s)
	if err != nil {
		return h, err
	}
	h.OrphanVectors = len(legacy) - both(legacy, live)
	for _, id := range legacy {
		_, chunked := slices.BinarySearch(embedded, id)
		if _, ok := slices.BinarySearch(live, id); ok && chunked {
			h.Shadowed++
		}
	}
	if err := tx.QueryRow(`PRAGMA journal_mode`, nil, &h.Journal); err != nil {
		return h, err
	}
	if s.HasTable("memories_fts_docsize") {
		err = tx.QueryRow(`SELECT abs((SELECT count(*) FROM memories) - (SELECT count(*) FROM memories_fts_docsize))`, nil, &h.WordsMissing)
	}
	if err == nil && s.HasTable("memory_pending") {
		err = tx.QueryRow(`SELECT count(*) FROM memory_pending`, nil, &h.Pending)
	}
	if err == nil && s.HasTable("memory_counts") {
		err = tx.QueryRow(`SELECT EXISTS (SELECT type, project, deleted, invalid, n FROM memory_counts WHERE n <> 0 EXCEPT SELECT * FROM (`+counted+`))
			OR EXISTS (`+counted+` EXCEPT SELECT type, project, deleted, invalid, n FROM memory_counts)`, nil, &h.Miscounted)
	}
	return h, err
}

// ErrWords says that the index of the memories' words does not agree with them.
var ErrWords = errors.New("index of words does not agree with the memories")

// CheckWords compares the index of words with the memories, word by word; the error wraps ErrWords where they differ. FTS5
// does it by an INSERT, so the transaction must be one that writes, though it changes nothing.
func CheckWords(tx *db.Tx) error {
	if _, err := tx.Exec(`INSERT INTO memories_fts(memories_fts, rank) VALUES ('integrity-check', 1)`); err != nil {
		return fmt.Errorf("%w: %w", ErrWords, err)
	}
	return nil
}

// RebuildWords makes the index of words anew from the memories.
func RebuildWords(tx *db.Tx) error {
	_, err := tx.Exec(`INSERT INTO memories_fts(memories_fts) VALUES ('rebuild')`)
	return err
}

// DropOrphans deletes the vectors of memories that are deleted or gone, and says of how many.
func DropOrphans(tx *db.Tx) (int, error) {
	s, err := ReadStage(tx)
	if err != nil {
		return 0, err
	}
	live, err := ids(tx, `SELECT id FROM memories WHERE deleted_at IS NULL ORDER BY 1`)
	if err != nil {
		return 0, err
	}
	have, err := Embedded(tx, s)
	if err != nil {
		return 0, err
	}
	legacy, err := legacyIDs(tx, s)
	if err != nil {
		return 0, err
	}
	have = append(have, legacy...)
	slices.Sort(have)
	n := 0
	for _, id := range slices.Compact(have) {
		if _, ok := slices.BinarySearch(live, id); ok {
			continue
		}
		n++
		if err := dropVectors(tx, id); err != nil {
			return n, err
		}
	}
	return n, nil
}

// legacyIDs lists the memories that have a vector in the table of brain-cli 3.0, ascending.
func legacyIDs(tx *db.Tx, s *Stage) ([]int64, error) {
	if !s.HasTable("memory_vectors_rowids") {
		return nil, nil
	}
	return ids(tx, `SELECT rowid FROM memory_vectors_rowids ORDER BY 1`)
}

func ids(tx *db.Tx, query string) ([]int64, error) {
	var out []int64
	err := tx.Each(query, nil, func(scan func(...any) error) error {
		var id int64
		err := scan(&id)
		out = append(out, id)
		return err
	})
	return out, err
}

// both counts what two ascending lists have in common.
func both(a, b []int64) (n int) {
	for _, id := range a {
		if _, ok := slices.BinarySearch(b, id); ok {
			n++
		}
	}
	return n
}
