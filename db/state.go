package db

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
)

// ApplicationID marks a file as ours: "BRAI" in PRAGMA application_id. It is set when the file is first migrated.
const ApplicationID = 0x42524149

// State says whose file it is.
type State int

const (
	// Empty: a new file, or one without tables.
	Empty State = iota
	// BrainCLI: brain-cli's memories, never written by this program.
	BrainCLI
	// Ours: carries our application id.
	Ours
)

// newestBrainCLI is the schema of brain-cli that we know (its marker in stats, facts of program 3.4.0).
const newestBrainCLI = 4

// checkMagic refuses a file that is no SQLite database before SQLite touches it. An empty file is a new database.
func checkMagic(path string) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	head := make([]byte, 16)
	n, err := io.ReadFull(f, head)
	if n == 0 && errors.Is(err, io.EOF) {
		return nil
	}
	if err != nil && !errors.Is(err, io.ErrUnexpectedEOF) {
		return err
	}
	if string(head) != "SQLite format 3\x00" {
		return fmt.Errorf("%w: it is no SQLite database", ErrForeign)
	}
	return nil
}

// identify reads whose file it is, and our schema version in it. A later version or a stranger's file is an error. All is
// read in one transaction: between two statements another process may migrate the file.
func identify(ctx context.Context, readers *sql.DB) (State, int, error) {
	q, err := readers.BeginTx(ctx, nil)
	if err != nil {
		return 0, 0, classify(err)
	}
	defer q.Rollback()
	var appID, version, tables int
	if err := q.QueryRowContext(ctx, `PRAGMA application_id`).Scan(&appID); err != nil {
		return 0, 0, classify(err)
	}
	if err := q.QueryRowContext(ctx, `PRAGMA user_version`).Scan(&version); err != nil {
		return 0, 0, classify(err)
	}
	if appID == ApplicationID {
		if version > len(migrations) {
			return 0, 0, fmt.Errorf("%w: its schema is %d, this program knows up to %d", ErrNewer, version, len(migrations))
		}
		return Ours, version, checkBrainCLI(ctx, q)
	}
	if appID != 0 {
		return 0, 0, fmt.Errorf("%w: it carries another program's id %#x", ErrForeign, appID)
	}
	if err := q.QueryRowContext(ctx, `SELECT count(*) FROM sqlite_schema WHERE type IN ('table','view')`).Scan(&tables); err != nil {
		return 0, 0, classify(err)
	}
	if tables == 0 {
		return Empty, 0, nil
	}
	var theirs int
	err = q.QueryRowContext(ctx, `SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND name IN ('memories','stats')`).Scan(&theirs)
	if err != nil {
		return 0, 0, classify(err)
	}
	if theirs != 2 {
		return 0, 0, fmt.Errorf("%w: it is a database of another program", ErrForeign)
	}
	return BrainCLI, 0, checkBrainCLI(ctx, q)
}

// checkBrainCLI refuses memories of a newer brain-cli. A file without its marker passes.
func checkBrainCLI(ctx context.Context, q *sql.Tx) error {
	var there int
	if err := q.QueryRowContext(ctx, `SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND name = 'stats'`).Scan(&there); err != nil {
		return classify(err)
	}
	if there == 0 {
		return nil
	}
	var marker string
	err := q.QueryRowContext(ctx, `SELECT value FROM stats WHERE key = 'brain_schema_version'`).Scan(&marker)
	if errors.Is(err, sql.ErrNoRows) {
		return nil
	}
	if err != nil {
		return classify(err)
	}
	if v, err := strconv.Atoi(marker); err == nil && v > newestBrainCLI {
		return fmt.Errorf("%w: its memories have schema %d, this program knows up to %d", ErrNewer, v, newestBrainCLI)
	}
	return nil
}
