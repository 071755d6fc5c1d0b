package extract

import (
	"io/fs"
	"syscall"
)

// systemStamp gives when a file was last changed in any way, which nobody can set back, and its number on its file system.
func systemStamp(info fs.FileInfo) (changed int64, number uint64) {
	if st, ok := info.Sys().(*syscall.Stat_t); ok {
		return st.Ctim.Nano(), st.Ino
	}
	return 0, 0
}
