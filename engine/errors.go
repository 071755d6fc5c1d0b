package engine

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"syscall"

	"brain/db"
	"brain/merge"
	"brain/vec"
)

// Error is what a user reads: what is wrong, why, and what to do about it. Kind decides the exit code.
type Error struct {
	Problem string
	Cause   string
	Fix     string
	Docs    string // a page of docs/, where it helps
	// Token is a line for programs, told before the rest and not in JSON, such as brain-cli's "DUPLICATE: uid".
	Token string
	// Candidates are what may have been meant, where a name was not clear.
	Candidates []Candidate
	Packet     any   // what a decision needs, for whoever decides: it is told in place of the rest; marshals to JSON
	Kind       error // one of the sentinels below; nil is a plain error
	Err        error // what lies beneath, for errors.Is
}

// Error gives problem and cause on one line.
func (e *Error) Error() string {
	if e.Cause == "" {
		return e.Problem
	}
	return e.Problem + ": " + e.Cause
}

// Unwrap gives the kind and the error beneath.
func (e *Error) Unwrap() []error {
	var out []error
	for _, err := range []error{e.Kind, e.Err} {
		if err != nil {
			out = append(out, err)
		}
	}
	return out
}

// The kinds of failure that callers tell apart.
var (
	ErrUsage     = errors.New("wrong usage")
	ErrDuplicate = errors.New("already there")
	ErrDecide    = errors.New("a decision is needed")
	ErrNoNode    = errors.New("no such node")
	ErrPartial   = errors.New("some input was skipped")
	ErrAnswered  = errors.New("the answer tells what is wrong") // nothing more is to be told
)

// exitCodes is the one table from kinds to exit codes: brain-cli's 0 to 3, Graphify's 4, and 5 for work that is done but
// for some input that was skipped and named. Anything else is 1.
var exitCodes = []struct {
	kind error
	code int
}{
	{ErrUsage, 2},
	{ErrDuplicate, 2},
	{ErrDecide, 3},
	{ErrNoNode, 4},
	{ErrPartial, 5},
}

// ExitCode gives the exit code that belongs to an error; 0 for nil.
func ExitCode(err error) int {
	if err == nil {
		return 0
	}
	for _, e := range exitCodes {
		if errors.Is(err, e.kind) {
			return e.code
		}
	}
	return 1
}

// usage makes an error about the call itself.
func usage(fix, format string, args ...any) error {
	return &Error{Problem: fmt.Sprintf(format, args...), Fix: fix, Kind: ErrUsage}
}

