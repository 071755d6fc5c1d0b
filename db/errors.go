package db

import (
	"errors"
	"fmt"

	"modernc.org/sqlite"
)

// The conditions of a file that callers tell apart. Each error returned by Open wraps one of them.
var (
	// ErrMissing: there is no file at the path, and the caller did not ask to make one.
	ErrMissing = errors.New("no such file")
	// ErrForeign: the file is not a brain: another program's database, or no database at all.
	ErrForeign = errors.New("not a brain file")
	// ErrNewer: the file was written by a later program; it is left untouched.
	ErrNewer = errors.New("file is from a newer version")
	// ErrNotMerged: the file is a brain-cli file that nothing has been merged into yet, so it has no entries to read.
	ErrNotMerged = errors.New("file holds memories only")
	// ErrBusy: another process held the write lock for longer than the busy timeout.
	ErrBusy = errors.New("file is locked by another process")
	// ErrCorrupt: SQLite found the file damaged.
	ErrCorrupt = errors.New("file is damaged")
	// ErrReadOnly: the file or its folder cannot be written.
	ErrReadOnly = errors.New("file cannot be written")
)

// SQLite's primary result codes that are worth a name of their own (https://www.sqlite.org/rescode.html).
const (
	codeBusy     = 5
	codeLocked   = 6
	codeReadOnly = 8
	codeCorrupt  = 11
	codeCantOpen = 14
	codeAuth     = 23
	codeNotADB   = 26
)

// classify wraps an error of SQLite in the sentinel that fits, so that callers need not know result codes.
func classify(err error) error {
	var se *sqlite.Error
	if !errors.As(err, &se) {
		return err
	}
	switch se.Code() & 0xff {
	case codeBusy, codeLocked:
		return fmt.Errorf("%w: %w", ErrBusy, err)
	case codeCorrupt:
		return fmt.Errorf("%w: %w", ErrCorrupt, err)
	case codeNotADB:
		return fmt.Errorf("%w: %w", ErrForeign, err)
	case codeReadOnly, codeCantOpen, codeAuth:
		return fmt.Errorf("%w: %w", ErrReadOnly, err)
	}
	return err
}
