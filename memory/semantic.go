package memory

import (
	"fmt"
	"math"

	"brain/db"
	"brain/vec"
)

// meaning is a memory and the cosine similarity of its best chunk to the question.
type meaning struct {
	id  int64
	sim float64
}

// meanings is the list of meaning: every chunk is measured, and the memories of the nearest are listed, each once, the
// nearest first. As many chunks count as brain-cli asks its index for, 4·pool with a filter and 2·pool without; chunks that
// the filter drops do not count here, and there is no limit of 4,096. reason says why there is no such list.
func meanings(tx *db.Tx, s *Stage, q Question, v *sieve, pool int) (list []meaning, reason string, err error) {
	if q.Vector == nil {
		return nil, "", nil
	}
	t, reason, err := searchable(tx, s, q)
	if err == nil && reason == "" {
		depth := 4 * pool
		if q.Filter.plain() && (q.Filter.IncludeInvalid || !s.Has("invalid_at")) {
			depth = 2 * pool
		}
		list, err = t.nearest(tx, q, v, depth)
	}
	if err != nil {
		// What ends the whole transaction is no fault of the vectors.
		if tx.Context().Err() != nil {
			return nil, "", err
		}
		return nil, fmt.Sprintf("the vectors cannot be read: %v", err), nil
	}
	return list, reason, nil
}

// fewNear is how many chunks are kept for a list, or twice as many as it has. Of a plain filter, which drops few memories, that is enough.
const fewNear = 512

// nearest lists the memories of the nearest chunks, until depth chunks are of memories that the filter keeps.
func (t vectorTable) nearest(tx *db.Tx, q Question, v *sieve, depth int) ([]meaning, error) {
	if !q.Filter.plain() {
		if err := v.readAll(); err != nil {
			return nil, err
		}
	}
	near := &nearestHits{most: max(2*depth, fewNear)}
	err := t.measure(tx, q, v, near)
	if err != nil {
		return nil, err
	}
	list, enough, err := pickMeanings(near, t, v, depth)
	if err == nil && !enough {
		near, q.Cache = &nearestHits{most: math.MaxInt}, nil
		if err = t.measure(tx, q, v, near); err == nil {
			list, _, err = pickMeanings(near, t, v, depth)
		}
	}
	return list, err
}

// pickMeanings takes chunks from the nearest on until depth of them are of memories that the filter keeps. enough is false where those
// that were collected are too few for that, of more.
func pickMeanings(near *nearestHits, t vectorTable, v *sieve, depth int) (list []meaning, enough bool, err error) {
	seen := map[int64]bool{}
	rest := near.sorted()
	for size := 256; depth > 0 && len(rest) > 0; size *= 2 {
		batch := rest[:min(size, len(rest))]
		rest = rest[len(batch):]
		ids := make([]int64, len(batch))
		for i, hit := range batch {
			ids[i] = t.memoryOf(hit.ID)
		}
		if err := v.look(ids); err != nil {
			return nil, false, err
		}
		for i, hit := range batch {
			if id := ids[i]; v.keep(id) && depth > 0 {
				depth--
				if !seen[id] {
					seen[id] = true
					list = append(list, meaning{id, t.similarity(hit.Distance)})
				}
			}
		}
	}
	return list, depth <= 0 || !near.more, nil
}

// measure collects the nearest to the question of all vectors; where it is known which memories the filter keeps, of theirs.
func (t vectorTable) measure(tx *db.Tx, q Question, v *sieve, near *nearestHits) error {
	add := func(ids []int64, distances []float64) {
		for i, id := range ids {
			// A vector of zeros has no direction and is near nothing.
			hit := vec.Hit{ID: id, Distance: distances[i]}
			if id != 0 && !math.IsNaN(hit.Distance) && !near.far(hit) && (!v.all || v.keep(t.memoryOf(id))) {
				near.add(hit)
			}
		}
	}
	var err error
	switch {
	case t.legacy:
		err = t.name.Scan(tx, t.dim, func(ids []int64, rows []byte) error {
			distances, err := euclid(q.Vector, rows, len(ids))
			add(ids, distances)
			return err
		})
	case q.Cache != nil && t.recorded:
		err = q.Cache.Distances(tx, t.name, q.Vector, add)
	default:
		err = new(vec.Cache).Distances(tx, t.name, q.Vector, add)
	}
	return err
}

// euclid is the L2 distance of the query to each of n rows.
func euclid(query []float32, rows []byte, n int) ([]float64, error) {
	out := make([]float64, n)
	for i := range out {
		row, err := vec.FromBytes(rows[i*len(query)*4 : (i+1)*len(query)*4])
		if err != nil {
			return nil, err
		}
		var sum float64
		for k, x := range row {
			d := float64(x) - float64(query[k])
			sum += d * d
		}
		out[i] = math.Sqrt(sum)
	}
	return out, nil
}
