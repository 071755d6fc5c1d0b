package engine

import (
	"context"
	"errors"
	"fmt"

	"brain/db"
	"brain/memory"
	"brain/merge"
	"brain/page"
)

// MaintainInput are the parameters of maintain.
type MaintainInput struct {
	Daily  bool `json:"daily" help:"only make vectors for what has none"`
	Weekly bool `json:"weekly" help:"only look for what wants care"`
	IfDue  bool `json:"if-due" help:"for a schedule: the daily part, and once a week the full merge and the weekly part"`
}

// MaintainResult is what was done, and what wants care. A part that was not asked for is nil.
type MaintainResult struct {
	Daily  *DailyCare   `json:"daily"`
	Merge  *MergeResult `json:"merge,omitempty"`
	Weekly *WeeklyCare  `json:"weekly"`
}

// DailyCare is what was embedded.
type DailyCare struct {
	Entries  int   `json:"entries"`
	Memories int   `json:"memories"`
	Left     int64 `json:"left"` // entries and memories without a vector
}

// WeeklyCare is what wants care.
type WeeklyCare struct {
	Stale     []page.PageRef  `json:"stale"` // the timeline knows more than the truth
	Orphans   []page.PageRef  `json:"orphans"`
	DeadLinks []page.LinkRow  `json:"dead_links"`
	Tags      []page.TagTwins `json:"tags"` // that may be one
}

// Maintain keeps a brain in order.
func (e *Engine) Maintain(ctx context.Context, in MaintainInput) (*MaintainResult, error) {
	if in.IfDue && (in.Daily || in.Weekly) {
		return nil, usage("leave one out", "--if-due chooses the parts itself")
	}
	if _, err := e.open(ctx, false); err != nil {
		return nil, err
	}
	out := &MaintainResult{}
	var err error
	if in.Daily || !in.Weekly {
		if out.Daily, err = e.daily(ctx); err != nil {
			return nil, err
		}
	}
	weekly := in.Weekly || !in.Daily
	if in.IfDue {
		if out.Merge, err = e.Merge(ctx, MergeInput{IfDue: true}); err != nil {
			return nil, err
		}
		weekly = out.Merge.Due == nil || *out.Merge.Due
	}
	if weekly {
		out.Weekly, err = e.weekly(ctx)
	}
	if err == nil && in.IfDue && weekly {
		err = e.noteCare(ctx, out.Weekly)
	}
	return out, err
}

// noteCare leaves a line of what wants care in the log: nobody reads what a scheduled run prints.
func (e *Engine) noteCare(ctx context.Context, w *WeeklyCare) error {
	return e.change(ctx, func(tx *db.Tx) error {
		_, err := page.LogIngest(tx, page.Ingest{SourceType: "maintain", SourceRef: "weekly",
			Summary: fmt.Sprintf("%d stale, %d orphans, %d dead links, %d pairs of tags", len(w.Stale), len(w.Orphans), len(w.DeadLinks), len(w.Tags))})
		return err
	})
}

// daily makes vectors for what has none.
func (e *Engine) daily(ctx context.Context) (*DailyCare, error) {
	out := &DailyCare{}
	entries, err := e.Embed(ctx, EmbedInput{})
	if err = e.otherVectors("entries", "brain embed --all", err); err != nil {
		if errors.Is(err, errKeywordsOnly) {
			err = nil // words alone are wanted
		}
		return out, err
	}
	if entries != nil {
		out.Entries, out.Left = entries.Embedded, int64(entries.Left)
	}
	memories, err := e.Reindex(ctx, ReindexInput{})
	if err = e.otherVectors("memories", "brain reindex --full", err); err != nil {
		return nil, err
	}
	if memories != nil {
		out.Memories, out.Left = memories.Memories, out.Left+memories.Left
	}
	return out, nil
}

// otherVectors tells of vectors of another model, which stay as they are until their owner says otherwise.
func (e *Engine) otherVectors(of, command string, err error) error {
	var other *merge.VectorsOther
	if !errors.As(err, &other) && !errors.Is(err, memory.ErrForeignVectors) {
		return err
	}
	e.Notice(fmt.Sprintf("the vectors of %s are of another model: `%s` replaces them", of, command))
	return nil
}

// weekly looks for what wants care. A file without pages has nothing.
func (e *Engine) weekly(ctx context.Context) (*WeeklyCare, error) {
	out := &WeeklyCare{[]page.PageRef{}, []page.PageRef{}, []page.LinkRow{}, []page.TagTwins{}}
	there, err := e.hasPages(ctx)
	if err != nil || !there {
		return out, err
	}
	return out, e.readPages(ctx, func(tx *db.Tx) (err error) {
		if out.Stale, err = page.StalePages(tx, 0); err != nil {
			return err
		}
		if out.Orphans, err = page.Orphans(tx, 0); err != nil {
			return err
		}
		if out.DeadLinks, err = page.Dangling(tx, "", 0); err != nil {
			return err
		}
		out.Tags, err = page.CheckTags(tx)
		return err
	})
}
