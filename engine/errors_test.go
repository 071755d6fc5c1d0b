package engine_test

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"syscall"
	"testing"

	"brain/db"
	"brain/engine"
	"brain/merge"
	"brain/vec"
)

func TestExplainSaysWhatIsWrongAndWhatToDo(t *testing.T) {
	for _, tc := range []struct {
		err          error
		problem, fix string
	}{
		{db.ErrMissing, "there is no brain yet", "brain init"},
		{db.ErrForeign, "this is not a brain file", "left as it is"},
		{db.ErrNewer, "this file needs a newer brain", "left as it is"},
		{db.ErrNotMerged, "nothing has been merged into this file yet", "brain import DIR"},
		{db.ErrBusy, "the file is locked", "try again"},
		{db.ErrCorrupt, "the file is damaged", "restore a backup"},
		{db.ErrEmpty, "this file holds nothing yet", "brain import DIR"},
		{db.ErrUnreadable, "the file cannot be read", "check the rights"},
		{db.ErrFull, "the disk is full", "make room"},
		{db.ErrIO, "the system could not read or write the file", "check the disk"},
		{&vec.LengthError{Dim: 8193}, "these vectors are too long", "8192 dimensions"},
		{db.ErrReadOnly, "the file cannot be opened for writing", "check the rights"},
		{vec.ErrDimension, "these vectors do not fit the file", "one model"},
		{&merge.VectorsOther{HaveDim: 3, WantDim: 4}, "these vectors do not fit the file", "--no-vectors"},
		{context.Canceled, "stopped", "run the same command again"},
		{&fs.PathError{Op: "open", Path: "a.txt", Err: fs.ErrNotExist}, "no such file or folder: a.txt", "check the path"},
		{&fs.PathError{Op: "open", Path: "a.txt", Err: fs.ErrPermission}, "cannot read a.txt", "check its rights"},
		{&fs.PathError{Op: "stat", Path: "a.txt", Err: syscall.ELOOP}, "cannot read a.txt", "they lead in a circle"},
		{&fs.PathError{Op: "read", Path: "a.txt", Err: syscall.EISDIR}, "cannot read a.txt", "name a file"},
		{&fs.PathError{Op: "open", Path: "a.txt", Err: syscall.ENAMETOOLONG}, "cannot read a.txt", "shorter name"},
		{&fs.PathError{Op: "open", Path: "a.txt", Err: syscall.ENOTDIR}, "cannot read a.txt", "a part of it is a file"},
		{&fs.PathError{Op: "write", Path: "a.txt", Err: syscall.ENOSPC}, "cannot write a.txt", "make room"},
		{&fs.PathError{Op: "read", Path: "a.txt", Err: errors.New("odd")}, "cannot read a.txt", "check the path"},
		{&engine.Error{Problem: "the statement failed", Err: context.Canceled}, "stopped", "run the same command again"},
	} {
		wrapped := fmt.Errorf("do it: %w", tc.err)
		got := engine.Explain(wrapped)
		if got.Problem != tc.problem || !strings.Contains(got.Fix, tc.fix) {
			t.Errorf("%v: problem %q, fix %q", tc.err, got.Problem, got.Fix)
		}
		if !errors.Is(got, tc.err) {
			t.Errorf("%v is no longer found in its explanation", tc.err)
		}
		if code := engine.ExitCode(wrapped); code != 1 {
			t.Errorf("%v: exit code %d", tc.err, code)
		}
	}
	if engine.Explain(nil) != nil {
		t.Error("no error has an explanation")
	}
	own := &engine.Error{Problem: "p", Cause: "c", Fix: "f"}
	if engine.Explain(fmt.Errorf("x: %w", own)) != own || own.Error() != "p: c" {
		t.Errorf("an Error passes changed: %v", own)
	}
	if got := engine.Explain(errors.New("odd")); got.Problem != "odd" {
		t.Errorf("another error: %+v", got)
	}
}

func TestExitCodes(t *testing.T) {
	for err, want := range map[error]int{nil: 0, errors.New("x"): 1, engine.ErrUsage: 2, engine.ErrDuplicate: 2, engine.ErrDecide: 3, engine.ErrNoNode: 4, engine.ErrPartial: 5} {
		if got := engine.ExitCode(err); got != want {
			t.Errorf("%v: %d, want %d", err, got, want)
		}
		if err != nil {
			if got := engine.ExitCode(fmt.Errorf("x: %w", &engine.Error{Kind: err})); got != want {
				t.Errorf("an Error of kind %v: %d, want %d", err, got, want)
			}
		}
	}
}

func TestWithoutAHomeTheFileMustBeNamed(t *testing.T) {
	t.Setenv("BRAIN_DB", "")
	t.Setenv("HOME", "")
	_, err := engine.DefaultPath()
	if err == nil {
		t.Skip("this system knows the home folder by other means")
	}
	if got := engine.Explain(err); got.Cause == "" || !strings.Contains(got.Fix, "BRAIN_DB=path") {
		t.Errorf("%+v", got)
	}
}

func TestACitationIsNotRepeatedAtLength(t *testing.T) {
	e := withThreeStores(t)
	for _, c := range []string{strings.Repeat("x", 100_000), "[BM:gbrain:" + strings.Repeat("x", 100_000) + ":2026-01-01T00:00:00Z]", "[BM:gbrain:" + strings.Repeat("\n", 1000) + ":2026]"} {
		_, err := e.Cite(ctx, engine.CiteInput{Citation: c})
		if got := engine.Explain(err); err == nil || len(got.Problem)+len(got.Cause)+len(got.Fix) > 2000 || strings.Contains(got.Problem, "\n") {
			t.Errorf("%.20s: %d bytes: %.500s", c, len(got.Problem)+len(got.Cause)+len(got.Fix), got.Error())
		}
	}
}
