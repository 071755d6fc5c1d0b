package engine

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"brain/db"
	"brain/memory"
)

// evalSet reads a set into a file of its own and measures search over it, and what simple systems reach.
func (e *Engine) evalSet(ctx context.Context, in EvalInput) (*EvalSetResult, error) {
	set, err := readEvalSet(ctx, in.Set)
	if err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp("", "brain-eval-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	c := e.Config
	c.Path = filepath.Join(dir, "brain.db")
	other := New(c)
	defer other.Close()
	docs, err := other.saveEvalSet(ctx, set)
	if err != nil {
		return nil, err
	}
	out := &EvalSetResult{Documents: len(set.docs), Queries: len(set.queries)}
	b := &baselines{e: other, set: set}
	if !in.NoSemantic {
		r, err := other.Reindex(ctx, ReindexInput{})
		if err != nil && !errors.Is(err, errKeywordsOnly) {
			return nil, err
		}
		if err == nil {
			out.Model = r.Model
			if b.enc, err = other.encoder(ctx); err != nil {
				return nil, err
			}
		}
	}
	own, err := other.measure(ctx, set, docs, in)
	if err != nil {
		return nil, err
	}
	out.Systems = []EvalMeasures{own.result("brain search")}
	if in.Baselines {
		more, err := b.run(ctx, func(done int) { e.Progress("ask the baselines", done, len(set.queries)) })
		out.Systems = append(out.Systems, more...)
		return out, err
	}
	return out, nil
}

// saveEvalSet saves the documents as memories and gives which uid each has.
func (e *Engine) saveEvalSet(ctx context.Context, set *evalSet) (docs map[string]string, err error) {
	docs = map[string]string{}
	for batch := range slices.Chunk(set.docs, embedBatch) {
		err := e.write(ctx, func(tx *db.Tx) error {
			for _, d := range batch {
				title := d.Title
				if strings.TrimSpace(title) == "" {
					title = d.ID
				}
				saved, err := memory.Save(tx, memory.New{Type: "note", Title: title, Content: d.Text}, true)
				if err != nil {
					return err
				}
				docs[saved.UID] = d.ID
			}
			return nil
		})
		if err != nil {
			return nil, err
		}
		e.Progress("save", len(docs), len(set.docs))
	}
	return docs, nil
}

// measure asks all questions.
func (e *Engine) measure(ctx context.Context, set *evalSet, docs map[string]string, in EvalInput) (*measures, error) {
	sum := &measures{}
	for i, q := range set.queries {
		r, err := e.Search(ctx, SearchInput{Text: q.Text, Limit: evalDepth, NoSemantic: in.NoSemantic, Rank: in.Rank})
		if err != nil {
			return nil, err
		}
		var ids []string
		for _, h := range r.Hits {
			ids = append(ids, docs[h.UID])
		}
		sum.add(ids, set.grades[q.ID])
		e.Progress("ask", i+1, len(set.queries))
	}
	return sum, nil
}
