//go:build cgo

package monitor

/*
#include <sys/prctl.h>

// The slack of a thread's timers is that of the thread which started it. This runs before Go's runtime does.
__attribute__((constructor)) static void slacken(void) { prctl(PR_SET_TIMERSLACK, 1000000UL, 0, 0, 0); }
*/
import "C"

import (
	"runtime"
	"syscall"
)

// given is the slack that this program was given by the one that started it.
var given uintptr

// By now the monitor runs, and so do threads that the main one has started and that start most others: their timers are as late, which
// costs an eighth less in an import. The main thread has the slack again that it was given: before onecpu's init, whose change waits for
// other threads by a timer. Of packages that are ready Go takes the first by name.
func init() {
	setSlack(0)
	given, _ = slack()
}

// Unslackened runs start on a thread with the slack that this program was given, which the programs that it starts have for all of
// their time then, and what they start in turn.
func Unslackened(start func() error) error {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	if now, ok := slack(); ok && given > 0 && now != given {
		setSlack(given)
		defer setSlack(now)
	}
	return start()
}

func slack() (ns uintptr, ok bool) {
	ns, _, err := syscall.RawSyscall(syscall.SYS_PRCTL, syscall.PR_GET_TIMERSLACK, 0, 0)
	return ns, err == 0
}

// setSlack sets that of this thread; 0 is what it began with.
func setSlack(ns uintptr) { syscall.RawSyscall(syscall.SYS_PRCTL, syscall.PR_SET_TIMERSLACK, ns, 0) }
