package db

import (
	"context"
	"time"
)

// SQLite's busy handler looks for the lock again after ever longer sleeps, so of many who wait the last to come is often served
// first, and one may be passed over for as long as others come. Writers of ours therefore stand in line before they ask SQLite
// for its lock. That lock is still the truth: a program that knows of no line takes it when it is free, and where no line can
// be formed SQLite's own waiting is all there is.

// standstill is for how long nobody has to be served until the next in line look whether SQLite's lock is free after all: one
// before them may have been stopped (Ctrl-Z, a debugger) before it asked for the lock.
var standstill = time.Second

const (
	lookOften  = 5 * time.Millisecond // where the kernel does not wake
	lookSeldom = 250 * time.Millisecond
)

// sleepers bounds how many threads of this process the kernel holds until a turn comes; a place that was given up keeps its thread
// until those before it have left. More than these look for their turn themselves, and lose no place by that.
var sleepers = make(chan struct{}, 32)

// waiter is a writer in line. The zero waiter stands where no line can be formed.
type waiter struct {
	ticket *ticket
	woken  chan struct{} // closed when all before have left; nil if nobody sleeps until then
}

// standInLine takes a place behind all who want to write the file now.
func (d *DB) standInLine() *waiter {
	t, err := takeTicket(d.real + "-wal")
	if err != nil {
		return &waiter{}
	}
	return &waiter{ticket: t}
}

// turn waits until all before have left, which is true. It is false when the time is over, and where the line stands still.
func (w *waiter) turn(ctx context.Context, deadline time.Time) (bool, error) {
	if w.ticket == nil {
		return true, nil
	}
	before, own, err := w.ticket.first()
	if own || err != nil {
		return true, nil
	}
	if !time.Now().Before(deadline) {
		return false, nil
	}
	look := time.NewTicker(w.sleep())
	defer look.Stop()
	end := time.NewTimer(time.Until(deadline))
	defer end.Stop()
	for moved := time.Now(); ; {
		select {
		case <-ctx.Done():
			return false, ctx.Err()
		case <-end.C:
			return false, nil
		case <-w.woken:
			return true, nil
		case <-look.C:
			first, own, err := w.ticket.first()
			switch {
			case own || err != nil:
				return true, nil
			case first != before:
				before, moved = first, time.Now()
			case time.Since(moved) >= standstill:
				return false, nil
			}
		}
	}
}

// sleep has the kernel wake this place, and says how often to look besides.
func (w *waiter) sleep() time.Duration {
	if w.woken != nil {
		return lookSeldom
	}
	select {
	case sleepers <- struct{}{}:
	default:
		return lookOften
	}
	woken := make(chan struct{})
	w.woken = woken
	go func(t *ticket) {
		// Where the kernel will not do it, SQLite's own waiting is left.
		_ = t.block()
		close(woken)
		<-sleepers
	}(w.ticket)
	return lookSeldom
}

// leave gives the place to the next. It may be called again.
func (w *waiter) leave() {
	t := w.ticket
	if t == nil {
		return
	}
	w.ticket = nil
	t.leave()
	if w.woken == nil {
		t.close()
		return
	}
	go func() {
		<-w.woken
		t.close()
	}()
}
