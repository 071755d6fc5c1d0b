//go:build unix

package llm

import (
	"errors"
	"os"
	"os/exec"
	"syscall"
)

// ownGroup gives the command a session of its own: a process group that can be killed as one, and no terminal that it
// could wait for.
func ownGroup(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true} }

// killGroup kills the command and everything of its group that is left.
func killGroup(cmd *exec.Cmd) error {
	err := syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL)
	// A group of which only the unreaped command is left gives EPERM on macOS.
	if errors.Is(err, syscall.ESRCH) || errors.Is(err, syscall.EPERM) {
		return os.ErrProcessDone
	}
	return err
}
