package memory

import (
	"fmt"
	"math"
	"slices"

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
		var near distances
		if near, err = t.measure(tx, q); err == nil {
			depth := 4 * pool
			if q.Filter.plain() && (q.Filter.IncludeInvalid || !s.Has("invalid_at")) {
				depth = 2 * pool
			}
			list, err = pickMeanings(near, t, v, depth)
		}
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

// pickMeanings takes chunks from the nearest on until depth of them are of memories that the filter keeps.
func pickMeanings(near distances, t vectorTable, v *sieve, depth int) ([]meaning, error) {
	var list []meaning
	seen := map[int64]bool{}
	if v.all {
		near = near.of(t, v)
	} else {
		near.heapify()
	}
	for size := 256; depth > 0 && len(near) > 0; size *= 2 {
		batch := make([]vec.Hit, 0, min(size, len(near)))
		ids := make([]int64, 0, cap(batch))
		for len(batch) < cap(batch) {
			hit := near.pop()
			batch, ids = append(batch, hit), append(ids, t.memoryOf(hit.ID))
		}
		known := v.all
		if err := v.look(ids); err != nil {
			return nil, err
		}
		if v.all && !known {
			near = near.of(t, v)
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
	return list, nil
}

// measure gives the distance of the question to every vector.
func (t vectorTable) measure(tx *db.Tx, q Question) (distances, error) {
	var near distances
	add := func(ids []int64, distances []float64) {
		for i, id := range ids {
			// A vector of zeros has no direction and is near nothing.
			if id != 0 && !math.IsNaN(distances[i]) {
				near = append(near, vec.Hit{ID: id, Distance: distances[i]})
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
	return near, err
}

// of leaves the vectors of memories that the filter is known to keep: a few of very many need not be put in order.
func (h distances) of(t vectorTable, v *sieve) distances {
	h = slices.DeleteFunc(h, func(hit vec.Hit) bool { return !v.keep(t.memoryOf(hit.ID)) })
	h.heapify()
	return h
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
