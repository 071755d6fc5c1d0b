package db

import (
	"context"
	"database/sql"
	"fmt"
	"os"

	"modernc.org/sqlite"
)

// Replace puts the contents of the file at src in the place of this file's, in one transaction: processes that have the file open
// see it as one commit. src must be a brain or a brain-cli file that is whole and not newer than this program. The file as it
// was is copied before, unless it is empty; the copy's name is given back. A kill at any moment leaves the file as it was or as src is.
func (d *DB) Replace(ctx context.Context, src string) (copied string, err error) {
	from, err := d.source(ctx, src)
	if err != nil {
		return "", err
	}
	if err := d.refuseUnwritable(); err != nil {
		return "", err
	}
	if d.State() != Empty {
		copied = nameOfCopy(d.path, ".bak-restore-", d.now())
		if err := d.Copy(ctx, copied); err != nil {
			return "", fmt.Errorf("%w: %w", ErrUncopied, err)
		}
	}
	q := sql.OpenDB(connector{d.drv, d.here(dsn(d.real, readWrite, false, pragmas))})
	defer q.Close()
	if from, err = d.inPagesOf(ctx, q, from); err != nil {
		return copied, fmt.Errorf("restore %s: %w", src, classify(err))
	}
	defer d.removePaged()
	err = waitWhileBusy(ctx, func() error {
		return copyPages(ctx, q, func(c backuper) (*sqlite.Backup, error) { return c.NewRestore(from) })
	})
	if err == nil {
		err = d.reread(ctx)
	}
	if err != nil {
		return copied, fmt.Errorf("restore %s: %w", src, classify(err))
	}
	return copied, nil
}

// inPagesOf gives the name of a database with the contents of that at from and pages of the size that the file has: SQLite copies no
// others into a file that is in use. It is from itself, or a file beside ours.
func (d *DB) inPagesOf(ctx context.Context, file *sql.DB, from string) (string, error) {
	var have, want int
	if err := file.QueryRowContext(ctx, `PRAGMA page_size`).Scan(&want); err != nil || d.State() == Empty {
		return from, err
	}
	q := openSQL(d.drv, from)
	defer q.Close()
	if err := q.QueryRowContext(ctx, `PRAGMA page_size`).Scan(&have); err != nil || have == want {
		return from, err
	}
	conn, err := q.Conn(ctx)
	if err != nil {
		return "", err
	}
	defer conn.Close()
	d.removePaged()
	for _, step := range []string{`PRAGMA query_only = 0`, fmt.Sprintf(`PRAGMA page_size = %d`, want)} {
		if _, err := conn.ExecContext(ctx, step); err != nil {
			return "", err
		}
	}
	if _, err := conn.ExecContext(ctx, `VACUUM INTO ?`, d.paged()); err != nil {
		d.removePaged()
		return "", err
	}
	return dsn(d.paged(), readWrite, false, nil), nil
}

func (d *DB) paged() string { return fmt.Sprintf("%s.%d.restoring", d.real, os.Getpid()) }

func (d *DB) removePaged() { removeAll(d.paged()) }

// source gives the name that opens src for a copy, once src is known to be a brain that is whole, and not the file itself.
func (d *DB) source(ctx context.Context, src string) (string, error) {
	s, err := Open(ctx, src, Options{Now: d.now})
	if err != nil {
		return "", err
	}
	defer s.Close()
	if a, err := os.Stat(s.real); err == nil {
		if b, err := os.Stat(d.real); err == nil && os.SameFile(a, b) {
			return "", fmt.Errorf("%w: %s is the file itself", ErrExists, src)
		}
	}
	if s.State() == Empty {
		return "", fmt.Errorf("read %s: %w", src, ErrEmpty)
	}
	if err := quickCheck(ctx, s.readers); err != nil {
		return "", fmt.Errorf("%s: %w", src, err)
	}
	return s.readDSN(readWrite)
}

// reread forgets what was known of the file.
func (d *DB) reread(ctx context.Context) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	var err error
	if d.writer != nil {
		err = d.writer.Close()
		d.writer = nil
	}
	if err == nil {
		d.is, err = identify(ctx, d.readers)
	}
	return err
}
