package agent

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/gofrs/flock"
)

// Apply writes the plan: all of it, or nothing. Each file is written beside its place and then moved there, so that nobody reads
// half of it; what was there before is kept under Backup. A file that has changed since the plan was made is a *Fault.
func (p *Plan) Apply(now time.Time) (err error) {
	backups := filepath.Join(p.state, "backup")
	if err := os.MkdirAll(backups, 0o700); err != nil {
		return err
	}
	lock := flock.New(filepath.Join(p.state, "lock"))
	if err := lock.Lock(); err != nil {
		return err
	}
	defer lock.Close()
	var undo []func()
	defer func() {
		if err != nil {
			for _, u := range slices.Backward(undo) {
				u()
			}
		}
	}()
	staged := make([]string, len(p.Changes))
	defer func() {
		for _, file := range staged {
			if file != "" {
				os.Remove(file) // those that were moved to their place are not there any more
			}
		}
	}()
	// First all that may fail for want of room or rights: the files beside their places, and the copies of the old ones.
	for i := range p.Changes {
		c := &p.Changes[i]
		if c.Same() {
			continue
		}
		if err := c.asPlanned(); err != nil {
			return at(c.Path, err)
		}
		if c.Before != nil {
			c.Backup = filepath.Join(backups, now.UTC().Format("20060102T150405.000000000Z")+"-"+sum([]byte(c.Real))[:8]+"-"+filepath.Base(c.Real))
			if err := replace(c.Backup, c.Before, 0o600); err != nil {
				return fmt.Errorf("copy %s: %w", c.Path, err)
			}
		}
		if c.After == nil {
			continue
		}
		made, err := makeFolders(filepath.Dir(c.Real))
		undo = append(undo, func() { removeFolders(made) })
		if err != nil {
			return at(c.Path, err)
		}
		if c.entry != nil && len(made) > 0 {
			c.entry.Made = made
		}
		if staged[i], err = stage(c.Real, c.After, c.mode); err != nil {
			return at(c.Path, err)
		}
	}
	for i := range p.Changes {
		c := &p.Changes[i]
		if c.Same() {
			continue
		}
		// The rest of the files took a moment.
		if err := c.asPlanned(); err != nil {
			return at(c.Path, err)
		}
		if c.After == nil {
			err = os.Remove(c.Real)
		} else {
			err = os.Rename(staged[i], c.Real)
		}
		if err != nil {
			return at(c.Path, err)
		}
		undo = append(undo, c.putBack)
	}
	for i := range p.Changes {
		c := &p.Changes[i]
		if c.entry == nil || c.Same() && c.Before == nil {
			continue
		}
		back, err := c.entry.write(p.state)
		if err != nil {
			return fmt.Errorf("note what was changed: %w", err)
		}
		undo = append(undo, back)
	}
	if p.undo {
		// What was made for one file may hold what was made for another.
		var made []string
		for _, c := range p.Changes {
			if c.After == nil && c.entry != nil {
				made = append(made, c.entry.Made...)
			}
		}
		slices.SortFunc(made, func(a, b string) int { return len(a) - len(b) })
		removeFolders(made)
	}
	return nil
}

// asPlanned makes sure that the file is what it was when the plan was made.
func (c *Change) asPlanned() error {
	now, err := os.ReadFile(c.Real)
	if errors.Is(err, fs.ErrNotExist) {
		now, err = nil, nil
	}
	if err != nil {
		return err
	}
	if (now == nil) != (c.Before == nil) || !bytes.Equal(now, c.Before) {
		return fault(0, "run this again", "it was changed meanwhile")
	}
	return nil
}

// putBack makes a file again what it was.
func (c *Change) putBack() {
	if c.Before == nil {
		os.Remove(c.Real)
		return
	}
	replace(c.Real, c.Before, c.mode)
}

// stage writes a file beside its place, all the way to the disk.
func stage(path string, data []byte, mode os.FileMode) (file string, err error) {
	f, err := os.CreateTemp(filepath.Dir(path), ".brain-*.tmp")
	if err != nil {
		return "", err
	}
	_, err = f.Write(data)
	err = errors.Join(err, f.Chmod(mode), f.Sync(), f.Close())
	if err != nil {
		os.Remove(f.Name())
		return "", err
	}
	return f.Name(), nil
}

// replace writes a file at once.
func replace(path string, data []byte, mode os.FileMode) error {
	file, err := stage(path, data, mode)
	if err != nil {
		return err
	}
	if err := os.Rename(file, path); err != nil {
		os.Remove(file)
		return err
	}
	return nil
}

// makeFolders makes a folder and those above it, and gives those that were not there, the outermost first.
func makeFolders(dir string) (made []string, err error) {
	var missing []string
	for ; ; dir = filepath.Dir(dir) {
		if _, err := os.Stat(dir); err == nil || !errors.Is(err, fs.ErrNotExist) {
			break
		}
		missing = append(missing, dir)
	}
	for _, dir := range slices.Backward(missing) {
		if err := os.Mkdir(dir, 0o755); err != nil {
			return made, err
		}
		made = append(made, dir)
	}
	return made, nil
}

// removeFolders removes folders that are empty again.
func removeFolders(made []string) {
	for _, dir := range slices.Backward(made) {
		os.Remove(dir) // one that holds something stays
	}
}
