//go:build unix

package mcp

import (
	"os"

	"golang.org/x/sys/unix"
)

// claim takes standard input and output for the protocol alone. Whatever else writes to file descriptor 1 from now on, a library, C
// code or another program that is started, writes to standard error, and whatever reads descriptor 0 finds it empty.
func claim() (in, out *os.File, err error) {
	if in, err = private(0, "stdin"); err != nil {
		return nil, nil, err
	}
	if out, err = private(1, "stdout"); err != nil {
		return nil, nil, err
	}
	empty, err := os.Open(os.DevNull)
	if err != nil {
		return nil, nil, err
	}
	defer empty.Close()
	if err = dup2(int(empty.Fd()), 0); err == nil {
		err = dup2(2, 1)
	}
	return in, out, err
}

// private is a copy of a descriptor that no other program inherits.
func private(fd int, name string) (*os.File, error) {
	n, err := unix.FcntlInt(uintptr(fd), unix.F_DUPFD_CLOEXEC, 3)
	if err != nil {
		return nil, os.NewSyscallError("fcntl", err)
	}
	return os.NewFile(uintptr(n), name), nil
}
