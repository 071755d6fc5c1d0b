//go:build unix && !linux

package mcp

import (
	"os"

	"golang.org/x/sys/unix"
)

func dup2(from, to int) error { return os.NewSyscallError("dup2", unix.Dup2(from, to)) }
