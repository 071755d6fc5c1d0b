package engine

import (
	"context"
	"errors"
	"fmt"

	"brain/db"
	"brain/merge"
)

// EmbedInput are the parameters of embed.
type EmbedInput struct {
	Stale  bool   `json:"stale" help:"entries without a vector (this is the default)"`
	All    bool   `json:"all" help:"all entries anew, such as after a change of model"`
	Store  string `json:"store" enum:"gbrain|graphify|memory" help:"only entries of this store"`
	Pieces int    `json:"pieces" value:"N" help:"stop after N word pieces"`
}

// EmbedResult says what was embedded and what is left.
type EmbedResult struct {
	Model    string `json:"model"`
	Embedded int    `json:"embedded"`
	Pieces   int    `json:"pieces"`
	Left     int64  `json:"left"`
}

// Embed gives vectors to entries that have none, a batch a transaction, so an interrupted run loses only its last batch.
func (e *Engine) Embed(ctx context.Context, in EmbedInput) (*EmbedResult, error) {
	if in.All && in.Stale {
		return nil, usage("leave one out", "--all and --stale exclude each other")
	}
	enc, err := e.Encoder()
	if err != nil {
		return nil, err
	}
	err = e.write(ctx, func(tx *db.Tx) error {
		if in.All {
			if err := merge.ClearVectors(tx); err != nil {
				return err
			}
		}
		return merge.UseVectors(tx, enc.Dim(), enc.Name())
	})
	if err != nil {
		var other *merge.VectorsOther
		if errors.As(err, &other) {
			return nil, &Error{Problem: "the file holds vectors of another model", Cause: other.Error(),
				Fix: "replace them all with `brain embed --all`", Err: err}
		}
		return nil, err
	}
	out := &EmbedResult{Model: enc.Name()}
	if err := e.embedStale(ctx, enc, in, out); err != nil {
		return nil, err
	}
	return out, nil
}

// embedBatch is how many entries are embedded between two writes: enough for all cores, few enough that an interrupted
// run loses little.
const embedBatch = 32

func (e *Engine) embedStale(ctx context.Context, enc Encoder, in EmbedInput, out *EmbedResult) error {
	total := 0
	err := e.read(ctx, func(tx *db.Tx) error {
		embedded, all, err := merge.EmbeddedCount(tx, in.Store)
		total = int(all - embedded)
		return err
	})
	for after := int64(0); err == nil; {
		var texts []merge.Text
		if err = e.read(ctx, func(tx *db.Tx) (err error) {
			texts, err = merge.Unembedded(tx, in.Store, after, embedBatch)
			return err
		}); err != nil || len(texts) == 0 {
			break
		}
		after = texts[len(texts)-1].ID
		full := false
		if texts, full = within(enc, texts, in.Pieces, &out.Pieces); len(texts) > 0 {
			if err = e.embedTexts(ctx, enc, texts); err != nil {
				break
			}
			out.Embedded += len(texts)
			e.Progress("embed", out.Embedded, total)
		}
		if full {
			break
		}
	}
	out.Left = int64(total - out.Embedded)
	return err
}

// within cuts a batch where the budget of word pieces ends; 0 is no budget.
func within(enc Encoder, texts []merge.Text, budget int, used *int) ([]merge.Text, bool) {
	for i, t := range texts {
		n := enc.Count(t.Content)
		if budget > 0 && *used+n > budget {
			return texts[:i], true
		}
		*used += n
	}
	return texts, false
}

func (e *Engine) embedTexts(ctx context.Context, enc Encoder, texts []merge.Text) error {
	contents := make([]string, len(texts))
	for i, t := range texts {
		contents[i] = t.Content
	}
	vectors, err := enc.Embed(ctx, contents)
	if err != nil {
		return fmt.Errorf("embed: %w", err)
	}
	return e.write(ctx, func(tx *db.Tx) error {
		for i, t := range texts {
			if err := merge.SetEmbedding(tx, t.ID, vectors[i]); err != nil {
				return err
			}
		}
		return nil
	})
}
