package db

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"modernc.org/sqlite"
)

// ErrExists: there is a file already where a new one is to be made.
var ErrExists = errors.New("file exists")

// ErrUncopied: Replace could not keep a copy of the file as it was, and left it as it is.
var ErrUncopied = errors.New("keep the file as it is")

// backuper is what modernc's connections offer over SQLite's online backup.
type backuper interface {
	NewBackup(string) (*sqlite.Backup, error)
	NewRestore(string) (*sqlite.Backup, error)
}

// pagesAtOnce makes SQLite copy all pages in one step: other processes go on writing meanwhile, and the copy is of one moment.
// Copied piecemeal, each of their commits would start it over.
const pagesAtOnce = -1

// Copy writes a copy of the file, of any state, to dst, and checks that it is whole. dst is made only then, with the rights of the
// file; one that is there is ErrExists. Other processes may write meanwhile.
func (d *DB) Copy(ctx context.Context, dst string) (err error) {
	info, err := os.Stat(d.real)
	if err != nil {
		return err
	}
	if _, err := os.Lstat(dst); err == nil {
		return fmt.Errorf("%w: %s", ErrExists, dst)
	}
	tmp, err := os.CreateTemp(filepath.Dir(dst), "."+filepath.Base(dst)+".*")
	if err != nil {
		return fmt.Errorf("%w: copy to %s: %w", ErrReadOnly, dst, err)
	}
	defer removeAll(tmp.Name())
	err = errors.Join(tmp.Chmod(info.Mode().Perm()), tmp.Close())
	if err == nil {
		err = copyPages(ctx, d.readers, func(c backuper) (*sqlite.Backup, error) {
			return c.NewBackup(dsn(tmp.Name(), readWrite, false, nil))
		})
	}
	if err == nil {
		err = checkCopy(ctx, tmp.Name())
	}
	if err != nil {
		return fmt.Errorf("copy to %s: %w", dst, classify(err))
	}
	return place(tmp.Name(), dst)
}

// checkCopy looks through a copy that nobody else has open, and brings it to the disk.
func checkCopy(ctx context.Context, path string) error {
	q := openSQL(&sqlite.Driver{}, dsn(path, immutable, false, nil))
	defer q.Close()
	if err := quickCheck(ctx, q); err != nil {
		return err
	}
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return err
	}
	return errors.Join(f.Sync(), f.Close())
}

// place gives a finished file its name, unless that is taken by now. A link does both at once; where the file system has none, a
// look and a rename must do.
func place(tmp, dst string) error {
	err := os.Link(tmp, dst)
	switch {
	case err == nil:
		return nil
	case errors.Is(err, fs.ErrExist):
		return fmt.Errorf("%w: %s", ErrExists, dst)
	}
	if _, err := os.Lstat(dst); err == nil {
		return fmt.Errorf("%w: %s", ErrExists, dst)
	}
	return os.Rename(tmp, dst)
}

// removeAll removes a database that was given up, with what SQLite makes beside it.
func removeAll(path string) {
	for _, end := range []string{"", "-wal", "-shm", "-journal"} {
		os.Remove(path + end)
	}
}

// waitWhileBusy tries again while another process writes, for as long as other writers wait. It is for what SQLite does not call the
// busy handler for: to write a file by its backup, and to turn one to WAL.
func waitWhileBusy(ctx context.Context, try func() error) error {
	for deadline := time.Now().Add(busyTimeout); ; time.Sleep(5 * time.Millisecond) {
		err := classify(try())
		if !errors.Is(err, ErrBusy) || time.Now().After(deadline) || ctx.Err() != nil {
			return err
		}
	}
}

// copyPages runs a backup that begin starts on a connection of q.
func copyPages(ctx context.Context, q *sql.DB, begin func(backuper) (*sqlite.Backup, error)) error {
	conn, err := q.Conn(ctx)
	if err != nil {
		return err
	}
	defer conn.Close()
	return conn.Raw(func(c any) error {
		b, ok := c.(backuper)
		if !ok {
			return errors.New("the driver offers no backup")
		}
		bk, err := begin(b)
		if err != nil {
			return err
		}
		for more := true; more; {
			if more, err = bk.Step(pagesAtOnce); err != nil {
				bk.Finish()
				return err
			}
		}
		return bk.Finish()
	})
}

// NameOfCopy is how a copy of the file is named that nobody named.
func (d *DB) NameOfCopy() string { return nameOfCopy(d.path, ".bak-", d.now()) }

// stamp is a time as it stands in the names of copies.
func stamp(now time.Time) string { return now.UTC().Format("20060102-150405") }

// nameOfCopy puts the time behind the name, as brain-cli names its backups, and a number where that is taken.
func nameOfCopy(path, mark string, now time.Time) string {
	name := path + mark + stamp(now)
	for n, try := 2, name; ; n++ {
		if _, err := os.Lstat(try); err != nil {
			return try
		}
		try = fmt.Sprintf("%s-%d", name, n)
	}
}
