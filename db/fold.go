package db

import (
	"context"
	"fmt"
	"time"
)

// foldAt is how many pages of the WAL are brought into the file by the writer that adds one: SQLite's own number
// (SQLITE_DEFAULT_WAL_AUTOCHECKPOINT).
const foldAt = 1000

// cutAt is the size of a WAL, in bytes, from which on a writer makes it short before the next may write, and cutWait how long the one
// that brings it there, or to a multiple, waits for readers.
const (
	cutAt   = 32 << 20
	cutWait = 2 * time.Second
)

// fold brings the WAL into the file where it has grown long, as far as readers let it. SQLite would do it at the end of a commit,
// before the writer leaves the line: two syncs of the disk for which all others would wait, though they need not. What fails is done by
// a later writer, or by the last to close the file.
func (d *DB) fold(ctx context.Context) {
	// A WAL keeps its size when it begins anew.
	if d.WALSize() < foldAt*512 {
		return
	}
	conn, err := d.readers.Conn(ctx)
	if err != nil {
		return
	}
	defer conn.Close()
	// A connection that has last read a file without a WAL knows of none until it reads again.
	if _, err := conn.ExecContext(ctx, `SELECT 1 FROM sqlite_schema LIMIT 1`); err != nil {
		return
	}
	var busy, pages, folded int
	err = conn.QueryRowContext(ctx, `PRAGMA wal_checkpoint(NOOP)`).Scan(&busy, &pages, &folded)
	if err == nil && pages >= foldAt && folded < pages {
		_ = conn.QueryRowContext(ctx, `PRAGMA wal_checkpoint(PASSIVE)`).Scan(&busy, &pages, &folded)
	}
}

// cut brings all of a WAL that has grown large into the file and makes it short. It had been of so many bytes before this write. While
// others write without a pause each fold ends behind the newest page, so that the WAL never begins anew: this one runs before the writer
// leaves the line. Readers of older states have to be through; those that begin once all is in the file are not in the way. One that
// reads for long puts it off, and so does a program that stands in no line.
func (d *DB) cut(ctx context.Context, before int64) {
	size := d.WALSize()
	if size < cutAt {
		return
	}
	wait := time.Duration(0)
	if size/cutAt > before/cutAt {
		wait = cutWait
	}
	conn, err := d.readers.Conn(ctx)
	if err != nil {
		return
	}
	defer conn.Close()
	if _, err := conn.ExecContext(ctx, fmt.Sprintf(`PRAGMA busy_timeout = %d; SELECT 1 FROM sqlite_schema LIMIT 1`, wait.Milliseconds())); err == nil {
		_ = d.checkpoint(ctx, conn)
	}
	_, _ = conn.ExecContext(context.WithoutCancel(ctx), fmt.Sprintf(`PRAGMA busy_timeout = %d`, busyTimeout.Milliseconds()))
}
