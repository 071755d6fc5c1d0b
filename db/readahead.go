package db

import (
	"sync"
	"unsafe"

	"modernc.org/libc"
	sqlite3 "modernc.org/sqlite/lib"
)

// SQLite reads a file page by page, and of the pages of a long blob, which lie behind one another, each takes a call of the system and
// the driver's way to it: half the time of reading vectors. So while blobs are read in pieces, in one transaction that only reads, the
// connection's file is read ahead. What is in the file then does not change for that transaction: a page that another writes goes to the
// WAL, and is folded in only where no reader has to see the older one.

// mostAhead is how many bytes are read at once at most; they have to stay in the processor's caches.
const mostAhead = 128 << 10

// ahead reads a file ahead.
type ahead struct {
	tls     *libc.TLS
	file    uintptr // SQLite's sqlite3_file
	methods uintptr // its own sqlite3_io_methods
	own     uintptr // the copy that it has meanwhile
	buffer  uintptr
	from    int64 // where in the file the buffer was read
	have    int
	next    int64 // where the last read ended
	window  int   // how much to read at once
}

// aheads are those at work, by file.
var aheads = struct {
	sync.Mutex
	of map[uintptr]*ahead
}{of: map[uintptr]*ahead{}}

type readMethod = func(tls *libc.TLS, file, to uintptr, n int32, from int64) int32

// readAhead begins to read the file of a connection ahead. It gives nil where that cannot be; the file is read page by page then.
func readAhead(tls *libc.TLS, db uintptr) *ahead {
	name, err := libc.CString("main")
	if err != nil {
		return nil
	}
	defer libc.Xfree(tls, name)
	out := tls.Alloc(8)
	defer tls.Free(8)
	*(*uintptr)(pointer(out)) = 0
	if sqlite3.Xsqlite3_file_control(tls, db, name, sqlite3.SQLITE_FCNTL_FILE_POINTER, out) != sqlite3.SQLITE_OK {
		return nil
	}
	a := &ahead{tls: tls, file: *(*uintptr)(pointer(out))}
	if a.file == 0 {
		return nil
	}
	f := (*sqlite3.Tsqlite3_file)(pointer(a.file))
	if a.methods = f.FpMethods; a.methods == 0 {
		return nil
	}
	size := unsafe.Sizeof(sqlite3.Tsqlite3_io_methods{})
	a.own, a.buffer = libc.Xmalloc(tls, libc.Tsize_t(size)), libc.Xmalloc(tls, mostAhead)
	if a.own == 0 || a.buffer == 0 {
		a.free()
		return nil
	}
	own := (*sqlite3.Tsqlite3_io_methods)(pointer(a.own))
	*own = *(*sqlite3.Tsqlite3_io_methods)(pointer(a.methods))
	// A function of Go is to the driver what a function's address is to C.
	read := any(readMethod(readOf))
	own.FxRead = (*[2]uintptr)(unsafe.Pointer(&read))[1]
	aheads.Lock()
	defer aheads.Unlock()
	if aheads.of[a.file] != nil {
		a.free()
		return nil
	}
	aheads.of[a.file] = a
	f.FpMethods = a.own
	return a
}

// end gives the file its own way to read back.
func (a *ahead) end() {
	if a == nil {
		return
	}
	(*sqlite3.Tsqlite3_file)(pointer(a.file)).FpMethods = a.methods
	aheads.Lock()
	delete(aheads.of, a.file)
	aheads.Unlock()
	a.free()
}

func (a *ahead) free() {
	for _, p := range []uintptr{a.own, a.buffer} {
		if p != 0 {
			libc.Xfree(a.tls, p)
		}
	}
}

// readOf is the xRead of a file that is read ahead.
func readOf(tls *libc.TLS, file, to uintptr, n int32, from int64) int32 {
	aheads.Lock()
	a := aheads.of[file]
	aheads.Unlock()
	if a == nil {
		return sqlite3.SQLITE_IOERR_READ
	}
	return a.read(tls, to, int(n), from)
}

// read reads n bytes. The more reads follow one another, the more is read at once, as the kernel does it.
func (a *ahead) read(tls *libc.TLS, to uintptr, n int, from int64) int32 {
	if at := from - a.from; at >= 0 && at+int64(n) <= int64(a.have) {
		copy(unsafe.Slice((*byte)(pointer(to)), n), unsafe.Slice((*byte)(pointer(a.buffer+uintptr(at))), n))
		a.next = from + int64(n)
		return sqlite3.SQLITE_OK
	}
	if from == a.next {
		a.window = min(2*max(a.window, n), mostAhead)
	} else {
		a.window = n
	}
	a.next = from + int64(n)
	if a.window > n {
		a.from, a.have = from, 0
		if a.origin(tls, a.buffer, a.window, from) == sqlite3.SQLITE_OK {
			a.have = a.window
			return a.read(tls, to, n, from)
		}
		// The file ends before, or cannot be read there: that is for who asks for it.
	}
	return a.origin(tls, to, n, from)
}

// origin is the file's own xRead.
func (a *ahead) origin(tls *libc.TLS, to uintptr, n int, from int64) int32 {
	m := (*sqlite3.Tsqlite3_io_methods)(pointer(a.methods))
	return (*(*readMethod)(unsafe.Pointer(&struct{ uintptr }{m.FxRead})))(tls, a.file, to, int32(n), from)
}
