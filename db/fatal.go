package db

import (
	"errors"
	"slices"
)

// Fatal says that an error is no fault of the part of the file that was asked: the file cannot be used, or the work was stopped.
// Anything else is met by making that part anew, or by doing without it.
func Fatal(tx *Tx, err error) bool {
	return tx.Context().Err() != nil || slices.ContainsFunc([]error{ErrBusy, ErrIO, ErrFull, ErrReadOnly, ErrUnreadable},
		func(e error) bool { return errors.Is(err, e) })
}
