package db

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// TryWrite is Write for what may as well be left out: where another process, or another goroutine of this one, is writing, it
// gives ErrBusy at once instead of waiting, and a file of ours that would have to be migrated for it is ErrOlder.
func (d *DB) TryWrite(ctx context.Context, fn func(*Tx) error) error {
	return d.TryWriteFor(ctx, 0, fn)
}

// TryWriteFor is TryWrite that waits so long for others, to the millisecond, before it gives ErrBusy.
func (d *DB) TryWriteFor(ctx context.Context, wait time.Duration, fn func(*Tx) error) error {
	older, err := d.older(ctx)
	if err != nil {
		return err
	}
	if older {
		return fmt.Errorf("write %s: %w", d.path, ErrOlder)
	}
	return d.writeSmall(ctx, patience{wait: wait}, fn)
}

// writeSmall runs fn over a connection that reads, if that may be lent, else over the one that writes.
func (d *DB) writeSmall(ctx context.Context, wait patience, fn func(*Tx) error) error {
	if d.lends() {
		conn, err := d.readers.Conn(ctx)
		if err != nil {
			return classify(err)
		}
		defer conn.Close()
		return d.inTurn(ctx, link{own: conn, lent: true}, wait, &Tx{}, fn)
	}
	w, err := d.writable(ctx)
	if err != nil {
		return err
	}
	return d.inTurn(ctx, link{shared: w}, wait, &Tx{}, fn)
}

// lends says whether a connection that reads may be lent for a small write: there is none that writes, the file takes what
// is written as it is, and those that read are not read-only for the folder's sake. A connection costs 2 ms of CPU, as much as all else that a command does after its answer.
func (d *DB) lends() bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.writer == nil && d.is.current() && d.is.writable() == nil && d.walMode && !d.noRoom && d.mayWrite() && d.refuseUnwritable() == nil
}

// Try runs fn within tx: what it wrote is taken back where it fails, and tx goes on. What virtual tables keep back is written
// before Try ends, so that their faults show here and not when tx is committed.
func (tx *Tx) Try(fn func() error) error {
	if err := tx.Script(`SAVEPOINT try`); err != nil {
		return err
	}
	err := fn()
	if err == nil {
		err = tx.Script(`SAVEPOINT flush; RELEASE flush`)
	}
	if err != nil {
		return errors.Join(err, tx.Script(`ROLLBACK TO try; RELEASE try`))
	}
	return tx.Script(`RELEASE try`)
}
