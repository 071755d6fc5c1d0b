package main

import (
	"context"
	"math/rand/v2"

	"brain/bench"
	"brain/db"
	"brain/embed"
	"brain/merge"
	"brain/vec"
)

// vectorBatch is how many vectors are written in one transaction.
const vectorBatch = 2000

// fill gives each entry a vector, around a few hundred centres, in the place of the model's, which would take many minutes: a
// search costs the same. The file is reported as a file of that model.
func (b *measurement) fill(ctx context.Context) error {
	d, err := db.Open(ctx, b.file, db.Options{Functions: merge.Functions()})
	if err != nil {
		return err
	}
	defer d.Close()
	rng := rand.New(rand.NewPCG(4, 5))
	var centres [][]float32
	for range 300 {
		centres = append(centres, bench.Point(rng, nil, 1))
	}
	var filled int64
	if err := d.Read(ctx, func(tx *db.Tx) (err error) {
		filled, _, err = merge.EmbeddedCount(tx, "")
		return err
	}); err != nil {
		return err
	}
	for after, more := int64(0), true; more && (b.embedded == 0 || filled < int64(b.embedded)); {
		err := d.Write(ctx, func(tx *db.Tx) error {
			if err := merge.UseVectors(tx, bench.Dim, embed.BuiltinID); err != nil {
				return err
			}
			texts, err := merge.Unembedded(tx, "", after, vectorBatch)
			more = len(texts) == vectorBatch
			for _, t := range texts {
				if err == nil {
					err = merge.SetEmbedding(tx, t.ID, bench.Point(rng, centres[rng.IntN(len(centres))], 0.7))
				}
				after = t.ID
				filled++
			}
			return err
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// vectorText is a question's vector as it is given on the command line.
func vectorText() string { return vec.Format(bench.Point(rand.New(rand.NewPCG(6, 7)), nil, 1)) }
