package merge

import (
	"brain/db"
	"brain/vec"
)

// Exported is a row of brain_entries with all its columns, as it goes out and comes in as a line of JSON. Embedding is
// pgvector's text form.
type Exported struct {
	ID          int64   `json:"id"`
	Source      string  `json:"source"`
	EntityID    string  `json:"entity_id"`
	EntityName  string  `json:"entity_name"`
	Content     string  `json:"content"`
	Embedding   *string `json:"embedding"`
	CreatedAt   string  `json:"created_at"`
	UpdatedAt   string  `json:"updated_at"`
	ContentHash string  `json:"content_hash"`
	CitationID  string  `json:"citation_id"`
}

// Export calls row for every entry by id.
func Export(tx *db.Tx, row func(Exported) error) error {
	return tx.Each(`SELECT id, source, entity_id, entity_name, content, embedding, created_at, updated_at, content_hash, coalesce(citation_id, '')
		FROM brain_entries ORDER BY id`, nil, func(scan func(...any) error) error {
		var e Exported
		var blob []byte
		if err := scan(&e.ID, &e.Source, &e.EntityID, &e.EntityName, &e.Content, &blob, &e.CreatedAt, &e.UpdatedAt, &e.ContentHash, &e.CitationID); err != nil {
			return err
		}
		v, err := decode(blob)
		if err != nil {
			return err
		}
		if v != nil {
			text := vec.Format(v)
			e.Embedding = &text
		}
		return row(e)
	})
}

// decode reads a stored vector; nil stays nil.
func decode(blob []byte) ([]float32, error) {
	if blob == nil {
		return nil, nil
	}
	return vec.FromBytes(blob)
}
