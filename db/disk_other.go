//go:build !linux && !darwin

package db

// Free is how many bytes this process may still write where the file is; ok is false where the system does not tell.
func (d *DB) Free() (n uint64, ok bool) { return 0, false }

// Network names the network file system that the file lies on, "" where it lies on none, or the system does not tell.
func (d *DB) Network() string { return "" }
