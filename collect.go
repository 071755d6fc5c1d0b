package main

import (
	"os"
	"runtime"
	"runtime/debug"
)

// unhurried is the heap's growth, in percent, before the first collection: at 800 that is 32 MB instead of 4. Most runs end
// before, and a search of 10,000 memories spent 5 of 45 ms of CPU on collecting what the end of the process frees at once.
const unhurried = 800

// collectLater puts the first collection off. From then on memory is collected as always, for a run that goes on is one that
// has to be careful with it. GOGC, where it is set, is obeyed.
func collectLater() {
	if os.Getenv("GOGC") != "" {
		return
	}
	debug.SetGCPercent(unhurried)
	first := new([64]byte) // dies in the first collection
	runtime.SetFinalizer(first, func(*[64]byte) { debug.SetGCPercent(100) })
}
