package vec

import (
	"fmt"

	"brain/db"
)

// fewBlocks is up to how many blocks are read in pieces. A page that two pieces share stays in SQLite's cache, and in a file of 300,000
// vectors those pages took more time than the pieces saved.
const fewBlocks = 32

// measure is the first question's way through the table: a block is read in pieces that stay in the processor's near caches, and its
// distances are given once all of them are known. Where the error wraps [db.ErrWhole] nothing was given.
func (t Table) measure(tx *db.Tx, s *Scanner, each func(ids []int64, distances []float64)) error {
	chunks, err := t.slots(tx)
	if err != nil {
		return err
	}
	dim := len(s.query)
	piece := db.MostPiece / (4 * max(dim, 1)) &^ 15 // rows; the kernel takes sixteen
	if dim == 0 || piece == 0 || len(chunks) > fewBlocks {
		return db.ErrWhole
	}
	type measured struct {
		ids       []int64
		distances []float64
	}
	var all []measured
	err = tx.Pieces(string(t)+"_vector_chunks00", "rowid", "vectors", func(chunk int64, b *db.Blob) error {
		ids := chunks[chunk]
		if b.Size < len(ids)*dim*4 {
			return fmt.Errorf("%w: chunk %d of %s is shorter than its size says", db.ErrCorrupt, chunk, t)
		}
		out := make([]float64, len(ids))
		for from := 0; from < len(ids); from += piece {
			n := min(piece, len(ids)-from)
			rows, err := b.Read(from*dim*4, n*dim*4)
			if err != nil {
				return err
			}
			s.DistancesBytes(rows, dim, out[from:from+n])
		}
		all = append(all, measured{ids, out})
		return nil
	})
	if err != nil {
		return err
	}
	for _, m := range all {
		each(m.ids, m.distances)
	}
	return nil
}
