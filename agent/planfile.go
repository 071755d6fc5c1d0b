package agent

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
)

// realPath follows symbolic links. A link that leads nowhere is a fault: what was meant is not known.
func realPath(path string) (string, error) {
	real, err := filepath.EvalSymlinks(path)
	if err == nil {
		return real, nil
	}
	// EvalSymlinks tells of a circle by an error that has no type.
	if errors.Is(err, syscall.ELOOP) || strings.Contains(err.Error(), "too many links") {
		return "", fault(0, "remove the link, or have it lead to a file", "the symbolic links on its way lead in a circle")
	}
	if !errors.Is(err, fs.ErrNotExist) {
		return "", err
	}
	if info, err := os.Lstat(path); err == nil && info.Mode()&fs.ModeSymlink != 0 {
		to, _ := os.Readlink(path)
		return "", fault(0, "make what it leads to, or remove the link", "it is a symbolic link to %s, which is not there", to)
	}
	dir := filepath.Dir(path)
	if dir == path {
		return path, nil
	}
	real, err = realPath(dir)
	return filepath.Join(real, filepath.Base(path)), err
}

// readChange reads a file as it is.
func readChange(part part, real string) (Change, error) {
	c := Change{Path: part.path, Real: real, mode: part.mode}
	info, err := os.Stat(real)
	if errors.Is(err, fs.ErrNotExist) {
		return c, nil
	}
	if err != nil {
		return c, err
	}
	if !info.Mode().IsRegular() {
		return c, fault(0, "move it away", "it is no file")
	}
	if info.Size() > maxFile+int64(len(bom)) {
		return c, fault(0, "add to it by hand", "it has %d bytes", info.Size())
	}
	c.mode = info.Mode().Perm()
	if c.Before, err = os.ReadFile(real); err != nil {
		return c, err
	}
	if c.Before == nil {
		c.Before = []byte{}
	}
	c.After = c.Before
	return c, nil
}

// writable looks at the rights before anything is changed. A rename would put a new file in the place of one that may not be
// written.
func writable(c *Change) error {
	if c.Before != nil && c.mode&0o200 == 0 {
		return fault(0, "make it writable (chmod u+w), then run this again", "it may not be written")
	}
	dir := filepath.Dir(c.Real)
	for {
		info, err := os.Stat(dir)
		if errors.Is(err, fs.ErrNotExist) {
			dir = filepath.Dir(dir)
			continue
		}
		switch {
		case err != nil:
			return err
		case !info.IsDir():
			return fault(0, "move it away", "%s is no folder", dir)
		case info.Mode()&0o222 == 0:
			return fault(0, "make it writable (chmod u+w), then run this again", "the folder %s may not be written", dir)
		}
		return nil
	}
}
