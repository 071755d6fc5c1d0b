package db

import (
	"context"
	"database/sql"
	"fmt"
	"os"
	"strings"
)

// Vacuum writes the file anew without what is free in it, merges the parts of its full-text indexes, and empties the WAL. It gives
// the bytes before and after, the WAL with them. A file of any state is taken as it is. Other processes can read meanwhile; writers wait.
func (d *DB) Vacuum(ctx context.Context) (before, after int64, err error) {
	if err := d.lookAgain(ctx); err != nil {
		return 0, 0, err
	}
	if err := d.refuseUnwritable(); err != nil {
		return 0, 0, err
	}
	q := d.writersBy(pragmas)
	defer q.Close()
	conn, err := q.Conn(ctx)
	if err != nil {
		return 0, 0, classify(err)
	}
	defer conn.Close()
	before = d.Size()
	indexes, err := indexesOf(ctx, conn)
	if err != nil {
		return before, before, classify(err)
	}
	for _, name := range indexes {
		if _, err := conn.ExecContext(ctx, fmt.Sprintf(`INSERT INTO %[1]s(%[1]s) VALUES ('optimize')`, name)); err != nil {
			return before, before, interrupted(ctx, fmt.Errorf("merge the index %s: %w", name, classify(err)))
		}
	}
	for _, step := range []string{`VACUUM`, `PRAGMA optimize`} {
		if _, err := conn.ExecContext(ctx, step); err != nil {
			return before, d.Size(), interrupted(ctx, classify(err))
		}
	}
	err = d.checkpoint(ctx, conn)
	return before, d.Size(), err
}

// checkpoint brings what lies in the WAL into the file and empties it, as far as other processes let it.
func (d *DB) checkpoint(ctx context.Context, conn *sql.Conn) error {
	var busy, log, done int
	return interrupted(ctx, classify(conn.QueryRowContext(ctx, `PRAGMA wal_checkpoint(TRUNCATE)`).Scan(&busy, &log, &done)))
}

// indexesOf names the file's full-text indexes that FTS5 keeps, whoever made them.
func indexesOf(ctx context.Context, conn *sql.Conn) (names []string, err error) {
	rows, err := conn.QueryContext(ctx, `SELECT name, lower(sql) FROM sqlite_schema WHERE type = 'table' ORDER BY name`)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var name, made sql.NullString
		if err := rows.Scan(&name, &made); err != nil {
			return nil, err
		}
		if fields := strings.Fields(made.String); len(fields) > 2 && fields[1] == "virtual" && strings.Contains(made.String, "using fts5") {
			names = append(names, `"`+strings.ReplaceAll(name.String, `"`, `""`)+`"`)
		}
	}
	return names, rows.Err()
}

// Size is how many bytes the file and its WAL take.
func (d *DB) Size() (n int64) {
	for _, end := range []string{"", "-wal"} {
		if info, err := os.Stat(d.real + end); err == nil {
			n += info.Size()
		}
	}
	return n
}

// WALSize is how many bytes lie in the WAL.
func (d *DB) WALSize() int64 {
	info, err := os.Stat(d.real + "-wal")
	if err != nil {
		return 0
	}
	return info.Size()
}
