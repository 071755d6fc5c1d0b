package engine

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"brain/db"
	"brain/merge"
	"brain/vec"
)

// EmbedInput are the parameters of embed.
type EmbedInput struct {
	Page   string `json:"page" arg:"1" value:"SLUG" help:"only this page: its slug, or a citation of it"`
	Stale  bool   `json:"stale" help:"entries without a vector (this is the default)"`
	All    bool   `json:"all" help:"all entries anew, such as after a change of model"`
	Store  string `json:"store" enum:"gbrain|graphify|memory" help:"only entries of this store"`
	Pieces int    `json:"pieces" value:"N" min:"0" help:"stop after N word pieces"`
	In     string `json:"in" enum:"memory" help:"what search reads of memories, in place of entries: see reindex"`
}

// EmbedResult says what was embedded and what is left.
type EmbedResult struct {
	Model    string `json:"model"`
	Embedded int    `json:"embedded"`
	Pieces   int    `json:"pieces"`
	Left     int    `json:"left"`
}

// Embed gives vectors to entries that have none, a batch a transaction, so an interrupted run loses only its last batch.
// With All it embeds everything anew beside the vectors in use, which go on working until the last new one is there.
func (e *Engine) Embed(ctx context.Context, in EmbedInput) (*EmbedResult, error) {
	switch {
	case in.All && in.Stale:
		return nil, usage("leave one out", "--all and --stale exclude each other")
	case in.All && in.Store != "":
		return nil, usage("leave one out: a file holds vectors of one model", "--all and --store exclude each other")
	case in.Page != "" && (in.All || in.Store != "" || in.In != "" || in.Pieces > 0):
		return nil, usage("leave one out", "SLUG goes with --stale alone")
	case in.Page != "":
		return e.embedPage(ctx, in.Page)
	case in.In != "":
		r, err := e.Reindex(ctx, ReindexInput{Full: in.All})
		if err != nil {
			return nil, err
		}
		return &EmbedResult{Model: r.Model, Embedded: r.Memories, Left: int(r.Left)}, nil
	}
	enc, err := e.encoder(ctx)
	if err != nil {
		return nil, err
	}
	if err := e.catchUpAll(ctx); err != nil {
		return nil, err
	}
	out := &EmbedResult{Model: enc.Name()}
	job, err := e.embedJob(ctx, enc, in)
	if err != nil {
		return nil, err
	}
	count := func(tx *db.Tx) (err error) {
		out.Left, err = job.count(tx)
		return err
	}
	if err = e.read(ctx, count); err == nil {
		err = e.runEmbed(ctx, enc, job, in.Pieces, out)
	}
	if err == nil {
		// Others may have written entries meanwhile: count again.
		err = e.read(ctx, count)
	}
	if err == nil && out.Left == 0 && job.finish != nil {
		err = e.write(ctx, job.finish)
	}
	if errors.Is(err, merge.ErrSwapped) {
		e.Notice("another process has done it: its vectors are in place")
		var left int64
		left, err = e.unembedded(ctx, "")
		out.Left = int(left)
	}
	if err != nil {
		return nil, err
	}
	return out, nil
}

// embedJob is what to embed and where to put it.
type embedJob struct {
	list   func(tx *db.Tx, after int64, limit int) ([]merge.Text, error)
	ready  func(tx *db.Tx) error // nil: always
	count  func(tx *db.Tx) (int, error)
	store  func(tx *db.Tx, id int64, v []float32) error
	finish func(tx *db.Tx) error // nil: nothing
	again  string                // the command that goes on where a run was stopped
}

