package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"brain/db"
	"brain/merge"
	"brain/vec"
)

// bench measures what the unified query and step 3 cost on both sides, in CPU time: that of the server process behind
// the connection, and that of this process. Vectors are left out of the comparison, because the server has no pgvector
// and a stand-in in SQL would be slow for no fault of PostgreSQL; what brain's query costs with vectors stands beside it.
func bench(ctx context.Context, w io.Writer, s *server, sizes []int) error {
	c, err := s.connect(ctx)
	if err != nil {
		return err
	}
	defer c.close()
	fmt.Fprintf(w, "%s against brain; CPU ms, everything warm\n\n", s.version)
	fmt.Fprintf(w, "Unified query, %d questions of 1 to 3 words; text side alone, but for the last column\n", len(benchQuestions))
	fmt.Fprintf(w, "%8s %22s %18s %12s %24s\n", "rows", "server, as in the seed", "server, GIN index", "brain", "brain, 384-dim vectors")
	for _, n := range sizes {
		if err := benchQuery(ctx, w, c, n); err != nil {
			return err
		}
	}
	fmt.Fprintf(w, "\nStep 3 in full, links written; * is extrapolated from a slice\n")
	fmt.Fprintf(w, "%15s %12s %12s %8s\n", "names", "server", "brain", "links")
	for _, n := range []int{1_000, 2_000, 10_000, 50_000} {
		if err := benchNames(ctx, w, c, n); err != nil {
			return err
		}
	}
	return nil
}

var benchQuestions = []string{"merge", "ledger balance", "customer report", "graph traversal depth", "query", "fixed asset", "running batch jobs",
	"schema migration", "token", "vector index search"}

const benchDim = 384

// benchRows are entries of both stores: a name of a few words, and a content of 60 to 120.
func benchRows(n int) []merge.Row {
	g := newGenerator(1, "bench", nil)
	vocabulary := benchVocabulary(g)
	zipf := rand.NewZipf(g.Rand, 1.1, 10, uint64(len(vocabulary)-1))
	word := func() string { return vocabulary[zipf.Uint64()] }
	rows := make([]merge.Row, n)
	for i := range rows {
		r := &rows[i]
		r.Source, r.EntityID = merge.GBrain, strconv.Itoa(i)
		r.EntityName = g.times(3, func() string { return pick(g, vocabulary) + " " })
		if i%2 == 1 {
			r.Source = merge.Graphify
			if g.chance(3) { // the node that the page before speaks of
				r.EntityName = strings.ReplaceAll(rows[i-1].EntityName, " ", "_")
			}
		}
		r.Content = strconv.Itoa(i) + " " + g.times(g.between(60, 120), func() string { return word() + " " })
		r.CreatedAt = time.Date(2026, 1, 1, 0, 0, i, 0, time.UTC)
		r.UpdatedAt = r.CreatedAt
	}
	return rows
}

// benchVocabulary is the words of the texts and some thousands made of syllables.
func benchVocabulary(g *generator) []string {
	list := append(append([]string(nil), words...), stopWords...)
	g.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
	for range 4000 {
		list = append(list, g.times(g.between(2, 4), func() string {
			return pick(g, strings.Split("bcdfghklmnprstvz", "")) + pick(g, []string{"a", "e", "i", "o", "u", "ai", "en", "or", "is"})
		}))
	}
	return list
}

func benchQuery(ctx context.Context, w io.Writer, c *conn, n int) error {
	rows := benchRows(n)
	if err := fillServer(c, rows); err != nil {
		return err
	}
	defer c.query("DROP INDEX IF EXISTS bench_text")
	ask := func() error {
		for _, q := range benchQuestions {
			if _, err := c.query("SELECT * FROM diff_unified(" + literal(q) + ", NULL)"); err != nil {
				return err
			}
		}
		return nil
	}
	plain, err := cpuOf(c.pid, ask)
	if err != nil {
		return err
	}
	if _, err := c.query("CREATE INDEX bench_text ON brain_entries USING gin (to_tsvector('english', content)); ANALYZE brain_entries"); err != nil {
		return err
	}
	indexed, err := cpuOf(c.pid, ask)
	if err != nil {
		return err
	}
	g := newGenerator(2, "bench", nil)
	for i := range rows {
		rows[i].Embedding = randomVector(g)
	}
	var text, vectors time.Duration
	err = withBrain(ctx, rows, func(d *db.DB) error {
		cache := new(vec.Cache) // both sides are warm: the server has its pages in memory too
		run := func(vector []float32) func() error {
			return func() error {
				return d.Read(ctx, func(tx *db.Tx) error {
					for _, q := range benchQuestions {
						if _, err := merge.Run(tx, merge.Query{Text: q, Vector: vector, Limit: 20, Cache: cache}); err != nil {
							return err
						}
					}
					return nil
				})
			}
		}
		if text, err = cpuOf(os.Getpid(), run(nil)); err != nil {
			return err
		}
		vectors, err = cpuOf(os.Getpid(), run(randomVector(g)))
		return err
	})
	each := func(d time.Duration) float64 { return d.Seconds() * 1000 / float64(len(benchQuestions)) }
	fmt.Fprintf(w, "%8d %22.1f %18.1f %12.2f %24.2f\n", n, each(plain), each(indexed), each(text), each(vectors))
	return err
}

