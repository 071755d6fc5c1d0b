package agent

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
)

// entry is what the journal says of a file into which brain put something.
type entry struct {
	Path   string   `json:"path"`
	Real   string   `json:"real"`
	Kinds  []Kind   `json:"kinds"`
	Owners []string `json:"owners"` // the clients that it was set up for
	Before []byte   `json:"before"` // what it would be without us; null: it was not there
	After  string   `json:"after"`  // SHA-256 of what it is with us
	Made   []string `json:"made"`   // folders that were made for it, the outermost first
}

// unchanged says whether a file is as brain left it.
func (e *entry) unchanged(now []byte) bool { return now != nil && sum(now) == e.After }

func sum(b []byte) string {
	s := sha256.Sum256(b)
	return hex.EncodeToString(s[:])
}

// journalFile is where the entry of a file lies.
func journalFile(state, real string) string {
	return filepath.Join(state, sum([]byte(real))[:16]+".json")
}

func findEntry(state, real string) (*entry, error) {
	b, err := os.ReadFile(journalFile(state, real))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var e entry
	if json.Unmarshal(b, &e) != nil || e.Real != real {
		return nil, nil // what cannot be read says nothing: then ours is taken out by its marks
	}
	return &e, nil
}

// readJournal gives all entries.
func readJournal(state string) ([]entry, error) {
	files, err := filepath.Glob(filepath.Join(state, "*.json"))
	if err != nil {
		return nil, err
	}
	var out []entry
	for _, f := range files {
		b, err := os.ReadFile(f)
		if err != nil {
			return nil, err
		}
		var e entry
		if json.Unmarshal(b, &e) == nil {
			out = append(out, e)
		}
	}
	return out, nil
}

// write writes the entry, or removes it where no client is left. It gives what undoes that.
func (e *entry) write(state string) (undo func(), err error) {
	file := journalFile(state, e.Real)
	old, err := os.ReadFile(file)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	undo = func() {
		if old == nil {
			os.Remove(file)
		} else {
			os.WriteFile(file, old, 0o600)
		}
	}
	if len(e.Owners) == 0 {
		if err := os.Remove(file); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return nil, err
		}
		return undo, nil
	}
	b, err := json.MarshalIndent(e, "", "  ")
	if err != nil {
		return nil, err
	}
	if bytes.Equal(b, old) {
		return undo, nil
	}
	return undo, replace(file, b, 0o600)
}
