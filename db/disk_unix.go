//go:build linux || darwin

package db

import (
	"path/filepath"

	"golang.org/x/sys/unix"
)

// Free is how many bytes this process may still write where the file is; ok is false where the system does not tell.
func (d *DB) Free() (n uint64, ok bool) {
	var fs unix.Statfs_t
	if err := unix.Statfs(filepath.Dir(d.real), &fs); err != nil {
		return 0, false
	}
	return fs.Bavail * uint64(fs.Bsize), true
}
