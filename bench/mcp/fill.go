package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"strings"

	"brain/embed"
)

// dim is the length of the built-in model's vectors.
const dim = 384

// row is a line that `brain entries import` reads.
type row struct {
	Source     string    `json:"source"`
	EntityID   string    `json:"entity_id"`
	EntityName string    `json:"entity_name"`
	Content    string    `json:"content"`
	Embedding  []float32 `json:"embedding"`
	CreatedAt  string    `json:"created_at"`
}

// addEntries brings n entries of pages into the file; those that are there are passed over. Words follow Zipf's law, vectors lie
// around a few hundred centres in the place of the model's, which would take an hour.
func addEntries(program, lines string, n int) error {
	f, err := os.Create(lines)
	if err != nil {
		return err
	}
	defer f.Close()
	w := bufio.NewWriter(f)
	rng := rand.New(rand.NewPCG(4, uint64(n)))
	words := rand.NewZipf(rand.New(rand.NewPCG(5, 6)), 1.07, 4, 20_000)
	var centres [][]float32
	for range 300 {
		centres = append(centres, point(rng, nil, 1))
	}
	enc := json.NewEncoder(w)
	for i := range n {
		text := make([]string, 60)
		for k := range text {
			text[k] = fmt.Sprintf("w%d", words.Uint64())
		}
		r := row{Source: "gbrain", EntityID: fmt.Sprintf("bench/page-%d", i), EntityName: fmt.Sprintf("Page %d", i), Content: strings.Join(text, " "),
			Embedding: point(rng, centres[rng.IntN(len(centres))], 0.7), CreatedAt: "2026-01-02T00:00:00Z"}
		if err := enc.Encode(r); err != nil {
			return err
		}
	}
	if err := w.Flush(); err != nil {
		return err
	}
	return run(program, "entries", "import", lines, "--model", embed.BuiltinID, "--quiet")
}

// point is a unit vector at some distance around a centre.
func point(rng *rand.Rand, centre []float32, spread float64) []float32 {
	v := make([]float32, dim)
	sum := 0.0
	for i := range v {
		x := rng.NormFloat64() * spread / math.Sqrt(dim)
		if centre != nil {
			x += float64(centre[i])
		}
		v[i] = float32(x)
		sum += x * x
	}
	for i := range v {
		v[i] = float32(float64(v[i]) / math.Sqrt(sum))
	}
	return v
}
