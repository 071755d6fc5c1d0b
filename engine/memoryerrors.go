package engine

import (
	"errors"
	"fmt"
	"strings"

	"brain/memory"
)

// explainMemory says what is to be done about what package memory refuses; nil where it is something else.
func explainMemory(err error) *Error {
	var uid *memory.UIDError
	if errors.As(err, &uid) {
		return explainUID(err, uid)
	}
	for _, x := range []struct {
		is           error
		problem, fix string
	}{
		{memory.ErrBlankTitle, "the title is blank", "say the fact in one line: --title \"…\""},
		{memory.ErrBlankText, "there is nothing to append", "give a text: --append \"…\""},
		{memory.ErrNoChange, "there is nothing to change", "give --append \"…\", --replace \"…\" or --abstract \"…\""},
		{memory.ErrTwoTexts, "--append and --replace exclude each other", "leave one out"},
		{memory.ErrKind, "there is no such kind of link", "use one of " + strings.Join(memory.Kinds, ", ")},
		{memory.ErrLinked, "this link is there already", "leave it, or link by another kind"},
		{memory.ErrBlankQuestion, "the question is blank", "say what the work is about"},
		{memory.ErrFewUIDs, "a memory to keep and at least one to fold are needed", "brain consolidate --merge KEEPER DUP…"},
		{memory.ErrKeeper, "a memory cannot be folded into itself", "name the others after it: --merge KEEPER DUP…"},
		{memory.ErrTask, "a task does not take this word", "see `brain help save`"},
	} {
		if errors.Is(err, x.is) {
			return &Error{Problem: x.problem, Cause: err.Error(), Fix: x.fix, Err: err}
		}
	}
	return nil
}

// explainUID explains an error about one memory.
func explainUID(err error, uid *memory.UIDError) *Error {
	e := &Error{Err: err}
	switch {
	case errors.Is(uid, memory.ErrUnknown):
		e.Problem, e.Fix = "there is no memory "+named(uid.UID), "find it with `brain search` or `brain recent`"
		if len(uid.Near) > 0 {
			e.Fix = "did you mean " + strings.Join(uid.Near, " or ") + "?"
		}
	case errors.Is(uid, memory.ErrDeleted):
		e.Problem, e.Fix = fmt.Sprintf("the memory %s is deleted", uid.UID), "bring it back with `brain restore "+uid.UID+"`"
	case errors.Is(uid, memory.ErrNotDeleted):
		e.Problem, e.Fix = fmt.Sprintf("the memory %s is not deleted", uid.UID), "there is nothing to restore"
	case errors.Is(uid, memory.ErrInvalid):
		e.Problem, e.Fix = fmt.Sprintf("the memory %s is invalid since %s", uid.UID, uid.Since), "take that back with `brain invalidate "+uid.UID+" --undo`"
	case errors.Is(uid, memory.ErrNotInvalid):
		e.Problem, e.Fix = fmt.Sprintf("the memory %s is valid", uid.UID), "there is nothing to undo"
	case errors.Is(uid, memory.ErrSelf):
		e.Problem, e.Fix = fmt.Sprintf("the memory %s cannot supersede itself", uid.UID), "name another with --superseded-by"
	default:
		e.Problem, e.Fix = uid.Error(), "see `brain history "+uid.UID+"`"
	}
	if whole, own := err.Error(), uid.Error(); whole != own {
		e.Cause = strings.TrimSuffix(strings.TrimSuffix(whole, own), ": ")
	}
	return e
}
