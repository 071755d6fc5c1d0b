package merge

import (
	"encoding/json"
	"fmt"
	"strings"

	"brain/db"
	"brain/vec"
)

// putBlock is how many rows PutAll looks at, and stores, at once.
const putBlock = 400

// PutAll is Put for many rows, in their order. Contents of entities that had none before are stored many at a time: a statement that
// sets off triggers begins a savepoint, for which FTS5 writes out all that it has gathered.
func PutAll(tx *db.Tx, rows []Row) error {
	if len(rows) == 0 {
		return nil
	}
	hashes, citations := make([]string, len(rows)), make([]string, len(rows))
	for i, r := range rows {
		r = r.clean()
		rows[i], hashes[i], citations[i] = r, Hash(r.Content), Citation{Store: r.Source, EntityID: r.EntityID, Time: r.CreatedAt}.String()
	}
	first, err := Bare(tx)
	if err != nil {
		return err
	}
	b := block{tx: tx, first: first, entities: map[string]bool{}, hashes: map[string]bool{}, citations: map[string]bool{}}
	if fresh, err := b.allFresh(rows, hashes, citations); err != nil {
		return err
	} else if fresh {
		return putFresh(tx, rows, hashes, citations, b.first)
	}
	for i := 0; i < len(rows); i += putBlock {
		end := min(i+putBlock, len(rows))
		if err := b.put(rows[i:end], hashes[i:end], citations[i:end]); err != nil {
			return err
		}
	}
	return nil
}

// Bare says that the file has no entry.
func Bare(tx *db.Tx) (bare bool, err error) {
	err = tx.QueryRow(`SELECT NOT EXISTS (SELECT 1 FROM brain_entries)`, nil, &bare)
	return bare, err
}

// putMany is from how many rows on it pays to set triggers aside for them: every connection then reads the schema again.
const putMany = 2000

// allFresh tells whether the rows are many that have nothing in common, among themselves and with what the file has.
func (b *block) allFresh(rows []Row, hashes, citations []string) (bool, error) {
	if len(rows) < putBlock || !b.first && len(rows) < putMany || !distinct(rows, hashes, citations) {
		return false, nil
	}
	if b.first {
		return true, nil
	}
	for i := 0; i < len(rows); i += putBlock {
		end := min(i+putBlock, len(rows))
		if err := b.look(rows[i:end], hashes[i:end], citations[i:end]); err != nil || len(b.entities)+len(b.hashes)+len(b.citations) > 0 {
			return false, err
		}
	}
	return true, nil
}

// distinct tells whether no two rows have an entity, a content or a citation in common.
func distinct(rows []Row, hashes, citations []string) bool {
	seen := make(map[string]bool, 3*len(rows))
	for i, r := range rows {
		// The three look different: a hash has no colon, a citation begins with a bracket, and an entity has a NUL.
		for _, key := range [...]string{entityKey(r.Source, r.EntityID), hashes[i], citations[i]} {
			if seen[key] {
				return false
			}
			seen[key] = true
		}
	}
	return true
}

// block is some rows on their way, and what the file has that is theirs already.
type block struct {
	tx                          *db.Tx
	first                       bool // the file has nothing but what was stored here
	entities, hashes, citations map[string]bool
	fresh                       []Row // that wait to be stored together
	freshHashes, freshCitations []string
}

func entityKey(source, id string) string { return source + "\x00" + id }

func (b *block) put(rows []Row, hashes, citations []string) error {
	if err := b.look(rows, hashes, citations); err != nil {
		return err
	}
	for i, r := range rows {
		key := entityKey(r.Source, r.EntityID)
		if !b.entities[key] && !b.hashes[hashes[i]] && !b.citations[citations[i]] {
			b.fresh, b.freshHashes, b.freshCitations = append(b.fresh, r), append(b.freshHashes, hashes[i]), append(b.freshCitations, citations[i])
			b.entities[key], b.hashes[hashes[i]], b.citations[citations[i]] = true, true, true
			continue
		}
		if err := b.store(); err != nil {
			return err
		}
		done, err := Put(b.tx, r)
		if err != nil {
			return err
		}
		b.entities[key], b.hashes[hashes[i]] = true, true
		if done.Inserted {
			var cited string
			if err := b.tx.QueryRow(`SELECT citation_id FROM brain_entries WHERE id = ?`, []any{done.EntryID}, &cited); err != nil {
				return err
			}
			b.citations[cited] = true
		}
	}
	return b.store()
}

