package db

import (
	"context"
	"fmt"
)

// foldAt is how many pages of the WAL are brought into the file by the writer that adds one: SQLite's own number
// (SQLITE_DEFAULT_WAL_AUTOCHECKPOINT).
const foldAt = 1000

// cutAt is the size of a WAL, in bytes, from which on the writer that adds to it makes it short before the next may write.
const cutAt = 32 << 20

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

// cut brings all of a WAL that has grown large into the file and makes it short, as far as readers let it. While others write without a
// pause each fold ends behind the newest page, so that the WAL never begins anew: this one runs before the writer leaves the line. It
// waits for nobody: a reader of an older state puts it off, and so does a program that stands in no line.
func (d *DB) cut(ctx context.Context) {
	if d.WALSize() < cutAt {
		return
	}
	conn, err := d.readers.Conn(ctx)
	if err != nil {
		return
	}
	defer conn.Close()
	if _, err := conn.ExecContext(ctx, `PRAGMA busy_timeout = 0; SELECT 1 FROM sqlite_schema LIMIT 1`); err == nil {
		var busy, pages, folded int
		_ = conn.QueryRowContext(ctx, `PRAGMA wal_checkpoint(TRUNCATE)`).Scan(&busy, &pages, &folded)
	}
	_, _ = conn.ExecContext(context.WithoutCancel(ctx), fmt.Sprintf(`PRAGMA busy_timeout = %d`, busyTimeout.Milliseconds()))
}
