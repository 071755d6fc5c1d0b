package engine

import (
	"context"
	"slices"
	"sync"

	"brain/db"
)

// debts are what answers leave to be written, such as the vectors of their questions. The zero value is ready.
type debts struct {
	mu     sync.Mutex
	writes []func(*db.Tx) error
}

// mostDebts is how many writes wait at most, in a process that never settles; the oldest are forgotten.
const mostDebts = 64

func (d *debts) add(write func(*db.Tx) error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.writes = append(d.writes, write)
	if over := len(d.writes) - mostDebts; over > 0 {
		d.writes = slices.Delete(d.writes, 0, over)
	}
}

func (d *debts) take() []func(*db.Tx) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	writes := d.writes
	d.writes = nil
	return writes
}

// Owes says that an answer has left something to be written: whoever gives the answer calls Settle then.
func (e *Engine) Owes() bool {
	e.owes.mu.Lock()
	defer e.owes.mu.Unlock()
	return len(e.owes.writes) > 0
}

// Settle writes what answers have left to be written, such as the vectors of their questions, so that one that is asked again
// needs no model. It never fails: a file that cannot be written, or that another process is writing for longer than a moment,
// goes without. Close settles what is left.
func (e *Engine) Settle(ctx context.Context) {
	writes := e.owes.take()
	if len(writes) == 0 {
		return
	}
	d, err := e.open(ctx, false)
	if err != nil || d.State() != db.Ours {
		return // a file of brain-cli is not migrated for it
	}
	_ = d.TryWriteFor(ctx, recallWait, func(tx *db.Tx) error { // best effort
		for _, write := range writes {
			if err := write(tx); err != nil {
				return err
			}
		}
		return nil
	})
}
