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
	// ErrEmpty: the file is new; nothing was ever written into it.
	ErrEmpty = errors.New("file holds nothing yet")
	// ErrNotMerged: the file is a brain-cli file that nothing has been merged into yet, so it has no entries to read.
	ErrNotMerged = errors.New("file holds memories only")
	// ErrBusy: another process held the write lock for longer than the busy timeout.
	ErrBusy = errors.New("file is locked by another process")
	// ErrCorrupt: SQLite found the file damaged, or tables of ours are missing in it.
	ErrCorrupt = errors.New("file is damaged")
	// ErrIncomplete: a table or a column of ours is missing in the file; Migrate puts it back.
	ErrIncomplete = errors.New("file lacks a part of brain's schema (brain migrate puts it back)")
	// ErrReadOnly: the file or its folder cannot be written, and writing was asked for.
	ErrReadOnly = errors.New("file cannot be written")
	// ErrUnreadable: the file cannot be read with the rights that this process has.
	ErrUnreadable = errors.New("file cannot be read")
	// ErrFull: there is no room left where the file is.
	ErrFull = errors.New("disk is full")
	// ErrMoved: the file that is open is not at its path any more, since it was removed or another has its place.
	ErrMoved = errors.New("file is not at its path any more")
	// ErrIO: the system failed to read or write the file.
	ErrIO = errors.New("reading or writing the disk failed")
)

var sentinels = []error{ErrMissing, ErrForeign, ErrNewer, ErrEmpty, ErrNotMerged, ErrBusy, ErrCorrupt, ErrIncomplete, ErrReadOnly, ErrUnreadable, ErrFull, ErrMoved, ErrIO}

// IsFault says whether err is of a file in which nothing of ours can be stored as it is: another program's, a later version's, a
// damaged one, one whose disk fails.
func IsFault(err error) bool {
	for _, fault := range []error{ErrForeign, ErrNewer, ErrCorrupt, ErrIncomplete, ErrUnreadable, ErrIO} {
		if errors.Is(err, fault) {
			return true
		}
	}
	return false
}

// SQLite's result codes that are worth a name of their own (https://www.sqlite.org/rescode.html).
const (
	codeError    = 1
	codeBusy     = 5
	codeLocked   = 6
	codeReadOnly = 8
	codeIOErr    = 10
	codeCorrupt  = 11
	codeFull     = 13
	codeCantOpen = 14
	codeAuth     = 23
	codeNotADB   = 26

	codeReadOnlyRecovery  = codeReadOnly | 1<<8
	codeReadOnlyCantLock  = codeReadOnly | 2<<8
	codeReadOnlyRollback  = codeReadOnly | 3<<8
	codeReadOnlyCantInit  = codeReadOnly | 5<<8
	codeReadOnlyDirectory = codeReadOnly | 6<<8
	codeIOErrShmSize      = codeIOErr | 19<<8
	codeIOErrCorruptFS    = codeIOErr | 33<<8
)

// code gives SQLite's extended result code of an error, 0 if it is none of SQLite's.
func code(err error) int {
	var se *sqlite.Error
	if !errors.As(err, &se) {
		return 0
	}
	return se.Code()
}

// classify wraps an error of SQLite in the sentinel that fits, so that callers need not know result codes. An error that
// has its sentinel stays as it is.
func classify(err error) error {
	if err == nil {
		return nil
	}
	for _, s := range sentinels {
		if errors.Is(err, s) {
			return err
		}
	}
	switch c := code(err); c {
	case codeReadOnlyRecovery, codeReadOnlyCantLock, codeReadOnlyRollback, codeReadOnlyCantInit:
		// What a killed process left must be put right before anyone can read, and that takes the right to write.
		return fmt.Errorf("%w: %w", ErrUnreadable, err)
	case codeIOErrShmSize:
		// SQLite's message names no cause; making the WAL's shared memory larger fails only for want of room.
		return fmt.Errorf("%w: %w", ErrFull, err)
	case codeIOErrCorruptFS:
		return fmt.Errorf("%w: %w", ErrCorrupt, err)
	default:
		switch c & 0xff {
		case codeBusy, codeLocked:
			return fmt.Errorf("%w: %w", ErrBusy, err)
		case codeCorrupt:
			return fmt.Errorf("%w: %w", ErrCorrupt, err)
		case codeNotADB:
			return fmt.Errorf("%w: %w", ErrForeign, err)
		case codeReadOnly, codeCantOpen:
			return fmt.Errorf("%w: %w", ErrReadOnly, err)
		case codeFull:
			return fmt.Errorf("%w: %w", ErrFull, err)
		case codeIOErr:
			return fmt.Errorf("%w: %w", ErrIO, err)
		}
	}
	return err
}

// lacking are SQLite's words for what is not there; it has no result code of its own for that. The last but one is
// said of a virtual table of which a part is missing, the last of the view whose trigger is.
var lacking = lazy(`no such table: \w|no such column: \w|has no column named |vtable constructor failed: |cannot modify memories_words because`)

// incomplete wraps the error of a statement of ours that met a table or a column that is missing.
func incomplete(err error) error {
	if code(err) != codeError || errors.Is(err, ErrIncomplete) || !lacking().MatchString(err.Error()) {
		return err
	}
	return fmt.Errorf("%w: %w", ErrIncomplete, err)
}

// classifyRead is classify where reading was asked for: a file that cannot be opened is then one that cannot be read.
func classifyRead(err error) error {
	if code(err)&0xff == codeCantOpen || code(err) == codeReadOnlyDirectory {
		for _, s := range sentinels {
			if errors.Is(err, s) {
				return err
			}
		}
		return fmt.Errorf("%w: %w", ErrUnreadable, err)
	}
	return classify(err)
}
