package engine_test

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"brain/db"
	"brain/engine"
	"brain/merge"
)

// BenchmarkWriterBesideEmbed measures how long another writer waits for the lock while entries are embedded: the metric
// is the 99th percentile, of small writes made all the time.
func BenchmarkWriterBesideEmbed(b *testing.B) {
	path := filepath.Join(b.TempDir(), "brain.db")
	e := engine.New(engine.Config{Path: path})
	defer e.Close()
	d, err := db.Open(ctx, path, db.Options{Create: true, Functions: merge.Functions()})
	if err != nil {
		b.Fatal(err)
	}
	defer d.Close()
	words := strings.Fields(strings.Repeat("the ledger balances additions against disposals at the end of each period ", 8))
	err = d.Write(ctx, func(tx *db.Tx) error {
		for i := range 1500 {
			text := fmt.Sprintf("entry %d %s", i, strings.Join(words[i%40:40+i%40], " "))
			if _, _, err := merge.Ingest(tx, merge.Row{Source: merge.GBrain, EntityID: fmt.Sprint(i), EntityName: fmt.Sprint(i), Content: text, CreatedAt: tx.Now, UpdatedAt: tx.Now}); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		b.Fatal(err)
	}
	var waits []time.Duration
	for b.Loop() {
		running, stop := context.WithCancel(ctx)
		go func() {
			defer stop()
			if _, err := e.Embed(ctx, engine.EmbedInput{All: true}); err != nil {
				b.Error(err)
			}
		}()
		for running.Err() == nil {
			begin := time.Now()
			if err := d.Write(ctx, func(tx *db.Tx) error { return tx.SetMeta("bench", fmt.Sprint(len(waits))) }); err != nil {
				b.Fatal(err)
			}
			waits = append(waits, time.Since(begin))
			time.Sleep(2 * time.Millisecond)
		}
	}
	slices.Sort(waits)
	b.ReportMetric(float64(waits[len(waits)*99/100].Microseconds())/1000, "ms-p99")
	b.ReportMetric(float64(waits[len(waits)-1].Microseconds())/1000, "ms-max")
}
