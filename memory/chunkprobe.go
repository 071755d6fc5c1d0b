package memory

import (
	"database/sql"
	"errors"
	"fmt"

	"brain/db"
	"brain/vec"
)

// Probe is a stored chunk's text and vector.
type Probe struct {
	Text   string
	Vector []float32
}

// ProbeChunks gives up to n stored chunks whose text is still there, of different memories. A model that gives one of the texts
// a vector within a cosine of .99 of the stored one is what made the file's vectors; one chunk alone may be of a text that was
// changed since, behind the back of whoever made them.
func ProbeChunks(tx *db.Tx, s *Stage, n int) ([]Probe, error) {
	t, err := vectors(tx, s)
	if err != nil || !t.rows || t.damaged {
		return nil, err
	}
	var ids []int64
	err = tx.Each(fmt.Sprintf(`SELECT rowid FROM %s_rowids ORDER BY rowid LIMIT 4096`, t.name), nil, func(scan func(...any) error) error {
		var id int64
		err := scan(&id)
		ids = append(ids, id)
		return err
	})
	if err != nil {
		return nil, err
	}
	chunks := map[int64]int{}
	for _, id := range ids {
		chunks[t.memoryOf(id)]++
	}
	var out []Probe
	for i, id := range ids {
		var title, content string
		m := t.memoryOf(id)
		if len(out) == n {
			break
		}
		if i > 0 && m == t.memoryOf(ids[i-1]) || !t.legacy && id%chunkSlots != 0 {
			continue
		}
		err := tx.QueryRow(`SELECT `+textsOf("title", "content")+` FROM `+s.Rows()+` m WHERE m.id = ? AND m.deleted_at IS NULL`, []any{m}, &title, &content)
		if errors.Is(err, sql.ErrNoRows) {
			continue
		}
		if err != nil {
			return nil, err
		}
		// Another number of chunks shows that the text was changed since.
		texts := ChunkTexts(title, content)
		if len(texts) != chunks[m] && m != t.memoryOf(ids[len(ids)-1]) {
			continue
		}
		var blob []byte
		if err := tx.QueryRow(fmt.Sprintf(`SELECT embedding FROM %s WHERE rowid = ?`, t.name), []any{id}, &blob); err != nil {
			return nil, err
		}
		vector, err := vec.FromBytes(blob)
		if err != nil {
			return nil, err
		}
		out = append(out, Probe{texts[0], vector})
	}
	return out, nil
}
