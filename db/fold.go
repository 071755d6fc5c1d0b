package db

import "context"

// foldAt is how many pages of the WAL are brought into the file by the writer that adds one: SQLite's own number
// (SQLITE_DEFAULT_WAL_AUTOCHECKPOINT).
const foldAt = 1000

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
