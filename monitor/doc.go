// Package monitor has the monitor of Go's runtime look at the program every millisecond instead of every 70 µs, on Linux, for a
// program that imports it. That thread sleeps 20 µs at a time as long as something happens, which the kernel makes 70, and each
// look costs two switches between threads: a tenth of the CPU time of a command of ten milliseconds, and six of seven switches of
// an import. What it looks for, system calls and goroutines that take long, can wait for a millisecond. A build without cgo,
// where nothing runs before the runtime, is as it was. Programs that run for long are to be started by [Unslackened], or their timers
// would be late too.
package monitor
