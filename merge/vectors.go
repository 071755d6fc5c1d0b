package merge

import (
	"fmt"

	"brain/db"
	"brain/vec"
)

// vectorTriggers keep the vector table equal to brain_entries.embedding, whoever writes it.
const vectorTriggers = `
CREATE TRIGGER brain_entries_vec_ai AFTER INSERT ON brain_entries WHEN new.embedding IS NOT NULL BEGIN
  INSERT INTO entries_vec(entry_id, embedding) VALUES (new.id, new.embedding);
  UPDATE vector_tables SET stamp = stamp + 1 WHERE name = 'entries_vec';
END;
CREATE TRIGGER brain_entries_vec_first AFTER UPDATE OF embedding ON brain_entries WHEN old.embedding IS NULL AND new.embedding IS NOT NULL BEGIN
  INSERT INTO entries_vec(entry_id, embedding) VALUES (new.id, new.embedding);
  UPDATE vector_tables SET stamp = stamp + 1 WHERE name = 'entries_vec';
END;
CREATE TRIGGER brain_entries_vec_next AFTER UPDATE OF embedding ON brain_entries WHEN old.embedding IS NOT NULL AND new.embedding IS NOT NULL BEGIN
  UPDATE entries_vec SET embedding = new.embedding WHERE entry_id = new.id;
  UPDATE vector_tables SET stamp = stamp + 1 WHERE name = 'entries_vec';
END;
CREATE TRIGGER brain_entries_vec_none AFTER UPDATE OF embedding ON brain_entries WHEN old.embedding IS NOT NULL AND new.embedding IS NULL BEGIN
  DELETE FROM entries_vec WHERE entry_id = new.id;
  UPDATE vector_tables SET stamp = stamp + 1 WHERE name = 'entries_vec';
END;
CREATE TRIGGER brain_entries_vec_ad AFTER DELETE ON brain_entries WHEN old.embedding IS NOT NULL BEGIN
  DELETE FROM entries_vec WHERE entry_id = old.id;
  UPDATE vector_tables SET stamp = stamp + 1 WHERE name = 'entries_vec';
END;`

// dropVectorTriggers must run before the table goes: a trigger on a missing table fails every write.
const dropVectorTriggers = `
DROP TRIGGER IF EXISTS brain_entries_vec_ai; DROP TRIGGER IF EXISTS brain_entries_vec_first; DROP TRIGGER IF EXISTS brain_entries_vec_next;
DROP TRIGGER IF EXISTS brain_entries_vec_none; DROP TRIGGER IF EXISTS brain_entries_vec_ad;`

// VectorsOther says that a file's vectors are of another kind than those that were to be added: they can't be compared.
type VectorsOther struct {
	HaveDim   int
	HaveModel string
	WantDim   int
	WantModel string
}

// Error names both kinds.
func (e *VectorsOther) Error() string {
	return fmt.Sprintf("the file's vectors are %s, these are %s", kind(e.HaveDim, e.HaveModel), kind(e.WantDim, e.WantModel))
}

// Unwrap lets errors.Is find vec.ErrDimension where the lengths differ.
func (e *VectorsOther) Unwrap() error {
	if e.HaveDim != e.WantDim {
		return vec.ErrDimension
	}
	return nil
}

func kind(dim int, model string) string {
	if model == "" {
		return fmt.Sprintf("%d-dimensional of an unnamed model", dim)
	}
	return fmt.Sprintf("%d-dimensional of %s", dim, model)
}

// UseVectors makes the file ready for vectors of this dimension and model ("" when unnamed). A file holds one kind at a
// time; if it holds another, the error is a *VectorsOther and nothing is changed.
func UseVectors(tx *db.Tx, dim int, model string) error {
	haveDim, haveModel, ok, err := vec.Entries.Info(tx)
	if err != nil {
		return err
	}
	if ok {
		if haveDim != dim || haveModel != model {
			return &VectorsOther{haveDim, haveModel, dim, model}
		}
		return nil
	}
	if err := vec.Entries.Create(tx, dim, model); err != nil {
		return err
	}
	return tx.Script(vectorTriggers)
}

// ClearVectors forgets all vectors, so that those of another model can take their place.
func ClearVectors(tx *db.Tx) error {
	if err := tx.Script(dropVectorTriggers); err != nil {
		return err
	}
	if err := vec.Entries.Drop(tx); err != nil {
		return err
	}
	_, err := tx.Exec(`UPDATE brain_entries SET embedding = NULL WHERE embedding IS NOT NULL`)
	return err
}

// Text is an entry's id and content.
type Text struct {
	ID      int64
	Content string
}

// Unembedded lists up to limit entries of a store ("" for all) after the given id that have no vector and are still
// valid, in id order. A row whose entity has moved on is never asked for by default, so embedding it would be work for
// nothing.
func Unembedded(tx *db.Tx, source string, after int64, limit int) ([]Text, error) {
	return texts(tx, `SELECT id, content FROM brain_entries e WHERE embedding IS NULL AND (?1 = '' OR source = ?1) AND id > ?2 AND `+valid+`
		ORDER BY id LIMIT ?3`, source, after, limit)
}

// valid is the condition for an entry e to be valid now: it has an open span, or none was ever closed.
const valid = `(NOT EXISTS (SELECT 1 FROM entry_spans s WHERE s.entry_id = e.id AND s.valid_to IS NOT NULL)
	OR EXISTS (SELECT 1 FROM entry_spans s WHERE s.entry_id = e.id AND s.valid_to IS NULL))`

// SetEmbedding stores the vector of an entry: the one update that the append-only table allows.
func SetEmbedding(tx *db.Tx, id int64, v []float32) error {
	_, err := tx.Exec(`UPDATE brain_entries SET embedding = ? WHERE id = ?`, vec.Bytes(v), id)
	return err
}

// EmbeddedCount counts the valid entries of a store ("" for all) with a vector, and all valid ones of it: those that there
// are, which the file counts as they come, less the few that are of the past.
func EmbeddedCount(tx *db.Tx, source string) (embedded, total int64, err error) {
	stores, err := Count(tx)
	for name, n := range stores {
		if source == "" || name == source {
			embedded, total = embedded+n.Embedded, total+n.Rows
		}
	}
	if err != nil || total == 0 {
		return 0, 0, err
	}
	var deadEmbedded, dead int64
	err = tx.QueryRow(`SELECT count(embedding), count(*) FROM brain_entries e
		WHERE id IN (SELECT entry_id FROM entry_spans WHERE valid_to IS NOT NULL) AND (?1 = '' OR source = ?1) AND NOT `+valid,
		[]any{source}, &deadEmbedded, &dead)
	return embedded - deadEmbedded, total - dead, err
}

// Counted is how many rows of a store there are, those of the past too.
type Counted struct{ Rows, Embedded int64 }

// Count counts the rows of each store. A file of schema 1 keeps no counts, and is counted.
func Count(tx *db.Tx) (map[string]Counted, error) {
	query := `SELECT source, n, embedded FROM entry_counts WHERE n > 0`
	var kept bool
	err := tx.QueryRow(`SELECT EXISTS (SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'entry_counts')`, nil, &kept)
	if err == nil && !kept {
		query = `SELECT source, count(*), count(embedding) FROM brain_entries GROUP BY source`
	}
	out := map[string]Counted{}
	if err != nil {
		return out, err
	}
	return out, tx.Each(query, nil, func(scan func(...any) error) error {
		var source string
		var c Counted
		err := scan(&source, &c.Rows, &c.Embedded)
		out[source] = c
		return err
	})
}
