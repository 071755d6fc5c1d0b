package db

import (
	"context"
	"database/sql/driver"
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
	if d.lends() {
		return d.writeLent(ctx, wait, fn)
	}
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
	if err := waitFor(ctx, conn, wait-time.Since(began)); err != nil {
		return err
	}
	// The connection is also that of Write, which does wait.
	defer waitFor(context.WithoutCancel(ctx), conn, busyTimeout)
	return d.run(ctx, conn, &Tx{}, fn)
}

// lends says whether a connection that reads may be lent for a small write: there is none that writes, and the file takes what
// is written as it is. A connection costs 2 ms of CPU, as much as all else that a command does after its answer.
func (d *DB) lends() bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.writer == nil && d.is.current() && d.is.writable() == nil && d.walMode && !d.noRoom && d.refuseUnwritable() == nil
}

// writeLent runs fn in a write transaction on a connection that reads.
func (d *DB) writeLent(ctx context.Context, wait time.Duration, fn func(*Tx) error) error {
	conn, err := d.readers.Conn(ctx)
	if err != nil {
		return classify(err)
	}
	defer conn.Close()
	defer func() {
		back := fmt.Sprintf(`PRAGMA query_only = 1; PRAGMA busy_timeout = %d`, busyTimeout.Milliseconds())
		if _, err := conn.ExecContext(context.WithoutCancel(ctx), back); err != nil {
			conn.Raw(func(any) error { return driver.ErrBadConn }) // it ends instead
		}
	}()
	// The pragmas of a connection that writes, see writerPragmas; in WAL mode the file is.
	lent := fmt.Sprintf(`PRAGMA query_only = 0; PRAGMA synchronous = 1; PRAGMA busy_timeout = %d`, max(0, wait).Milliseconds())
	if _, err := conn.ExecContext(ctx, lent); err != nil {
		return classify(err)
	}
	return d.run(ctx, conn, &Tx{}, func(tx *Tx) error {
		// The connection begins transactions that read. That the first statement writes takes the lock, as BEGIN IMMEDIATE does.
		if _, err := tx.Exec(`UPDATE brain_meta SET value = value WHERE 0`); err != nil {
			return err
		}
		return fn(tx)
	})
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
