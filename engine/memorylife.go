package engine

import (
	"context"
	"errors"
	"fmt"

	"brain/db"
	"brain/memory"
)

// UIDInput names a memory.
type UIDInput struct {
	UID string `json:"uid" arg:"1" value:"UID" required:"blank" help:"the memory: its uid, or a citation of it"`
}

// Delete hides a memory until it is restored.
func (e *Engine) Delete(ctx context.Context, in UIDInput) (*UIDResult, error) {
	uid := uidOf(in.UID)
	return &UIDResult{uid, DoneDeleted}, e.change(ctx, func(tx *db.Tx) error { return memory.Delete(tx, uid) })
}

// Restore brings a deleted memory back, with its vectors.
func (e *Engine) Restore(ctx context.Context, in UIDInput) (*UIDResult, error) {
	uid := uidOf(in.UID)
	err := e.change(ctx, func(tx *db.Tx) error { return memory.Restore(tx, uid) })
	if err == nil {
		err = e.embedAgain(ctx, uid)
	}
	return &UIDResult{uid, DoneRestored}, err
}

// updateMemory changes a memory. Its vectors are made anew afterwards: the new text is known only inside the transaction.
func (e *Engine) updateMemory(ctx context.Context, uid string, ch memory.Change) error {
	var notes []string
	err := e.change(ctx, func(tx *db.Tx) (err error) {
		notes, err = memory.Update(tx, uid, ch)
		return err
	})
	if err != nil {
		return err
	}
	e.tell(notes)
	return e.embedAgain(ctx, uid)
}

// InvalidateInput are the parameters of invalidate.
type InvalidateInput struct {
	UID          string `json:"uid" arg:"1" value:"UID" required:"blank" help:"the memory"`
	Reason       string `json:"reason" value:"TEXT" help:"why, for the history"`
	SupersededBy string `json:"superseded-by" value:"UID" help:"the memory that holds instead"`
	Undo         bool   `json:"undo" help:"it is true after all"`
}

// InvalidateResult says what holds now.
type InvalidateResult struct {
	UID          string `json:"uid"`
	Invalid      bool   `json:"invalid"`
	SupersededBy string `json:"superseded_by"`
}

// Invalidate says that a memory is true no more, or takes that back.
func (e *Engine) Invalidate(ctx context.Context, in InvalidateInput) (*InvalidateResult, error) {
	uid, by := uidOf(in.UID), uidOf(in.SupersededBy)
	if in.Undo && by != "" {
		return nil, usage("leave one out", "--undo and --superseded-by exclude each other")
	}
	err := e.change(ctx, func(tx *db.Tx) error {
		if in.Undo {
			return memory.Revalidate(tx, uid, in.Reason)
		}
		return memory.Invalidate(tx, uid, by, in.Reason)
	})
	return &InvalidateResult{uid, !in.Undo, by}, err
}

// LinkInput are the parameters of link.
type LinkInput struct {
	From string `json:"src" arg:"1" value:"UID" required:"blank" help:"the memory that the link leads from"`
	To   string `json:"dst" arg:"2" value:"UID" required:"blank" help:"the memory that it leads to"`
	Kind string `json:"kind" arg:"3" value:"KIND" required:"blank" help:"what the first is to the second, such as fixed_by"`
}

// LinkResult is the link that was made.
type LinkResult struct {
	From string `json:"src"`
	To   string `json:"dst"`
	Kind string `json:"kind"`
}

// Link ties two memories together.
func (e *Engine) Link(ctx context.Context, in LinkInput) (*LinkResult, error) {
	out := &LinkResult{uidOf(in.From), uidOf(in.To), in.Kind}
	err := e.change(ctx, func(tx *db.Tx) error { return memory.Link(tx, out.From, out.To, out.Kind) })
	var uid *memory.UIDError
	if errors.As(err, &uid) {
		err = fmt.Errorf("link %s to %s: %w", out.From, out.To, err)
	}
	return out, err
}
