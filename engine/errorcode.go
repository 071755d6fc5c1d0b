package engine

import (
	"context"
	"errors"
	"io/fs"
	"unicode/utf8"

	"brain/db"
	"brain/memory"
	"brain/merge"
	"brain/page"
	"brain/vec"
)

// codes is the one table from errors to the words by which programs tell them apart. The first that fits is taken: what an error is
// of itself stands before its kind.
var codes = []struct {
	is   error
	code string
}{
	{context.DeadlineExceeded, "timeout"},
	{context.Canceled, "cancelled"},
	{ErrDecide, "decide"},
	{ErrDuplicate, "duplicate"},
	{ErrUsage, "usage"},
	{memory.ErrBlankTitle, "usage"},
	{memory.ErrBlankText, "usage"},
	{memory.ErrBlankQuestion, "usage"},
	{memory.ErrNoChange, "usage"},
	{memory.ErrTwoTexts, "usage"},
	{memory.ErrKind, "usage"},
	{memory.ErrTask, "usage"},
	{memory.ErrFewUIDs, "usage"},
	{memory.ErrKeeper, "usage"},
	{page.ErrSlug, "usage"},
	{page.ErrDate, "usage"},
	{page.ErrEvent, "usage"},
	{page.ErrInvalid, "usage"},
	{page.ErrNoText, "usage"},
	{page.ErrJSON, "usage"},
	{merge.ErrCitation, "usage"},
	{ErrNoNode, "not_found"},
	{ErrPartial, "partial"},
	{memory.ErrUnknown, "not_found"},
	{memory.ErrDeleted, "not_found"},
	{page.ErrNoPage, "not_found"},
	{page.ErrNoVersion, "not_found"},
	{page.ErrNoRaw, "not_found"},
	{ErrNotFound, "not_found"},
	{db.ErrMissing, "no_brain"},
	{db.ErrForeign, "not_a_brain"},
	{db.ErrNewer, "newer"},
	{db.ErrEmpty, "empty"},
	{db.ErrNotMerged, "empty"},
	{db.ErrBusy, "busy"},
	{db.ErrIncomplete, "incomplete"},
	{db.ErrCorrupt, "damaged"},
	{db.ErrUnreadable, "unreadable"},
	{db.ErrReadOnly, "read_only"},
	{db.ErrFull, "disk_full"},
	{db.ErrMoved, "moved"},
	{db.ErrIO, "io"},
	{vec.ErrDimension, "vectors"},
	{fs.ErrNotExist, "not_found"},
	{fs.ErrPermission, "permission"},
}

// ErrNotFound says that there is nothing of the name that was given.
var ErrNotFound = errors.New("not found")

// Code gives the word by which programs tell an error apart, "error" for one of no kind of its own, "" for nil.
func Code(err error) string {
	if err == nil {
		return ""
	}
	for _, c := range codes {
		if errors.Is(err, c.is) {
			return c.code
		}
	}
	var other *merge.VectorsOther
	if errors.As(err, &other) {
		return "vectors"
	}
	return "error"
}

// Failure is an error as JSON has it, on the command line's stderr and in the results of MCP's tools.
type Failure struct {
	Error      FailureText `json:"error"`
	Candidates []Candidate `json:"candidates,omitempty"` // what may have been meant
	Packet     any         `json:"packet,omitempty"`     // what a decision needs
}

// FailureText says what is wrong: Message is Problem and Cause on one line, Exit the exit code of the command line.
type FailureText struct {
	Code    string `json:"code"`
	Message string `json:"message"`
	Problem string `json:"problem"`
	Cause   string `json:"cause,omitempty"`
	Fix     string `json:"fix,omitempty"`
	Docs    string `json:"docs,omitempty"`
	Exit    int    `json:"exit"`
}

// failureRunes is how much of a problem or a cause is told: what was given may be of any length.
const failureRunes = 1000

// Failed makes an error's JSON; exit is the exit code of the command line.
func Failed(err error, exit int) *Failure {
	e := Explain(err)
	f := &Failure{Candidates: e.Candidates, Packet: e.Packet}
	f.Error = FailureText{Code: Code(err), Problem: Cut(e.Problem, failureRunes), Cause: Cut(e.Cause, failureRunes), Fix: e.Fix, Docs: e.Docs, Exit: exit}
	f.Error.Message = f.Error.Problem
	if f.Error.Cause != "" {
		f.Error.Message += ": " + f.Error.Cause
	}
	return f
}

// Cut shortens a text to n runes, on a word's end if there is one near.
func Cut(s string, n int) string {
	if len(s) <= n && utf8.ValidString(s) {
		return s
	}
	r := []rune(s[:min(len(s), 4*n+4)])
	if len(r) <= n {
		return string(r)
	}
	head := string(r[:n-1])
	for i := len(head) - 1; i > len(head)*3/4; i-- {
		if head[i] == ' ' {
			head = head[:i]
			break
		}
	}
	return head + "…"
}
