package merge

import "brain/db"

// Link is a stored link with the names and citations of both ends, for review.
type Link struct {
	Type       string
	Similarity float32
	From, To   Entry // without content and times
}

// Links lists up to limit links of a type ("" for all) that are at least min similar, most similar first.
func Links(tx *db.Tx, kind string, min float64, limit int) ([]Link, error) {
	return links(tx, `WHERE (?1 = '' OR l.link_type = ?1) AND l.similarity >= ?2 ORDER BY l.similarity DESC, l.id LIMIT ?3`, kind, min, limit)
}

// Weaker lists up to limit of the name links that a stricter threshold would drop, the strongest of them first: those are
// where the choice of the threshold is decided. A link is dropped if it is not more than threshold similar, compared as
// step 3 compares (float4 widened to float8). dropped and kept count all name links.
func Weaker(tx *db.Tx, threshold float64, limit int) (list []Link, dropped, kept int, err error) {
	err = tx.QueryRow(`SELECT coalesce(sum(similarity <= ?1), 0), coalesce(sum(similarity > ?1), 0) FROM brain_entry_links WHERE link_type = ?2`,
		[]any{threshold, NameSimilar}, &dropped, &kept)
	if err != nil {
		return nil, 0, 0, err
	}
	list, err = links(tx, `WHERE l.link_type = ?1 AND l.similarity <= ?2 ORDER BY l.similarity DESC, l.id LIMIT ?3`, NameSimilar, threshold, limit)
	return list, dropped, kept, err
}

func links(tx *db.Tx, where string, args ...any) ([]Link, error) {
	out := []Link{}
	err := tx.Each(`SELECT l.link_type, l.similarity,
			f.id, f.source, f.entity_id, f.entity_name, coalesce(f.citation_id, ''),
			t.id, t.source, t.entity_id, t.entity_name, coalesce(t.citation_id, '')
		FROM brain_entry_links l JOIN brain_entries f ON f.id = l.from_id JOIN brain_entries t ON t.id = l.to_id `+where, args,
		func(scan func(...any) error) error {
			var l Link
			var sim float64
			err := scan(&l.Type, &sim, &l.From.ID, &l.From.Source, &l.From.EntityID, &l.From.EntityName, &l.From.CitationID,
				&l.To.ID, &l.To.Source, &l.To.EntityID, &l.To.EntityName, &l.To.CitationID)
			l.Similarity = float32(sim)
			out = append(out, l)
			return err
		})
	return out, err
}

// RevisedNames lists the names with more than one revision, those with most first.
func RevisedNames(tx *db.Tx, limit int) ([]string, error) {
	names := []string{}
	err := tx.Each(`SELECT entity_name FROM brain_entries GROUP BY entity_name HAVING count(*) > 1 ORDER BY count(*) DESC, entity_name LIMIT ?`,
		[]any{limit}, func(scan func(...any) error) error {
			var name string
			err := scan(&name)
			names = append(names, name)
			return err
		})
	return names, err
}
