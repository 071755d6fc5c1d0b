package merge

import (
	"cmp"
	"fmt"
	"slices"

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

// named is one row of brain_entries as step 3 sees it.
type named struct {
	id   int64
	name string
}

// linkNames is step 3: a link from every graphify row to every gbrain row whose names are more than NameThreshold
// similar by trigrams, old revisions included, unless that pair is linked in that direction by any type.
// The comparison is PostgreSQL's: float4 similarity widened to float8, so that exactly 2/5 passes "> 0.4".
func linkNames(tx *db.Tx) (looked, added int, err error) {
	left, err := names(tx, Graphify)
	if err != nil {
		return 0, 0, err
	}
	right, err := names(tx, GBrain)
	if err != nil {
		return 0, 0, err
	}
	leftNames, rightNames := make([]string, len(left)), make([]string, len(right))
	for i, n := range left {
		leftNames[i] = n.name
	}
	for i, n := range right {
		rightNames[i] = n.name
	}
	fts.SimilarPairs(leftNames, rightNames, NameThreshold, func(i, j int, sim float32) {
		if err == nil {
			var n int
			n, err = addLink(tx, left[i].id, right[j].id, NameSimilar, sim)
			looked++
			added += n
		}
	})
	return looked, added, err
}

func names(tx *db.Tx, source string) ([]named, error) {
	var out []named
	err := tx.Each(`SELECT id, entity_name FROM brain_entries WHERE source = ? ORDER BY id`, []any{source}, func(scan func(...any) error) error {
		var n named
		if err := scan(&n.id, &n.name); err != nil {
			return err
		}
		out = append(out, n)
		return nil
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
// are closer than NearLimit. A zero vector's distance is NaN, which is closer to nothing.
func linkVectors(tx *db.Tx) (looked, added int, err error) {
	stores, err := vectorsByStore(tx)
	if err != nil {
		return 0, 0, err
	}
	var pairs []nearPair
	for a := range stores {
		for b := a + 1; b < len(stores); b++ {
			vec.NearPairs(stores[a].rows, stores[b].rows, NearLimit, func(i, j int, dist float64) {
				from, to := stores[a].ids[i], stores[b].ids[j]
				pairs = append(pairs, nearPair{min(from, to), max(from, to), float32(1 - dist)})
			})
		}
	}
	// Links get their ids in the order of the pairs, whatever the order of the stores.
	slices.SortFunc(pairs, func(a, b nearPair) int { return cmp.Or(cmp.Compare(a.from, b.from), cmp.Compare(a.to, b.to)) })
	for _, p := range pairs {
		n, err := addLink(tx, p.from, p.to, VectorNear, p.similarity)
		if err != nil {
			return 0, 0, err
		}
		added += n
	}
	return len(pairs), added, nil
}

// nearPair is two rows that step 4 links.
type nearPair struct {
	from, to   int64
	similarity float32
}

// storeVectors are the vectors of one store with the ids of their rows.
type storeVectors struct {
	source string
	ids    []int64
	rows   vec.Rows
}

func vectorsByStore(tx *db.Tx) ([]storeVectors, error) {
	var out []storeVectors
	dim, _, ok, err := vec.Entries.Info(tx)
	if err != nil || !ok {
		return nil, err
	}
	err = tx.Each(`SELECT source, id, embedding FROM brain_entries WHERE embedding IS NOT NULL ORDER BY source, id`, nil, func(scan func(...any) error) error {
		var source string
		var id int64
		var blob []byte
		if err := scan(&source, &id, &blob); err != nil {
			return err
		}
		v, err := vec.FromBytes(blob)
		if err != nil {
			return fmt.Errorf("read vector of entry %d: %w", id, err)
		}
		if len(out) == 0 || out[len(out)-1].source != source {
			out = append(out, storeVectors{source: source, rows: vec.Rows{Dim: dim}})
		}
		s := &out[len(out)-1]
		s.ids = append(s.ids, id)
		s.rows.Data = append(s.rows.Data, v...)
		return nil
	})
	return out, err
}
