package db

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"syscall"
)

// SQLite's limits of a name, which leave room for that of the journal beside it.
const (
	maxName = 255 - len("-journal")
	maxPath = 512 - len("-journal") // as SQLite is compiled for Unix
)

// mayCreate refuses what would leave an empty file that cannot be used: a name that the system takes and SQLite does not, and
// one beside which the changes of a file lie that is gone.
func mayCreate(path string) error {
	if runtime.GOOS != "windows" && (len(path) > maxPath || len(filepath.Base(path)) > maxName) {
		return &fs.PathError{Op: "open", Path: path, Err: syscall.ENAMETOOLONG}
	}
	if look(path).wal {
		return orphaned(path, "-wal")
	}
	return nil
}

// orphaned says of a file that is empty or gone that changes to it lie beside it.
func orphaned(path, suffix string) error {
	return fmt.Errorf("%w: it is empty or gone, but %s%s, a part of it, is not: bring the file back, or move that away", ErrForeign, path, suffix)
}

// create makes a file of an image, an empty one without; 0600 because a brain holds private things.
func create(path string, image func() []byte) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	// SQLite would take a journal that lies there for that of the file, as long as this is not empty.
	if image != nil && !look(path).journal && createOf(path, image()) {
		return nil
	}
	f, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return err
	}
	return f.Close()
}
