package engine

import (
	"errors"

	"brain/page"
)

// explainPage says what is to be done about what package page refuses; nil where it is something else.
func explainPage(err error) *Error {
	for _, x := range []struct {
		is           error
		problem, fix string
	}{
		{page.ErrNoPage, "there is no such page", "find it with `brain list` or `brain search --in gbrain`; a deleted one comes back with `brain restore SLUG`"},
		{page.ErrNotDeleted, "the page is not deleted", "there is nothing to restore"},
		{page.ErrNoText, "the page would be empty", "give it a text, or say --allow-empty"},
		{page.ErrNoVersion, "there is no such version", "see `brain history SLUG`"},
		{page.ErrSlug, "this cannot be a slug", "use a path of names, such as people/ada-lovelace"},
		{page.ErrSlugTaken, "another process has just made a page of this slug", "run the same command again"},
		{page.ErrDate, "this is no date", "use a day, month or year: 2026-05-23, 2026-05 or 2026"},
		{page.ErrEvent, "this cannot be an entry of a timeline", "give one line of text; more goes into --detail"},
		{page.ErrInvalid, "this value does not do", "see `brain help` of the command"},
		{page.ErrNotMarkdown, "the page cannot be written as markdown", "edit its text as a whole: `brain get SLUG`, then `brain put SLUG`"},
		{page.ErrNoRaw, "there is no such raw data", "see `brain raw list SLUG`"},
		{page.ErrJSON, "this is no JSON", "give one JSON value"},
	} {
		if errors.Is(err, x.is) {
			return &Error{Problem: x.problem, Cause: err.Error(), Fix: x.fix, Err: err}
		}
	}
	return nil
}
