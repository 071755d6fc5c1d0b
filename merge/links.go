package merge

import (
	"cmp"
	"database/sql"
	"fmt"
	"slices"
	"strconv"

	"brain/db"
	"brain/fts"
	"brain/vec"
)

// The link types of steps 3 and 4, and the limits that the seed sets for them.
const (
	NameSimilar = "name_similar"
	VectorNear  = "vector_near"

	NameThreshold = 0.4
	NearLimit     = 0.08
)

// metaNamesUpTo is the key of brain_meta for the highest id whose name step 3 has compared. Rows are never renamed and ids
// never used again, so pairs of rows up to there need no second look.
const metaNamesUpTo = "names_compared_up_to"

// linkNames is step 3: a link from every graphify row to every gbrain row whose names are more than NameThreshold
// similar by trigrams, old revisions included, unless that pair is linked in that direction by any type.
// The comparison is PostgreSQL's: float4 similarity widened to float8, so that exactly 2/5 passes "> 0.4".
// Only pairs with a row that came since the last time are compared.
func linkNames(tx *db.Tx) (looked, added int, err error) {
	upTo, err := namesUpTo(tx)
	if err != nil {
		return 0, 0, err
	}
	code, err := names(tx, Graphify)
	if err != nil {
		return 0, 0, err
	}
	pages, err := names(tx, GBrain)
	if err != nil {
		return 0, 0, err
	}
	oldCode, newCode := code.split(upTo)
	_, newPages := pages.split(upTo)
	found := newCode.similar(pages, nil)
	found = oldCode.similar(newPages, found)
	if added, err = addLinks(tx, NameSimilar, found); err != nil {
		return 0, 0, err
	}
	_, err = tx.Exec(`INSERT INTO brain_meta(key, value) SELECT ?1, coalesce(max(id), 0) FROM brain_entries WHERE true
		ON CONFLICT(key) DO UPDATE SET value = excluded.value WHERE value <> excluded.value`, metaNamesUpTo)
	return len(found), added, err
}

func namesUpTo(tx *db.Tx) (int64, error) {
	text, err := tx.Meta(metaNamesUpTo)
	if err != nil || text == "" {
		return 0, err
	}
	return strconv.ParseInt(text, 10, 64)
}

// nameList is the names of a store by ascending id.
type nameList struct {
	ids   []int64
	names []string
}

// split parts the list after the given id.
func (l nameList) split(upTo int64) (old, fresh nameList) {
	i, _ := slices.BinarySearch(l.ids, upTo+1)
	return nameList{l.ids[:i], l.names[:i]}, nameList{l.ids[i:], l.names[i:]}
}

// similar appends the pairs of names of both lists that are alike.
func (l nameList) similar(other nameList, found []pair) []pair {
	fts.SimilarPairs(l.names, other.names, NameThreshold, func(i, j int, sim float32) {
		found = append(found, pair{l.ids[i], other.ids[j], sim})
	})
	return found
}

// pair is two rows to be linked.
type pair struct {
	from, to   int64
	similarity float32
}

// addLinks links the pairs in their order by ids, whatever order they were found in, and counts those that were new.
func addLinks(tx *db.Tx, kind string, pairs []pair) (added int, err error) {
	slices.SortFunc(pairs, func(a, b pair) int { return cmp.Or(cmp.Compare(a.from, b.from), cmp.Compare(a.to, b.to)) })
	for _, p := range pairs {
		n, err := addLink(tx, p.from, p.to, kind, p.similarity)
		if err != nil {
			return 0, err
		}
		added += n
	}
	return added, nil
}

func names(tx *db.Tx, source string) (nameList, error) {
	var out nameList
	err := tx.Each(`SELECT id, entity_name FROM brain_entries WHERE source = ? ORDER BY id`, []any{source}, func(scan func(...any) error) error {
		var id int64
		var name string
		err := scan(&id, &name)
		out.ids, out.names = append(out.ids, id), append(out.names, name)
		return err
	})
	return out, err
}

// addLink inserts a link unless the pair is linked in this direction already, by whatever type: run order decides, and
// step 3 comes first.
func addLink(tx *db.Tx, from, to int64, kind string, similarity float32) (int, error) {
	res, err := tx.Exec(`INSERT INTO brain_entry_links(from_id, to_id, link_type, similarity) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING`,
		from, to, kind, float64(similarity))
	if err != nil {
		return 0, fmt.Errorf("link %d to %d: %w", from, to, err)
	}
	n, err := res.RowsAffected()
	return int(n), err
}

// linkVectors is step 4: a link between two rows of different stores, from the smaller id to the larger, whose vectors
// are closer than NearLimit. A zero vector's distance is NaN, which is closer to nothing. Only pairs with a vector that
// came or changed since the last time are compared.
func linkVectors(tx *db.Tx) (looked, added int, err error) {
	stores, err := vectorsByStore(tx)
	if err != nil {
		return 0, 0, err
	}
	var found []pair
	for i, a := range stores {
		for _, b := range stores[i+1:] {
			found = near(a.fresh, b.fresh, found)
			found = near(a.fresh, b.old, found)
			found = near(a.old, b.fresh, found)
		}
	}
	if added, err = addLinks(tx, VectorNear, found); err != nil {
		return 0, 0, err
	}
	_, err = tx.Exec(`INSERT INTO compared_vectors(entry_id) SELECT id FROM brain_entries e WHERE embedding IS NOT NULL
		AND NOT EXISTS (SELECT 1 FROM compared_vectors c WHERE c.entry_id = e.id)`)
	return len(found), added, err
}

func near(a, b vectorList, found []pair) []pair {
	vec.NearPairs(a.rows, b.rows, NearLimit, func(i, j int, dist float64) {
		found = append(found, pair{min(a.ids[i], b.ids[j]), max(a.ids[i], b.ids[j]), float32(1 - dist)})
	})
	return found
}

// vectorList is vectors with the ids of their rows.
type vectorList struct {
	ids  []int64
	rows vec.Rows
}

// storeVectors are the vectors of one store: those that step 4 has compared, and those that it has not.
type storeVectors struct {
	source     string
	old, fresh vectorList
}

func vectorsByStore(tx *db.Tx) ([]storeVectors, error) {
	var out []storeVectors
	dim, _, ok, err := vec.Entries.Info(tx)
	if err != nil || !ok {
		return nil, err
	}
	err = tx.Each(`SELECT e.source, e.id, e.embedding, c.entry_id IS NOT NULL FROM brain_entries e LEFT JOIN compared_vectors c ON c.entry_id = e.id
		WHERE e.embedding IS NOT NULL ORDER BY e.source, e.id`, nil, func(scan func(...any) error) error {
		var source string
		var id int64
		var blob sql.RawBytes
		var compared bool
		if err := scan(&source, &id, &blob, &compared); err != nil {
			return err
		}
		v, err := vec.FromBytes(blob)
		if err != nil {
			return fmt.Errorf("read vector of entry %d: %w", id, err)
		}
		if len(out) == 0 || out[len(out)-1].source != source {
			out = append(out, storeVectors{source, vectorList{rows: vec.Rows{Dim: dim}}, vectorList{rows: vec.Rows{Dim: dim}}})
		}
		list := &out[len(out)-1].fresh
		if compared {
			list = &out[len(out)-1].old
		}
		list.ids = append(list.ids, id)
		list.rows.Data = append(list.rows.Data, v...)
		return nil
	})
	return out, err
}
