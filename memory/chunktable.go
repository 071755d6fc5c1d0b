package memory

import (
	"errors"
	"fmt"
	"strconv"

	"brain/db"
	"brain/merge"
	"brain/pattern"
	"brain/vec"
)

// Chunks holds the vectors of memories: brain-cli's table, in which memory 7's chunks are rows 7·64, 7·64+1, …
const Chunks vec.Table = "memory_chunks"

// legacyVectors is brain-cli 3.0's table of one vector a memory, read where there are no chunks.
const legacyVectors vec.Table = "memory_vectors"

// ErrForeignVectors says that the file has vectors of memories of which it does not say what model made them. They are kept
// and neither searched nor written into, until AdoptChunks or ReplaceChunks.
var ErrForeignVectors = errors.New("the vectors of memories are of an unknown model")

// vectorTable is where a file's vectors of memories are.
type vectorTable struct {
	name     vec.Table
	legacy   bool // a vector a memory, measured by L2
	dim      int
	model    string
	recorded bool // vector_tables says what it holds
	rows     bool // it holds any
	damaged  bool // its own tables are not whole
}

// memoryOf is the memory of a row.
func (t vectorTable) memoryOf(rowid int64) int64 {
	if t.legacy {
		return rowid
	}
	return rowid >> 6
}

// similarity is the cosine similarity that belongs to a distance as measure gives it.
func (t vectorTable) similarity(distance float64) float64 {
	if t.legacy {
		return 1 - distance*distance/2
	}
	return 1 - distance
}

// ChunkInfo says what a file's vectors of memories are: dimension and model, and whether there are any. Foreign vectors are
// of no recorded model, or damaged; Legacy ones are brain-cli 3.0's.
type ChunkInfo struct {
	Dim     int
	Model   string
	Any     bool
	Foreign bool
	Legacy  bool
	Damaged bool // they are neither searched nor written into
}

// ReadChunkInfo looks what the vectors of memories are.
func ReadChunkInfo(tx *db.Tx, s *Stage) (ChunkInfo, error) {
	t, err := vectors(tx, s)
	return ChunkInfo{Dim: t.dim, Model: t.model, Any: t.rows, Foreign: t.rows && !t.recorded, Legacy: t.legacy, Damaged: t.damaged}, err
}

// vectors finds the table with vectors: that of chunks, or the legacy one if only that has rows.
func vectors(tx *db.Tx, s *Stage) (t vectorTable, err error) {
	err = tx.Unwatched(func() error {
		t, err = findVectors(tx, s)
		return err
	})
	return t, err
}

func findVectors(tx *db.Tx, s *Stage) (vectorTable, error) {
	t, err := readTable(tx, s, Chunks)
	if err != nil || t.rows || t.recorded {
		return t, err
	}
	legacy, err := readTable(tx, s, legacyVectors)
	if err == nil && legacy.rows && !legacy.damaged {
		legacy.legacy = true
		return legacy, nil
	}
	return t, err
}

func readTable(tx *db.Tx, s *Stage, name vec.Table) (vectorTable, error) {
	t := vectorTable{name: name}
	if !s.HasTable(string(name)) {
		return t, nil
	}
	ok, err := whole(tx, s, name)
	if err != nil {
		return t, err
	}
	if t.damaged = !ok; !ok {
		t.rows = true // whatever they were
	} else if err := tx.QueryRow(fmt.Sprintf(`SELECT EXISTS (SELECT 1 FROM %s_rowids)`, name), nil, &t.rows); err != nil {
		return t, err
	}
	if name == Chunks && s.HasTable("vector_tables") {
		t.dim, t.model, t.recorded, err = name.Info(tx)
		if err != nil || t.recorded {
			return t, err
		}
	}
	var ddl string
	err = tx.QueryRow(`SELECT sql FROM sqlite_schema WHERE name = ?`, []any{string(name)}, &ddl)
	t.dim = declaredDim(ddl)
	return t, err
}

var dimension = pattern.Lazy(`(?i)embedding\s+float\s*\[\s*(\d+)\s*\]`)

// declaredDim is how many numbers the vectors of a vec0 table have; 0 if its DDL does not say.
func declaredDim(ddl string) int {
	m := dimension().FindStringSubmatch(ddl)
	if m == nil {
		return 0
	}
	n, _ := strconv.Atoi(m[1])
	return n
}

