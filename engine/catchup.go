package engine

import (
	"context"
	"errors"
	"fmt"

	"brain/db"
	"brain/memory"
)

// Entries of memories that other programs changed wait for a write of ours. What asks the entries first brings them up to date.

// catchUp does it before an answer, without waiting for other writers: what is not up to date then is told.
func (e *Engine) catchUp(ctx context.Context) error {
	n, err := e.pending(ctx)
	if err != nil || n == 0 {
		return err
	}
	d, err := e.open(ctx, false)
	for done := 0; err == nil && n > 0; done += syncBatch {
		err = d.TryWriteFor(ctx, recallWait, func(tx *db.Tx) (err error) {
			n, err = memory.Sync(tx, syncBatch)
			return err
		})
		if err == nil && n > 0 {
			e.Progress("memories", done+syncBatch, done+syncBatch+n)
		}
	}
	if err == nil || ctx.Err() != nil {
		return err
	}
	why := Explain(err).Problem
	if errors.Is(err, db.ErrBusy) {
		why = "another process is writing"
	}
	if errors.Is(err, db.ErrOlder) {
		why = "the file has an older schema, which the next write changes (brain migrate does it now)"
	}
	e.Notice(fmt.Sprintf("%d memories that other programs changed are not taken in yet: %s", n, why))
	return nil
}

// catchUpAll does it before work that writes by itself.
func (e *Engine) catchUpAll(ctx context.Context) error {
	n, err := e.pending(ctx)
	if err != nil || n == 0 {
		return err
	}
	return e.syncMemories(ctx)
}

// pending counts the memories whose entries are not up to date. A file that was never written, or not by brain, has no entries.
func (e *Engine) pending(ctx context.Context) (n int, err error) {
	d, err := e.open(ctx, false)
	if isAbsent(err) || err == nil && d.State() != db.Ours {
		return 0, nil
	}
	if err != nil {
		return 0, err
	}
	err = d.ReadMemories(ctx, func(tx *db.Tx) error {
		n, err = memory.Pending(tx)
		return err
	})
	return n, err
}
