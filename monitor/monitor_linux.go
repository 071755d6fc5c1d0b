//go:build cgo

package monitor

/*
#include <sys/prctl.h>

// The slack of a thread's timers is that of the thread which started it. This runs before Go's runtime does.
__attribute__((constructor)) static void slacken(void) { prctl(PR_SET_TIMERSLACK, 1000000UL, 0, 0, 0); }
*/
import "C"

import "syscall"

// By now the monitor runs. The main thread has the system's own slack again, and so has what it starts from here on: before
// onecpu's init, whose change waits for other threads by a timer. Of packages that are ready Go takes the first by name.
func init() { syscall.RawSyscall(syscall.SYS_PRCTL, syscall.PR_SET_TIMERSLACK, 0, 0) }
