package memory_test

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"brain/db"
	"brain/memory"
)

// writer makes memories that are like real ones in what matters to an index: words by Zipf's law, some in every second text,
// one to three chunks, some projects and types, vectors around a few hundred themes.
type writer struct {
	r      *rand.Rand
	zipf   *rand.Zipf
	themes [][]float32
	dim    int
}

func newWriter(dim int) *writer {
	w := &writer{r: rand.New(rand.NewPCG(7, 9)), dim: dim}
	w.zipf = rand.NewZipf(w.r, 1.07, 3, 60_000)
	for range 300 {
		w.themes = append(w.themes, w.direction(nil, 0))
	}
	return w
}

// word is the n-th most frequent word.
func word(n uint64) string {
	var b strings.Builder
	for n += 37; n > 0; n /= 80 {
		b.WriteByte("bcdfghklmnprstvz"[n%16])
		b.WriteByte("aeiou"[n/16%5])
	}
	return b.String()
}

func (w *writer) words(n int) string {
	list := make([]string, n)
	for i := range list {
		list[i] = word(w.zipf.Uint64())
	}
	return strings.Join(list, " ")
}

// direction is a random unit vector, near another one if there is one.
func (w *writer) direction(near []float32, share float64) []float32 {
	v := make([]float32, w.dim)
	var sum float64
	for i := range v {
		x := w.r.NormFloat64() / math.Sqrt(float64(w.dim))
		if near != nil {
			x = share*float64(near[i]) + (1-share)*x
		}
		v[i] = float32(x)
		sum += x * x
	}
	for i := range v {
		v[i] = float32(float64(v[i]) / math.Sqrt(sum))
	}
	return v
}

func (w *writer) memory() memory.New {
	paragraphs := make([]string, 1+w.r.IntN(3))
	for i := range paragraphs {
		paragraphs[i] = w.words(40 + w.r.IntN(35))
	}
	n := memory.New{Type: memory.Types[w.r.IntN(5)], Title: w.words(4 + w.r.IntN(8)), Content: strings.Join(paragraphs, "\n\n"), Tags: []string{w.words(1), w.words(1)}}
	if k := w.r.IntN(40); k > 0 {
		n.Project = fmt.Sprintf("project-%d", k)
	}
	return n
}

// fill writes n memories with their vectors into a file.
func (w *writer) fill(tb testing.TB, d *db.DB, n int) {
	for from := 0; from < n; from += 2000 {
		err := d.Write(context.Background(), func(tx *db.Tx) error {
			if err := memory.UseChunks(tx, w.dim, stubModel); err != nil {
				return err
			}
			for range min(2000, n-from) {
				m := w.memory()
				saved, err := memory.Save(tx, m, true)
				if err != nil {
					return err
				}
				theme := w.themes[w.r.IntN(len(w.themes))]
				var vectors [][]float32
				for range memory.ChunkTexts(m.Title, m.Content) {
					vectors = append(vectors, w.direction(theme, 0.4))
				}
				if err := memory.SetChunks(tx, saved.ID, vectors); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			tb.Fatal(err)
		}
	}
}

// BenchmarkMemories measures searches in files of 1,000 and 10,000 memories by one who asks once: it opens the file, asks and
// closes it. BRAIN_BENCH_MEMORIES names other sizes, such as 100000; BRAIN_BENCH_DIR a folder where the files are kept.
func BenchmarkMemories(b *testing.B) {
	sizes := os.Getenv("BRAIN_BENCH_MEMORIES")
	if sizes == "" {
		sizes = "1000,10000"
	}
	for size := range strings.SplitSeq(sizes, ",") {
		n, err := strconv.Atoi(size)
		if err != nil {
			b.Fatal(err)
		}
		dir := os.Getenv("BRAIN_BENCH_DIR")
		if dir == "" {
			dir = b.TempDir()
		}
		path := filepath.Join(dir, fmt.Sprintf("memories-%d.db", n))
		open := func() *db.DB {
			d, err := db.Open(context.Background(), path, db.Options{Create: true, Functions: openFunctions, Now: time.Now,
				Upgrades: map[int]db.Upgrade{db.MemorySchema: memory.Upgrade}})
			if err != nil {
				b.Fatal(err)
			}
			return d
		}
		w := newWriter(384)
		if _, err := os.Stat(path); err != nil {
			d := open()
			w.fill(b, d, n)
			d.Close()
		}
		vector := w.direction(w.themes[3], 0.4)
		text := func(ranks ...uint64) string {
			var list []string
			for _, r := range ranks {
				list = append(list, word(r))
			}
			return strings.Join(list, " ")
		}
		for _, c := range []struct {
			name string
			q    memory.Question
		}{
			{"stopwords", memory.Question{Text: text(0, 1, 2, 5, 9, 20)}},
			{"common", memory.Question{Text: text(20, 50, 100, 200, 500)}},
			{"sentence", memory.Question{Text: text(0, 3, 12, 400, 1500, 6000)}},
			{"paragraph", memory.Question{Text: w.words(60)}},
			{"prompt", memory.Question{Text: w.words(1000)}},
			{"vector", memory.Question{Text: text(0, 3, 12, 400, 1500, 6000), Vector: vector, Model: stubModel}},
			{"project", memory.Question{Text: text(0, 3, 12, 400, 1500, 6000), Vector: vector, Model: stubModel, Filter: memory.Filter{Project: "project-7", Types: []string{"bug"}}}},
			{"nothing", memory.Question{Text: text(0, 3, 12, 400, 1500, 6000), Vector: vector, Model: stubModel, Filter: memory.Filter{Project: "none"}}},
		} {
			b.Run(fmt.Sprintf("memories=%d/%s", n, c.name), func(b *testing.B) {
				c.q.Limit = 10
				for b.Loop() {
					d := open()
					err := d.ReadMemories(context.Background(), func(tx *db.Tx) error {
						s, err := memory.ReadStage(tx)
						if err == nil {
							_, err = memory.Search(tx, s, c.q)
						}
						return err
					})
					if err != nil {
						b.Fatal(err)
					}
					d.Close()
				}
			})
		}
	}
}

// BenchmarkClusters measures the sweep for near duplicates, over the files of BenchmarkMemories in BRAIN_BENCH_DIR.
func BenchmarkClusters(b *testing.B) {
	dir := os.Getenv("BRAIN_BENCH_DIR")
	if dir == "" {
		b.Skip("BRAIN_BENCH_DIR names no folder with files of BenchmarkMemories")
	}
	paths, err := filepath.Glob(filepath.Join(dir, "memories-*.db"))
	if err != nil {
		b.Fatal(err)
	}
	for _, path := range paths {
		d, err := db.Open(context.Background(), path, db.Options{Functions: openFunctions})
		if err != nil {
			b.Fatal(err)
		}
		b.Run(filepath.Base(path), func(b *testing.B) {
			for b.Loop() {
				err := d.ReadMemories(context.Background(), func(tx *db.Tx) error {
					s, err := memory.ReadStage(tx)
					if err == nil {
						_, err = memory.Clusters(tx, s, memory.Sweep{Threshold: 0.85, Limit: 20})
					}
					return err
				})
				if err != nil {
					b.Fatal(err)
				}
			}
		})
		d.Close()
	}
}
