package db

import (
	"context"
	"fmt"
	"time"
)

// TryWrite is Write for what may as well be left out: where another process, or another goroutine of this one, is writing, it
// gives ErrBusy at once instead of waiting.
func (d *DB) TryWrite(ctx context.Context, fn func(*Tx) error) error {
	w, err := d.writable(ctx)
	if err != nil {
		return err
	}
	// There is one connection that writes: no waiting for another goroutine to give it back.
	free, cancel := context.WithTimeout(ctx, time.Millisecond)
	defer cancel()
	conn, err := w.Conn(free)
	if err != nil && free.Err() != nil {
		return fmt.Errorf("%w: %w", ErrBusy, err)
	}
	if err != nil {
		return classify(err)
	}
	defer conn.Close()
	if _, err := conn.ExecContext(ctx, `PRAGMA busy_timeout = 0`); err != nil {
		return classify(err)
	}
	// The connection is also that of Write, which does wait.
	defer conn.ExecContext(context.WithoutCancel(ctx), fmt.Sprintf(`PRAGMA busy_timeout = %d`, busyTimeout.Milliseconds()))
	return d.run(ctx, conn, &Tx{}, fn)
}
