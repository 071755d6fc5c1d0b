package engine

import (
	"runtime/debug"
	"testing"
	"testing/synctest"
	"time"
)

func TestTheHeapGrowsAsBeforeOnceWhatIsThriftyIsOver(t *testing.T) {
	t.Setenv("GOGC", "")
	for left := 1; left > 0; time.Sleep(10 * time.Millisecond) { // what other tests were thrifty for lingers
		thriftier.Lock()
		left = thriftier.n
		thriftier.Unlock()
	}
	defer debug.SetGCPercent(debug.SetGCPercent(70))
	growth := func() int {
		is := debug.SetGCPercent(70)
		debug.SetGCPercent(is)
		return is
	}
	synctest.Test(t, func(t *testing.T) {
		outer := thrifty(largeHeap)
		inner := thrifty(smallHeap)
		inner()
		time.Sleep(2 * linger)
		if is := growth(); is < largeHeap {
			t.Errorf("%d %% while one of two is left", is)
		}
		outer()
		if is := growth(); is < largeHeap {
			t.Errorf("%d %% right after the end, which makes a process collect that ends now", is)
		}
		time.Sleep(2 * linger)
		if is := growth(); is != 70 {
			t.Errorf("%d %% at last, 70 before", is)
		}
	})
}
