package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"

	"brain/bench"
	"brain/db"
	"brain/embed"
	"brain/memory"
	"brain/merge"
)

// batch is how many memories are written in one transaction.
const batch = 2000

// fill makes a file of n memories, or leaves the one that is there. Words follow Zipf's law; a memory has
// one to three chunks, with vectors around a few hundred centres in the place of the model's, which would take an hour.
func fill(ctx context.Context, file string, n int) error {
	if uids, err := stored(ctx, file); err == nil && len(uids) >= n {
		return nil
	}
	d, err := db.Open(ctx, file, db.Options{Create: true, Functions: merge.Functions(), Upgrades: map[int]db.Upgrade{db.MemorySchema: memory.Upgrade}})
	if err != nil {
		return err
	}
	defer d.Close()
	rng := rand.New(rand.NewPCG(1, uint64(n)))
	g := &generator{rng: rng, words: rand.NewZipf(rand.New(rand.NewPCG(2, 3)), 1.07, 4, 20_000)}
	for range 300 {
		g.centres = append(g.centres, bench.Point(g.rng, nil, 1))
	}
	for from := 0; from < n; from += batch {
		err := d.Write(ctx, func(tx *db.Tx) error {
			if err := memory.UseChunks(tx, bench.Dim, embed.BuiltinID); err != nil {
				return err
			}
			for i := from; i < min(from+batch, n); i++ {
				if err := g.save(tx, i); err != nil {
					return err
				}
			}
			_, err := memory.Sync(tx, batch)
			return err
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// stored gives the uids in the file.
func stored(ctx context.Context, file string) (uids []string, err error) {
	d, err := db.Open(ctx, file, db.Options{})
	if err != nil {
		return nil, err
	}
	defer d.Close()
	err = d.ReadMemories(ctx, func(tx *db.Tx) error {
		return tx.Each(`SELECT uid FROM memories ORDER BY id`, nil, func(scan func(...any) error) error {
			var uid string
			err := scan(&uid)
			uids = append(uids, uid)
			return err
		})
	})
	return uids, err
}

type generator struct {
	rng     *rand.Rand
	words   *rand.Zipf
	centres [][]float32
}

func (g *generator) save(tx *db.Tx, i int) error {
	var body []string
	for range 1 + g.rng.IntN(3) {
		body = append(body, g.text(30+g.rng.IntN(40)))
	}
	types := []string{"learning", "decision", "bug", "note", "task"}
	// As another program writes them: one at a time by memory.Save would flush FTS5's indexes 100,000 times.
	r, err := tx.Exec(`INSERT INTO memories(uid, type, title, content, project, tags) VALUES (?, ?, ?, ?, ?, ?)`,
		fmt.Sprintf("bench%07d", i), types[i%len(types)], g.text(6), strings.Join(body, "\n\n"), fmt.Sprintf("project%d", i%17), fmt.Sprintf("tag%d", g.rng.IntN(200)))
	if err != nil {
		return err
	}
	id, err := r.LastInsertId()
	if err != nil {
		return err
	}
	vectors := make([][]float32, len(body))
	for k := range vectors {
		vectors[k] = bench.Point(g.rng, g.centres[g.rng.IntN(len(g.centres))], 0.7)
	}
	return memory.SetChunks(tx, id, vectors)
}

// text is n words, of which the lowest numbers are the most frequent.
func (g *generator) text(n int) string {
	words := make([]string, n)
	for i := range words {
		words[i] = fmt.Sprintf("w%d", g.words.Uint64())
	}
	return strings.Join(words, " ")
}
