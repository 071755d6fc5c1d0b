package memory

import (
	"fmt"

	"brain/db"
	"brain/vec"
)

// damagedVectors is the type of ErrDamagedVectors.
type damagedVectors struct{}

// ErrDamagedVectors says that the tables of the memories' vectors are not whole. As with ErrForeignVectors, which it is too, they
// are neither searched nor written into; ResetVectors empties them.
var ErrDamagedVectors error = damagedVectors{}

func (damagedVectors) Error() string { return "the vectors of memories are damaged" }

// Is makes it an ErrForeignVectors too.
func (damagedVectors) Is(target error) bool { return target == ErrForeignVectors }

// whole says whether the tables that sqlite-vec keeps for one of vectors can be used: all are there, and each block of row ids
// has its block of vectors. It reads a row for a thousand vectors, since each save and each search asks; what single rows lack
// only doctor looks for (consistent).
func whole(tx *db.Tx, s *Stage, name vec.Table) (ok bool, err error) {
	for _, suffix := range []string{"_chunks", "_rowids", "_vector_chunks00", "_metadatachunks00"} {
		if suffix == "_metadatachunks00" && name != Chunks {
			continue // for the column memory_id, which is the key of the other
		}
		if !s.HasTable(string(name) + suffix) {
			return false, nil
		}
	}
	err = tx.QueryRow(fmt.Sprintf(`SELECT NOT EXISTS (SELECT 1 FROM %[1]s_chunks c WHERE NOT EXISTS (SELECT 1 FROM %[1]s_vector_chunks00 v WHERE v.rowid = c.chunk_id))
		AND (EXISTS (SELECT 1 FROM %[1]s_chunks) OR NOT EXISTS (SELECT 1 FROM %[1]s_rowids WHERE chunk_id IS NOT NULL))`, name), nil, &ok)
	if err != nil && !db.Fatal(tx, err) {
		return false, nil
	}
	return ok, err
}

// consistent is whole that also counts: each row in use in a block is one in the list of rows, and none else is.
func consistent(tx *db.Tx, s *Stage, name vec.Table) (bool, error) {
	if !s.HasTable(string(name)) {
		return true, nil
	}
	ok, err := whole(tx, s, name)
	if err != nil || !ok {
		return false, err
	}
	listed := map[int64]bool{}
	err = tx.Each(fmt.Sprintf(`SELECT rowid FROM %s_rowids`, name), nil, func(scan func(...any) error) error {
		var id int64
		err := scan(&id)
		listed[id] = true
		return err
	})
	if err == nil {
		err = blockRows(tx, s, name, func(id int64) {
			ok = ok && listed[id]
			delete(listed, id)
		})
	}
	if err != nil && !db.Fatal(tx, err) {
		return false, nil
	}
	return ok && len(listed) == 0, err
}

// ResetVectors makes the tables of the memories' vectors anew and empty, where they are damaged: reindex fills them.
func ResetVectors(tx *db.Tx) error {
	s, err := ReadStage(tx)
	if err != nil {
		return err
	}
	for _, name := range []vec.Table{Chunks, legacyVectors} {
		ok, err := consistent(tx, s, name)
		if err != nil {
			return err
		}
		if ok {
			continue
		}
		if err := db.Remake(tx, string(name)); err != nil {
			return err
		}
		if _, err := tx.Exec(`DELETE FROM vector_tables WHERE name = ?`, string(name)); err != nil {
			return err
		}
	}
	return nil
}
