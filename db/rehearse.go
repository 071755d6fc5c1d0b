package db

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// errRehearsed rolls a rehearsal back.
var errRehearsed = errors.New("rehearsed")

// Rehearse runs fn as Write does and then takes back all that it wrote, with the migration of an older file: the file stays as it
// is, so that the program that wrote it can go on. nil says that fn returned nil.
func (d *DB) Rehearse(ctx context.Context, fn func(*Tx) error) error {
	return d.RehearseFor(ctx, busyTimeout, fn)
}

// RehearseFor is Rehearse that waits so long for others, to the millisecond, before it gives ErrBusy.
func (d *DB) RehearseFor(ctx context.Context, wait time.Duration, fn func(*Tx) error) error {
	if _, err := d.older(ctx); err != nil {
		return err
	}
	rehearsal := func(tx *Tx) error {
		is, err := identifyIn(ctx, tx.tx)
		if err == nil {
			err = is.writable()
		}
		if err == nil && !is.current() {
			// What is made of the schema meanwhile is of no use afterwards.
			tx.shared = nil
			if err = d.upgradeIn(tx, is); err != nil {
				err = fmt.Errorf("migrate: %w", err)
			}
		}
		if err == nil {
			err = fn(tx)
		}
		if err == nil {
			err = errRehearsed
		}
		return err
	}
	err := d.rehearse(ctx, wait, rehearsal)
	if errors.Is(err, errRehearsed) {
		return nil
	}
	return err
}

func (d *DB) rehearse(ctx context.Context, wait time.Duration, fn func(*Tx) error) error {
	if d.lends() {
		return d.writeSmall(ctx, patience{wait: wait}, fn)
	}
	return d.writeInPlace(ctx, wait, fn)
}
