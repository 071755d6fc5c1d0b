package vec

import (
	"database/sql"
	"encoding/binary"
	"errors"
	"fmt"

	"brain/db"
)

// Table is one of sqlite-vec's vec0 tables, by name, with one vector a row id. Which dimension and model it holds stands
// in vector_tables; the table itself is made with the first vector, since only then the dimension is known.
type Table string

// Entries holds the vectors of brain_entries, by entry id.
const Entries Table = "entries_vec"

// ErrDimension says that a vector has another length than those already there. PostgreSQL's vector(n) refuses it too.
var ErrDimension = errors.New("vectors of another dimension")

// MaxTableDimension is how many numbers a vector in a table may have: the limit of sqlite-vec's vec0. pgvector's
// vector takes MaxDimension.
const MaxTableDimension = 8192

// LengthError says that a vector has more numbers than MaxTableDimension, or none.
type LengthError struct{ Dim int }

// Error names both lengths.
func (e *LengthError) Error() string {
	return fmt.Sprintf("a vector has %d numbers, and the file holds vectors of 1 to %d", e.Dim, MaxTableDimension)
}

// CheckLength refuses a vector that no table can hold, with a *LengthError.
func CheckLength(dim int) error {
	if dim < 1 || dim > MaxTableDimension {
		return &LengthError{dim}
	}
	return nil
}

// Info says what the table holds; ok is false while it does not exist.
func (t Table) Info(tx *db.Tx) (dim int, model string, ok bool, err error) {
	err = tx.QueryRow(`SELECT dim, model FROM vector_tables WHERE name = ?`, []any{string(t)}, &dim, &model)
	if errors.Is(err, sql.ErrNoRows) {
		return 0, "", false, nil
	}
	return dim, model, err == nil, err
}

// Create makes the table for vectors of dim numbers by the named model ("" when it is unknown). The error is a
// *LengthError where no table can hold them.
func (t Table) Create(tx *db.Tx, dim int, model string) error {
	if err := CheckLength(dim); err != nil {
		return fmt.Errorf("make %s: %w", t, err)
	}
	ddl := fmt.Sprintf(`CREATE VIRTUAL TABLE %s USING vec0(entry_id INTEGER PRIMARY KEY, embedding FLOAT[%d] distance_metric=cosine)`, t, dim)
	if err := tx.Script(ddl); err != nil {
		return fmt.Errorf("make %s: %w", t, err)
	}
	// The stamp begins with the time, so that a table made anew has none of an earlier one's.
	_, err := tx.Exec(`INSERT INTO vector_tables(name, dim, model, stamp) VALUES (?, ?, ?, ?)`, string(t), dim, model, tx.Now.UnixMicro())
	return err
}

// Rename records another name for the model that made the vectors.
func (t Table) Rename(tx *db.Tx, model string) error {
	_, err := tx.Exec(`UPDATE vector_tables SET model = ? WHERE name = ?`, model, string(t))
	return err
}

// Drop removes the table and all its vectors, if it exists.
func (t Table) Drop(tx *db.Tx) error {
	if err := tx.Script(`DROP TABLE IF EXISTS ` + string(t)); err != nil {
		return fmt.Errorf("drop %s: %w", t, err)
	}
	_, err := tx.Exec(`DELETE FROM vector_tables WHERE name = ?`, string(t))
	return err
}

// Scan calls block for every chunk of stored vectors: ids[i] is the id of row i, 0 where the slot is unused, and rows
// holds len(ids) × dim little-endian float32. Both are only valid during the call.
//
// It reads vec0's shadow tables, whose layout sqlite-vec documents and keeps: a chunk's row ids, a bitmap of the slots
// in use, and the vectors side by side. A vec0 query would answer with at most 4,096 neighbours; a ranking needs all.
// The two tables are read one after the other: joined, SQLite copies every block of vectors once more, which doubled the
// time of 50,000 × 384.
func (t Table) Scan(tx *db.Tx, dim int, block func(ids []int64, rows []byte) error) error {
	chunks, err := t.slots(tx)
	if err != nil {
		return err
	}
	return tx.Visit(string(t)+"_vector_chunks00", "rowid", "vectors", func(chunk int64, vectors []byte) error {
		ids := chunks[chunk]
		if len(vectors) < len(ids)*dim*4 {
			return fmt.Errorf("%w: chunk %d of %s is shorter than its size says", db.ErrCorrupt, chunk, t)
		}
		return block(ids, vectors[:len(ids)*dim*4])
	})
}

// slots gives the ids of each chunk's rows, up to the last slot in use.
func (t Table) slots(tx *db.Tx) (map[int64][]int64, error) {
	chunks := map[int64][]int64{}
	err := tx.Each(fmt.Sprintf(`SELECT chunk_id, size, validity, rowids FROM %s_chunks`, t), nil, func(scan func(...any) error) error {
		var chunk int64
		var size int
		var validity, rowids sql.RawBytes
		if err := scan(&chunk, &size, &validity, &rowids); err != nil {
			return err
		}
		if size < 0 || len(validity)*8 < size || len(rowids) < size*8 {
			return fmt.Errorf("%w: chunk %d of %s is shorter than its size says", db.ErrCorrupt, chunk, t)
		}
		ids := make([]int64, size)
		used := 0
		for i := range ids {
			if validity[i/8]&(1<<(i%8)) != 0 {
				ids[i] = int64(binary.LittleEndian.Uint64(rowids[i*8:]))
				used = i + 1
			}
		}
		chunks[chunk] = ids[:used]
		return nil
	})
	return chunks, err
}
