package agent

import (
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/gofrs/flock"
)

// begun is what a set-up is about to make, noted before it makes it, and taken back when it is done: of one that was killed the next
// one finds what it left.
type begun struct {
	Files   []string `json:"files"`   // beside the files whose place they are to take
	Folders []string `json:"folders"` // that were not there
}

func begunFile(state string) string { return filepath.Join(state, "begun") }

// write keeps the note; one that says nothing is removed.
func (b begun) write(state string) error {
	if len(b.Files)+len(b.Folders) == 0 {
		if err := os.Remove(begunFile(state)); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		return nil
	}
	text, err := json.Marshal(b)
	if err != nil {
		return err
	}
	return replace(begunFile(state), text, 0o600)
}

// sweep removes what set-ups that were killed left, and gives those folders of theirs that hold something. Only who has the lock may
// call it: nobody else is at work then.
func sweep(state string) (folders []string, err error) {
	for _, dir := range []string{state, filepath.Join(state, "backup")} {
		entries, _ := os.ReadDir(dir) // what is not there holds nothing
		for _, e := range entries {
			if strings.HasPrefix(e.Name(), tempPrefix) && strings.HasSuffix(e.Name(), tempSuffix) {
				os.Remove(filepath.Join(dir, e.Name()))
			}
		}
	}
	text, err := os.ReadFile(begunFile(state))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var b begun
	if json.Unmarshal(text, &b) != nil {
		return nil, nil // what cannot be read says nothing
	}
	for _, file := range b.Files {
		os.Remove(file)
	}
	removeFolders(b.Folders)
	return slices.DeleteFunc(b.Folders, func(dir string) bool { return !exists(dir) }), nil
}

// Tidy removes what a set-up that was killed left, where a plan changes nothing else; Apply does so by itself.
func (p *Plan) Tidy() error {
	if !exists(begunFile(p.state)) {
		return nil
	}
	lock := flock.New(filepath.Join(p.state, "lock"))
	if free, err := lock.TryLock(); err != nil || !free {
		return err // it is not left, but at work
	}
	defer lock.Close()
	folders, err := sweep(p.state)
	if err != nil {
		return err
	}
	return begun{Folders: folders}.write(p.state)
}

// begin notes what the plan is about to make, beside the folders that are left of others.
func (p *Plan) begin(left []string) error {
	b := begun{Folders: slices.Clone(left)}
	for i := range p.Changes {
		c := &p.Changes[i]
		if c.Same() {
			continue
		}
		c.temp = tempName(c.Real)
		b.Files = append(b.Files, c.temp)
		if c.After == nil {
			continue
		}
		for _, dir := range missingFolders(filepath.Dir(c.Real)) {
			if !slices.Contains(b.Folders, dir) {
				b.Folders = append(b.Folders, dir)
			}
		}
	}
	return b.write(p.state)
}

// inherit takes the folders that a set-up which was killed made for a file into the file's entry, and gives the others.
func (e *entry) inherit(left []string) (others []string) {
	var made []string
	for _, dir := range left {
		if strings.HasPrefix(e.Real, dir+string(filepath.Separator)) {
			made = append(made, dir)
		} else {
			others = append(others, dir)
		}
	}
	e.addMade(made)
	return others
}

// addMade adds folders that were made for the file, the outermost first.
func (e *entry) addMade(made []string) {
	all := slices.Concat(e.Made, made)
	slices.SortFunc(all, func(a, b string) int { return len(a) - len(b) })
	if all = slices.Compact(all); len(all) > 0 {
		e.Made = all
	}
}
