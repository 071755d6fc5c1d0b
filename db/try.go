package db

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// TryWrite is Write for what may as well be left out: where another process, or another goroutine of this one, is writing, it
// gives ErrBusy at once instead of waiting.
func (d *DB) TryWrite(ctx context.Context, fn func(*Tx) error) error {
	return d.TryWriteFor(ctx, 0, fn)
}

// TryWriteFor is TryWrite that waits so long for others, to the millisecond, before it gives ErrBusy.
func (d *DB) TryWriteFor(ctx context.Context, wait time.Duration, fn func(*Tx) error) error {
	w, err := d.writable(ctx)
	if err != nil {
		return err
	}
	// There is one connection that writes; another goroutine may have it.
	began := time.Now()
	free, cancel := context.WithTimeout(ctx, max(wait, time.Millisecond))
	defer cancel()
	conn, err := w.Conn(free)
	if err != nil && free.Err() != nil {
		return fmt.Errorf("%w: %w", ErrBusy, err)
	}
	if err != nil {
		return classify(err)
	}
	defer conn.Close()
	left := max(0, wait-time.Since(began))
	if _, err := conn.ExecContext(ctx, fmt.Sprintf(`PRAGMA busy_timeout = %d`, left.Milliseconds())); err != nil {
		return classify(err)
	}
	// The connection is also that of Write, which does wait.
	defer conn.ExecContext(context.WithoutCancel(ctx), fmt.Sprintf(`PRAGMA busy_timeout = %d`, busyTimeout.Milliseconds()))
	return d.run(ctx, conn, &Tx{}, fn)
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
