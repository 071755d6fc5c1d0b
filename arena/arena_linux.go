package arena

import (
	"sync"
	"sync/atomic"
	"syscall"
	"unsafe"

	"modernc.org/libc"
	sqlite3 "modernc.org/sqlite/lib"
)

const (
	size    = 2 << 20 // a wide page of most processors
	head    = 8       // before each piece stands how large it is
	grain   = 64      // pieces are of so many bytes, or a multiple
	largest = 64 << 10
	// SQLite asks for nothing so large before it opens a file: commands that open none take no block.
	begins = 4 << 10
)

// block is what pieces are cut from.
var block struct {
	from atomic.Uintptr // 0: there is none

	sync.Mutex
	asked bool
	used  uintptr
	// free are the pieces that were given back, by their size in grains, each with the next at its begin.
	free [largest/grain + 1]uintptr
}

// usual is what SQLite does without us.
var usual sqlite3.Tsqlite3_mem_methods

// SQLite takes other memory only before it is initialized, which the driver's package vec has it do in its init. Of packages that are
// ready Go takes the first by name, so this one runs before. Were it otherwise, SQLite would refuse, and all would be as without it.
func init() {
	tls := libc.NewTLS()
	defer tls.Close()
	const room = unsafe.Sizeof(usual)
	m := libc.Xcalloc(tls, 1, libc.Tsize_t(room+unsafe.Sizeof(uintptr(0)))) // the methods, and the list of one argument
	if m == 0 {
		return
	}
	defer libc.Xfree(tls, m) // SQLite copies the methods
	if sqlite3.Xsqlite3_config(tls, sqlite3.SQLITE_CONFIG_GETMALLOC, libc.VaList(m+room, m)) != sqlite3.SQLITE_OK {
		return
	}
	ours := (*sqlite3.Tsqlite3_mem_methods)(pointer(m))
	usual = *ours
	ours.FxMalloc, ours.FxFree, ours.FxRealloc, ours.FxSize = address(malloc), address(free), address(realloc), address(sizeOf)
	sqlite3.Xsqlite3_config(tls, sqlite3.SQLITE_CONFIG_MALLOC, libc.VaList(m+room, m))
}

// malloc, free, realloc and sizeOf are SQLite's xMalloc, xFree, xRealloc and xSize. It never asks for 0 bytes, frees no 0, and resizes
// neither.
func malloc(tls *libc.TLS, n int32) uintptr {
	if p := cut(n); p != 0 {
		return p
	}
	return call[func(*libc.TLS, int32) uintptr](usual.FxMalloc)(tls, n)
}

// cut takes a piece of at least n bytes from the block, or gives 0.
func cut(n int32) uintptr {
	if n > largest-head {
		return 0
	}
	block.Lock()
	defer block.Unlock()
	if !block.asked {
		if n < begins {
			return 0
		}
		block.asked = true
		block.from.Store(mapped())
	}
	grains := (uintptr(n) + head + grain - 1) / grain
	if p := block.free[grains]; p != 0 {
		block.free[grains] = *word(p)
		return p
	}
	from := block.from.Load()
	if from == 0 || size-block.used < grains*grain {
		return 0
	}
	p := from + block.used + head
	block.used += grains * grain
	*word(p - head) = grains
	return p
}

// mapped is memory for the block, in one wide page where the system gives those, or 0.
func mapped() uintptr {
	b, err := syscall.Mmap(-1, 0, 2*size, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_PRIVATE|syscall.MAP_ANON)
	if err != nil {
		return 0
	}
	at := -uintptr(unsafe.Pointer(&b[0])) % size
	b = b[at : at+size]
	_ = syscall.Madvise(b, syscall.MADV_HUGEPAGE)
	return uintptr(unsafe.Pointer(&b[0]))
}

// inside says that p is a piece of the block.
func inside(p uintptr) bool {
	from := block.from.Load()
	return from != 0 && p-from < size
}

func free(tls *libc.TLS, p uintptr) {
	if !inside(p) {
		call[func(*libc.TLS, uintptr)](usual.FxFree)(tls, p)
		return
	}
	block.Lock()
	defer block.Unlock()
	grains := *word(p - head)
	*word(p) = block.free[grains]
	block.free[grains] = p
}

func realloc(tls *libc.TLS, p uintptr, n int32) uintptr {
	if !inside(p) {
		return call[func(*libc.TLS, uintptr, int32) uintptr](usual.FxRealloc)(tls, p, n)
	}
	had := sizeOf(tls, p)
	if n <= had && n > had-grain {
		return p
	}
	q := malloc(tls, n)
	if q != 0 {
		copy(unsafe.Slice((*byte)(pointer(q)), n), unsafe.Slice((*byte)(pointer(p)), min(n, had)))
		free(tls, p)
	}
	return q
}

func sizeOf(tls *libc.TLS, p uintptr) int32 {
	if !inside(p) {
		return call[func(*libc.TLS, uintptr) int32](usual.FxSize)(tls, p)
	}
	return int32(*word(p - head)*grain - head)
}

// address is what the driver takes for the address of a C function.
func address(f any) uintptr { return (*[2]uintptr)(unsafe.Pointer(&f))[1] }

// call is the function at such an address.
func call[F any](address uintptr) F { return *(*F)(unsafe.Pointer(&struct{ uintptr }{address})) }

func word(p uintptr) *uintptr { return (*uintptr)(pointer(p)) }

// pointer is a pointer to memory that is not Go's.
func pointer(p uintptr) unsafe.Pointer { return *(*unsafe.Pointer)(unsafe.Pointer(&p)) }
