package db

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"time"

	"modernc.org/sqlite"
)

// A file that is not ours must stay as it is, with everything beside it. But whoever opens a database for writing also
// recovers it: SQLite rolls a journal back, and folds a WAL in when it closes. So the file is first looked at by means
// that cannot write, and only opened once it is known to be ours, a brain-cli file, or empty.

// header is what the first 100 bytes of a database say (https://www.sqlite.org/fileformat2.html#the_database_header).
// They are stale while a WAL or a journal lies beside the file.
type header struct {
	empty   bool
	wal     bool // the file is in WAL mode
	version int
	appID   uint32
}

func readHeader(path string) (header, error) {
	f, err := os.Open(path)
	if err != nil {
		return header{}, fmt.Errorf("%w: %w", ErrUnreadable, err)
	}
	defer f.Close()
	var b [100]byte
	n, err := io.ReadFull(f, b[:])
	if n == 0 && errors.Is(err, io.EOF) {
		return header{empty: true}, nil
	}
	if err != nil && !errors.Is(err, io.ErrUnexpectedEOF) {
		return header{}, fmt.Errorf("%w: %w", ErrIO, err)
	}
	if n < len(b) || string(b[:16]) != "SQLite format 3\x00" {
		return header{}, fmt.Errorf("%w: it is no SQLite database", ErrForeign)
	}
	return header{
		wal:     b[18] == 2 || b[19] == 2,
		version: int(int32(binary.BigEndian.Uint32(b[60:]))),
		appID:   binary.BigEndian.Uint32(b[68:]),
	}, nil
}

// beside is what lies beside a database and belongs to it.
type beside struct {
	wal     bool // changes that are not in the file yet
	shm     bool // the WAL's index: some process is at work, or was killed
	journal bool // perhaps the rest of a transaction that was cut short
}

func look(path string) beside {
	var b beside
	if info, err := os.Stat(path + "-wal"); err == nil && info.Size() > 0 {
		b.wal = true
		_, err := os.Stat(path + "-shm")
		b.shm = err == nil
	}
	if info, err := os.Stat(path + "-journal"); err == nil && info.Size() > 0 {
		b.journal = true
	}
	return b
}

// opened holds the files that this process has open. They have been probed; reading one of them again by a descriptor of
// our own would, when that is closed, drop the POSIX locks that SQLite holds on it.
var opened struct {
	sync.Mutex
	files map[*DB]fs.FileInfo
}

// claim probes the file unless this process has it open, and holds it as open until release.
func (d *DB) claim(ctx context.Context) error {
	opened.Lock()
	defer opened.Unlock()
	info, err := os.Stat(d.real)
	if err != nil {
		return err
	}
	known := false
	for other, file := range opened.files {
		if os.SameFile(info, file) {
			d.walMode, known = other.walMode, true
		}
	}
	if !known {
		h, err := probe(ctx, d.real)
		if err != nil {
			return err
		}
		d.walMode = h.wal
	}
	if opened.files == nil {
		opened.files = map[*DB]fs.FileInfo{}
	}
	opened.files[d], d.file = info, info
	return nil
}

func (d *DB) release() {
	opened.Lock()
	defer opened.Unlock()
	delete(opened.files, d)
}

// probe refuses a file that must not be opened, without a change to it or to anything beside it. If another process
// changes the file meanwhile, what was seen may be half of that change, so it looks again.
func probe(ctx context.Context, path string) (header, error) {
	for tries := 0; ; tries++ {
		before := fingerprint(path)
		h, err := readHeader(path)
		if err == nil {
			err = probeOnce(ctx, path, h)
		}
		if err == nil || tries == 9 || ctx.Err() != nil || before == fingerprint(path) {
			return h, err
		}
		time.Sleep(10 * time.Millisecond)
	}
}

// fingerprint tells whether a file, its WAL or its journal has changed.
func fingerprint(path string) (out [3]struct {
	size int64
	time time.Time
}) {
	for i, suffix := range []string{"", "-wal", "-journal"} {
		if info, err := os.Stat(path + suffix); err == nil {
			out[i].size, out[i].time = info.Size(), info.ModTime()
		}
	}
	return out
}

func probeOnce(ctx context.Context, path string, h header) error {
	b := look(path)
	ours := h.appID == ApplicationID
	switch {
	case h.empty:
		return probeEmpty(path, b)
	case h.appID != 0 && !ours:
		return fmt.Errorf("%w: it carries another program's id %#x", ErrForeign, h.appID)
	case ours && h.version > len(migrations):
		return newer(h.version)
	case !b.wal && !b.journal && ours:
		return nil // the header is all there is, and the tables are looked at when the file is opened
	case !b.wal && !b.journal && h.wal:
		// Without "immutable" a reader of a file in WAL mode makes a -wal and a -shm.
		return probeBy(ctx, path, immutable)
	case b.wal && b.shm && !b.journal:
		return probeBy(ctx, path, readOnly)
	case !b.wal && !h.wal:
		err := probeBy(ctx, path, readOnly)
		if code(err) != codeReadOnlyRollback {
			return err
		}
	}
	return probeCopy(ctx, path)
}

// probeEmpty refuses an empty file beside which somebody's data lies: SQLite would delete that. A journal that says that
// the database had no page before is the rest of a first write that was killed.
func probeEmpty(path string, b beside) error {
	if b.wal {
		return orphaned(path, "-wal")
	}
	if !b.journal {
		return nil
	}
	f, err := os.Open(path + "-journal")
	if err != nil {
		return fmt.Errorf("%w: %w", ErrUnreadable, err)
	}
	defer f.Close()
	// https://www.sqlite.org/fileformat2.html#the_rollback_journal: the pages of the database before are at offset 16.
	var head [20]byte
	if _, err := io.ReadFull(f, head[:]); err != nil || head[0] == 0 || binary.BigEndian.Uint32(head[16:]) == 0 {
		return nil
	}
	return orphaned(path, "-journal")
}

// probeBy identifies the file through a connection of the given mode.
func probeBy(ctx context.Context, path, mode string) error {
	q := openSQL(&sqlite.Driver{}, dsn(path, mode, false, pragmas))
	defer q.Close()
	_, err := identify(ctx, q)
	return err
}

// probeCopy identifies a private copy of the file and of what lies beside it, which may be recovered there.
func probeCopy(ctx context.Context, path string) error {
	dir, err := os.MkdirTemp("", "brain-probe-")
	if err != nil {
		return fmt.Errorf("%w: copy it, to look into it without changing it: %w", ErrUnreadable, err)
	}
	defer os.RemoveAll(dir)
	to := filepath.Join(dir, "copy.db")
	for _, suffix := range []string{"", "-wal", "-journal"} {
		err := copyFile(to+suffix, path+suffix)
		if err != nil && !(suffix != "" && errors.Is(err, fs.ErrNotExist)) {
			return fmt.Errorf("%w: copy it, to look into it without changing it: %w", ErrUnreadable, err)
		}
	}
	return probeBy(ctx, to, readWrite)
}

func copyFile(to, from string) error {
	src, err := os.Open(from)
	if err != nil {
		return err
	}
	defer src.Close()
	dst, err := os.OpenFile(to, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	_, err = io.Copy(dst, src)
	return errors.Join(err, dst.Close())
}
