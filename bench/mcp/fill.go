package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"strings"

	"brain/bench"
	"brain/embed"
)

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
		centres = append(centres, bench.Point(rng, nil, 1))
	}
	enc := json.NewEncoder(w)
	for i := range n {
		text := make([]string, 60)
		for k := range text {
			text[k] = fmt.Sprintf("w%d", words.Uint64())
		}
		r := row{Source: "gbrain", EntityID: fmt.Sprintf("bench/page-%d", i), EntityName: fmt.Sprintf("Page %d", i), Content: strings.Join(text, " "),
			Embedding: bench.Point(rng, centres[rng.IntN(len(centres))], 0.7), CreatedAt: "2026-01-02T00:00:00Z"}
		if err := enc.Encode(r); err != nil {
			return err
		}
	}
	if err := w.Flush(); err != nil {
		return err
	}
	return run(program, "entries", "import", lines, "--model", embed.BuiltinID, "--quiet")
}
