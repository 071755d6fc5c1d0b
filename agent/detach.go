package agent

import (
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"brain/monitor"
)

// Detached is a run of a program in the background that nobody waits for.
type Detached struct {
	Program string
	Args    []string
	Folder  string // to run in
	Log     string // the file that its output is appended to
	Env     []string
}

// maxLog is the size from which a log is begun anew.
const maxLog = 1 << 20

// Start starts it and returns at once. The variables by which git tells a hook where it is called are left out: they name files
// of the commit that is being made.
func (d Detached) Start() error {
	if err := os.MkdirAll(filepath.Dir(d.Log), 0o700); err != nil {
		return err
	}
	how := os.O_CREATE | os.O_APPEND | os.O_WRONLY
	if info, err := os.Stat(d.Log); err == nil && info.Size() > maxLog {
		how |= os.O_TRUNC
	}
	log, err := os.OpenFile(d.Log, how, 0o600)
	if err != nil {
		return err
	}
	defer log.Close()
	cmd := exec.Command(d.Program, d.Args...)
	cmd.Dir, cmd.Stdout, cmd.Stderr = d.Folder, log, log
	cmd.Env = append(slices.DeleteFunc(os.Environ(), func(v string) bool { return strings.HasPrefix(v, "GIT_") }), d.Env...)
	ownSession(cmd)
	if err := monitor.Unslackened(cmd.Start); err != nil {
		return err
	}
	return cmd.Process.Release()
}

// Repository gives the working tree of git that holds a folder: the nearest one above with a .git. ok is false if there is none.
func Repository(folder string) (root string, ok bool) {
	for dir := filepath.Clean(folder); ; dir = filepath.Dir(dir) {
		_, err := os.Lstat(filepath.Join(dir, ".git"))
		switch {
		case err == nil:
			return dir, true
		case !errors.Is(err, fs.ErrNotExist) || dir == filepath.Dir(dir):
			return "", false
		}
	}
}
