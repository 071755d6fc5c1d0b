package agent

import (
	"bytes"
	"crypto/rand"
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
// half of it; what was there before is kept under Backup. A file that has changed since the plan was made is a *Fault, unless
// another set-up did there what this one was to do: the plan then says what was left to do, perhaps nothing.
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
	left, err := sweep(p.state)
	if err != nil {
		return err
	}
	if err := p.renew(); err != nil {
		return err
	}
	var undo []func()
	defer func() {
		if err != nil {
			for _, u := range slices.Backward(undo) {
				u()
			}
		}
		for _, c := range p.Changes {
			if c.temp != "" {
				os.Remove(c.temp) // those that were moved to their place are not there any more
			}
		}
		err = errors.Join(err, begun{Folders: left}.write(p.state))
	}()
	if err := p.begin(left); err != nil {
		return err
	}
	// First all that may fail for want of room or rights: the files beside their places, and the copies of the old ones.
	for i := range p.Changes {
		c := &p.Changes[i]
		if c.Same() {
			continue
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
		if c.entry != nil {
			c.entry.addMade(made)
		}
		if err := stage(c.temp, c.After, c.mode); err != nil {
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
			return err
		}
		if c.After == nil {
			err = os.Remove(c.Real)
		} else {
			err = os.Rename(c.temp, c.Real)
		}
		if err != nil {
			return at(c.Path, err)
		}
		undo = append(undo, c.putBack)
	}
	others := left
	for i := range p.Changes {
		c := &p.Changes[i]
		if c.entry == nil || c.Same() && c.Before == nil {
			continue
		}
		others = c.entry.inherit(others)
		back, err := c.entry.write(p.state)
		if err != nil {
			return fmt.Errorf("note what was changed: %w", err)
		}
		undo = append(undo, back)
	}
	if p.undo {
		// What was made for one file may hold what was made for another.
		made := slices.Clone(left)
		for _, c := range p.Changes {
			if c.After == nil && c.entry != nil {
				made = append(made, c.entry.Made...)
			}
		}
		slices.SortFunc(made, func(a, b string) int { return len(a) - len(b) })
		removeFolders(made)
		others = slices.DeleteFunc(others, func(dir string) bool { return !exists(dir) })
	}
	left = others
	return nil
}

// asPlanned makes sure that the file is what it was when the plan was made.
func (c *Change) asPlanned() error {
	if c.Same() {
		return nil
	}
	now, err := os.ReadFile(c.Real)
	if errors.Is(err, fs.ErrNotExist) {
		now, err = nil, nil
	}
	if err != nil {
		return at(c.Path, err)
	}
	if (now == nil) != (c.Before == nil) || !bytes.Equal(now, c.Before) {
		return at(c.Path, changedMeanwhile())
	}
	return nil
}

func changedMeanwhile() *Fault { return fault(0, "run this again", "it was changed meanwhile") }

// putBack makes a file again what it was.
func (c *Change) putBack() {
	if c.Before == nil {
		os.Remove(c.Real)
		return
	}
	if stage(c.temp, c.Before, c.mode) == nil {
		os.Rename(c.temp, c.Real)
	}
}

// Files that are not in their place yet have names that begin and end like this.
const (
	tempPrefix = ".brain-"
	tempSuffix = ".tmp"
)

// tempName is a name beside a file that nobody uses.
func tempName(path string) string {
	return filepath.Join(filepath.Dir(path), tempPrefix+rand.Text()+tempSuffix)
}

// stage writes a file, all the way to the disk.
func stage(path string, data []byte, mode os.FileMode) error {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	err = errors.Join(err, f.Chmod(mode), f.Sync(), f.Close())
	if err != nil {
		os.Remove(path)
	}
	return err
}

// replace writes a file at once.
func replace(path string, data []byte, mode os.FileMode) error {
	temp := tempName(path)
	if err := stage(temp, data, mode); err != nil {
		return err
	}
	if err := os.Rename(temp, path); err != nil {
		os.Remove(temp)
		return err
	}
	return nil
}

// missingFolders are a folder and those above it that are not there, the outermost first.
func missingFolders(dir string) (missing []string) {
	for ; ; dir = filepath.Dir(dir) {
		if _, err := os.Stat(dir); err == nil || !errors.Is(err, fs.ErrNotExist) {
			slices.Reverse(missing)
			return missing
		}
		missing = append(missing, dir)
	}
}

// makeFolders makes a folder and those above it, and gives those that were not there, the outermost first.
func makeFolders(dir string) (made []string, err error) {
	for _, dir := range missingFolders(dir) {
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
