package db

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"time"

	"modernc.org/sqlite"
	_ "modernc.org/sqlite/vec" // registers sqlite-vec's vec0 tables, which brain-cli's files and ours use

	_ "brain/arena"
)

// Function is a scalar SQL function offered on every connection, like PostgreSQL's similarity. Args is the number of
// arguments, -1 for any. Functions are deterministic.
type Function struct {
	Name string
	Args int32
	Call func(args []driver.Value) (driver.Value, error)
}

// Options say how a file is opened.
type Options struct {
	// Create makes a missing file (and its folder); without it a missing file is ErrMissing.
	Create bool
	// Image gives what a file that is made is like, as [PackImage] packs it: what the first Write and its Upgrades would make of an
	// empty one. Nil, and where the system cannot write a file before it has a name, is an empty file.
	Image func() []byte
	// Functions are registered on every connection. The schema's triggers need those of package merge.
	Functions []Function
	// Upgrades are what the stores add to the migrations of these numbers.
	Upgrades map[int]Upgrade
	// Now is the clock; nil means time.Now.
	Now func() time.Time
	// Timed hears of every write transaction how long it waited for its turn and how long it then took; nil is silence.
	Timed func(waited, took time.Duration)
}

// DB is an open file. Its methods may be called from many goroutines.
type DB struct {
	path     string
	real     string      // path, or what it links to: the WAL lies beside that
	walMode  bool        // as of Open
	noRoom   bool        // the disk is too full to make a WAL, as of Open
	file     fs.FileInfo // which file it is, as of Open
	drv      *sqlite.Driver
	now      func() time.Time
	upgrades map[int]Upgrade
	timed    func(waited, took time.Duration)
	readers  *sql.DB
	guests   *sql.DB
	memo     memo

	mu     sync.Mutex
	is     identity
	writer *sql.DB
}

// connector opens connections of a driver of our own, so that our functions reach no other user of the library. What a
// file may be opened for can change while the program runs, so the name is made for each connection.
type connector struct {
	drv *sqlite.Driver
	dsn func() (string, error)
}

func (c connector) Connect(context.Context) (driver.Conn, error) {
	name, err := c.dsn()
	if err != nil {
		return nil, err
	}
	return c.drv.Open(name)
}

func (c connector) Driver() driver.Driver { return c.drv }

func openSQL(drv *sqlite.Driver, name string) *sql.DB {
	return sql.OpenDB(connector{drv, func() (string, error) { return name, nil }})
}

// readersBy opens connections that read, in that mode.
func (d *DB) readersBy(mode string) *sql.DB {
	return sql.OpenDB(connector{d.drv, func() (string, error) {
		if err := d.unmoved(); err != nil {
			return "", err
		}
		return d.readDSN(mode)
	}})
}

// writersBy opens connections that write, with these pragmas.
func (d *DB) writersBy(pragmas ...[]string) *sql.DB {
	return sql.OpenDB(connector{d.drv, d.here(dsn(d.real, readWrite, true, pragmas...))})
}

