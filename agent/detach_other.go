//go:build !unix

package agent

import "os/exec"

// ownSession does nothing: these systems have no sessions in the sense of POSIX, and a child outlives its parent.
func ownSession(*exec.Cmd) {}
