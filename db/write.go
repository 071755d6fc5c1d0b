package db

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"
)

// Write runs fn in a write transaction and commits it if fn returns nil. The file is migrated first if need be. Writers are served
// in the order in which they come, those of other processes too; one that is not served within ten seconds gets ErrBusy.
func (d *DB) Write(ctx context.Context, fn func(*Tx) error) error {
	w, err := d.writable(ctx)
	if err != nil {
		return err
	}
	return d.inTurn(ctx, link{shared: w}, patience{wait: busyTimeout}, &Tx{}, fn)
}

// WriteWithin is Write that waits so long for others before it gives ErrBusy, and calls tell once it has waited for the time after.
// It is for small writes: one may go over a connection that reads otherwise.
func (d *DB) WriteWithin(ctx context.Context, wait, after time.Duration, tell func(), fn func(*Tx) error) error {
	return d.writeSmall(ctx, patience{wait, after, tell}, fn)
}

// patience is how long a write waits for others, and whom it tells after which time.
type patience struct {
	wait, after time.Duration
	tell        func() // nil is silence
}

// inTurn runs fn in a write transaction, once all who asked before have been served. It waits for them, and for programs that do not
// stand in line, then it gives ErrBusy.
func (d *DB) inTurn(ctx context.Context, over link, wait patience, tx *Tx, fn func(*Tx) error) error {
	began := time.Now()
	in := d.standInLine()
	defer in.leave()
	stx, end, err := in.begin(ctx, over, began, wait)
	begun := time.Now()
	if err == nil {
		defer end()
		size := d.WALSize()
		if err = d.notNewer(ctx, stx); err != nil {
			stx.Rollback()
			err = tx.classify(err)
		} else if err = d.runIn(ctx, stx, tx, fn); err == nil {
			d.cut(ctx, size)
		}
		// The next may write while this one folds the WAL in.
		in.leave()
	} else {
		err = tx.classify(err)
	}
	if d.timed != nil {
		d.timed(begun.Sub(began), time.Since(begun))
	}
	if err == nil {
		d.fold(ctx)
	}
	return err
}

// begin begins a transaction when it is this writer's turn.
func (w *waiter) begin(ctx context.Context, over link, began time.Time, wait patience) (*sql.Tx, func(), error) {
	if wait.tell != nil && wait.after < wait.wait {
		stx, end, err := w.beginUntil(ctx, over, began.Add(wait.after))
		if err == nil || ctx.Err() != nil || !errors.Is(classify(err), ErrBusy) {
			return stx, end, err
		}
		wait.tell()
	}
	return w.beginUntil(ctx, over, began.Add(wait.wait))
}

// beginUntil is begin with one deadline. Where the line stands still it looks whether the lock is free, and waits on where it is not.
func (w *waiter) beginUntil(ctx context.Context, over link, deadline time.Time) (*sql.Tx, func(), error) {
	for {
		turn, err := w.turn(ctx, deadline)
		if err != nil {
			return nil, nil, err
		}
		left := max(0, time.Until(deadline))
		switch {
		case turn:
		case left == 0:
			return nil, nil, fmt.Errorf("%w: others are before", ErrBusy)
		default:
			left = 0
		}
		stx, end, err := over.begin(ctx, left)
		if err == nil || turn || ctx.Err() != nil || !errors.Is(classify(err), ErrBusy) {
			return stx, end, err
		}
	}
}
