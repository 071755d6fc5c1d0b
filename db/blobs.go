package db

import (
	"database/sql/driver"
	"errors"
	"fmt"
	"reflect"
	"unsafe"

	"modernc.org/libc"
	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

// readBlob is the SQL function by which a blob is read piece by piece. SQLite gives a column as a whole: for a block of vectors a
// megabyte and a half of fresh memory, whose pages the system must clear first, and which is out of the processor's near caches when
// it is measured.
const readBlob = "brain_read"

// MostPiece is how many bytes of a Blob may be read at once.
const MostPiece = 192 << 10

// ErrWhole says that a blob cannot be read in pieces; it may be read as a whole.
var ErrWhole = errors.New("the blob is to be read as a whole")

// Blob is a blob while Pieces shows it.
type Blob struct {
	Size   int
	tls    *libc.TLS
	handle uintptr
	buffer uintptr
}

// Read gives n bytes from an offset on, at most MostPiece. They are SQLite's own memory, until the next Read.
func (b *Blob) Read(from, n int) ([]byte, error) {
	if from < 0 || n < 0 || n > MostPiece || from > b.Size-n {
		return nil, fmt.Errorf("%w: %d bytes from %d of %d", ErrWhole, n, from, b.Size)
	}
	if rc := sqlite3.Xsqlite3_blob_read(b.tls, b.handle, b.buffer, int32(n), int32(from)); rc != sqlite3.SQLITE_OK {
		return nil, fmt.Errorf("%w: SQLite's code %d", ErrWhole, rc)
	}
	return unsafe.Slice((*byte)(pointer(b.buffer)), n), nil
}

// pointer is an address in SQLite's memory, which Go does not manage.
func pointer(p uintptr) unsafe.Pointer { return *(*unsafe.Pointer)(unsafe.Pointer(&p)) }

// reader is a running Pieces.
type reader struct {
	Blob
	table, column string
	row           func(id int64, b *Blob) error
	err           error
	ahead         *ahead
}

var readers running[reader]

// readFunction shows a blob to the reader of its first argument. The others are the id that it goes by there, the row that it is in, and
// its size.
var readFunction = &sqlite.FunctionImpl{NArgs: 4, VolatileArgs: true,
	Scalar: func(ctx *sqlite.FunctionContext, args []driver.Value) (driver.Value, error) {
		r := readers.of(args[0])
		if r == nil {
			return nil, nil
		}
		id, ok := args[1].(int64)
		at, there := args[2].(int64)
		size, sized := args[3].(int64)
		if r.err = ErrWhole; ok && there && sized {
			r.err = r.show(ctx, id, at, int(size))
		}
		return nil, r.err
	}}

// show opens the blob of a row and shows it.
func (r *reader) show(ctx *sqlite.FunctionContext, id, at int64, size int) error {
	tls, db, ok := handles(ctx)
	if !ok {
		return ErrWhole
	}
	r.tls, r.Size = tls, size
	if r.buffer == 0 {
		if r.buffer = libc.Xmalloc(tls, MostPiece); r.buffer == 0 {
			return ErrWhole
		}
	}
	var rc int32
	if r.handle == 0 {
		r.ahead = readAhead(tls, db)
		rc = r.open(db, at)
	} else {
		rc = sqlite3.Xsqlite3_blob_reopen(tls, r.handle, at)
	}
	if rc != sqlite3.SQLITE_OK || int(sqlite3.Xsqlite3_blob_bytes(tls, r.handle)) != size {
		return ErrWhole
	}
	return r.row(id, &r.Blob)
}

// open opens the first blob; those of other rows follow.
func (r *reader) open(db uintptr, row int64) int32 {
	var texts [3]uintptr
	for i, s := range []string{"main", r.table, r.column} {
		p, err := libc.CString(s)
		if err != nil {
			return sqlite3.SQLITE_NOMEM
		}
		defer libc.Xfree(r.tls, p)
		texts[i] = p
	}
	out := r.tls.Alloc(8)
	defer r.tls.Free(8)
	rc := sqlite3.Xsqlite3_blob_open(r.tls, db, texts[0], texts[1], texts[2], row, 0, out)
	r.handle = *(*uintptr)(pointer(out))
	return rc
}

func (r *reader) close() {
	r.ahead.end()
	if r.handle != 0 {
		sqlite3.Xsqlite3_blob_close(r.tls, r.handle)
	}
	if r.buffer != 0 {
		libc.Xfree(r.tls, r.buffer)
	}
}

// handles are what the driver calls SQLite with. It keeps them to itself and offers no other way to a blob; with a release of it in
// which they have other names, blobs are read as wholes.
func handles(ctx *sqlite.FunctionContext) (tls *libc.TLS, db uintptr, ok bool) {
	v := reflect.ValueOf(ctx).Elem()
	t, c := v.FieldByName("tls"), v.FieldByName("ctx")
	if !t.IsValid() || t.Type() != reflect.TypeFor[*libc.TLS]() || !c.IsValid() || c.Kind() != reflect.Uintptr {
		return nil, 0, false
	}
	tls = (*libc.TLS)(t.UnsafePointer())
	return tls, sqlite3.Xsqlite3_context_db_handle(tls, uintptr(c.Uint())), true
}

// Pieces calls row with an integer, a column or an expression, and the blob of that column of every row of a table. row must run no
// SQL. The error wraps ErrWhole where a blob cannot be read so; rows before it were shown. In a transaction that writes none can: SQLite
// may put pages of its own into the file while it is read ahead, and the end of the context may close the connection.
func (tx *Tx) Pieces(table, id, column string, row func(id int64, b *Blob) error) error {
	if !tx.reads {
		return fmt.Errorf("%w: the transaction writes", ErrWhole)
	}
	r := &reader{table: table, column: column, row: row}
	defer r.close()
	token, end := readers.begin(r)
	defer end()
	// length reads no blob. A column may be called rowid and be another: _rowid_ is where the row lies.
	err := tx.Each(fmt.Sprintf(`SELECT %s(?, %s, _rowid_, length(%s)) FROM %s`, readBlob, id, column, table), []any{token}, unscanned)
	if r.err != nil {
		return r.err
	}
	return err
}
