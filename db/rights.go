package db

import (
	"fmt"
	"path/filepath"
)

// A file that may not be written, or that has no room for a WAL beside it, is read without a trace. SQLite itself would make a -wal and a -shm beside it, with the
// file's own rights: those of a 0444 file would keep its owner from ever writing again, and those of another user's file
// would keep that user out.

// mayWrite says whether SQLite can write the file: it needs the file and, for the WAL, its folder.
func (d *DB) mayWrite() bool { return mayWrite(d.real) && mayWrite(filepath.Dir(d.real)) }

// readDSN names the file for a connection that reads: in the given mode where the file may be written, else in one that
// leaves nothing behind.
func (d *DB) readDSN(mode string) (string, error) {
	if d.noRoom || !d.mayWrite() {
		mode = readOnly
		switch b := look(d.real); {
		case b.wal && !b.shm:
			return "", fmt.Errorf("%w: the newest changes lie in %s-wal, and to read that takes the right to write the file and its folder", ErrUnreadable, d.real)
		case !b.wal && !b.journal && d.walMode:
			mode = immutable
		}
	}
	return dsn(d.real, mode, false, pragmas, readerPragmas), nil
}

// refuseUnwritable says why the file cannot be written, before SQLite leaves a -wal beside it in the attempt. A WAL in use
// can be written whatever the rights of its folder.
func (d *DB) refuseUnwritable() error {
	if err := d.unmoved(); err != nil {
		return err
	}
	switch dir := filepath.Dir(d.real); {
	case !mayWrite(d.real):
		return fmt.Errorf("%w: %s may not be written", ErrReadOnly, d.real)
	case !mayWrite(dir) && !look(d.real).shm:
		return fmt.Errorf("%w: its folder %s may not be written", ErrReadOnly, dir)
	}
	return nil
}