// Open opens the file at path. Errors wrap ErrMissing, ErrForeign, ErrNewer, ErrCorrupt, ErrUnreadable, ErrReadOnly or
// ErrBusy. Nothing is written: a file is migrated by its first Write, and one that is refused is left as it is with all
// that lies beside it.
func Open(ctx context.Context, path string, o Options) (*DB, error) {
	path, err := filepath.Abs(path)
	if err != nil {
		return nil, err
	}
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist) && o.Create:
		if err := mayCreate(path); err != nil {
			return nil, err
		}
		if err := create(path, o.Image); err != nil {
			return nil, fmt.Errorf("%w: %w", ErrReadOnly, err)
		}
	case errors.Is(err, fs.ErrNotExist):
		return nil, fmt.Errorf("%w: %s", ErrMissing, path)
	case errors.Is(err, fs.ErrPermission):
		return nil, fmt.Errorf("%w: %w", ErrUnreadable, err)
	case err != nil:
		return nil, err
	case !info.Mode().IsRegular():
		return nil, fmt.Errorf("%w: %s is no regular file", ErrForeign, path)
	}
	d := &DB{path: path, real: path, drv: &sqlite.Driver{}, now: o.Now, upgrades: o.Upgrades, timed: o.Timed}
	if link, err := os.Lstat(path); err == nil && link.Mode()&fs.ModeSymlink != 0 {
		if d.real, err = filepath.EvalSymlinks(path); err != nil {
			return nil, err
		}
	}
	if d.now == nil {
		d.now = time.Now
	}
	for _, f := range o.Functions {
		impl := &sqlite.FunctionImpl{NArgs: f.Args, Deterministic: true,
			Scalar: func(_ *sqlite.FunctionContext, args []driver.Value) (driver.Value, error) { return f.Call(args) }}
		if err := d.drv.RegisterFunction(f.Name, impl); err != nil {
			return nil, fmt.Errorf("register %s: %w", f.Name, err)
		}
	}
	for name, f := range map[string]*sqlite.FunctionImpl{visit: visitFunction, readBlob: readFunction, showRows: rowsFunction} {
		if err := d.drv.RegisterFunction(name, f); err != nil {
			return nil, fmt.Errorf("register %s: %w", name, err)
		}
	}
	d.readers, d.guests = d.readersBy(readWrite), d.readersBy(readOnly)
	if !d.mayWrite() {
		// An immutable connection would not see what the file's owner writes later.
		d.readers.SetMaxIdleConns(0)
		d.guests.SetMaxIdleConns(0)
	}
	if err = d.claim(ctx); err == nil {
		d.is, err = identify(ctx, d.readers)
	}
	if errors.Is(err, ErrFull) {
		d.noRoom = true
		d.readers.SetMaxIdleConns(0)
		d.guests.SetMaxIdleConns(0)
		d.is, err = identify(ctx, d.readers)
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("open %s: %w", path, err), d.Close())
	}
	return d, nil
}

// Path is the file's absolute path.
func (d *DB) Path() string { return d.path }

// State says whose file it is, as of Open or the last Write.
func (d *DB) State() State {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.is.state
}

// Close ends all connections. The WAL is folded into the file when the last process leaves it.
func (d *DB) Close() error {
	if d.Moved() {
		_ = d.Leave(context.Background()) // others at work on it do it when they close it
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	err := errors.Join(d.guests.Close(), d.readers.Close())
	if d.writer != nil {
		err = errors.Join(err, d.writer.Close())
		d.writer = nil
	}
	d.release()
	return err
}

// writable returns the one writer, migrating the file the first time. A brain-cli file is backed up before.
func (d *DB) writable(ctx context.Context) (*sql.DB, error) {
	w, _, err := d.prepare(ctx, true)
	return w, err
}

// prepare is writable with a choice of whether to back up, and the name of the copy that it made.
func (d *DB) prepare(ctx context.Context, mayBackUp bool) (w *sql.DB, copied string, err error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.writer != nil {
		return d.writer, "", nil
	}
	if err := d.refuseUnwritable(); err != nil {
		return nil, "", err
	}
	if d.is.state != Ours {
		// Another process may have migrated the file since it was opened.
		if d.is, err = identify(ctx, d.readers); err != nil {
			return nil, "", err
		}
	}
	if err := d.is.writable(); err != nil {
		return nil, "", fmt.Errorf("write %s: %w", d.path, err)
	}
	w = d.writersBy(pragmas, writerPragmas)
	w.SetMaxOpenConns(1)
	if !d.is.current() {
		if copied, err = d.migrate(ctx, w, mayBackUp); err != nil {
			w.Close()
			return nil, "", err
		}
		d.is = identity{state: Ours, schema: len(migrations), marked: true}
	} else if err := warm(ctx, w); err != nil {
		w.Close()
		return nil, "", classify(err)
	}
	d.writer = w
	return w, copied, nil
}

// warm opens the connection that writes and has it read the schema, so that nobody has to wait in line for that.
func warm(ctx context.Context, w *sql.DB) error {
	_, err := w.ExecContext(ctx, `SELECT 1 FROM sqlite_schema WHERE 0`)
	return err
}
