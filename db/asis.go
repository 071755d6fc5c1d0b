package db

import (
	"context"
	"fmt"
	"time"
)

// TryWriteAsIs is TryWriteFor that takes a file of brain-cli as it is: nothing is migrated and no copy is made, so fn must cope
// with what the file's stage lacks. It is for what that program would write there too, such as that a memory was read. Memories
// of a newer brain-cli are ErrNewer, a file that holds nothing is ErrEmpty.
func (d *DB) TryWriteAsIs(ctx context.Context, wait time.Duration, fn func(*Tx) error) error {
	if err := d.lookAgain(ctx); err != nil {
		return err
	}
	d.mu.Lock()
	is := d.is
	d.mu.Unlock()
	switch {
	case is.state == Ours:
		return d.TryWriteFor(ctx, wait, fn)
	case is.state == Empty:
		return d.Ready()
	}
	if err := is.writable(); err != nil {
		return fmt.Errorf("write %s: %w", d.path, err)
	}
	return d.writeInPlace(ctx, wait, fn)
}

// writeInPlace runs fn in a write transaction over a connection of its own that leaves the file's journal mode as it is (writerPragmas
// are left out), and migrates nothing.
func (d *DB) writeInPlace(ctx context.Context, wait time.Duration, fn func(*Tx) error) error {
	if err := d.refuseUnwritable(); err != nil {
		return err
	}
	q := d.writersBy(pragmas)
	defer q.Close()
	conn, err := q.Conn(ctx)
	if err != nil {
		return classify(err)
	}
	defer conn.Close()
	return d.inTurn(ctx, link{own: conn}, patience{wait: wait}, &Tx{}, fn)
}