// searchable gives the table that a question can be compared with, or the reason why there is none.
func searchable(tx *db.Tx, s *Stage, q Question) (vectorTable, string, error) {
	t, err := vectors(tx, s)
	switch {
	case err != nil:
		return t, "", err
	case t.damaged:
		return t, "the vectors of memories are damaged (brain doctor --fix makes them anew)", nil
	case !t.rows:
		return t, "no memory has a vector yet (brain reindex makes them)", nil
	case !t.recorded && !q.SameModel:
		return t, "the vectors of memories were made by another program, with a model that is not known (brain reindex --full makes them anew)", nil
	case t.recorded && t.model != q.Model:
		return t, fmt.Sprintf("the vectors of memories are of the model %s, the question's is of %s (brain reindex --full makes them anew)", t.model, q.Model), nil
	case t.dim != len(q.Vector):
		return t, fmt.Sprintf("the vectors of memories have %d numbers, the question's has %d (brain reindex --full makes them anew)", t.dim, len(q.Vector)), nil
	}
	return t, "", nil
}

// UseChunks makes the file ready to take vectors of this dimension and model. If it holds others, nothing is changed and the
// error is a *merge.VectorsOther, or wraps ErrForeignVectors where it does not say of what model they are.
func UseChunks(tx *db.Tx, dim int, model string) error {
	s, err := ReadStage(tx)
	if err != nil {
		return err
	}
	t, err := readTable(tx, s, Chunks)
	switch {
	case err != nil:
		return err
	case t.damaged:
		return ErrDamagedVectors
	case t.recorded && t.dim == dim && t.model == model:
		return nil
	case t.rows && !t.recorded:
		return ErrForeignVectors
	case t.rows:
		return &merge.VectorsOther{HaveDim: t.dim, HaveModel: t.model, WantDim: dim, WantModel: model}
	}
	return ReplaceChunks(tx, dim, model)
}

// ReplaceChunks forgets all vectors of chunks, so that those of this dimension and model can take their place. The table is
// made anew, as brain-cli's own program makes it but for the dimension, which is 384 there: with an encoder of another
// one, that program reads the file and fails to search it by meaning. Call it only when somebody asked for it (reindex --full).
func ReplaceChunks(tx *db.Tx, dim int, model string) error {
	if err := vec.CheckLength(dim); err != nil {
		return err
	}
	s, err := ReadStage(tx)
	if err != nil {
		return err
	}
	if ok, err := whole(tx, s, Chunks); err != nil || !ok && s.HasTable(string(Chunks)) {
		if err == nil {
			err = db.Remake(tx, string(Chunks))
		}
		if err != nil {
			return err
		}
	}
	if err := Chunks.Drop(tx); err != nil {
		return err
	}
	ddl := fmt.Sprintf(`CREATE VIRTUAL TABLE memory_chunks USING vec0(memory_id INTEGER, embedding FLOAT[%d] distance_metric=cosine)`, dim)
	if err := tx.Script(ddl); err != nil {
		return fmt.Errorf("make %s: %w", Chunks, err)
	}
	return record(tx, dim, model)
}

// record says what the table of chunks holds. The stamp begins with the time, so that a table made anew has none of an
// earlier one's.
func record(tx *db.Tx, dim int, model string) error {
	_, err := tx.Exec(`INSERT INTO vector_tables(name, dim, model, stamp) VALUES (?, ?, ?, ?)`, string(Chunks), dim, model, tx.Now.UnixMicro())
	return err
}

// AdoptChunks records that foreign vectors were made by this model, as ProbeChunks let the caller find out. It does nothing
// where the file already says it, and the error wraps ErrForeignVectors where there are none to adopt.
func AdoptChunks(tx *db.Tx, model string) error {
	s, err := ReadStage(tx)
	if err != nil {
		return err
	}
	t, err := readTable(tx, s, Chunks)
	switch {
	case err != nil || t.recorded:
		return err
	case t.damaged:
		return ErrDamagedVectors
	case !t.rows || t.dim == 0:
		return fmt.Errorf("adopt vectors: %w: there are none", ErrForeignVectors)
	}
	return record(tx, t.dim, model)
}
