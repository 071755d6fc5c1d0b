package engine

import (
	"os"
	"runtime/debug"
)

// How far the heap may grow before it is collected, in percent: syntax trees of a large tree are many and die soon, so they are not
// let pile up; what writes entries holds little at any time, and would be collected all the time.
const (
	largeHeap = 60
	smallHeap = 400
)

// thrifty sets the growth of the heap until the function that it gives is called. GOGC, where it is set, is obeyed.
func thrifty(percent int) (end func()) {
	if os.Getenv("GOGC") != "" {
		return func() {}
	}
	before := debug.SetGCPercent(percent)
	return func() { debug.SetGCPercent(before) }
}
