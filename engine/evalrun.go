package engine

import (
	"context"
	"errors"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"brain/db"
	"brain/memory"
	"brain/merge"
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
	var t evalTarget = evalMemories{other, in}
	if in.In == merge.GBrain {
		t = evalPages{other, in}
	}
	docs, err := t.fill(ctx, set)
	if err != nil {
		return nil, err
	}
	out := &EvalSetResult{Documents: len(set.docs), Queries: len(set.queries), Groups: []EvalGroup{}}
	b := &baselines{e: other, set: set}
	if !in.NoSemantic {
		model, err := t.embed(ctx)
		if err != nil && !errors.Is(err, errKeywordsOnly) {
			return nil, err
		}
		if err == nil {
			out.Model = model
			if b.enc, err = other.encoder(ctx); err != nil {
				return nil, err
			}
		}
	}
	own, err := other.measure(ctx, set, docs, t)
	if err != nil {
		return nil, err
	}
	systems := []tally{*own}
	if in.Baselines {
		more, err := b.run(ctx, func(done int) { e.Progress("ask the baselines", done, len(set.queries)) })
		if err != nil {
			return nil, err
		}
		systems = append(systems, more...)
	}
	out.tell(systems)
	return out, nil
}

// tell writes the measures into the result.
func (r *EvalSetResult) tell(systems []tally) {
	for _, t := range systems {
		r.Systems = append(r.Systems, t.all.result(t.name))
	}
	for _, name := range slices.Sorted(maps.Keys(systems[0].groups)) {
		g := EvalGroup{Name: name, Queries: systems[0].groups[name].n}
		for _, t := range systems {
			g.Systems = append(g.Systems, t.groups[name].result(t.name))
		}
		r.Groups = append(r.Groups, g)
	}
}

// evalTarget is a store that a set is read into and asked from.
type evalTarget interface {
	// fill writes the documents and gives which ID in the store is which document's.
	fill(ctx context.Context, set *evalSet) (docs map[string]string, err error)
	// embed gives vectors to what was written and names the model.
	embed(ctx context.Context) (model string, err error)
	// ask gives the IDs that answer a question, the best first.
	ask(ctx context.Context, text string, limit int) (ids []string, err error)
}

// evalMemories are the documents as memories.
type evalMemories struct {
	*Engine
	in EvalInput
}

func (e evalMemories) embed(ctx context.Context) (model string, err error) {
	r, err := e.Reindex(ctx, ReindexInput{})
	if err != nil {
		return "", err
	}
	return r.Model, nil
}

func (e evalMemories) ask(ctx context.Context, text string, limit int) (ids []string, err error) {
	r, err := e.Search(ctx, SearchInput{Text: text, Limit: limit, NoSemantic: e.in.NoSemantic, Rank: e.in.Rank})
	if err != nil {
		return nil, err
	}
	for _, h := range r.Hits {
		ids = append(ids, h.UID)
	}
	return ids, nil
}

// fill saves the documents as memories.
func (e evalMemories) fill(ctx context.Context, set *evalSet) (docs map[string]string, err error) {
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
func (e *Engine) measure(ctx context.Context, set *evalSet, docs map[string]string, t evalTarget) (*tally, error) {
	sum := &tally{name: "brain search"}
	for i, q := range set.queries {
		found, err := t.ask(ctx, q.Text, evalDepth)
		if err != nil {
			return nil, err
		}
		ids := make([]string, len(found))
		for i, id := range found {
			ids[i] = docs[id]
		}
		sum.add(ids, q.Group, set.grades[q.ID])
		e.Progress("ask", i+1, len(set.queries))
	}
	return sum, nil
}