// look finds out which entities, contents and citations the file knows.
func (b *block) look(rows []Row, hashes, citations []string) (err error) {
	if b.first {
		return nil
	}
	entities := make([][2]string, len(rows))
	for i, r := range rows {
		entities[i] = [2]string{r.Source, r.EntityID}
	}
	for _, question := range []struct {
		query string
		list  any
		known *map[string]bool
	}{
		{`SELECT e.source || char(0) || e.entity_id FROM json_each(?1) j CROSS JOIN brain_entries e ON e.source = j.value ->> 0 AND e.entity_id = j.value ->> 1
			UNION SELECT s.source || char(0) || s.entity_id FROM json_each(?1) j CROSS JOIN spans s ON s.source = j.value ->> 0 AND s.entity_id = j.value ->> 1`, entities, &b.entities},
		{`SELECT content_hash FROM json_each(?1) j CROSS JOIN brain_entries e ON e.content_hash = j.value`, hashes, &b.hashes},
		{`SELECT citation_id FROM json_each(?1) j CROSS JOIN brain_entries e ON e.citation_id = j.value`, citations, &b.citations},
	} {
		list, err := json.Marshal(question.list)
		if err != nil {
			return err
		}
		known := map[string]bool{}
		*question.known = known
		err = b.tx.Each(question.query, []any{string(list)}, func(scan func(...any) error) error {
			var key string
			err := scan(&key)
			known[key] = true
			return err
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// store stores the rows that wait.
func (b *block) store() error {
	if len(b.fresh) == 0 {
		return nil
	}
	_, err := insertFresh(b.tx, b.fresh, b.freshHashes, b.freshCitations)
	b.fresh, b.freshHashes, b.freshCitations = b.fresh[:0], b.freshHashes[:0], b.freshCitations[:0]
	return err
}

// insertFresh stores rows that meet nothing in the file, and gives the id of the first; those of the others follow. The first content of an
// entity holds since the entity was made, as its entry says.
func insertFresh(tx *db.Tx, rows []Row, hashes, citations []string) (first int64, err error) {
	n := len(rows)
	values := make([]any, 0, 9*n)
	for i, r := range rows {
		var embedding any
		if r.Embedding != nil {
			embedding = vec.Bytes(r.Embedding)
		}
		values = append(values, r.Source, r.EntityID, r.EntityName, r.Content, db.FormatTime(r.CreatedAt), db.FormatTime(r.UpdatedAt), citations[i], hashes[i], embedding)
	}
	// OR FAIL, since what fails here ends the transaction: SQLite then keeps no copy of the pages that the statement changes.
	res, err := tx.Exec(`INSERT OR FAIL INTO brain_entries(source, entity_id, entity_name, content, created_at, updated_at, citation_id, content_hash, embedding)
		VALUES `+tuples(n, `(?, ?, ?, ?, ?, ?, ?, ?, ?)`), values...)
	if err != nil {
		return 0, fmt.Errorf("insert entries from %s on: %w", citations[0], err)
	}
	last, err := res.LastInsertId()
	if err != nil {
		return 0, err
	}
	first = last - int64(n-1)
	now := db.FormatTime(tx.Now)
	values = values[:0]
	for i := range n {
		values = append(values, first+int64(i), now)
	}
	_, err = tx.Exec(`INSERT INTO spans(entry_id, recorded_at) VALUES `+tuples(n, `(?, ?)`), values...)
	return first, err
}

func tuples(n int, tuple string) string { return strings.Repeat(tuple+", ", n-1) + tuple }
