package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"brain/db"
	"brain/fts"
	"brain/merge"
	"brain/vec"
)

// mergeLine is a line of an input of mergeKind: a staged row of batch 1 or 2, or, with batch 0, a question.
type mergeLine struct {
	Batch     int       `json:"batch,omitempty"`
	Source    string    `json:"source,omitempty"`
	EntityID  string    `json:"entity_id,omitempty"`
	Name      string    `json:"entity_name,omitempty"`
	Content   string    `json:"content,omitempty"`
	Embedding []float32 `json:"embedding,omitempty"`
	CreatedAt string    `json:"created_at,omitempty"`
	UpdatedAt string    `json:"updated_at,omitempty"`

	Question string `json:"question,omitempty"`
}

func (l mergeLine) String() string {
	text, err := json.Marshal(l)
	if err != nil {
		panic(err) // of strings and finite numbers it cannot fail
	}
	return string(text)
}

func readMergeLine(s string) (l mergeLine, err error) {
	err = json.Unmarshal([]byte(s), &l)
	return l, err
}

// mergeKind compares brain-merge as a whole: three runs of the four steps (batch 1, then 1 again, then 1 and 2), what is
// in the tables then, and the unified query.
func mergeKind() *kind {
	return &kind{
		name:     "merge",
		batch:    1,
		share:    100,
		generate: (*generator).merging,
		brain:    mergedByBrain,
		server: func(c *conn, inputs []input) ([]answer, error) {
			var answers []answer
			for _, in := range inputs {
				a, err := mergedByServer(c, in)
				if err != nil {
					return nil, err
				}
				answers = append(answers, a)
			}
			return answers, nil
		},
		simpler: simplerMerge,
	}
}

// mergeRuns are the batches of each run.
var mergeRuns = [][]int{{1}, {1}, {1, 2}}

func mergedByServer(c *conn, in input) (answer, error) {
	var staging []string
	var questions []mergeLine
	for i, text := range in {
		l, err := readMergeLine(text)
		if err != nil {
			return nil, err
		}
		if l.Batch == 0 {
			questions = append(questions, l)
			continue
		}
		staging = append(staging, fmt.Sprintf("(%d,%d,%s,%s,%s,%s,%s,%s,%s)", i, l.Batch, literal(l.Source), literal(l.EntityID), literal(l.Name),
			literal(l.Content), arrayLiteral(l.Embedding), literal(l.CreatedAt), literal(l.UpdatedAt)))
	}
	reset := "TRUNCATE staging_entries, brain_entries, brain_entry_links RESTART IDENTITY;"
	if len(staging) > 0 {
		reset += "INSERT INTO staging_entries VALUES " + strings.Join(staging, ",")
	}
	if _, err := c.query(reset); err != nil {
		return nil, err
	}
	var out answer
	ask := func(name, sql string) error {
		rows, err := c.query(sql)
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		var lines []string
		for _, row := range rows {
			lines = append(lines, strings.Join(row, " "))
		}
		out = append(out, field{name, strings.Join(lines, "\n")})
		return nil
	}
	for i, batches := range mergeRuns {
		list := strings.Trim(strings.ReplaceAll(fmt.Sprint(batches), " ", ","), "[]")
		if err := ask(fmt.Sprintf("run %d", i+1), "SELECT diff_step1('{"+list+"}'); SELECT diff_step3(); SELECT diff_step4()"); err != nil {
			return nil, err
		}
	}
	err := errors.Join(
		ask("brain_entries", `SELECT id, citation_id, content_hash, to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
			to_char(updated_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') FROM brain_entries ORDER BY id`),
		ask("brain_entry_links", `SELECT from_id, to_id, link_type, similarity FROM brain_entry_links ORDER BY from_id, to_id`),
		ask("revisions", `SELECT string_agg(id::text, ',' ORDER BY created_at, id), (array_agg(id ORDER BY updated_at DESC, id DESC))[1]
			FROM brain_entries GROUP BY entity_name ORDER BY min(id)`),
	)
	for i, q := range questions {
		err = errors.Join(err, ask(questionName(i), "SELECT * FROM diff_unified("+literal(q.Question)+", "+arrayLiteral(q.Embedding)+")"))
	}
	return out, err
}

func questionName(i int) string { return fmt.Sprintf("answer to question %d", i+1) }

func arrayLiteral(v []float32) string {
	if v == nil {
		return null
	}
	return "'{" + strings.Trim(vec.Format(v), "[]") + "}'::real[]"
}

