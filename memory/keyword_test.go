package memory

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"brain/db"
	"brain/merge"
)

// unitTables are what functions of brain-cli 3.4.0 were recorded to give.
func unitTables(t *testing.T) (tables struct {
	Match      []struct{ Query, Match string } `json:"fts_match_expression"`
	ChunkTexts []struct {
		Title, Content string
		Texts          []string
		N              int `json:"n_texts"`
	} `json:"chunk_texts"`
	Abstract []struct {
		Content, Out string
		Max          int
	} `json:"auto_abstract"`
}) {
	t.Helper()
	data, err := os.ReadFile("../testdata/brain-cli/unit_tables.json")
	if err == nil {
		err = json.Unmarshal(data, &tables)
	}
	if err != nil || len(tables.Match) < 9 || len(tables.ChunkTexts) < 3 || len(tables.Abstract) < 5 {
		t.Fatal("the tables are not all there", err)
	}
	return tables
}

func TestWordsAbstractsAndChunkTextsAreBrainCLIs(t *testing.T) {
	tables := unitTables(t)
	for _, c := range tables.Match {
		if got := matchAny(queryWords(c.Query)); got != c.Match {
			t.Errorf("%q: %s, want %s", c.Query, got, c.Match)
		}
	}
	for _, c := range tables.Abstract {
		if got := AutoAbstract(c.Content, c.Max); got != c.Out {
			t.Errorf("%.20q to %d: %q, want %q", c.Content, c.Max, got, c.Out)
		}
	}
	for _, c := range tables.ChunkTexts {
		content, want := c.Content, c.Texts
		if c.N > 0 {
			content = strings.TrimSuffix(strings.Repeat(strings.Repeat("w", 600)+"\n\n", 128), "\n\n")
			want = make([]string, c.N)
			for i := range want {
				want[i] = c.Title + "\n" + strings.Repeat("w", 600)
			}
		}
		if diff := cmp.Diff(want, ChunkTexts(c.Title, content)); diff != "" {
			t.Errorf("%q (-want +got):\n%s", c.Title, diff)
		}
	}
}

func openInner(tb testing.TB) *db.DB {
	tb.Helper()
	return openAt(tb, filepath.Join(tb.TempDir(), "brain.db"))
}

// openAt is openInner at a path.
func openAt(tb testing.TB, path string) *db.DB {
	tb.Helper()
	d, err := db.Open(context.Background(), path, db.Options{Create: true, Functions: merge.Functions(),
		Upgrades: map[int]db.Upgrade{db.MemorySchema: Upgrade}})
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() { d.Close() })
	return d
}

// TestRareWordsFirstRanksAsPlainSQL compares the ranking of large files with one query over all words, on random memories
// and filters.
func TestRareWordsFirstRanksAsPlainSQL(t *testing.T) {
	d := openInner(t)
	r := rand.New(rand.NewPCG(5, 6))
	zipf := rand.NewZipf(r, 1.1, 2, 400)
	text := func(n int) string {
		var words []string
		for range n {
			words = append(words, fmt.Sprintf("w%dx", zipf.Uint64()))
		}
		return strings.Join(words, " ")
	}
	err := d.Write(t.Context(), func(tx *db.Tx) error {
		for i := range 1200 {
			if _, err := Save(tx, New{Title: text(3), Content: text(5 + r.IntN(60)), Type: Types[i%8], Project: text(1), Tags: []string{text(1)}}, true); err != nil {
				return err
			}
		}
		_, err := tx.Exec(`UPDATE memories SET invalid_at = '2020-01-01 00:00:00' WHERE id % 7 = 0`)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	split, runs := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		runs++
		var words []string
		for range rapid.IntRange(1, 7).Draw(t, "words") {
			words = append(words, fmt.Sprintf("w%dx", rapid.IntRange(0, 410).Draw(t, "word")))
		}
		q := Question{Text: strings.Join(words, " ")}
		if rapid.Bool().Draw(t, "filtered") {
			q.Filter = Filter{Types: []string{rapid.SampledFrom(Types).Draw(t, "type")}, IncludeInvalid: rapid.Bool().Draw(t, "invalid")}
		}
		pool := rapid.IntRange(1, 60).Draw(t, "pool")
		err := d.Read(context.Background(), func(tx *db.Tx) error {
			s, err := ReadStage(tx)
			if err != nil {
				return err
			}
			v, err := q.Filter.sieve(tx, s)
			if err != nil {
				return err
			}
			l := wordList{tx: tx, s: s, q: q, v: v, pool: pool}
			got, err := l.ranked()
			if err != nil {
				return err
			}
			if rare, common, _, err := l.split(words, 1200); err == nil && len(rare) > 0 && len(common) > 0 {
				split++
			}
			where, args, err := q.Filter.condition(tx, s)
			if err != nil {
				return err
			}
			want, err := l.query(`SELECT m.id, `+bm25+` FROM memories_fts f JOIN memories m ON m.id = f.rowid WHERE memories_fts MATCH ? AND `+where+` ORDER BY 2, 1 LIMIT ?`,
				append(append([]any{matchAny(words)}, args...), pool)...)
			if err != nil {
				return err
			}
			score := map[int64]float64{}
			for _, w := range want {
				score[w.id] = w.score
			}
			if len(got) != len(want) {
				t.Fatalf("%q: %d memories, want %d", q.Text, len(got), len(want))
			}
			for i, id := range got {
				// The two add a score up in another order, so the last bit may differ, and with it the order of equal ones.
				if id != want[i].id && math.Abs(score[id]-want[i].score) > 1e-9 {
					t.Fatalf("%q: place %d has %d, want %d", q.Text, i, id, want[i].id)
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	})
	if runs >= 100 && split == 0 { // few may have drawn none
		t.Error("no question had both rare and common words")
	}
}

// FuzzSearch: whatever is asked for, the search answers.
func FuzzSearch(f *testing.F) {
	d := openInner(f)
	err := d.Write(context.Background(), func(tx *db.Tx) error {
		_, err := Save(tx, New{Title: "C++ 重跑gen-itgc后 .env 🚀", Content: "what's the budget, roughly?"}, true)
		return err
	})
	if err != nil {
		f.Fatal(err)
	}
	for _, text := range []string{"what's the budget, roughly?", "wrap-up", `"`, `NEAR(a b) AND -c* {x}:`, "\x00\xff", "C++ OR", "重跑", strings.Repeat("a1 ", 3000), strings.Repeat("語", 3000)} {
		f.Add(text, "2025-01-01", 10)
	}
	f.Fuzz(func(t *testing.T, text, asOf string, limit int) {
		err := d.Read(context.Background(), func(tx *db.Tx) error {
			s, err := ReadStage(tx)
			if err == nil {
				_, err = Search(tx, s, Question{Text: text, Limit: limit, Filter: Filter{AsOf: asOf, Types: []string{text}, SinceDays: limit}})
			}
			if err == nil {
				_, err = Search(tx, s, Question{Text: text, Limit: limit})
			}
			return err
		})
		if err != nil {
			t.Error(err)
		}
	})
}
