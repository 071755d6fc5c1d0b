//go:build !unix

package db

import "os"

// mayWrite says whether the file or folder is not marked read-only.
func mayWrite(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().Perm()&0o200 != 0
}
