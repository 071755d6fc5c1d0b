package db

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"modernc.org/sqlite"
)

// backuper is what modernc's connections offer over SQLite's online backup.
type backuper interface {
	NewBackup(string) (*sqlite.Backup, error)
}

// backup copies the database of q to dst by SQLite's backup API, which sees a consistent file while others write.
func backup(ctx context.Context, q *sql.DB, dst string) error {
	conn, err := q.Conn(ctx)
	if err != nil {
		return classify(err)
	}
	defer conn.Close()
	return conn.Raw(func(c any) error {
		b, ok := c.(backuper)
		if !ok {
			return errors.New("back up: the driver offers no backup")
		}
		bk, err := b.NewBackup(dst)
		if err != nil {
			return fmt.Errorf("back up to %s: %w", dst, err)
		}
		for more := true; more; {
			if more, err = bk.Step(-1); err != nil {
				bk.Finish()
				return fmt.Errorf("back up to %s: %w", dst, err)
			}
		}
		return bk.Finish()
	})
}

// backupName is where a file is copied before its first migration, as brain-cli names its own backups.
func backupName(path string, now time.Time) string {
	return path + ".bak-migrate-" + now.UTC().Format("20060102-150405")
}
