package db

import "modernc.org/libc"

// Log is the natural logarithm of a number above 0 as SQLite computes it: where the C library's and Go's differ in the last bit, a score
// of FTS5 would too.
func Log(x float64) float64 { return libc.Xlog(nil, x) }