func mergedByBrain(in input) (out answer, err error) {
	dir, err := os.MkdirTemp("", "diffpg-brain")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	ctx := context.Background()
	d, err := db.Open(ctx, filepath.Join(dir, "brain.db"), db.Options{Create: true, Functions: merge.Functions()})
	if err != nil {
		return nil, err
	}
	defer d.Close()

	var questions, rows []mergeLine
	for _, text := range in {
		l, err := readMergeLine(text)
		if err != nil {
			return nil, err
		}
		if l.Batch == 0 {
			questions = append(questions, l)
		} else {
			rows = append(rows, l)
		}
	}
	for i, batches := range mergeRuns {
		counts, err := runMerge(ctx, d, rows, batches)
		if err != nil {
			return nil, err
		}
		out = append(out, field{fmt.Sprintf("run %d", i+1), counts})
	}
	err = d.Read(ctx, func(tx *db.Tx) error {
		if err := readMerged(tx, &out); err != nil {
			return err
		}
		for i, q := range questions {
			a, err := merge.Run(tx, merge.Query{Text: q.Question, Vector: q.Embedding, Limit: 20})
			if err != nil {
				return err
			}
			var lines []string
			for _, h := range a.Hits {
				text, vector := "-", "-"
				if h.TextRank > 0 {
					text = fts.FormatFloat4(h.TextScore)
				}
				if h.VectorRank > 0 {
					vector = fts.FormatFloat8(h.VectorScore)
				}
				lines = append(lines, fmt.Sprint("id ", h.ID, " rrf ", h.Score, " text ", h.TextRank, " ", text, " vector ", h.VectorRank, " ", vector, " of ", a.Total))
			}
			out = append(out, field{questionName(i), strings.Join(lines, "\n")})
		}
		return nil
	})
	return out, err
}

// runMerge ingests the batches and runs the steps; it gives what steps 1, 3 and 4 added, a line each.
func runMerge(ctx context.Context, d *db.DB, rows []mergeLine, batches []int) (string, error) {
	inserted := 0
	err := d.Write(ctx, func(tx *db.Tx) error {
		for _, batch := range batches {
			for _, l := range rows {
				if l.Batch != batch {
					continue
				}
				r, err := l.row()
				if err != nil {
					return err
				}
				if r.Embedding != nil {
					if err := merge.UseVectors(tx, len(r.Embedding), ""); err != nil {
						return err
					}
				}
				_, ok, err := merge.Ingest(tx, r)
				if err != nil {
					return err
				}
				if ok {
					inserted++
				}
			}
		}
		return nil
	})
	if err != nil {
		return "", err
	}
	steps, err := merge.Merge(func(fn func(*db.Tx) error) error { return d.Write(ctx, fn) }, true)
	if err != nil {
		return "", err
	}
	return fmt.Sprintf("%d\n%d\n%d", inserted, steps[2].Added, steps[3].Added), nil
}

func (l mergeLine) row() (r merge.Row, err error) {
	r = merge.Row{Source: l.Source, EntityID: l.EntityID, EntityName: l.Name, Content: l.Content, Embedding: l.Embedding}
	if r.CreatedAt, err = db.ParseTime(l.CreatedAt); err != nil {
		return r, err
	}
	r.UpdatedAt, err = db.ParseTime(l.UpdatedAt)
	return r, err
}

// readMerged reads what the steps left behind, as the statements of mergedByServer do.
func readMerged(tx *db.Tx, out *answer) error {
	var entries, links, revisions, names []string
	seen := map[string]bool{}
	err := merge.Export(tx, func(e merge.Exported) error {
		entries = append(entries, fmt.Sprint(e.ID, " ", e.CitationID, " ", e.ContentHash, " ", e.CreatedAt, " ", e.UpdatedAt))
		if !seen[e.EntityName] {
			seen[e.EntityName] = true
			names = append(names, e.EntityName)
		}
		return nil
	})
	if err != nil {
		return err
	}
	err = tx.Each(`SELECT from_id, to_id, link_type, similarity FROM brain_entry_links ORDER BY from_id, to_id`, nil, func(scan func(...any) error) error {
		var from, to int64
		var kind string
		var similarity float64
		err := scan(&from, &to, &kind, &similarity)
		links = append(links, fmt.Sprint(from, " ", to, " ", kind, " ", fts.FormatFloat4(float32(similarity))))
		return err
	})
	if err != nil {
		return err
	}
	for _, name := range names {
		list, err := merge.Revisions(tx, name)
		if err != nil {
			return err
		}
		var ids []string
		var served int64
		for _, r := range list {
			ids = append(ids, strconv.FormatInt(r.ID, 10))
			if r.Served {
				served = r.ID
			}
		}
		revisions = append(revisions, fmt.Sprint(strings.Join(ids, ","), " ", served))
	}
	*out = append(*out, field{"brain_entries", strings.Join(entries, "\n")}, field{"brain_entry_links", strings.Join(links, "\n")},
		field{"revisions", strings.Join(revisions, "\n")})
	return nil
}

