//go:build unix

package llm

import (
	"os"
	"os/exec"
)

// watched runs a command in the place of a shell, beside another shell that waits for the end of a pipe (descriptor 3), which brain alone
// holds open, and then kills their group. It waits before the command begins, so there is no moment in which kill -9 of brain leaves
// the command behind. (Linux's PR_SET_PDEATHSIG reaches the command alone, not what it started.)
const watched = `( trap '' HUP INT TERM; read -r _ <&3; kill -s KILL -- "-$$" ) >/dev/null 2>&1 & exec "$@" 3<&-`

// leaveNone has a command, which is not started yet, killed with its group when this process dies by what it cannot catch. started is
// to be called when it was, end when it is done. Without a shell the command goes on.
func leaveNone(cmd *exec.Cmd) (started, end func()) {
	none := func() {}
	if _, err := exec.LookPath(cmd.Path); err != nil || cmd.Err != nil {
		return none, none // Start tells
	}
	shell, err := exec.LookPath("/bin/sh")
	if err != nil {
		return none, none
	}
	sees, held, err := os.Pipe()
	if err != nil {
		return none, none
	}
	cmd.Args = append([]string{shell, "-c", watched, "sh", cmd.Path}, cmd.Args[1:]...)
	cmd.Path = shell
	cmd.ExtraFiles = []*os.File{sees}
	return func() { sees.Close() }, func() { held.Close() }
}
