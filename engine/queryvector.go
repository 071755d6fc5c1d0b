package engine

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"brain/db"
	"brain/merge"
	"brain/vec"
)

// queryVector embeds the query, if the file has vectors of our model; if there is no vector, reason says why. The model is
// not touched unless it is needed.
func (e *Engine) queryVector(ctx context.Context, in QueryInput) (v []float32, reason string, err error) {
	if in.TextOnly {
		return nil, "", nil
	}
	if in.Vector != "" {
		v, err := vec.Parse(in.Vector)
		if err != nil {
			return nil, "", usage("use pgvector's form, like '[0.1, 0.2]'", "--vector: %v", err)
		}
		return v, "", nil
	}
	var have string
	var dim int
	var there bool
	err = e.read(ctx, func(tx *db.Tx) error {
		n, model, ok, err := vec.Entries.Info(tx)
		have, dim, there = recorded(model, n), n, ok
		return err
	})
	if err != nil {
		return nil, "", err
	}
	if !there {
		return nil, "no entry has a vector yet: run brain embed", nil
	}
	return e.embedQuery(ctx, have, dim, merge.Clean(in.Text))
}

// embedQuery gives the vector of a question, if the model in use is that of the file's vectors, of dim numbers: from the file,
// where it was asked before.
func (e *Engine) embedQuery(ctx context.Context, have string, dim int, text string) (v []float32, reason string, err error) {
	q := cachedQuery{e: e, text: text, dim: dim}
	if e.Encoder == nil {
		if q.choice, err = e.choose(ctx); err != nil {
			return nil, "", err
		}
		switch q.id {
		case "":
		case have:
			if v := q.find(ctx); v != nil {
				return v, "", nil
			}
		default:
			return nil, e.otherModel(have, q.id), nil
		}
	}
	loaded := e.stage("model load")
	enc, err := e.encoderOf(ctx, q.choice)
	loaded()
	if errors.Is(err, errKeywordsOnly) {
		return nil, "", nil
	}
	if err != nil && q.by == byFile && ctx.Err() == nil {
		problem := Explain(err)
		e.Notice("ranking by text alone: " + problem.Error() + "; " + problem.Fix)
		return nil, problem.Problem, nil
	}
	if err != nil {
		return nil, "", err
	}
	if id := enc.ID(); id != have {
		q.remember(id, nil)
		return nil, e.otherModel(have, id), nil
	}
	embedded := e.stage("embed query")
	vs, err := enc.EmbedQuery(ctx, []string{windowOf(enc, text)})
	embedded()
	if err != nil {
		return nil, "", fmt.Errorf("embed the query: %w", err)
	}
	q.remember(have, vs[0])
	return vs[0], "", nil
}

// otherModel says that the file's vectors are of another model than the query's would be.
func (e *Engine) otherModel(have, want string) (reason string) {
	reason = fmt.Sprintf("the file's vectors are of %s, the query would be of %s", modelName(have), want)
	e.Notice("ranking by text alone: " + reason + "; give --vector '[…]' or run `brain embed --all`")
	return reason
}

// cachedQuery is a question whose vector the file may hold. Nothing here fails a query, and nothing waits for another process.
type cachedQuery struct {
	choice
	e    *Engine
	text string
	dim  int // of the file's vectors, 0 if that is not known
}

// touchAfter is how old a record of use may be: a question that is asked many times a day is written once.
const touchAfter = 24 * time.Hour

// find looks the vector up; nil if it is not there.
func (q *cachedQuery) find(ctx context.Context) (v []float32) {
	var used time.Time
	began := time.Now()
	err := q.e.read(ctx, func(tx *db.Tx) error {
		// A file from before the table was there has none.
		v, used, _ = merge.CachedQuery(tx, q.id, q.text)
		return nil
	})
	if !q.possible(v) {
		v = nil
	}
	if q.e.Debug != nil && (v != nil || !db.Joined(ctx)) { // else it is asked for again
		found := map[bool]string{true: "query cache hit", false: "query cache miss"}
		q.e.Debug(found[v != nil], time.Since(began))
	}
	if err != nil {
		return nil
	}
	if v != nil && q.e.Now().Sub(used) > touchAfter {
		q.remember(q.id, v)
	}
	return v
}

// possible says whether a vector that the file holds can be one of a question: a model gives them a length of about 1. One that
// was damaged would find nothing, or fail the query, for as long as it is kept; as it is, the question is embedded again and the
// vector written over.
func (q *cachedQuery) possible(v []float32) bool {
	var squares float64
	for _, x := range v {
		squares += float64(x) * float64(x)
	}
	return (q.dim == 0 || len(v) == q.dim) && squares > 1e-6 && squares < 1e6 // neither is true of NaN
}

// remember has the vector of a question kept, and which ID a model has that was opened for it, once the answer is out. What
// stands in for a model in a test is no model.
func (q *cachedQuery) remember(id string, v []float32) {
	if q.e.Encoder != nil {
		return
	}
	seen, dir, text := q.id, q.dir, q.text
	q.e.owes.add(func(tx *db.Tx) error {
		if seen == "" {
			if err := noteID(tx, dir, id); err != nil {
				return err
			}
		}
		if v == nil {
			return nil
		}
		return merge.CacheQuery(tx, id, text, v)
	})
}

// noteID writes down which ID the model in a folder has.
func noteID(tx *db.Tx, dir, id string) error {
	record, err := json.Marshal(seenModel{Dir: dir, Stamp: stamp(dir), ID: id})
	if err != nil {
		return err
	}
	return tx.SetMeta(metaModelID, string(record))
}
