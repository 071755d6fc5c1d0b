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
	// Functions are registered on every connection. The schema's triggers need those of package merge.
	Functions []Function
	// Now is the clock; nil means time.Now.
	Now func() time.Time
}

// DB is an open file. Its methods may be called from many goroutines.
type DB struct {
	path    string
	drv     *sqlite.Driver
	now     func() time.Time
	readers *sql.DB
	guests  *sql.DB

	mu     sync.Mutex
	state  State
	schema int
	writer *sql.DB
}

// connector opens connections of a driver of our own, so that our functions reach no other user of the library.
type connector struct {
	drv *sqlite.Driver
	dsn string
}

func (c connector) Connect(context.Context) (driver.Conn, error) { return c.drv.Open(c.dsn) }
func (c connector) Driver() driver.Driver                        { return c.drv }

// guestConnector opens connections for SQL that a user wrote: read-only as files are, not by a pragma that the SQL could
// take back, and without ATTACH, which would open the same file once more with other rights.
type guestConnector struct{ connector }

func (c guestConnector) Connect(ctx context.Context) (driver.Conn, error) {
	conn, err := c.connector.Connect(ctx)
	if err != nil {
		return nil, err
	}
	r, ok := conn.(sqlite.AuthorizerRegisterer)
	if !ok {
		return nil, errors.Join(errors.New("open: the driver offers no authorizer"), conn.Close())
	}
	err = r.RegisterAuthorizer(func(action sqlite.AuthorizerActionCode, _, _, _, _ string) sqlite.AuthorizerReturnCode {
		if action == sqlite.AuthAttach {
			return sqlite.AuthorizerDeny
		}
		return sqlite.AuthorizerOK
	})
	if err != nil {
		return nil, errors.Join(err, conn.Close())
	}
	return conn, nil
}

// Open opens the file at path. Errors wrap ErrMissing, ErrForeign, ErrNewer, ErrCorrupt or ErrReadOnly. Nothing is
// written: a file is migrated by its first Write.
func Open(ctx context.Context, path string, o Options) (*DB, error) {
	path, err := filepath.Abs(path)
	if err != nil {
		return nil, err
	}
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist) && o.Create:
		if err := create(path); err != nil {
			return nil, fmt.Errorf("%w: %w", ErrReadOnly, err)
		}
	case errors.Is(err, fs.ErrNotExist):
		return nil, fmt.Errorf("%w: %s", ErrMissing, path)
	case err != nil:
		return nil, err
	case !info.Mode().IsRegular():
		return nil, fmt.Errorf("%w: %s is no regular file", ErrForeign, path)
	}
	if err := checkMagic(path); err != nil {
		return nil, fmt.Errorf("open %s: %w", path, err)
	}
	d := &DB{path: path, drv: &sqlite.Driver{}, now: o.Now}
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
	d.readers = sql.OpenDB(connector{d.drv, dsn(path, "rw", false, pragmas, readerPragmas)})
	d.guests = sql.OpenDB(guestConnector{connector{d.drv, dsn(path, "ro", false, pragmas, readerPragmas)}})
	if d.state, d.schema, err = identify(ctx, d.readers); err != nil {
		d.readers.Close()
		d.guests.Close()
		return nil, fmt.Errorf("open %s: %w", path, err)
	}
	return d, nil
}

// create makes an empty file, 0600 because a brain holds private things.
func create(path string) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	f, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return err
	}
	return f.Close()
}

// Path is the file's absolute path.
func (d *DB) Path() string { return d.path }

// State says whose file it is, as of Open or the last Write.
func (d *DB) State() State {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.state
}

// Close ends all connections. The WAL is folded into the file when the last process leaves it.
func (d *DB) Close() error {
	d.mu.Lock()
	defer d.mu.Unlock()
	err := errors.Join(d.guests.Close(), d.readers.Close())
	if d.writer != nil {
		err = errors.Join(err, d.writer.Close())
		d.writer = nil
	}
	return err
}

// writable returns the one writer, migrating the file the first time. A brain-cli file is backed up before.
func (d *DB) writable(ctx context.Context) (*sql.DB, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.writer != nil {
		return d.writer, nil
	}
	if d.state != Ours {
		// Another process may have migrated the file since it was opened.
		var err error
		if d.state, d.schema, err = identify(ctx, d.readers); err != nil {
			return nil, err
		}
	}
	if d.state == BrainCLI {
		if err := backup(ctx, d.readers, d.path, d.now()); err != nil {
			return nil, err
		}
	}
	w := sql.OpenDB(connector{d.drv, dsn(d.path, "rw", true, pragmas, writerPragmas)})
	w.SetMaxOpenConns(1)
	if d.state != Ours || d.schema < len(migrations) {
		if err := migrate(ctx, w); err != nil {
			w.Close()
			return nil, err
		}
		d.state, d.schema = Ours, len(migrations)
	}
	d.writer = w
	return w, nil
}
