package merge

import (
	"database/sql"
	"errors"

	"brain/db"
)

// SameName relates two rows of different stores with one entity_name.
const SameName = "same_name"

// Crossref is a row of another store that speaks of the same entity as a hit.
type Crossref struct {
	Entry
	Relation   string // SameName, NameSimilar or VectorNear
	Similarity float32
}

// Crossrefs lists the valid rows of other stores with the hit's entity_name, then those that the merge linked to it, most
// similar first. limit caps each kind.
func Crossrefs(tx *db.Tx, e Entry, limit int) ([]Crossref, error) {
	var out []Crossref
	seen := map[int64]bool{e.ID: true}
	add := func(scan func(...any) error) error {
		var c Crossref
		var sim float64
		if err := scan(&c.ID, &c.Source, &c.EntityID, &c.EntityName, &c.Content, &c.CreatedAt, &c.UpdatedAt, &c.CitationID, &c.Relation, &sim); err != nil {
			return err
		}
		c.Similarity = float32(sim)
		if !seen[c.ID] {
			seen[c.ID] = true
			out = append(out, c)
		}
		return nil
	}
	columns := `SELECT e.id, e.source, e.entity_id, e.entity_name, e.content, e.created_at, e.updated_at, coalesce(e.citation_id, '')`
	err := tx.Each(columns+`, '`+SameName+`', 1.0 FROM brain_entries e WHERE e.entity_name = ? AND e.source <> ? AND `+valid+` ORDER BY e.id LIMIT ?`,
		[]any{e.EntityName, e.Source, limit}, add)
	if err != nil {
		return nil, err
	}
	err = tx.Each(columns+`, l.link_type, l.similarity FROM (
			SELECT to_id AS other, link_type, similarity FROM brain_entry_links WHERE from_id = ?1
			UNION ALL SELECT from_id, link_type, similarity FROM brain_entry_links WHERE to_id = ?1) l
		JOIN brain_entries e ON e.id = l.other WHERE `+valid+` ORDER BY l.similarity DESC, e.id LIMIT ?2`, []any{e.ID, limit}, add)
	return out, err
}

// Served gives the revision that answers for e's entity in its own store, if that is another one (step 2). Where the store
// told which content the entity has, that is its last span's: a page that went back to an older text keeps the row of that
// text, whose updated_at is the older one. For rows that never had a span the most recent updated_at wins, as in the seed.
func Served(tx *db.Tx, e Entry) (*Entry, error) {
	s, err := oneEntry(tx, `id = coalesce(
			(SELECT entry_id FROM entry_spans WHERE source = ?1 AND entity_id = ?2 ORDER BY id DESC LIMIT 1),
			(SELECT id FROM brain_entries WHERE source = ?1 AND entity_id = ?2 ORDER BY updated_at DESC, id DESC LIMIT 1))`, e.Source, e.EntityID)
	if errors.Is(err, sql.ErrNoRows) || err == nil && s.ID == e.ID {
		return nil, nil
	}
	return &s, err
}
