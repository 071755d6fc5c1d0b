package engine

import (
	"context"
	"errors"
	"fmt"
	"math"

	"brain/db"
	"brain/memory"
	"brain/merge"
)

// ReindexInput are the parameters of reindex.
type ReindexInput struct {
	Full bool `json:"full" help:"all of them anew, such as after a change of model"`
}

// ReindexResult says what was embedded.
type ReindexResult struct {
	Model    string `json:"model"`
	Memories int    `json:"memories"`
	Chunks   int    `json:"chunks"`
	Left     int64  `json:"left"` // memories without vectors
}

// reindexBatch is how many memories are embedded between two writes.
const reindexBatch = 64

// Reindex gives vectors to memories that have none, or with Full to all, a batch a transaction: an interrupted run loses its
// last batch, and is ended by another one without Full.
func (e *Engine) Reindex(ctx context.Context, in ReindexInput) (*ReindexResult, error) {
	enc, err := e.encoder(ctx)
	if err != nil {
		return nil, err
	}
	if err := e.syncMemories(ctx); err != nil {
		return nil, err
	}
	list, err := e.readyChunks(ctx, enc, in.Full)
	if err != nil {
		return nil, err
	}
	out := &ReindexResult{Model: enc.Name()}
	total := int64(0)
	count := func(tx *db.Tx) (err error) {
		out.Left, total, err = memory.UnembeddedCount(tx)
		return err
	}
	if err = e.read(ctx, count); err != nil {
		return nil, err
	}
	if !in.Full {
		total = out.Left
	}
	for after := int64(math.MinInt64); ; {
		var texts []memory.Text
		err := e.read(ctx, func(tx *db.Tx) (err error) {
			texts, err = list(tx, after, reindexBatch)
			return err
		})
		if err == nil && len(texts) == 0 {
			return out, e.read(ctx, count)
		}
		if err == nil {
			after = texts[len(texts)-1].ID
			err = e.reindexSome(ctx, enc, texts, out)
		}
		if err != nil {
			return nil, err
		}
		e.Progress("reindex", out.Memories, int(total))
	}
}

// readyChunks makes the file ready for vectors of the model, and says which memories are to be embedded. What other models
// made is only thrown away where all is made anew.
func (e *Engine) readyChunks(ctx context.Context, enc Encoder, full bool) (list func(*db.Tx, int64, int) ([]memory.Text, error), err error) {
	same, err := e.sameModel(ctx, enc)
	if err != nil {
		return nil, err
	}
	err = e.change(ctx, func(tx *db.Tx) error {
		if same {
			if err := memory.AdoptChunks(tx, enc.ID()); err != nil && !errors.Is(err, memory.ErrForeignVectors) {
				return err
			}
		}
		err := memory.UseChunks(tx, enc.Dim(), enc.ID())
		var other *merge.VectorsOther
		if foreign := errors.Is(err, memory.ErrForeignVectors) || errors.As(err, &other); foreign && full {
			return memory.ReplaceChunks(tx, enc.Dim(), enc.ID())
		} else if foreign {
			return &Error{Problem: "the memories have vectors of another model", Cause: err.Error(), Fix: "make all anew with `brain reindex --full`", Err: err}
		}
		return err
	})
	if full {
		return memory.Texts, err
	}
	return memory.Unembedded, err
}

// reindexSome embeds memories together and stores what was not changed meanwhile.
func (e *Engine) reindexSome(ctx context.Context, enc Encoder, texts []memory.Text, out *ReindexResult) error {
	var all []string
	parts := make([]*memoryVectors, len(texts))
	for i, t := range texts {
		parts[i] = &memoryVectors{e: e, enc: enc, texts: memory.ChunkTexts(t.Title, t.Content)}
		all = append(all, parts[i].texts...)
	}
	vectors, err := enc.Embed(ctx, all)
	if err != nil {
		return fmt.Errorf("embed: %w", err)
	}
	return e.change(ctx, func(tx *db.Tx) error {
		rest := vectors
		for i, t := range texts {
			n := len(parts[i].texts)
			parts[i].vectors, rest = rest[:n], rest[n:]
			err := parts[i].store(tx, t.UID)
			if errors.Is(err, memory.ErrUnknown) || errors.Is(err, memory.ErrDeleted) {
				continue // gone meanwhile
			}
			if err != nil {
				return err
			}
			out.Memories++
			out.Chunks += n
		}
		return nil
	})
}
