package db

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"fmt"
	"time"
)

// link is what a write transaction goes over: a connection of its own, which is ready before the turn comes, or the one that all
// writers of this process share.
type link struct {
	own    *sql.Conn
	shared *sql.DB
	lent   bool // own is one that reads otherwise
}

// atOnce is how long one who does not wait has to take the connection that all writers of this process share. It is free, or will not be
// for long; were the time shorter, a goroutine that the system stops for a moment right there would take a free one for busy.
const atOnce = 50 * time.Millisecond

// begin begins a transaction that has SQLite's write lock, for which it waits so long. end gives the connection back as it was.
func (l link) begin(ctx context.Context, wait time.Duration) (stx *sql.Tx, end func(), err error) {
	conn := l.own
	if conn == nil {
		// Where there is no line another goroutine may have it.
		free, cancel := context.WithTimeout(ctx, max(wait, atOnce))
		defer cancel()
		conn, err = l.shared.Conn(free)
		if err != nil && ctx.Err() == nil && free.Err() != nil {
			err = fmt.Errorf("%w: %w", ErrBusy, err)
		}
		if err != nil {
			return nil, nil, err
		}
	}
	// A writer that is served at once waits for SQLite's lock as long as the connection does anyway.
	usual := !l.lent && wait <= busyTimeout && busyTimeout-wait < 10*time.Millisecond
	end = func() {
		if !usual {
			l.setBack(context.WithoutCancel(ctx), conn)
		}
		if l.own == nil {
			conn.Close()
		}
	}
	if !usual {
		err = l.set(ctx, conn, wait)
	}
	if err == nil {
		stx, err = conn.BeginTx(ctx, nil)
	}
	if err == nil && l.lent {
		// It begins transactions that read. That the first statement writes takes the lock, as BEGIN IMMEDIATE does.
		if _, err = stx.ExecContext(ctx, `UPDATE brain_meta SET value = value WHERE 0`); err != nil {
			stx.Rollback()
		}
	}
	if err != nil {
		end()
		return nil, nil, err
	}
	return stx, end, nil
}

// set lets a connection wait so long for SQLite's lock, and write. The pragmas are those of writerPragmas; in WAL mode the file is.
func (l link) set(ctx context.Context, conn *sql.Conn, wait time.Duration) error {
	pragmas := fmt.Sprintf(`PRAGMA busy_timeout = %d`, wait.Milliseconds())
	if l.lent {
		pragmas += `; PRAGMA query_only = 0; PRAGMA synchronous = 1; PRAGMA wal_autocheckpoint = 0`
	}
	_, err := conn.ExecContext(ctx, pragmas)
	return err
}

func (l link) setBack(ctx context.Context, conn *sql.Conn) {
	pragmas := fmt.Sprintf(`PRAGMA busy_timeout = %d`, busyTimeout.Milliseconds())
	if l.lent {
		pragmas += `; PRAGMA query_only = 1`
	}
	if _, err := conn.ExecContext(ctx, pragmas); err != nil {
		conn.Raw(func(any) error { return driver.ErrBadConn }) // it ends instead
	}
}
