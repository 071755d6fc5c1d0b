package memory

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"slices"

	"brain/db"
	"brain/vec"
)

// chunkSlots is how many vectors a memory may have: row ids id*64 to id*64+63 of brain-cli's memory_chunks.
const chunkSlots = 64

// slottedIDs is the first id whose row ids are no 64-bit integers. Only another program can give a memory such a one.
const slottedIDs = int64(1) << 57

// chunkRows calls yield with the row id of every vector in memory_chunks. It reads the table's own blocks (sqlite-vec's
// vec0: 1,024 row ids a block, and a bitmap of those in use), which needs a row of SQL for a thousand vectors.
func chunkRows(tx *db.Tx, s *Stage, yield func(rowid int64)) error {
	return blockRows(tx, s, Chunks, yield)
}

func blockRows(tx *db.Tx, s *Stage, name vec.Table, yield func(rowid int64)) error {
	if !s.HasTable(string(name) + "_chunks") {
		return nil
	}
	chunks := string(name) + "_chunks"
	used := map[int64][]byte{}
	err := tx.Visit(chunks, "chunk_id", "validity", func(chunk int64, validity []byte) error {
		used[chunk] = bytes.Clone(validity)
		return nil
	})
	if err != nil {
		return err
	}
	return tx.Visit(chunks, "chunk_id", "rowids", func(chunk int64, rowids []byte) error {
		validity := used[chunk]
		for i := 0; i < len(validity)*8 && (i+1)*8 <= len(rowids); i++ {
			if validity[i/8]&(1<<(i%8)) != 0 {
				yield(int64(binary.LittleEndian.Uint64(rowids[i*8:])))
			}
		}
		return nil
	})
}

// countEmbedded counts the memories that have vectors: whoever writes them begins with slot 0.
func countEmbedded(tx *db.Tx, s *Stage) (n int64, err error) {
	err = chunkRows(tx, s, func(rowid int64) {
		if rowid%chunkSlots == 0 {
			n++
		}
	})
	return n, err
}

// Embedded lists the ids of the memories that have vectors in memory_chunks, ascending, of deleted and vanished ones too.
func Embedded(tx *db.Tx, s *Stage) ([]int64, error) {
	var ids []int64
	err := chunkRows(tx, s, func(rowid int64) { ids = append(ids, rowid>>6) })
	slices.Sort(ids)
	return slices.Compact(ids), err
}

// dropVectors deletes all vectors of a memory. vec0 finds a row by its id alone, a range of them only by reading all, so
// the rows are looked up in its own table.
func dropVectors(tx *db.Tx, id int64) error {
	s, err := ReadStage(tx)
	if err != nil {
		return err
	}
	for _, t := range []struct {
		name       vec.Table
		list, drop string
	}{
		{Chunks, `SELECT rowid FROM memory_chunks_rowids WHERE rowid BETWEEN ?1 * 64 AND ?1 * 64 + 63`, `DELETE FROM memory_chunks WHERE rowid = ?`},
		{legacyVectors, `SELECT rowid FROM memory_vectors_rowids WHERE rowid = ?1`, `DELETE FROM memory_vectors WHERE memory_id = ?`},
	} {
		// Damaged vectors are not searched, and doctor empties their table.
		if ok, err := whole(tx, s, t.name); err != nil || !ok {
			if err != nil {
				return err
			}
			continue
		}
		var rows []int64
		err := tx.Each(t.list, []any{id}, func(scan func(...any) error) error {
			var row int64
			err := scan(&row)
			rows = append(rows, row)
			return err
		})
		for i := 0; err == nil && i < len(rows); i++ {
			err = tx.Try(func() error { _, err := tx.Exec(t.drop, rows[i]); return err })
			if err != nil && !db.Fatal(tx, err) {
				err, rows = nil, nil
			}
		}
		if err == nil && len(rows) > 0 {
			// Whoever keeps the vectors in memory learns of it by the stamp.
			_, err = tx.Exec(`UPDATE vector_tables SET stamp = stamp + 1 WHERE name = 'memory_chunks'`)
		}
		if err != nil {
			return fmt.Errorf("delete vectors of memory %d: %w", id, err)
		}
	}
	return nil
}