func randomVector(g *generator) []float32 {
	v := make([]float32, benchDim)
	for i := range v {
		v[i] = float32(g.NormFloat64())
	}
	return v
}

// slicePairs is how many pairs of names the server compares at most; more are extrapolated.
const slicePairs = 4_000_000

func benchNames(ctx context.Context, w io.Writer, c *conn, n int) error {
	rows := benchRows(2 * n)
	for i := range rows {
		rows[i].Content = strconv.Itoa(i)
	}
	if err := fillServer(c, rows); err != nil {
		return err
	}
	left, mark := n, ""
	if n > slicePairs/n {
		left, mark = slicePairs/n, "*"
	}
	// Ids of graphify's rows are even: the slice is every so-and-so-many-th of them.
	sql := fmt.Sprintf(`DELETE FROM brain_entries WHERE source = 'graphify' AND id / 2 %% %d <> 0; SELECT count(*) FROM brain_entries WHERE source = 'graphify'`, n/left)
	counted, err := c.query(sql)
	if err != nil {
		return err
	}
	kept, err := strconv.Atoi(counted[0][0])
	if err != nil {
		return err
	}
	before, err := cpuTime(c.pid)
	if err != nil {
		return err
	}
	if _, err := c.query("SELECT diff_step3()"); err != nil {
		return err
	}
	after, err := cpuTime(c.pid)
	if err != nil {
		return err
	}
	server := (after - before).Seconds() * 1000 * float64(n) / float64(kept)
	var ours time.Duration
	links := 0
	err = withBrain(ctx, rows, func(d *db.DB) error {
		before, err := cpuTime(os.Getpid())
		if err != nil {
			return err
		}
		steps, err := merge.Merge(func(fn func(*db.Tx) error) error { return d.Write(ctx, fn) }, true)
		if err != nil {
			return err
		}
		after, err := cpuTime(os.Getpid())
		ours, links = after-before, steps[2].Added
		return err
	})
	fmt.Fprintf(w, "%15s %12s %12.0f %8d\n", fmt.Sprintf("%d × %d", n, n), fmt.Sprintf("%.0f%s", server, mark), ours.Seconds()*1000, links)
	return err
}

func fillServer(c *conn, rows []merge.Row) error {
	if _, err := c.query("TRUNCATE brain_entries, brain_entry_links RESTART IDENTITY"); err != nil {
		return err
	}
	for len(rows) > 0 {
		part := rows[:min(len(rows), 1000)]
		rows = rows[len(part):]
		var values strings.Builder
		for i, r := range part {
			if i > 0 {
				values.WriteString(",")
			}
			at := literal(db.FormatTime(r.CreatedAt))
			fmt.Fprintf(&values, "(%s,%s,%s,%s,%s,%s,%s)", literal(r.Source), literal(r.EntityID), literal(r.EntityName), literal(r.Content), at, at, literal(merge.Hash(r.Content)))
		}
		if _, err := c.query("INSERT INTO brain_entries(source, entity_id, entity_name, content, created_at, updated_at, content_hash) VALUES " + values.String()); err != nil {
			return err
		}
	}
	_, err := c.query("VACUUM ANALYZE brain_entries")
	return err
}

// withBrain makes a brain of the rows.
func withBrain(ctx context.Context, rows []merge.Row, fn func(*db.DB) error) error {
	dir, err := os.MkdirTemp("", "diffpg-brain")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	d, err := db.Open(ctx, filepath.Join(dir, "brain.db"), db.Options{Create: true, Functions: merge.Functions()})
	if err != nil {
		return err
	}
	defer d.Close()
	err = d.Write(ctx, func(tx *db.Tx) error {
		if rows[0].Embedding != nil {
			if err := merge.UseVectors(tx, len(rows[0].Embedding), ""); err != nil {
				return err
			}
		}
		for _, r := range rows {
			if _, _, err := merge.Ingest(tx, r); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	return fn(d)
}

// cpuOf is the CPU time of a process for one call, after a first one that warms up; calls are repeated until there is
// enough of it to measure in clock ticks.
func cpuOf(pid int, call func() error) (time.Duration, error) {
	if err := call(); err != nil {
		return 0, err
	}
	before, err := cpuTime(pid)
	if err != nil {
		return 0, err
	}
	for n := 1; ; n++ {
		if err := call(); err != nil {
			return 0, err
		}
		now, err := cpuTime(pid)
		if err != nil {
			return 0, err
		}
		if spent := now - before; spent > 2*time.Second || n >= 200 {
			return spent / time.Duration(n), nil
		}
	}
}

// cpuTime is the CPU time that a process has used, as Linux counts it, in ticks of 10 ms.
func cpuTime(pid int) (time.Duration, error) {
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return 0, fmt.Errorf("read CPU time, for which Linux is needed: %w", err)
	}
	// The second field is the program's name in parentheses, which may hold spaces.
	fields := strings.Fields(string(stat[bytes.LastIndexByte(stat, ')')+1:]))
	if len(fields) < 13 {
		return 0, errors.New("read CPU time: /proc/PID/stat has too few fields")
	}
	const userTime, systemTime = 11, 12 // counted from the field after the name
	var ticks int
	for _, f := range []string{fields[userTime], fields[systemTime]} {
		n, err := strconv.Atoi(f)
		if err != nil {
			return 0, fmt.Errorf("read CPU time: %w", err)
		}
		ticks += n
	}
	return time.Duration(ticks) * 10 * time.Millisecond, nil
}
