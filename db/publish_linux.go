package db

import (
	"os"
	"path/filepath"
	"strconv"

	"golang.org/x/sys/unix"
)

// publish makes a file that has no name until it is written: a process that is killed meanwhile leaves nothing. It does not if there is
// a file of that name by then.
func publish(path string, write func(*os.File) error) bool {
	f, err := os.OpenFile(filepath.Dir(path), unix.O_TMPFILE|os.O_RDWR, 0o600)
	if err != nil {
		return false
	}
	defer f.Close()
	if write(f) != nil {
		return false
	}
	// https://man7.org/linux/man-pages/man2/open.2.html, under O_TMPFILE.
	return unix.Linkat(unix.AT_FDCWD, "/proc/self/fd/"+strconv.Itoa(int(f.Fd())), unix.AT_FDCWD, path, unix.AT_SYMLINK_FOLLOW) == nil
}
