package engine

import (
	"cmp"
	"context"
	"math"
	"slices"
	"strings"

	"brain/db"
	"brain/fts"
	"brain/rank"
	"brain/vec"
)

// baselineDepth is how much of each list the fused baselines take.
const baselineDepth = 100

// scoredID is a document in a list, by its place in the set.
type scoredID struct {
	id    int64
	score float64 // the greater the better
}

// baselines answer the questions of a set as simple systems do, over the same documents, to compare with: words by FTS5 and
// bm25, all of them and without stop words, exact vectors, and the two put together by ranks and by scores.
type baselines struct {
	e    *Engine
	set  *evalSet
	enc  Encoder
	docs vec.Rows
}

const baselineSchema = `CREATE VIRTUAL TABLE temp.eval_words USING fts5(text, tokenize = 'porter unicode61')`

// run gives the measures of each baseline. It needs a write transaction, for a table that is gone after it.
func (b *baselines) run(ctx context.Context, query func(done int)) ([]tally, error) {
	var err error
	if b.enc != nil {
		if b.docs, err = b.embed(ctx); err != nil {
			return nil, err
		}
	}
	sums := []tally{{name: "FTS5"}, {name: "FTS5 without stop words"}, {name: "dense"}, {name: "RRF"}, {name: "min-max"}}
	err = b.e.write(ctx, func(tx *db.Tx) error {
		if err := b.fill(tx); err != nil {
			return err
		}
		for i, q := range b.set.queries {
			lists, err := b.answer(ctx, tx, q.Text)
			if err != nil {
				return err
			}
			for j, list := range lists {
				sums[j].add(b.ids(list), q.Group, b.set.grades[q.ID])
			}
			query(i + 1)
		}
		return tx.Script(`DROP TABLE temp.eval_words`)
	})
	if b.enc == nil {
		sums = sums[:2]
	}
	return sums, err
}

func (b *baselines) embed(ctx context.Context) (vec.Rows, error) {
	rows := vec.Rows{Dim: b.enc.Dim()}
	for batch := range slices.Chunk(b.set.docs, embedBatch) {
		texts := make([]string, len(batch))
		for i, d := range batch {
			texts[i] = d.text()
		}
		vs, err := b.enc.Embed(ctx, texts)
		if err != nil {
			return rows, err
		}
		for _, v := range vs {
			rows.Data = append(rows.Data, v...)
		}
		b.e.Progress("embed for the baselines", rows.Len(), len(b.set.docs))
	}
	return rows, nil
}

func (b *baselines) fill(tx *db.Tx) error {
	if err := tx.Script(baselineSchema); err != nil {
		return err
	}
	for i, d := range b.set.docs {
		if _, err := tx.Exec(`INSERT INTO eval_words(rowid, text) VALUES (?, ?)`, i, d.text()); err != nil {
			return err
		}
	}
	return nil
}

// answer gives the lists of all baselines, those with vectors only where there is a model.
func (b *baselines) answer(ctx context.Context, tx *db.Tx, text string) (lists [][]scoredID, err error) {
	words := strings.Fields(text)
	all, err := b.byWords(tx, words)
	if err != nil {
		return nil, err
	}
	few, err := b.byWords(tx, slices.DeleteFunc(slices.Clone(words), isStopWord))
	if err != nil || b.enc == nil {
		return [][]scoredID{all, few}, err
	}
	q, err := b.enc.EmbedQuery(ctx, []string{windowOf(b.enc, text)})
	if err != nil {
		return nil, err
	}
	near := b.byVector(q[0])
	return [][]scoredID{all, few, near, byRanks(all, near), byScores(all, near)}, nil
}

func (b *baselines) byWords(tx *db.Tx, words []string) (list []scoredID, err error) {
	var terms []string
	for _, w := range words {
		if w = strings.ReplaceAll(w, `"`, ""); w != "" {
			terms = append(terms, `"`+w+`"`)
		}
	}
	if len(terms) == 0 {
		return nil, nil
	}
	err = tx.Each(`SELECT rowid, -rank FROM eval_words WHERE eval_words MATCH ? ORDER BY rank, rowid LIMIT ?`,
		[]any{strings.Join(terms, " OR "), baselineDepth}, func(scan func(...any) error) error {
			var s scoredID
			err := scan(&s.id, &s.score)
			list = append(list, s)
			return err
		})
	return list, err
}

func (b *baselines) byVector(q []float32) []scoredID {
	distances := make([]float64, b.docs.Len())
	vec.NewScanner(q).Distances(b.docs.Data, b.docs.Dim, distances)
	list := make([]scoredID, len(distances))
	for i, d := range distances {
		list[i] = scoredID{int64(i), 1 - d}
	}
	slices.SortFunc(list, better)
	return list[:min(len(list), baselineDepth)]
}

// better orders by score, equal ones by id.
func better(a, b scoredID) int {
	return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(a.id, b.id))
}

// byRanks puts two lists together by reciprocal rank.
func byRanks(a, b []scoredID) (list []scoredID) {
	ids := func(list []scoredID) (out []int64) {
		for _, s := range list {
			out = append(out, s.id)
		}
		return out
	}
	for _, f := range rank.Fuse(ids(a), ids(b)) {
		list = append(list, scoredID{id: f.ID})
	}
	return list
}

// byScores puts two lists together by the sum of their scores, each brought to 0 … 1.
func byScores(a, b []scoredID) (list []scoredID) {
	sum := map[int64]float64{}
	for _, part := range [][]scoredID{a, b} {
		low, high := math.Inf(1), math.Inf(-1)
		for _, s := range part {
			low, high = min(low, s.score), max(high, s.score)
		}
		for _, s := range part {
			sum[s.id] += (s.score - low) / max(high-low, math.SmallestNonzeroFloat64)
		}
	}
	for id, score := range sum {
		list = append(list, scoredID{id, score})
	}
	slices.SortFunc(list, better)
	return list
}

func (b *baselines) ids(list []scoredID) (out []string) {
	for _, s := range list {
		out = append(out, b.set.docs[s.id].ID)
	}
	return out
}

// isStopWord says whether English search passes over a word.
func isStopWord(w string) bool {
	_, ok := fts.Stem(strings.Trim(strings.ToLower(w), ".,;:?!()\"'"))
	return !ok
}
