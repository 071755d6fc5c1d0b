package page_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"brain/db"
	"brain/merge"
	"brain/page"
	"brain/vec"
)

// BenchmarkSearch measures searches over a generated tree of 7,500 pages of 4 KB: warm, in a process that has asked before, and
// cold, with the file opened anew. Neither runs a model. BRAIN_BENCH_PAGES names other sizes, such as 50000.
func BenchmarkSearch(b *testing.B) {
	sizes := os.Getenv("BRAIN_BENCH_PAGES")
	if sizes == "" {
		sizes = "7500"
	}
	for size := range strings.SplitSeq(sizes, ",") {
		n, err := strconv.Atoi(size)
		if err != nil {
			b.Fatal(err)
		}
		path := filepath.Join(b.TempDir(), "brain.db")
		g := newGenerator()
		g.fill(b, path, n)
		for _, kind := range []struct {
			name                 string
			cold, vector, filter bool
		}{{"words", false, false, false}, {"warm", false, true, false}, {"filtered", false, true, true}, {"cold", true, true, false}} {
			b.Run(fmt.Sprintf("pages=%d/%s", n, kind.name), func(b *testing.B) {
				d := openPath(b, path)
				defer func() { d.Close() }()
				cache := new(vec.Cache)
				ask := func() {
					q := page.Question{Text: g.question(), Cache: cache}
					if kind.vector {
						q.Vector = g.vector()
					}
					if kind.filter {
						q.Filter.Tags = []string{"rare"}
					}
					err := d.Read(context.Background(), func(tx *db.Tx) error {
						a, err := page.Search(tx, q)
						if err == nil && len(a.Hits) == 0 {
							err = fmt.Errorf("nothing found for %q", q.Text)
						}
						return err
					})
					if err != nil {
						b.Fatal(err)
					}
				}
				if !kind.cold {
					ask()
					ask()
				}
				for b.Loop() {
					if kind.cold {
						d.Close()
						d, cache = openPath(b, path), nil
					}
					ask()
				}
			})
		}
	}
}

func openPath(b *testing.B, path string) *db.DB {
	b.Helper()
	d, err := db.Open(context.Background(), path, db.Options{Create: true, Functions: merge.Functions()})
	if err != nil {
		b.Fatal(err)
	}
	return d
}

// generator makes texts whose words are as frequent as those of a language (Zipf's law).
type generator struct {
	r    *rand.Rand
	zipf *rand.Zipf
}

func newGenerator() *generator {
	r := rand.New(rand.NewPCG(1, 2))
	return &generator{r, rand.NewZipf(r, 1.2, 20, 40_000)}
}

// word is the word of a rank: the same letters for the same number.
func word(n uint64) string {
	const syllables = "bacedifogulamenirosutavewikozupahejitomuqeryxa"
	var b strings.Builder
	for n += 30; n > 0; n /= 22 {
		i := n % 22 * 2
		b.WriteString(syllables[i : i+2])
	}
	return b.String()
}

func (g *generator) words(n int) string {
	out := make([]string, n)
	for i := range out {
		out[i] = word(g.zipf.Uint64())
	}
	return strings.Join(out, " ")
}

// question has two frequent words and four from anywhere.
func (g *generator) question() string {
	return word(g.r.Uint64N(50)) + " " + word(g.r.Uint64N(50)) + " " + g.words(4)
}

func (g *generator) vector() []float32 {
	v := make([]float32, 384)
	for i := range v {
		v[i] = float32(g.r.NormFloat64())
	}
	return v
}

func (g *generator) page(i int) page.Page {
	folder := []string{"people", "companies", "meetings", "concepts", "notes"}[i%5]
	var b strings.Builder
	fmt.Fprintf(&b, "---\ntitle: %s\ntags: [%s", g.words(3), word(uint64(i%40)))
	if i%100 == 0 {
		b.WriteString(", rare")
	}
	b.WriteString("]\n---\n")
	for range 7 {
		fmt.Fprintf(&b, "%s [x](../notes/p%d.md) %s.\n\n", g.words(40), g.r.IntN(i+1)/5*5+4, g.words(40))
	}
	b.WriteString("<!-- timeline -->\n\n")
	for range 5 {
		fmt.Fprintf(&b, "- 20%02d-%02d-01: %s\n", 10+g.r.IntN(15), 1+g.r.IntN(12), g.words(10))
	}
	return page.Parse(fmt.Sprintf("%s/p%d.md", folder, i), []byte(b.String()))
}

func (g *generator) fill(b *testing.B, path string, n int) {
	d := openPath(b, path)
	defer d.Close()
	// A row for every second paragraph.
	windows := func(text, _ string) (parts []string) {
		paragraphs := strings.SplitAfter(text, "\n\n")
		for i := 0; i < len(paragraphs); i += 2 {
			parts = append(parts, strings.Join(paragraphs[i:min(i+2, len(paragraphs))], ""))
		}
		return parts
	}
	for from := 0; from < n; from += 500 {
		err := d.Write(context.Background(), func(tx *db.Tx) error {
			root, err := merge.EnsureRoot(tx, merge.PagesRoot, "/bench")
			if err != nil {
				return err
			}
			var drafts []page.Draft
			for i := from; i < min(from+500, n); i++ {
				drafts = append(drafts, page.Draft{Page: g.page(i), Root: root.ID, Origin: page.FromFile})
			}
			if _, err := page.SaveAll(tx, drafts, windows); err != nil {
				return err
			}
			if err := merge.UseVectors(tx, 384, "bench"); err != nil {
				return err
			}
			texts, err := merge.Unembedded(tx, "", 0, 1<<20)
			for _, t := range texts {
				if err == nil {
					err = merge.SetEmbedding(tx, t.ID, g.vector())
				}
			}
			return err
		})
		if err != nil {
			b.Fatal(err)
		}
	}
}
