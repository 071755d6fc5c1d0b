//go:build !unix

package llm

import "os/exec"

// ownGroup does nothing: these systems have no process groups in the sense of POSIX.
func ownGroup(*exec.Cmd) {}

// killGroup kills the command alone.
func killGroup(cmd *exec.Cmd) error { return cmd.Process.Kill() }

// leaveNone does nothing: if this process is killed, the command goes on until it is done.
func leaveNone(*exec.Cmd) (started, end func()) { return func() {}, func() {} }
