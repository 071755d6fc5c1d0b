package main

import (
	"context"
	"math"
	"math/rand/v2"

	"brain/db"
	"brain/embed"
	"brain/merge"
	"brain/vec"
)

// dim is the length of the built-in model's vectors.
const dim = 384

// vectorBatch is how many vectors are written in one transaction.
const vectorBatch = 2000

// fill gives each entry a vector, around a few hundred centres, in the place of the model's, which would take many minutes: a
// search costs the same. The file is reported as a file of that model.
func (b *bench) fill(ctx context.Context) error {
	d, err := db.Open(ctx, b.file, db.Options{Functions: merge.Functions()})
	if err != nil {
		return err
	}
	defer d.Close()
	rng := rand.New(rand.NewPCG(4, 5))
	var centres [][]float32
	for range 300 {
		centres = append(centres, point(rng, nil, 1))
	}
	for after, more := int64(0), true; more; {
		err := d.Write(ctx, func(tx *db.Tx) error {
			if err := merge.UseVectors(tx, dim, embed.BuiltinID); err != nil {
				return err
			}
			texts, err := merge.Unembedded(tx, "", after, vectorBatch)
			more = len(texts) == vectorBatch
			for _, t := range texts {
				if err == nil {
					err = merge.SetEmbedding(tx, t.ID, point(rng, centres[rng.IntN(len(centres))], 0.7))
				}
				after = t.ID
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
func vectorText() string { return vec.Format(point(rand.New(rand.NewPCG(6, 7)), nil, 1)) }

// point is a unit vector at some distance around a centre.
func point(rng *rand.Rand, centre []float32, spread float64) []float32 {
	v := make([]float32, dim)
	var sum float64
	for i := range v {
		x := rng.NormFloat64() * spread / math.Sqrt(dim)
		if centre != nil {
			x += float64(centre[i])
		}
		v[i] = float32(x)
		sum += x * x
	}
	for i := range v {
		v[i] /= float32(math.Sqrt(sum))
	}
	return v
}
