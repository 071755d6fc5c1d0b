//go:build !unix

package main

import (
	"fmt"
	"syscall"
)

// unprivileged fails: this program talks to the server over a Unix socket.
func unprivileged(string) (*syscall.SysProcAttr, error) {
	return nil, fmt.Errorf("%w that can be started here: Unix only", errNoServer)
}
