package merge_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"

	"brain/db"
	"brain/merge"
	"brain/vec"
)

// BenchmarkUnifiedQuery measures the query at 1,000 and 10,000 entries with vectors of 384 dimensions, cold (vectors read
// from the file) and warm (kept in memory). BRAIN_BENCH_ENTRIES names other sizes, such as 50000,200000.
func BenchmarkUnifiedQuery(b *testing.B) {
	sizes := os.Getenv("BRAIN_BENCH_ENTRIES")
	if sizes == "" {
		sizes = "1000,10000"
	}
	for _, size := range strings.Split(sizes, ",") {
		n, err := strconv.Atoi(size)
		if err != nil {
			b.Fatal(err)
		}
		d := benchBrain(b, n)
		query := make([]float32, 384)
		query[3], query[200] = 1, -1
		for _, cache := range []*vec.Cache{nil, new(vec.Cache)} {
			name := "cold"
			if cache != nil {
				name = "warm"
			}
			b.Run(fmt.Sprintf("entries=%d/%s", n, name), func(b *testing.B) {
				ask := func() {
					err := d.Read(context.Background(), func(tx *db.Tx) error {
						_, err := merge.Run(tx, merge.Query{Text: "ledger balance", Vector: query, Limit: 20, Cache: cache})
						return err
					})
					if err != nil {
						b.Fatal(err)
					}
				}
				ask()
				ask()
				for b.Loop() {
					ask()
				}
				var m runtime.MemStats
				runtime.ReadMemStats(&m)
				b.ReportMetric(float64(m.HeapInuse)/(1<<20), "MB-heap")
			})
		}
	}
}

func benchBrain(b *testing.B, n int) *db.DB {
	b.Helper()
	ctx := context.Background()
	d, err := db.Open(ctx, filepath.Join(b.TempDir(), "brain.db"), db.Options{Create: true, Functions: merge.Functions()})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { d.Close() })
	r := rand.New(rand.NewPCG(1, 2))
	words := strings.Fields("ledger balance asset disposal period opening closing addition register schedule queue letter retry client timeout node page merge vector rank")
	v := make([]float32, 384)
	for from := 0; from < n; from += 5000 {
		err := d.Write(ctx, func(tx *db.Tx) error {
			if err := merge.UseVectors(tx, len(v), "bench"); err != nil {
				return err
			}
			for i := from; i < min(from+5000, n); i++ {
				var text strings.Builder
				fmt.Fprintf(&text, "entry %d", i)
				for range 60 {
					// A few words are common and most are rare, as in real texts.
					fmt.Fprintf(&text, " %s%d", words[r.IntN(len(words))], int(r.ExpFloat64()*40))
				}
				if r.IntN(10) == 0 {
					text.WriteString(" the ledger must balance")
				}
				for j := range v {
					v[j] = float32(r.NormFloat64())
				}
				source := merge.GBrain
				if i%2 == 1 {
					source = merge.Graphify
				}
				row := merge.Row{Source: source, EntityID: strconv.Itoa(i), EntityName: words[i%len(words)] + strconv.Itoa(i), Content: text.String(), Embedding: v, CreatedAt: tx.Now, UpdatedAt: tx.Now}
				if _, _, err := merge.Ingest(tx, row); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			b.Fatal(err)
		}
	}
	return d
}
