package db

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"time"

	"modernc.org/sqlite"
)

// backup copies the database of q, which is the file at path, by SQLite's backup API, which sees a consistent file while
// others write, and gives the name of the copy. The copy has the rights of the file, and no older copy is written over.
func backup(ctx context.Context, q *sql.DB, path string, now time.Time) (dst string, err error) {
	info, err := os.Stat(path)
	if err != nil {
		return "", err
	}
	dst, err = claim(backupName(path, now), info.Mode().Perm())
	if err != nil {
		return "", fmt.Errorf("%w: back up: %w", ErrReadOnly, err)
	}
	defer func() {
		if err != nil {
			os.Remove(dst)
		}
	}()
	err = copyPages(ctx, q, func(c backuper) (*sqlite.Backup, error) { return c.NewBackup(dsn(dst, readWrite, false, nil)) })
	if err != nil {
		return "", fmt.Errorf("back up to %s: %w", dst, classify(err))
	}
	return dst, nil
}

// claim makes a new empty file of that name, numbered if there is one already.
func claim(name string, perm fs.FileMode) (string, error) {
	for n, try := 2, name; ; n++ {
		f, err := os.OpenFile(try, os.O_CREATE|os.O_EXCL|os.O_WRONLY, perm)
		if err == nil {
			return try, f.Close()
		}
		if !errors.Is(err, fs.ErrExist) {
			return "", err
		}
		try = fmt.Sprintf("%s-%d", name, n)
	}
}

// backupName is where a file is copied before its first migration, as brain-cli names its own backups.
func backupName(path string, now time.Time) string {
	return path + ".bak-migrate-" + stamp(now)
}
