package vec

import (
	"errors"
	"sync"

	"brain/db"
)

// Cache keeps a table's vectors in memory for a process that asks more than once. It holds dim × 4 bytes a row. The zero
// value is empty and ready; it may be used from many goroutines.
type Cache struct {
	mu     sync.Mutex
	asked  bool
	stamp  int64
	blocks []block
}

// block is a chunk of the table: ids[i], 0 for a slot that is not in use, and its row.
type block struct {
	ids  []int64
	rows []float32
}

// Distances calls each with the ids of every chunk and the distances of its rows to the query, as [Scanner.Distances]
// gives them. A row's id is 0 where its slot is not in use. Both slices are only valid during the call.
//
// The first question reads the file and keeps nothing, since most processes ask once; the second keeps what it reads.
// Later ones read only the table's stamp, which every change of a vector moves.
func (c *Cache) Distances(tx *db.Tx, t Table, query []float32, each func(ids []int64, distances []float64)) error {
	s := NewScanner(query)
	var out []float64
	room := func(n int) []float64 {
		if cap(out) < n {
			out = make([]float64, n)
		}
		return out[:n]
	}
	blocks, keep, stamp, err := c.look(tx, t)
	if err != nil {
		return err
	}
	if blocks != nil {
		for _, b := range blocks {
			dist := room(len(b.ids))
			s.Distances(b.rows, len(query), dist)
			each(b.ids, dist)
		}
		return nil
	}
	if !keep {
		if err := t.measure(tx, s, each); !errors.Is(err, db.ErrWhole) {
			return err
		}
	}
	var kept []block
	err = t.Scan(tx, len(query), func(ids []int64, rows []byte) error {
		dist := room(len(ids))
		s.DistancesBytes(rows, len(query), dist)
		each(ids, dist)
		if !keep {
			return nil
		}
		floats, err := FromBytes(rows)
		kept = append(kept, block{ids, floats})
		return err
	})
	if err == nil && keep {
		c.mu.Lock()
		c.blocks, c.stamp = kept, stamp
		c.mu.Unlock()
	}
	return err
}

// look gives the kept blocks, if they are what the table holds in this transaction, else whether to keep what is read.
func (c *Cache) look(tx *db.Tx, t Table) (blocks []block, keep bool, stamp int64, err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.asked {
		c.asked = true
		return nil, false, 0, nil
	}
	if err := tx.QueryRow(`SELECT stamp FROM vector_tables WHERE name = ?`, []any{string(t)}, &stamp); err != nil {
		return nil, false, 0, err
	}
	if c.blocks != nil && c.stamp == stamp {
		return c.blocks, false, stamp, nil
	}
	c.blocks = nil
	return nil, true, stamp, nil
}
