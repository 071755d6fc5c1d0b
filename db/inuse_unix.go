//go:build unix

package db

import (
	"io"
	"os"

	"golang.org/x/sys/unix"
)

// Where SQLite takes its locks in a file, by its os.h: PENDING_BYTE and what follows. In WAL mode every connection holds one of them
// all the time.
const (
	lockBytes = 0x40000000
	lockCount = 512
)

// inUse says whether another process has the database open. This one must not: the locks that it has would end with the look.
func inUse(path string) bool {
	f, err := os.Open(path)
	if err != nil {
		return false
	}
	defer f.Close()
	lock := unix.Flock_t{Type: unix.F_WRLCK, Whence: io.SeekStart, Start: lockBytes, Len: lockCount}
	return unix.FcntlFlock(f.Fd(), unix.F_GETLK, &lock) == nil && lock.Type != unix.F_UNLCK
}