// simplerMerge leaves out lines, then makes the fields of each line simpler.
func simplerMerge(in input) iter.Seq[input] {
	return func(yield func(input) bool) {
		for rest := range withoutSome(in) {
			if !yield(rest) {
				return
			}
		}
		for i, text := range in {
			l, err := readMergeLine(text)
			if err != nil {
				return
			}
			for simpler := range simplerLines(l) {
				if !yield(with(in, i, simpler.String())) {
					return
				}
			}
		}
	}
}

func simplerLines(l mergeLine) iter.Seq[mergeLine] {
	return func(yield func(mergeLine) bool) {
		plain := func(set func(*mergeLine)) bool {
			less := l
			set(&less)
			return less.String() == l.String() || yield(less)
		}
		const moment = "2026-01-01T00:00:00Z"
		if !plain(func(l *mergeLine) { l.Embedding = nil }) ||
			l.Batch > 0 && (!plain(func(l *mergeLine) { l.Batch = 1 }) ||
				!plain(func(l *mergeLine) { l.CreatedAt = moment }) || !plain(func(l *mergeLine) { l.UpdatedAt = moment })) {
			return
		}
		for _, part := range []func(*mergeLine) *string{
			func(l *mergeLine) *string { return &l.Question },
			func(l *mergeLine) *string { return &l.Content },
			func(l *mergeLine) *string { return &l.Name },
			func(l *mergeLine) *string { return &l.EntityID },
		} {
			for text := range simplerTexts(*part(&l)) {
				less := l
				*part(&less) = text
				if !yield(less) {
					return
				}
			}
		}
	}
}

// merging makes staged rows that get into each other's way, and questions about them.
func (g *generator) merging() input {
	dim := g.between(1, 8)
	names := make([]string, g.between(2, 15))
	for i := range names {
		names[i] = g.name()
	}
	contents := make([]string, g.between(2, 30))
	for i := range contents {
		contents[i] = g.composed(g.between(1, 15))
	}
	var vectors [][]float32
	var in input
	for range g.between(1, pick(g, []int{4, 20, 70})) {
		l := mergeLine{
			Batch:     g.between(1, 2),
			Source:    pick(g, []string{merge.GBrain, merge.GBrain, merge.Graphify, merge.Graphify, merge.Memory}),
			EntityID:  pick(g, []string{"a", "b", "people/zoë", "x:y", "z]", strconv.Itoa(g.IntN(30))}),
			Name:      pick(g, names),
			Content:   pick(g, contents),
			CreatedAt: g.moment(),
			UpdatedAt: g.moment(),
		}
		if g.chance(2) {
			l.Name = g.mutated(l.Name)
		}
		if g.chance(2) {
			l.Content = g.mutated(l.Content)
		}
		if g.chance(4) {
			l.UpdatedAt = l.CreatedAt
		}
		if !g.chance(4) {
			l.Embedding = g.embedding(dim, vectors)
			vectors = append(vectors, l.Embedding)
		}
		in = append(in, l.String())
	}
	for range g.between(1, 4) {
		q := mergeLine{Question: g.times(g.between(0, 3), func() string { return pick(g, append(strings.Fields(pick(g, contents)), "")) + " " })}
		if g.chance(4) {
			q.Question = g.text()
		}
		if !g.chance(4) {
			q.Embedding = g.embedding(dim, vectors)
		}
		in = append(in, q.String())
	}
	return in
}

// moment is one of few seconds, so that citations collide, with or without a fraction and a zone.
func (g *generator) moment() string {
	day := pick(g, []string{"2026-02-03", "2026-02-03", "2025-12-31", "1999-12-31"})
	return day + "T" + pick(g, []string{"09:10:11", "09:10:12", "23:59:59", fmt.Sprintf("09:10:%02d", g.IntN(60))}) +
		pick(g, []string{"", "", "", ".5", ".999999", ".9999996", ".0000005", ".123456789"}) + pick(g, []string{"Z", "Z", "+00:00", "+05:30", "-08:00"})
}

// embedding is a vector on a grid, on which all sums are exact, or any, or one like those before, or zero.
func (g *generator) embedding(dim int, before [][]float32) []float32 {
	v := make([]float32, dim)
	relation := g.IntN(10)
	if relation < 4 && len(before) > 0 {
		copy(v, pick(g, before))
		if relation < 2 {
			v[g.IntN(dim)] += float32(g.IntN(5)-2) / 16
		}
		if relation == 2 {
			for i := range v {
				v[i] *= 2
			}
		}
		return v
	}
	for i := range v {
		switch {
		case relation == 4: // zero
		case relation < 8:
			v[i] = float32(g.IntN(33)-16) / 16
		default:
			v[i] = float32(g.NormFloat64())
		}
	}
	return v
}
