package memory

import (
	"fmt"

	"brain/chunk"
	"brain/db"
	"brain/vec"
)

// ChunkTexts are the texts whose vectors stand for a memory: its title with each of its content's chunks, at most 64.
func ChunkTexts(title, content string) []string {
	parts := chunk.Paragraphs(content)
	parts = parts[:min(len(parts), chunkSlots)]
	for i, p := range parts {
		parts[i] = title
		if p != "" {
			parts[i] += "\n" + p
		}
	}
	return parts
}

// SetChunks gives a memory its vectors, one for each of ChunkTexts, in the place of all it had; one of an id that leaves no room for row ids has none. UseChunks must have been
// called in this file; the error wraps vec.ErrDimension for vectors of another length.
func SetChunks(tx *db.Tx, id int64, vectors [][]float32) error {
	dim, _, ok, err := Chunks.Info(tx)
	switch {
	case err != nil:
		return err
	case !ok:
		return fmt.Errorf("set vectors of memory %d: %w", id, ErrForeignVectors)
	case len(vectors) > chunkSlots:
		return fmt.Errorf("set vectors of memory %d: %d are more than %d", id, len(vectors), chunkSlots)
	}
	for _, v := range vectors {
		if len(v) != dim {
			return fmt.Errorf("set vectors of memory %d: %w: %d numbers instead of %d", id, vec.ErrDimension, len(v), dim)
		}
	}
	if err := dropVectors(tx, id); err != nil {
		return err
	}
	if id < -slottedIDs || id >= slottedIDs {
		return nil
	}
	for i, v := range vectors {
		if _, err := tx.Exec(`INSERT INTO memory_chunks(rowid, memory_id, embedding) VALUES (?, ?, ?)`, id*chunkSlots+int64(i), id, vec.Bytes(v)); err != nil {
			return fmt.Errorf("set vectors of memory %d: %w", id, err)
		}
	}
	_, err = tx.Exec(`UPDATE vector_tables SET stamp = stamp + 1 WHERE name = ?`, string(Chunks))
	return err
}

// Text is a memory's id and texts, of which ChunkTexts makes chunks.
type Text struct {
	ID      int64
	UID     string
	Title   string
	Content string
}

// noChunks is the condition for a memory m to lack vectors: whoever writes them begins with slot 0.
const noChunks = `m.id >= -144115188075855872 AND m.id < 144115188075855872 AND NOT EXISTS (SELECT 1 FROM memory_chunks_rowids r WHERE r.rowid = m.id * 64)`

// Unembedded lists up to limit memories after the given id that have no vectors and are not deleted, in id order.
func Unembedded(tx *db.Tx, after int64, limit int) ([]Text, error) {
	return memoryTexts(tx, noChunks, after, limit)
}

// Texts lists up to limit memories after the given id that are not deleted, in id order, for reindex --full.
func Texts(tx *db.Tx, after int64, limit int) ([]Text, error) {
	return memoryTexts(tx, `1`, after, limit)
}

func memoryTexts(tx *db.Tx, condition string, after int64, limit int) ([]Text, error) {
	var out []Text
	err := tx.Each(`SELECT m.id, `+textsOf("m.uid", "m.title", "m.content")+` FROM memories m WHERE m.deleted_at IS NULL AND m.id > ? AND `+condition+`
		ORDER BY m.id LIMIT ?`, []any{after, limit}, func(scan func(...any) error) error {
		var t Text
		err := scan(&t.ID, &t.UID, &t.Title, &t.Content)
		out = append(out, t)
		return err
	})
	return out, err
}

// UnembeddedCount counts the memories that are not deleted and have no vectors, and all that are not deleted.
func UnembeddedCount(tx *db.Tx) (without, total int64, err error) {
	err = tx.QueryRow(`SELECT coalesce(sum(`+noChunks+`), 0), count(*) FROM memories m WHERE m.deleted_at IS NULL`, nil, &without, &total)
	return without, total, err
}
