package db

import (
	"fmt"
	"net/url"
	"time"
)

// busyTimeout is how long a connection waits for another process's write lock.
const busyTimeout = 10 * time.Second

// pragmas of every connection, each with its reason.
var pragmas = []string{
	// Another process may be in the middle of a batch: wait for it instead of failing at once.
	fmt.Sprintf("busy_timeout(%d)", busyTimeout.Milliseconds()),
	"foreign_keys(1)",
	// brain-cli's triggers write to its FTS5 table, ours call our own functions; SQLite refuses both in an untrusted schema.
	"trusted_schema(1)",
	// Negative means KiB: 64 MiB of pages, so that a query over 10,000 entries reads each page of the file once.
	"cache_size(-65536)",
	"temp_store(2)",
}

// writerPragmas are for the one connection that writes.
var writerPragmas = []string{
	// Of a new file; one that is there keeps its own. Rows of half a KB leave a tenth of a page of 4 KB empty, and half of that
	// of one of 8 KB. (The driver sorts the pragmas, and this one must come before the journal's mode.)
	"/* first */ page_size(8192)",
	// Readers and a writer work at the same time. The mode is kept in the file.
	"journal_mode(wal)",
	// In WAL mode NORMAL cannot damage the file; a commit survives the death of the process.
	"synchronous(1)",
	// fold does it, when others need not wait for it.
	"wal_autocheckpoint(0)",
}

// readerPragmas make a connection refuse to write, whatever SQL it is given.
var readerPragmas = []string{"query_only(1)"}

// How a connection opens the file.
const (
	readWrite = "rw"                   // never makes a file
	readOnly  = "ro"                   // does not write one either, but for the WAL's shared memory
	immutable = "ro and nobody writes" // takes no lock, makes nothing, and ignores a WAL
)

// dsn builds the name that opens path in that mode with the given pragmas.
func dsn(path, mode string, immediate bool, lists ...[]string) string {
	q := url.Values{"mode": {mode}}
	if mode == immutable {
		q = url.Values{"mode": {readOnly}, "immutable": {"1"}}
	}
	for _, list := range lists {
		for _, p := range list {
			q.Add("_pragma", p)
		}
	}
	if immediate {
		// BEGIN IMMEDIATE takes the write lock at the start: a transaction that reads before it writes cannot fail half-way.
		q.Set("_txlock", "immediate")
	}
	// RawPath keeps '?' and '#' in a file name from being read as the start of a query.
	return (&url.URL{Scheme: "file", Opaque: (&url.URL{Path: path}).EscapedPath(), RawQuery: q.Encode()}).String()
}
