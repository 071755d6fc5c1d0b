//go:build unix

package db

import "golang.org/x/sys/unix"

// mayWrite asks the system whether this process may write the file or folder. Permission bits alone do not tell: there
// are other owners, read-only mounts, and root. Opening the file to find out would not do: when a descriptor of a file is
// closed, POSIX drops the locks that SQLite holds on it in the same process.
func mayWrite(path string) bool { return unix.Access(path, unix.W_OK) == nil }
