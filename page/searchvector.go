package page

import (
	"encoding/json"

	"brain/db"
	"brain/merge"
	"brain/vec"
)

// A chunkHit is a chunk that is near to a question.
type chunkHit struct {
	page   int64
	entry  int64
	number int // from 0
	cosine float64
}

const (
	// firstChunks is how many of the nearest rows are looked at first; four times as many each time that too few of them are
	// of pages that take part.
	firstChunks = 256
	// chunksPerPage is how many chunks of a page go on from the vector arm: the first layer of GBrain's dedup.
	chunksPerPage = 3
)

// byVector ranks chunks of pages by their cosine with the query, exactly, up to chunksPerPage of each page, until armDepth pages
// are found or there are no more.
func byVector(tx *db.Tx, cache *vec.Cache, query []float32, keep *pageSet, timeline bool) (list []chunkHit, err error) {
	var all []vec.Hit
	narrow, err := keep.entries(tx)
	if err != nil {
		return nil, err
	}
	err = cache.Distances(tx, vec.Entries, query, func(ids []int64, distances []float64) {
		for i, id := range ids {
			if id != 0 && distances[i] == distances[i] && (narrow == nil || narrow[id]) {
				all = append(all, vec.Hit{ID: id, Distance: distances[i]})
			}
		}
	})
	if err != nil {
		return nil, err
	}
	perPage, pages := map[int64]int{}, 0
	for from, n := 0, firstChunks; from < len(all) && pages < armDepth; from, n = n, n*4 {
		near := nearest(all, n)
		found, err := pagesOf(tx, near[from:])
		if err != nil {
			return nil, err
		}
		for _, h := range near[from:] {
			for _, c := range found[h.ID] {
				if !keep.has(c.page) || !timeline && c.timeline || perPage[c.page] == chunksPerPage || pages == armDepth && perPage[c.page] == 0 {
					continue
				}
				if perPage[c.page]++; perPage[c.page] == 1 {
					pages++
				}
				list = append(list, chunkHit{c.page, h.ID, c.number, 1 - h.Distance})
			}
		}
	}
	return list, nil
}

// nearest are the n nearest of the hits, sorted. The order of all may change.
func nearest(all []vec.Hit, n int) []vec.Hit {
	if n >= len(all) {
		vec.Sort(all)
		return all
	}
	best := make([]vec.Hit, 0, 2*n)
	for _, h := range all {
		if len(best) >= n && vec.Compare(h, best[n-1]) > 0 {
			continue
		}
		if best = append(best, h); len(best) == 2*n {
			vec.Sort(best)
			best = best[:n]
		} else if len(best) == n {
			vec.Sort(best)
		}
	}
	vec.Sort(best)
	return best[:n]
}

// A chunkOf says which chunk of which page an entry is. Pages with equal text share one.
type chunkOf struct {
	page     int64
	number   int
	timeline bool
}

// pagesOf finds the chunks of pages that the entries are. Entries of other stores are none.
func pagesOf(tx *db.Tx, hits []vec.Hit) (map[int64][]chunkOf, error) {
	ids := make([]int64, len(hits))
	for i, h := range hits {
		ids[i] = h.ID
	}
	list, err := json.Marshal(ids)
	if err != nil {
		return nil, err
	}
	out := map[int64][]chunkOf{}
	err = tx.Each(`WITH near AS MATERIALIZED (
		  SELECT s.entry_id, s.entity_id, instr(s.entity_id, '#') AS mark
		  FROM json_each(?) j CROSS JOIN entry_spans s ON s.entry_id = j.value AND s.valid_to IS NULL AND s.source = ?)
		SELECT n.entry_id, p.id, iif(mark, CAST(substr(entity_id, mark + 1) AS INTEGER) - 1, 0) AS number, p.truth_chunks
		FROM near n CROSS JOIN pages p ON p.slug = iif(mark, substr(entity_id, 1, mark - 1), entity_id) AND p.deleted_at IS NULL
		ORDER BY p.id, number`,
		[]any{string(list), merge.GBrain}, func(scan func(...any) error) error {
			var entry int64
			var c chunkOf
			var truth int
			err := scan(&entry, &c.page, &c.number, &truth)
			c.timeline = c.number >= truth
			out[entry] = append(out[entry], c)
			return err
		})
	return out, err
}
