package memory

import (
	"cmp"
	"math/bits"
	"runtime"
	"slices"
	"sync"

	"brain/db"
	"brain/vec"
)

// joinNear joins the memories of which one's first chunk is at least threshold similar to a chunk of the other. brain-cli
// looks at the eight nearest chunks of each; here all count. In a file of many chunks, sketches find the pairs that may be
// near, and these are measured.
func joinNear(tx *db.Tx, s *Stage, v *sieve, threshold float64, u *union) error {
	t, err := vectors(tx, s)
	if err != nil || !t.rows || t.damaged {
		return err
	}
	if err := v.readAll(); err != nil {
		return err
	}
	rows, err := sketchRows(tx, t, v)
	if err != nil {
		return err
	}
	pairs, err := rows.near(tx, threshold)
	if err != nil || len(pairs) == 0 {
		return err
	}
	wanted := map[int64][]float32{}
	for _, p := range pairs {
		wanted[p.a], wanted[p.b] = nil, nil
	}
	if err := readVectors(tx, t, wanted); err != nil {
		return err
	}
	for _, p := range pairs {
		if sim := 1 - vec.CosineDistance(wanted[p.a], wanted[p.b]); sim >= threshold {
			u.join(t.memoryOf(p.a), t.memoryOf(p.b), sim)
		}
	}
	return nil
}

// sketched are the sketches of chunks; the first chunks of memories come first.
type sketched struct {
	ids      []int64
	memories []int64
	sketches []sketch
	first    int // how many are first chunks
}

func sketchRows(tx *db.Tx, t vectorTable, v *sieve) (sketched, error) {
	type row struct {
		id int64
		s  sketch
	}
	var list []row
	k := newSketcher(t.dim)
	err := t.name.Scan(tx, t.dim, func(ids []int64, rows []byte) error {
		for i, id := range ids {
			if id == 0 || !v.keep(t.memoryOf(id)) {
				continue
			}
			x, err := vec.FromBytes(rows[i*t.dim*4 : (i+1)*t.dim*4])
			if err != nil {
				return err
			}
			list = append(list, row{id, k.of(x)})
		}
		return tx.Context().Err()
	})
	later := func(r row) int {
		if !t.legacy && r.id%chunkSlots != 0 {
			return 1
		}
		return 0
	}
	slices.SortFunc(list, func(a, b row) int { return cmp.Or(cmp.Compare(later(a), later(b)), cmp.Compare(a.id, b.id)) })
	var out sketched
	for _, r := range list {
		out.ids, out.memories, out.sketches = append(out.ids, r.id), append(out.memories, t.memoryOf(r.id)), append(out.sketches, r.s)
		if later(r) == 0 {
			out.first++
		}
	}
	return out, err
}

// pair is two chunks that may be near.
type pair struct{ a, b int64 }

// sketchFrom is from how many chunks on sketches decide which pairs are measured.
const sketchFrom = 256

// near gives the pairs of a first chunk and another memory's chunk that may be at least that similar, on all processors.
func (r sketched) near(tx *db.Tx, threshold float64) ([]pair, error) {
	most, mostHead := mostDiffering(threshold, sketchWords*64), mostDiffering(threshold, sketchHead*64)
	if len(r.ids) < sketchFrom {
		most, mostHead = sketchWords*64, sketchHead*64
	}
	heads := make([][sketchHead]uint64, len(r.sketches))
	for i, s := range r.sketches {
		heads[i] = [sketchHead]uint64(s[:sketchHead])
	}
	workers := runtime.GOMAXPROCS(0)
	found := make([][]pair, workers)
	var wait sync.WaitGroup
	for w := range workers {
		wait.Go(func() {
			for i := w; i < r.first && tx.Context().Err() == nil; i += workers {
				q := heads[i]
				for j := i + 1; j < len(heads); j++ {
					h := &heads[j]
					if bits.OnesCount64(h[0]^q[0])+bits.OnesCount64(h[1]^q[1]) <= mostHead && r.memories[i] != r.memories[j] && r.sketches[i].differ(&r.sketches[j]) <= most {
						found[w] = append(found[w], pair{r.ids[i], r.ids[j]})
					}
				}
			}
		})
	}
	wait.Wait()
	return slices.Concat(found...), tx.Context().Err()
}

// readVectors fills in the vectors of the rows that are keys.
func readVectors(tx *db.Tx, t vectorTable, wanted map[int64][]float32) error {
	return t.name.Scan(tx, t.dim, func(ids []int64, rows []byte) error {
		for i, id := range ids {
			if _, ok := wanted[id]; ok {
				x, err := vec.FromBytes(rows[i*t.dim*4 : (i+1)*t.dim*4])
				if err != nil {
					return err
				}
				wanted[id] = x
			}
		}
		return nil
	})
}
