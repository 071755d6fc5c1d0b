//go:build cgo

package sysmon

/*
#include <sys/prctl.h>

// The slack of a thread's timers is that of the thread which started it. This runs before Go's runtime does.
__attribute__((constructor)) static void slacken(void) { prctl(PR_SET_TIMERSLACK, 1000000UL, 0, 0, 0); }
*/
import "C"

import "syscall"

// By now the monitor runs. The main thread has the system's own slack again, and so has what it starts from here on.
func init() { syscall.RawSyscall(syscall.SYS_PRCTL, syscall.PR_SET_TIMERSLACK, 0, 0) }
