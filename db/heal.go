package db

import (
	"errors"
	"fmt"
)

// Heal runs fn within tx. Where it meets damage (ErrCorrupt), heal says whether it has found that and made it anew, and then fn
// runs again. A table that is missing is ErrIncomplete: making things anew within tx does not help there.
func Heal(tx *Tx, fn func() error, heal func() bool) error {
	err := OrIncomplete(tx, tx.Try(fn))
	if !errors.Is(err, ErrCorrupt) || errors.Is(err, ErrIncomplete) || !heal() {
		return err
	}
	return tx.Try(fn)
}

// OrIncomplete names the table behind an error that FTS5 takes for damage: with one of its own gone, an index breaks whatever
// follows in this transaction.
func OrIncomplete(tx *Tx, err error) error {
	if !errors.Is(err, ErrCorrupt) {
		return err
	}
	faults, ferr := Faults(tx)
	for _, f := range faults {
		if f.Kind == "table" && ferr == nil {
			return fmt.Errorf("%w: %s: %v", ErrIncomplete, f, err)
		}
	}
	return err
}
