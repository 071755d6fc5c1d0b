package memory

import (
	"errors"
	"fmt"
	"strings"
)

// The reasons for which an operation is refused. Those about one memory come in a *UIDError.
var (
	// ErrUnknown: no memory has that uid.
	ErrUnknown = errors.New("no such memory")
	// ErrDeleted: the memory is deleted; it can be restored.
	ErrDeleted = errors.New("memory is deleted")
	// ErrNotDeleted: what is to be restored was never deleted.
	ErrNotDeleted = errors.New("memory is not deleted")
	// ErrInvalid: the memory is invalid already.
	ErrInvalid = errors.New("memory is invalid already")
	// ErrNotInvalid: the memory whose invalidation is to be undone is valid.
	ErrNotInvalid = errors.New("memory is not invalid")
	// ErrSelf: a memory cannot supersede itself.
	ErrSelf = errors.New("memory cannot supersede itself")
	// ErrBlankTitle: a memory needs a title.
	ErrBlankTitle = errors.New("title is blank")
	// ErrBlankText: there is nothing to append.
	ErrBlankText = errors.New("text to append is blank")
	// ErrNoChange: an update says nothing to change.
	ErrNoChange = errors.New("nothing to change")
	// ErrTwoTexts: an update both appends and replaces.
	ErrTwoTexts = errors.New("append and replace exclude each other")
	// ErrKind: links have other kinds.
	ErrKind = errors.New("no such kind of link")
	// ErrLinked: the link is there already.
	ErrLinked = errors.New("link is there already")
	// ErrTask: a field of a task has a word that it does not take.
	ErrTask = errors.New("no such word for a task")
)

// UIDError says why an operation on one memory is refused.
type UIDError struct {
	UID string
	Err error
	// Since is when what stands in the way came to be, such as the invalidation; "" where nothing did.
	Since string
	// Near are uids like the one that was asked for, the nearest first.
	Near []string
}

// Error names the uid and the reason.
func (e *UIDError) Error() string {
	text := e.UID + ": " + e.Err.Error()
	if e.Since != "" {
		text += " (since " + e.Since + ")"
	}
	if len(e.Near) > 0 {
		text += "; did you mean " + strings.Join(e.Near, " or ") + "?"
	}
	return text
}

// Unwrap gives the reason.
func (e *UIDError) Unwrap() error { return e.Err }

// oneOf refuses a word that is not of the list; "" is none and passes.
func oneOf(reason error, field, word string, list []string) error {
	for _, w := range append([]string{""}, list...) {
		if w == word {
			return nil
		}
	}
	return fmt.Errorf("%w: %s %q is none of %s", reason, field, word, strings.Join(list, ", "))
}
