package memory

import (
	"slices"

	"brain/db"
	"brain/vec"
)

// Health is what Check finds.
type Health struct {
	Total         int    // memories that are not deleted
	Unembedded    int    // of them, those without vectors of chunks
	OrphanChunks  int    // vectors of chunks whose memory is deleted or gone
	OrphanVectors int    // likewise in the table of brain-cli 3.0
	Shadowed      int    // vectors of brain-cli 3.0 that chunks have taken the place of: no fault
	WordsMissing  int    // memories that the index of words lacks, or has too many; CheckWords looks closer
	WordsDamaged  bool   // the index of words cannot be read
	GramsDamaged  bool   // likewise that of grams
	VectorsBroken bool   // the tables of vectors are not whole, or do not agree with one another: ResetVectors
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
	for _, look := range []func(*db.Tx, *Stage) error{func(tx *db.Tx, s *Stage) error { return h.vectors(tx, s, live, embedded) }, h.indexes, h.counts} {
		if err := look(tx, s); err != nil {
			return h, err
		}
	}
	return h, tx.QueryRow(`PRAGMA journal_mode`, nil, &h.Journal)
}

// vectors looks for those that are of no memory, given the memories that are not deleted and those that have chunks.
func (h *Health) vectors(tx *db.Tx, s *Stage, live, embedded []int64) error {
	for _, name := range []vec.Table{Chunks, legacyVectors} {
		ok, err := consistent(tx, s, name)
		if err != nil {
			return err
		}
		h.VectorsBroken = h.VectorsBroken || !ok
	}
	if h.VectorsBroken {
		h.Unembedded = h.Total
		return nil
	}
	err := chunkRows(tx, s, func(row int64) {
		if _, ok := slices.BinarySearch(live, row>>6); !ok {
			h.OrphanChunks++
		}
	})
	if err != nil {
		return err
	}
	legacy, err := legacyIDs(tx, s)
	if err != nil {
		return err
	}
	h.OrphanVectors = len(legacy) - both(legacy, live)
	for _, id := range legacy {
		_, chunked := slices.BinarySearch(embedded, id)
		if _, ok := slices.BinarySearch(live, id); ok && chunked {
			h.Shadowed++
		}
	}
	return nil
}

// indexes asks both indexes of texts for something, which fails where they cannot be read.
func (h *Health) indexes(tx *db.Tx, s *Stage) error {
	for _, x := range []struct {
		table   string
		damaged *bool
	}{{"memories_fts", &h.WordsDamaged}, {"memory_grams", &h.GramsDamaged}} {
		if !s.HasTable(x.table) {
			continue
		}
		var n int
		err := tx.QueryRow(`SELECT count(*) FROM (SELECT 1 FROM `+x.table+` WHERE `+x.table+` MATCH '"a" OR "the"' LIMIT 10)`, nil, &n)
		if err != nil && db.Fatal(tx, err) {
			return err
		}
		*x.damaged = err != nil
	}
	if s.HasTable("memories_fts") && s.HasTable("memories_fts_docsize") {
		return tx.QueryRow(`SELECT abs((SELECT count(*) FROM memories) - (SELECT count(*) FROM memories_fts_docsize))`, nil, &h.WordsMissing)
	}
	return nil
}

// counts compares what is counted by the way.
func (h *Health) counts(tx *db.Tx, s *Stage) (err error) {
	if h.Pending, err = Pending(tx); err != nil || !s.HasTable("memory_counts") {
		return err
	}
	now := counted(s.Rows())
	return tx.QueryRow(`SELECT EXISTS (SELECT type, project, deleted, invalid, n FROM memory_counts WHERE n <> 0 EXCEPT SELECT * FROM (`+now+`))
		OR EXISTS (`+now+` EXCEPT SELECT type, project, deleted, invalid, n FROM memory_counts)`, nil, &h.Miscounted)
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
