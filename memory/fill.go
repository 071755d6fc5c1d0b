package memory

import (
	"fmt"

	"brain/db"
)

// fillBatch is how many memories are read before they are written: no statement reads rows while another changes them.
const fillBatch = 1000

// fill gives hashes and canonical types to memories without.
func (d *Done) fill(tx *db.Tx) error {
	var work bool
	if err := tx.QueryRow(`SELECT EXISTS (SELECT 1 FROM memories WHERE content_hash IS NULL OR canonical_type IS NULL)`, nil, &work); err != nil || !work {
		return err
	}
	s, err := ReadStage(tx)
	if err != nil {
		return err
	}
	return quietly(tx, []string{"memories_counts_au"}, func() error {
		types := map[string]string{} // by word
		return batches(tx, `SELECT id, `+textsOf("type", "title", "content")+`, content_hash IS NULL, canonical_type IS NULL FROM memories
			WHERE id > ? AND (content_hash IS NULL OR canonical_type IS NULL) ORDER BY id LIMIT ?`,
			func(scan func(...any) error) (m Memory, err error) {
				var noHash, noType bool
				if err := scan(&m.ID, &m.Word, &m.Title, &m.Content, &noHash, &noType); err != nil {
					return m, err
				}
				if noHash {
					d.Hashed++
				}
				if noType {
					d.Canonical++
				}
				return m, nil
			},
			func(m Memory) error {
				kind, ok := types[m.Word]
				if !ok {
					if kind, err = CanonicalType(tx, s, m.Word); err != nil {
						return err
					}
					types[m.Word] = kind
				}
				_, err := tx.Exec(`UPDATE memories SET content_hash = coalesce(content_hash, ?), canonical_type = coalesce(canonical_type, ?) WHERE id = ?`,
					ContentHash(m.Title, m.Content), kind, m.ID)
				return err
			})
	})
}

// fillTags makes tags of the memories' comma lists, and counts anew how often each is used.
func (d *Done) fillTags(tx *db.Tx) error {
	err := quietly(tx, []string{"memory_tags_ai"}, func() error {
		return batches(tx, `SELECT id, `+text("tags")+` FROM memories WHERE id > ? AND tags <> '' ORDER BY id LIMIT ?`,
			func(scan func(...any) error) (m Memory, err error) {
				d.Tagged++
				return m, scan(&m.ID, &m.Content)
			},
			func(m Memory) error {
				added, err := addTags(tx, m.ID, ParseTags(m.Content))
				d.Links += added
				return err
			})
	})
	if err != nil {
		return err
	}
	_, err = tx.Exec(`UPDATE tags SET use_count = (SELECT count(*) FROM memory_tags WHERE tag_id = tags.id)
		WHERE use_count <> (SELECT count(*) FROM memory_tags WHERE tag_id = tags.id)`)
	return err
}

// batches reads memories by a query of the last id and a limit, and hands them on a batch at a time.
func batches(tx *db.Tx, query string, read func(scan func(...any) error) (Memory, error), each func(Memory) error) error {
	for last, more := int64(-1<<63), true; more; {
		var list []Memory
		err := tx.Each(query, []any{last, fillBatch}, func(scan func(...any) error) error {
			m, err := read(scan)
			list = append(list, m)
			return err
		})
		for i := 0; err == nil && i < len(list); i++ {
			last = list[i].ID
			err = each(list[i])
		}
		if err != nil {
			return err
		}
		more = len(list) == fillBatch
	}
	return nil
}

// quietly runs fn without triggers whose work fn makes needless: each would index the words of a memory anew, or count by
// one.
func quietly(tx *db.Tx, triggers []string, fn func() error) error {
	var again []string
	for _, name := range triggers {
		var sql string
		if err := tx.QueryRow(`SELECT sql FROM sqlite_schema WHERE type = 'trigger' AND name = ?`, []any{name}, &sql); err != nil {
			return fmt.Errorf("find trigger %s: %w", name, err)
		}
		if err := tx.Script(`DROP TRIGGER ` + name); err != nil {
			return err
		}
		again = append(again, sql)
	}
	if err := fn(); err != nil {
		return err
	}
	for _, sql := range again {
		if err := tx.Script(sql); err != nil {
			return err
		}
	}
	return nil
}
