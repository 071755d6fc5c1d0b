package db

import (
	"path/filepath"
	"slices"

	"golang.org/x/sys/unix"
)

// networks are the file systems of macOS that lie on other machines. On them WAL's shared memory is not shared, and locks may not
// be either.
var networks = []string{"nfs", "smbfs", "afpfs", "webdav", "ftp"}

// Network names the network file system that the file lies on, "" where it lies on none, or the system does not tell.
func (d *DB) Network() string {
	var fs unix.Statfs_t
	if err := unix.Statfs(filepath.Dir(d.real), &fs); err != nil {
		return ""
	}
	name := unix.ByteSliceToString(fs.Fstypename[:])
	if slices.Contains(networks, name) {
		return name
	}
	return ""
}
