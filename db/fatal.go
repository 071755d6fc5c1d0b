package db

import (
	"errors"
	"fmt"
	"slices"
)

// Check looks at a part of the file that can be made anew. What it finds wrong wraps fault, but for what is no fault of that part.
func Check(tx *Tx, fault error, look func() error) error {
	err := tx.Try(look)
	if err == nil || Fatal(tx, err) {
		return err
	}
	return fmt.Errorf("%w: %w", fault, err)
}

// Fatal says that an error is no fault of the part of the file that was asked: the file cannot be used, or the work was stopped.
// Anything else is met by making that part anew, or by doing without it.
func Fatal(tx *Tx, err error) bool {
	return tx.Context().Err() != nil || slices.ContainsFunc([]error{ErrBusy, ErrIO, ErrFull, ErrReadOnly, ErrUnreadable},
		func(e error) bool { return errors.Is(err, e) })
}
