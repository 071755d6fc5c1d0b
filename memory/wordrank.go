package memory

import (
	"cmp"
	"database/sql"
	"fmt"
	"math"
	"slices"

	"brain/db"
	"brain/fts5"
)

// The parameters of FTS5's bm25.
const (
	bm25K1 = 1.2
	bm25B  = 0.75
)

// count is how many rows hold a word.
func (x *wordIndex) count(word string) (int, error) {
	err := x.read([]string{word})
	if err != nil {
		return 0, err
	}
	return len(x.words[word]), nil
}

// candidates of a ranking: rows, and what each holds of the words.
type wordCandidate struct {
	row   int64
	from  int // of its parts
	to    int
	bound float64 // no score of it is higher
}

type wordPart struct {
	word   int
	weight float64
}

// wordRanking ranks the rows that hold a word of any by all words, those of any and of with.
type wordRanking struct {
	x     *wordIndex
	words [][]fts5.Holder
	idf   []float64
	parts []wordPart
	list  []wordCandidate // a heap, the highest bound first
}

// rank gives up to limit of the rows that hold any of the words and that keep keeps, nil for all: those whose bm25 is the best, equal
// ones by id. with are words that count too, where a row holds them.
func (x *wordIndex) rank(any, with []string, keep func(id int64) bool, limit int) ([]worded, error) {
	if err := x.read(slices.Concat(any, with)); err != nil {
		return nil, err
	}
	r := &wordRanking{x: x}
	for _, w := range slices.Concat(any, with) {
		h := x.words[w]
		n := float64(len(h))
		if int64(len(h)) > x.rows {
			return nil, fmt.Errorf("%w: more rows hold a word than it has", fts5.ErrIndex)
		}
		idf := db.Log((float64(x.rows) - n + 0.5) / (n + 0.5))
		if idf <= 0 {
			idf = 1e-6
		}
		r.words, r.idf = append(r.words, h), append(r.idf, idf)
	}
	r.collect(len(any), keep)
	return r.best(limit)
}

// collect finds the rows that hold one of the first words.
func (r *wordRanking) collect(first int, keep func(id int64) bool) {
	rows := 0
	for _, h := range r.words[:first] {
		rows += len(h)
	}
	r.list, r.parts = make([]wordCandidate, 0, rows), make([]wordPart, 0, 2*rows)
	at := slices.Clone(r.words)
	for {
		row, found := int64(math.MaxInt64), false
		for _, h := range at[:first] {
			if len(h) > 0 && (!found || h[0].Row < row) {
				row, found = h[0].Row, true
			}
		}
		if !found {
			return
		}
		c := wordCandidate{row: row, from: len(r.parts)}
		for i, h := range at {
			for len(h) > 0 && h[0].Row < row {
				h = h[1:]
			}
			if len(h) > 0 && h[0].Row == row {
				r.parts = append(r.parts, wordPart{i, float64(h[0].Weight)})
				h = h[1:]
			}
			at[i] = h
		}
		c.to = len(r.parts)
		if keep != nil && !keep(row) {
			r.parts = r.parts[:c.from]
			continue
		}
		// The shorter the row, the higher the score; how long it is, a table of its own says. The rest is for rounding.
		c.bound = r.score(c, 0) * (1 + 1e-9)
		r.list = append(r.list, c)
	}
}

// score is FTS5's bm25 of a row of so many tokens, computed in its order.
func (r *wordRanking) score(c wordCandidate, tokens float64) float64 {
	sum := 0.0
	for _, p := range r.parts[c.from:c.to] {
		sum += float64(r.idf[p.word] * (float64(p.weight*(bm25K1+1.0)) / (p.weight + float64(bm25K1*(1-bm25B+float64(bm25B*tokens)/r.x.length)))))
	}
	return sum
}

// best takes rows from the highest bound on until no other can be among the first limit.
func (r *wordRanking) best(limit int) ([]worded, error) {
	slices.SortFunc(r.list, func(a, b wordCandidate) int { return cmp.Compare(b.bound, a.bound) })
	var out []worded
	for size := 2 * limit; len(r.list) > 0; size *= 2 {
		batch := r.list[:min(size, len(r.list))]
		r.list = r.list[len(batch):]
		scored, err := r.exact(batch)
		if err != nil {
			return nil, err
		}
		out = append(out, scored...)
		slices.SortFunc(out, func(a, b worded) int { return cmp.Or(cmp.Compare(a.score, b.score), cmp.Compare(a.id, b.id)) })
		if len(out) > limit {
			out = out[:limit]
		}
		if len(r.list) > 0 && len(out) == limit && (limit == 0 || -out[limit-1].score > r.list[0].bound) {
			break
		}
	}
	return out, nil
}

// exact scores rows.
func (r *wordRanking) exact(batch []wordCandidate) ([]worded, error) {
	place := make(map[int64]int, len(batch))
	ids := make([]int64, len(batch))
	for i, c := range batch {
		ids[i], place[c.row] = c.row, i
	}
	out := make([]worded, 0, len(batch))
	err := eachOf(r.x.tx, `SELECT id, sz FROM memories_fts_docsize WHERE id`, ids, "", func(scan func(...any) error) error {
		var id int64
		var size sql.RawBytes
		if err := scan(&id, &size); err != nil {
			return err
		}
		tokens, err := fts5.ParseSize(size, len(wordColumns))
		out = append(out, worded{id, -r.score(batch[place[id]], float64(tokens))})
		return err
	})
	if err == nil && len(out) < len(batch) {
		err = fts5.ErrIndex
	}
	return out, err
}
