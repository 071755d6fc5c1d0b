// Package onecpu has the program that imports it begin on one processor. With several, Go wakes a thread of the system for every
// goroutine that another might run, and database/sql starts two a statement: of the 18 ms of CPU that a search of 1,000 memories
// took, 1.6 were spent on that, and of the 12 of a get likewise. Its init runs before nearly all others, when a change is free:
// the threads of the other processors were not started yet, nor their share of the heap handed out.
package onecpu

import (
	"runtime"
	"syscall"
)

var narrowed bool

func init() {
	if _, set := syscall.Getenv("GOMAXPROCS"); !set {
		runtime.GOMAXPROCS(1)
		narrowed = true
	}
}

// Leave gives the program all processors that it may have. GOMAXPROCS, where it is set, is obeyed.
func Leave() {
	if narrowed {
		runtime.SetDefaultGOMAXPROCS()
	}
}
