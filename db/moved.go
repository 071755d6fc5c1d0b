package db

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// A process may have a file open for days, and POSIX lets anybody remove or replace it meanwhile: what is written then goes to a file
// that nobody can open any more. So no connection is opened to another file than the first one was, and no write is acknowledged
// unless that one is still at its path.

// Moved says whether the file that is open is at its path no more: it was removed, or another has its place. A path that cannot be
// looked at tells nothing.
func (d *DB) Moved() bool {
	if d.file == nil {
		return false // nothing is open yet
	}
	info, err := os.Stat(d.path)
	return errors.Is(err, fs.ErrNotExist) || err == nil && !os.SameFile(info, d.file)
}

// unmoved is ErrMoved where Moved holds.
func (d *DB) unmoved() error {
	if d.Moved() {
		return fmt.Errorf("%w: %s", ErrMoved, d.path)
	}
	return nil
}

// here gives the name that opens the file for a connection, as long as the file is there.
func (d *DB) here(name string) func() (string, error) {
	return func() (string, error) { return name, d.unmoved() }
}

// Leave makes the path ready for what is there now, or for nothing, once the file has moved: SQLite would lay the WAL that the old one
// left beside it over the new one. What the WAL holds is brought into the file that it belongs to, wherever that is by now, then the
// WAL and its index are removed. ErrMoved says that others still work on the old file, so that the WAL has to stay. Where some process
// has opened the new file already it is too late, and all is left as it is.
func (d *DB) Leave(ctx context.Context) error {
	if !d.Moved() || d.noRoom || !mayWrite(filepath.Dir(d.real)) {
		return nil
	}
	opened.Lock()
	defer opened.Unlock()
	info, err := os.Stat(d.path)
	if err == nil {
		for _, file := range opened.files {
			if os.SameFile(info, file) {
				return nil
			}
		}
		if inUse(d.path) {
			return nil
		}
	}
	if size(d.real+"-wal") > 0 {
		if err := d.foldAll(ctx); err != nil {
			return err
		}
	}
	// One that is not empty now belongs to the new file.
	if size(d.real+"-wal") == 0 {
		os.Remove(d.real + "-wal")
	}
	os.Remove(d.real + "-shm") // whoever opens the new file makes it of the WAL
	return nil
}

// foldAll brings all of the WAL into the file over a connection that is open, and empties it. Without one, whose WAL lies there is not
// known.
func (d *DB) foldAll(ctx context.Context) error {
	conn, err := d.readers.Conn(ctx)
	if d.mu.Lock(); err != nil && d.writer != nil {
		conn, err = d.writer.Conn(ctx)
	}
	d.mu.Unlock()
	if err != nil {
		return nil // there is none, and none may be opened
	}
	defer conn.Close()
	if _, err := conn.ExecContext(ctx, `PRAGMA busy_timeout = 200; SELECT 1 FROM sqlite_schema LIMIT 1`); err != nil {
		return classify(err)
	}
	var busy, pages, folded int
	err = conn.QueryRowContext(ctx, `PRAGMA wal_checkpoint(TRUNCATE)`).Scan(&busy, &pages, &folded)
	if busy != 0 || errors.Is(classify(err), ErrBusy) {
		return fmt.Errorf("%w: %s, and the one that was there is still at work", ErrMoved, d.path)
	}
	return classify(err)
}

// size of a file, -1 if there is none.
func size(path string) int64 {
	info, err := os.Stat(path)
	if err != nil {
		return -1
	}
	return info.Size()
}
