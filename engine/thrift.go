package engine

import (
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"sync"
	"time"
)

// How far the heap may grow before it is collected, in percent: syntax trees of a large tree are many and die soon, so they are not
// let pile up; what writes entries holds little at any time, and would be collected all the time.
const (
	largeHeap = 80
	smallHeap = 400
)

// unhurried is the size that the heap may have before it is collected at all, in bytes: most trees are read in less, and a process that
// ends soon need not tidy up. A tree of 7,000 lines of Go costs a fifth less so, one of 370,000 a tenth.
const unhurried = 152 << 20

// linger is for how long the heap may go on growing once what is thrifty is done: most processes end in that time, and to collect
// first what ends with them is a fortieth of what a small tree costs.
const linger = time.Second

// thriftier is what is thrifty now, or was till just now.
var thriftier struct {
	sync.Mutex
	n      int
	before int // the growth without them
}

// thrifty sets the growth of the heap, once it is larger than unhurried, until the function that it gives is called. GOGC, where it is set,
// is obeyed.
func thrifty(percent int) (end func()) {
	if os.Getenv("GOGC") != "" {
		return func() {}
	}
	t := &thriftier
	t.Lock()
	before := debug.SetGCPercent(max(percent, first()))
	if t.n == 0 {
		t.before = before
	}
	t.n++
	t.Unlock()
	ended := false
	var settle func()
	settle = func() { // others may have set what they think right after the same collection
		t.Lock()
		defer t.Unlock()
		t.before = min(t.before, usual) // more was for the time before the first collection
		if !ended {
			debug.SetGCPercent(max(percent, first()))
			afterCollection(settle)
		}
	}
	afterCollection(settle)
	return func() {
		time.AfterFunc(linger, func() {
			t.Lock()
			defer t.Unlock()
			ended = true
			if t.n--; t.n == 0 {
				debug.SetGCPercent(t.before)
			}
		})
	}
}

// usual is the growth where nobody asked for another, in percent.
const usual = 100

// first is the growth, in percent of what was left by the last collection, up to unhurried.
func first() int {
	const least = 4 << 20 // the runtime counts less as so much
	live := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(live)
	if live[0].Value.Kind() != metrics.KindUint64 {
		return 0
	}
	heap := max(live[0].Value.Uint64(), least)
	return int(max(0, unhurried-int64(heap)) * 100 / int64(heap))
}

// afterCollection calls do once the next collection is over.
func afterCollection(do func()) {
	dies := new([64]byte)
	runtime.SetFinalizer(dies, func(*[64]byte) { do() })
}
