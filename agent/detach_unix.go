//go:build unix

package agent

import (
	"os/exec"
	"syscall"
)

// ownSession lets a command outlive its parent's terminal and process group: a client that ends a hook ends its group.
func ownSession(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true} }