func (e *Engine) embedJob(ctx context.Context, enc Encoder, in EmbedInput) (job embedJob, err error) {
	job = embedJob{
		list: func(tx *db.Tx, after int64, limit int) ([]merge.Text, error) {
			return merge.Unembedded(tx, in.Store, after, limit)
		},
		count: func(tx *db.Tx) (int, error) {
			embedded, all, err := merge.EmbeddedCount(tx, in.Store)
			return int(all - embedded), err
		},
		store: merge.SetEmbedding,
		again: "brain embed",
	}
	err = e.write(ctx, func(tx *db.Tx) error {
		if err := adoptName(tx); err != nil {
			return err
		}
		_, _, there, err := vec.Entries.Info(tx)
		if err != nil || !in.All || !there {
			return errors.Join(err, merge.UseVectors(tx, enc.Dim(), enc.ID()))
		}
		job = embedJob{
			list:   merge.NotReembedded,
			ready:  func(tx *db.Tx) error { return merge.StillReembedding(tx, enc.ID()) },
			count:  merge.NotReembeddedCount,
			store:  merge.SetNext,
			finish: func(tx *db.Tx) error { return merge.FinishReembed(tx, enc.Dim(), enc.ID()) },
			again:  "brain embed --all",
		}
		return merge.BeginReembed(tx, enc.ID())
	})
	return job, otherModelError(err)
}

// otherModelError says what to do where the file's vectors are of another model.
func otherModelError(err error) error {
	var other *merge.VectorsOther
	if errors.As(err, &other) {
		err = &Error{Problem: "the file holds vectors of another model", Cause: other.Error(), Fix: "replace them all with `brain embed --all`", Err: err}
	}
	return err
}

// embedBatch is how many entries are embedded between two writes: enough to keep all cores busy to the end, few enough
// that an interrupted run loses little and another writer waits for milliseconds.
const embedBatch = 128

func (e *Engine) runEmbed(ctx context.Context, enc Encoder, job embedJob, budget int, out *EmbedResult) error {
	total, begin, told := out.Left, time.Now(), budget > 0
	for after := int64(0); ; {
		var texts []merge.Text
		err := e.read(ctx, func(tx *db.Tx) (err error) {
			texts, err = job.list(tx, after, embedBatch)
			return err
		})
		if err != nil || len(texts) == 0 {
			return err
		}
		after = texts[len(texts)-1].ID
		texts, full := affordable(enc, texts, budget, &out.Pieces)
		if err := e.embedTexts(ctx, enc, texts, job); err != nil {
			return err
		}
		out.Embedded += len(texts)
		e.Progress("embed", out.Embedded, total)
		if wait := timeLeft(out.Embedded, total, time.Since(begin)); wait != "" && !told {
			told = true
			e.Notice(fmt.Sprintf("vectors for %d more entries take %s or so; words find them already; stop it when you like, `%s` goes on", total-out.Embedded, wait, job.again))
		}
		if full {
			return nil
		}
	}
}

// affordable cuts a batch where the budget of word pieces ends; 0 is no budget. The first text always fits, or a small budget would
// never get on.
func affordable(enc Encoder, texts []merge.Text, budget int, used *int) (fit []merge.Text, full bool) {
	for i, t := range texts {
		n := enc.Count(t.Content)
		if budget > 0 && *used > 0 && *used+n > budget {
			return texts[:i], true
		}
		*used += n
	}
	return texts, false
}

func (e *Engine) embedTexts(ctx context.Context, enc Encoder, texts []merge.Text, job embedJob) error {
	if len(texts) == 0 {
		return nil
	}
	// The longest first: the last text that a core works on is then a short one, and no other waits for it.
	slices.SortStableFunc(texts, func(a, b merge.Text) int { return len(b.Content) - len(a.Content) })
	contents := make([]string, len(texts))
	for i, t := range texts {
		contents[i] = t.Content
	}
	vectors, err := enc.Embed(ctx, contents)
	if err != nil {
		return fmt.Errorf("embed: %w", err)
	}
	return e.write(ctx, func(tx *db.Tx) error {
		if job.ready != nil {
			if err := job.ready(tx); err != nil {
				return err
			}
		}
		for i, t := range texts {
			if err := job.store(tx, t.ID, vectors[i]); err != nil {
				return err
			}
		}
		return nil
	})
}
