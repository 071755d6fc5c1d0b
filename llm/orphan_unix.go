//go:build unix

package llm

import (
	"os"
	"os/exec"
	"strconv"
	"syscall"
)

// leaveNone has the command's group killed when this process dies by what it cannot catch, such as kill -9. A shell waits for the end of
// a pipe that this process alone holds open, in a session of its own, so that what ends the process's group leaves it. It calls off the
// watch. (Linux's PR_SET_PDEATHSIG reaches the command alone, not what it started.) Without a shell there is no watch.
func leaveNone(cmd *exec.Cmd) (end func()) {
	end = func() {}
	sees, held, err := os.Pipe()
	if err != nil {
		return end
	}
	defer sees.Close()
	watch := exec.Command("/bin/sh", "-c", `read -r _; kill -s KILL -- "-$1"`, "sh", strconv.Itoa(cmd.Process.Pid))
	watch.Stdin = sees
	watch.Dir = "/"
	watch.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	if watch.Start() != nil {
		held.Close()
		return end
	}
	return func() {
		_ = watch.Process.Kill()
		_ = watch.Wait()
		held.Close()
	}
}
