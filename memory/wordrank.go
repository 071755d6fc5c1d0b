package memory

import (
	"cmp"
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

// wholeBelow is for how many batches of rows the table of their sizes is read as a whole: to look a row up takes several times as long
// as to pass it by.
const wholeBelow = 8

// best takes rows from the highest bound on until no other can be among the first limit.
func (r *wordRanking) best(limit int) ([]worded, error) {
	size := 2 * limit
	if r.x.rows <= int64(wholeBelow*size) {
		return r.exact(r.list, true, nil, limit)
	}
	slices.SortFunc(r.list, func(a, b wordCandidate) int { return cmp.Compare(b.bound, a.bound) })
	var out []worded
	var err error
	for ; len(r.list) > 0; size *= 2 {
		batch := r.list[:min(size, len(r.list))]
		r.list = r.list[len(batch):]
		slices.SortFunc(batch, func(a, b wordCandidate) int { return cmp.Compare(a.row, b.row) })
		if out, err = r.exact(batch, false, out, limit); err != nil {
			return nil, err
		}
		if len(r.list) > 0 && len(out) == limit && (limit == 0 || -out[limit-1].score > r.list[0].bound) {
			break
		}
	}
	return out, nil
}

// exact scores rows, which are in order, and gives the first of them and those of out; their sizes are looked up, or read with all others.
func (r *wordRanking) exact(batch []wordCandidate, whole bool, out []worded, limit int) ([]worded, error) {
	if len(batch) == 0 {
		return out, nil
	}
	where, args := `1`, []any(nil)
	if !whole {
		ids := make([]int64, len(batch))
		for i, c := range batch {
			ids[i] = c.row
		}
		where, args = `id IN (SELECT value FROM json_each(?))`, []any{idList(ids)}
	}
	out = slices.Grow(out, len(batch))
	left, at := len(batch), 0
	read := func() error {
		return r.x.tx.VisitWhere(`memories_fts_docsize`, `id`, `sz`, where, args, func(id int64, size []byte) error {
			if at == len(batch) || batch[at].row != id {
				var there bool
				if at, there = slices.BinarySearchFunc(batch, id, func(c wordCandidate, id int64) int { return cmp.Compare(c.row, id) }); !there {
					return nil
				}
			}
			tokens, err := fts5.ParseSize(size, len(wordColumns))
			if err != nil {
				return err
			}
			out = append(out, worded{id, -r.score(batch[at], float64(tokens))})
			at, left = at+1, left-1
			return nil
		})
	}
	var err error
	if len(batch) <= fewRows && r.x.rows <= fewRows {
		err = r.x.tx.Unwatched(read)
	} else {
		err = read()
	}
	if err != nil {
		return nil, err
	}
	if left > 0 {
		return nil, fts5.ErrIndex
	}
	slices.SortFunc(out, func(a, b worded) int {
		switch {
		case a.score < b.score:
			return -1
		case a.score > b.score:
			return 1
		}
		return cmp.Compare(a.id, b.id)
	})
	return out[:min(len(out), limit)], nil
}
