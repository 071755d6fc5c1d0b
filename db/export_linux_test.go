package db

import (
	"testing"
	"time"
)

// InLine counts who stands in line for the file, with the one who writes.
func (d *DB) InLine(t *testing.T) (n int) {
	t.Helper()
	look, err := openTicket(d.real + "-wal")
	if err != nil {
		t.Fatal(err)
	}
	defer look.close()
	const all = 1 << 20
	numbers := map[int64]bool{}
	for from := []int64{0}; len(from) > 0; {
		a := from[0]
		from = from[1:]
		// Of several the first to be locked is told, so both sides of it are still to be looked at.
		for b := int64(all); a < b; {
			n, there, err := look.held(a, b-a)
			if err != nil {
				t.Fatal(err)
			}
			if !there {
				break
			}
			numbers[n] = true
			from, b = append(from, n+1), n
		}
	}
	return len(numbers)
}

// SetStandstill changes after what time a line stands still.
func SetStandstill(d time.Duration) (back func()) {
	was := standstill
	standstill = d
	return func() { standstill = was }
}

// HoldPlace stands in line as a process that was stopped would: it never asks for the lock.
func (d *DB) HoldPlace(t *testing.T) (leave func()) {
	t.Helper()
	w := d.standInLine()
	if w.ticket == nil {
		t.Fatal("there is no line")
	}
	return w.leave
}
