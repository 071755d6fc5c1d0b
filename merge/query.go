package merge

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"brain/db"
	"brain/fts"
	"brain/rank"
	"brain/vec"
)

// Query is one question to the unified store.
type Query struct {
	Text   string
	Vector []float32 // nil: the text side alone answers
	Limit  int       // rows to give, after fusion
	Filter Filter
	Cache  *vec.Cache                     // the vectors, for a process that asks more than once; nil reads them from the file
	Stage  func(name string) (end func()) // hears of each stage; nil is silence
}

// Hit is a row of the answer. A rank is 0 where the row is not in that list. Scores are those of the lists: ts_rank as
// float4, 1 - cosine distance as float8 (NaN for a zero vector).
type Hit struct {
	Entry
	Score       rank.Score
	TextRank    int
	VectorRank  int
	TextScore   float32
	VectorScore float64
}

// Answer is the ranking: Total counts the rows of both lists together before the limit.
type Answer struct {
	Total int
	Hits  []Hit
}

// scored is a row of the text list.
type scored struct {
	id    int64
	score float64
}

// Run answers the seed's unified query: all rows that match plainto_tsquery on their content by ts_rank, all rows with a
// vector by cosine distance, fused by RRF. Every ORDER BY has the id as its last tie-breaker, which the seed leaves out
// and without which PostgreSQL's order of equal rows is undefined. A query without a vector ranks by text alone; the
// seed's SQL would then number all embedded rows by chance (facts of PostgreSQL: ROW_NUMBER over NULL distances).
func Run(tx *db.Tx, q Query) (Answer, error) {
	stage := q.Stage
	if stage == nil {
		stage = func(string) func() { return func() {} }
	}
	end := stage("filter")
	keep, err := q.Filter.compile(tx)
	end()
	if err != nil {
		return Answer{}, err
	}
	end = stage("fts")
	text, err := textRanked(tx, fts.Plain(Clean(q.Text)), keep)
	end()
	if err != nil {
		return Answer{}, err
	}
	end = stage("knn")
	vector, err := vectorRanked(tx, q.Cache, q.Vector, keep)
	end()
	if err != nil {
		return Answer{}, err
	}
	defer stage("fusion")()
	fused := rank.Fuse(ids(text, func(s scored) int64 { return s.id }), ids(vector, func(h vec.Hit) int64 { return h.ID }))
	a := Answer{Total: len(fused)}
	for _, f := range fused[:min(max(q.Limit, 0), len(fused))] {
		h := Hit{Score: f.Score, TextRank: f.TextRank, VectorRank: f.VectorRank}
		if f.TextRank > 0 {
			h.TextScore = float32(text[f.TextRank-1].score)
		}
		if f.VectorRank > 0 {
			h.VectorScore = 1 - vector[f.VectorRank-1].Distance
		}
		if h.Entry, err = oneEntry(tx, `id = ?`, f.ID); err != nil {
			return Answer{}, fmt.Errorf("read entry %d: %w", f.ID, err)
		}
		a.Hits = append(a.Hits, h)
	}
	return a, nil
}

func ids[T any](list []T, id func(T) int64) []int64 {
	out := make([]int64, len(list))
	for i, x := range list {
		out[i] = id(x)
	}
	return out
}

// textRanked finds the rows that hold every lexeme by the index of lexemes, then ranks them from their stored tsvectors.
func textRanked(tx *db.Tx, q fts.Query, keep keep) ([]scored, error) {
	want := q.Lexemes()
	if len(want) == 0 {
		// Nothing but stop words: PostgreSQL's empty query matches no row.
		return nil, nil
	}
	var list []scored
	err := tx.Each(`SELECT t.entry_id, t.tsvector FROM entries_fts f JOIN entry_texts t ON t.entry_id = f.rowid WHERE entries_fts MATCH ?`,
		[]any{matchAll(want)}, func(scan func(...any) error) error {
			var id int64
			var packed fts.Packed
			if err := scan(&id, (*[]byte)(&packed)); err != nil {
				return err
			}
			if !keep(id) {
				return nil
			}
			v := packed.Select(want)
			if q.Match(v) {
				list = append(list, scored{id, float64(fts.Rank(fts.DefaultWeights, v, q, 0))})
			}
			return nil
		})
	slices.SortFunc(list, func(a, b scored) int {
		return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(a.id, b.id))
	})
	return list, err
}

// matchAll is the FTS5 query for rows that hold all the lexemes.
func matchAll(lexemes []string) string {
	var b strings.Builder
	for i, l := range lexemes {
		if i > 0 {
			b.WriteString(" AND ")
		}
		b.WriteString(`"` + fts.IndexToken(l) + `"`)
	}
	return b.String()
}

// vectorRanked ranks every row that has a vector, however far: the seed's list has no cut.
func vectorRanked(tx *db.Tx, cache *vec.Cache, query []float32, keep keep) ([]vec.Hit, error) {
	if query == nil {
		return nil, nil
	}
	dim, model, ok, err := vec.Entries.Info(tx)
	if err != nil || !ok {
		return nil, err
	}
	if len(query) != dim {
		return nil, &VectorsOther{HaveDim: dim, HaveModel: model, WantDim: len(query)}
	}
	var list []vec.Hit
	if cache == nil {
		cache = new(vec.Cache)
	}
	err = cache.Distances(tx, vec.Entries, query, func(ids []int64, distances []float64) {
		for i, id := range ids {
			if id != 0 && keep(id) {
				list = append(list, vec.Hit{ID: id, Distance: distances[i]})
			}
		}
	})
	vec.Sort(list)
	return list, err
}