// Explain turns an error from below into one with problem, cause and fix. An *Error passes unchanged, but where it is only
// that the work was stopped.
func Explain(err error) *Error {
	var e *Error
	var other *merge.VectorsOther
	var length *vec.LengthError
	var path *fs.PathError
	switch {
	case err == nil:
		return nil
	case errors.Is(err, context.Canceled):
		return &Error{Problem: "stopped", Cause: "the work was interrupted; everything up to the last batch is in the file", Fix: "run the same command again to go on", Err: err}
	case errors.As(err, &e):
		return e
	case errors.Is(err, context.DeadlineExceeded):
		return &Error{Problem: "the time is up", Cause: "the call took longer than it may; what it wrote up to then is in the file", Fix: "call it again, or give calls more time: `brain serve --timeout SECONDS`", Err: err}
	case errors.Is(err, db.ErrMissing):
		return &Error{Problem: "there is no brain yet", Cause: err.Error(), Fix: "make one with `brain init`, or name another file with BRAIN_DB=path", Err: err}
	case errors.Is(err, db.ErrForeign):
		return &Error{Problem: "this is not a brain file", Cause: err.Error(), Fix: "name a brain with BRAIN_DB=path, or make a new one with `brain init PATH`; this file is left as it is", Err: err}
	case errors.Is(err, db.ErrNewer):
		return &Error{Problem: "this file needs a newer brain", Cause: err.Error(), Fix: "update brain; the file is left as it is", Err: err}
	case errors.Is(err, db.ErrEmpty):
		return &Error{Problem: "this file holds nothing yet", Cause: err.Error(), Fix: "read something in first: `brain import DIR`, `brain extract DIR` or `brain graph import graph.json`", Err: err}
	case errors.Is(err, db.ErrNotMerged):
		return &Error{Problem: "nothing has been merged into this file yet", Cause: err.Error(), Fix: "read something in first: `brain import DIR`, `brain extract DIR` or `brain graph import graph.json`", Err: err}
	case errors.Is(err, db.ErrBusy):
		return &Error{Problem: "the file is locked", Cause: "another process has been writing for more than ten seconds", Fix: "try again when it is done; nothing was changed", Err: err}
	case errors.Is(err, db.ErrIncomplete):
		return &Error{Problem: "the file lacks a part of brain's schema", Cause: err.Error(), Fix: "put it back with `brain migrate`; `brain doctor` lists what is missing", Err: err}
	case errors.Is(err, db.ErrCorrupt):
		return &Error{Problem: "the file is damaged", Cause: err.Error(), Fix: "restore a backup, or save what is readable with `sqlite3 FILE .recover`", Err: err}
	case errors.Is(err, db.ErrUnreadable):
		return &Error{Problem: "the file cannot be read", Cause: err.Error(), Fix: "check the rights of the file, its folder and the -wal, -shm or -journal beside it, or copy all of them into a folder of yours and name the copy with BRAIN_DB=path", Err: err}
	case errors.Is(err, db.ErrFull):
		return &Error{Problem: "the disk is full", Cause: err.Error(), Fix: "make room where the file is, then run the same command again; nothing of the last batch was written", Err: err}
	case errors.Is(err, db.ErrMoved):
		return &Error{Problem: "the file was removed or replaced while brain worked on it", Cause: err.Error(), Fix: "run the same command again, on what is at the path now: nothing that this one has just written is there", Err: err}
	case errors.Is(err, db.ErrIO):
		return &Error{Problem: "the system could not read or write the file", Cause: err.Error(), Fix: "check the disk, its quota and the limits of this process (ulimit -f), then run the same command again; nothing of the last batch was written", Err: err}
	case errors.Is(err, db.ErrReadOnly):
		return &Error{Problem: "the file cannot be opened for writing", Cause: err.Error(), Fix: "check the rights of the file and its folder, or name another with BRAIN_DB=path", Err: err}
	case errors.As(err, &other):
		return &Error{Problem: "these vectors do not fit the file", Cause: other.Error(), Fix: "import without them (`--no-vectors`) and run `brain embed`, or keep them in a file of their own (BRAIN_DB=path)", Err: err}
	case errors.As(err, &length):
		return &Error{Problem: "these vectors are too long", Cause: length.Error(), Fix: "use a model of at most " + fmt.Sprint(vec.MaxTableDimension) + " dimensions, or import without vectors (`--no-vectors`) and run `brain embed`", Err: err}
	case errors.Is(err, vec.ErrDimension):
		return &Error{Problem: "these vectors do not fit the file", Cause: err.Error(), Fix: "use vectors of one model throughout a file", Err: err}
	case errors.As(err, &path) && errors.Is(err, os.ErrNotExist):
		return &Error{Problem: "no such file or folder: " + path.Path, Fix: "check the path", Err: err}
	case errors.As(err, &path):
		return &Error{Problem: "cannot " + verb(path.Op) + " " + path.Path, Cause: path.Err.Error(), Fix: pathFix(err), Err: err}
	}
	if e := explainMemory(err); e != nil {
		return e
	}
	if e := explainPage(err); e != nil {
		return e
	}
	return &Error{Problem: err.Error(), Err: err}
}

// verb says in a word of its own what a system call that only looks was to do.
func verb(op string) string {
	switch op {
	case "open", "stat", "lstat", "readdirent", "seek":
		return "read"
	}
	return op
}

// pathFix says what to do about a path that the system refuses.
func pathFix(err error) string {
	for _, f := range []struct {
		errno syscall.Errno
		fix   string
	}{
		{syscall.ELOOP, "name what the symbolic links should lead to: they lead in a circle"},
		{syscall.ENOTDIR, "check the path: a part of it is a file"},
		{syscall.EISDIR, "name a file: this is a folder"},
		{syscall.ENAMETOOLONG, "use a shorter name"},
		{syscall.ENOSPC, "make room on the disk"},
		{syscall.EROFS, "use a disk that can be written"},
		{syscall.EIO, "check the disk"},
		{syscall.EFBIG, "let a process write larger files (ulimit -f)"},
		{syscall.EDQUOT, "make room: the quota is used up"},
		{syscall.EMFILE, "let a process open more files (ulimit -n)"},
	} {
		if errors.Is(err, f.errno) {
			return f.fix
		}
	}
	if errors.Is(err, fs.ErrPermission) {
		return "check its rights"
	}
	return "check the path"
}
