//go:build unix

package db_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/sys/unix"

	"brain/db"
)

func init() {
	children["read"], children["twice"], children["limit"], children["no room"], children["small"] = readChild, twiceChild, limitChild, noRoomChild, smallChild
}

// readChild says what it reads of the file, and what a write ends with.
func readChild(path string) int {
	d, err := db.Open(context.Background(), path, db.Options{})
	if err != nil {
		fmt.Println("open:", kindOf(err))
		return 0
	}
	for _, read := range []func(context.Context, func(*db.Tx) error) error{d.Read, d.ReadAny} {
		var v string
		err := read(context.Background(), func(tx *db.Tx) error {
			return tx.QueryRow(`SELECT value FROM brain_meta WHERE key = 'k'`, nil, &v)
		})
		fmt.Println("read:", v, kindOf(err))
	}
	fmt.Println("write:", kindOf(d.Write(context.Background(), func(tx *db.Tx) error { return tx.SetMeta("k", "changed") })))
	fmt.Println("close:", kindOf(d.Close()))
	return 0
}

// twiceChild reads the file once, and again when it is told to.
func twiceChild(path string) int {
	d, err := db.Open(context.Background(), path, db.Options{})
	if err != nil {
		fmt.Println(err)
		return 1
	}
	defer d.Close()
	for range 2 {
		var v string
		err := d.Read(context.Background(), func(tx *db.Tx) (err error) {
			v, err = tx.Meta("k")
			return err
		})
		fmt.Println(v, err)
		bufio.NewReader(os.Stdin).ReadString('\n')
	}
	return 0
}

// smallChild makes small writes, which other commands lend a connection for.
func smallChild(path string) int {
	d, err := db.Open(context.Background(), path, db.Options{})
	if err != nil {
		fmt.Println(err)
		return 1
	}
	defer d.Close()
	set := func(tx *db.Tx) error { return tx.SetMeta("k", "new") }
	fmt.Println(d.TryWriteFor(context.Background(), time.Minute, set), d.WriteWithin(context.Background(), time.Minute, time.Minute, nil, set))
	return 0
}

// limitChild writes until a file would be larger than the process may make one.
func limitChild(path string) int {
	d, err := db.Open(context.Background(), path, db.Options{})
	if err != nil {
		fmt.Println(err)
		return 1
	}
	signal.Ignore(syscall.SIGXFSZ)
	limit := unix.Rlimit{Cur: 1 << 16, Max: 1 << 16}
	if err := unix.Setrlimit(unix.RLIMIT_FSIZE, &limit); err != nil {
		fmt.Println(err)
		return 1
	}
	err = d.Write(context.Background(), func(tx *db.Tx) error { return tx.SetMeta("k", strings.Repeat("x", 1<<20)) })
	fmt.Println("write:", kindOf(err))
	return 0
}

// noRoomChild reads where no file can be made larger, as on a full disk.
func noRoomChild(path string) int {
	signal.Ignore(syscall.SIGXFSZ)
	if err := unix.Setrlimit(unix.RLIMIT_FSIZE, &unix.Rlimit{Cur: 4096, Max: 4096}); err != nil {
		fmt.Println(err)
		return 1
	}
	return readChild(path)
}

func kindOf(err error) string {
	for _, kind := range []error{db.ErrReadOnly, db.ErrUnreadable, db.ErrForeign, db.ErrIO, db.ErrFull, db.ErrCorrupt} {
		if errors.Is(err, kind) {
			return kind.Error()
		}
	}
	return fmt.Sprint(err)
}

// stranger is a child that no right of root's helps. The test is left out where root may not become somebody else, as in some containers,
// and where nobody else may enter the folder of temporary files.
func stranger(t *testing.T, kind, path string) *exec.Cmd {
	t.Helper()
	c := child(t, kind, path)
	if os.Getuid() == 0 {
		data, err := os.ReadFile(os.Args[0])
		if err != nil {
			t.Fatal(err)
		}
		c.Path = filepath.Join(open755(t), "child")
		if err := errors.Join(os.WriteFile(c.Path, data, 0o700), os.Chmod(c.Path, 0o755)); err != nil { // whatever the umask is
			t.Fatal(err)
		}
		c.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: 65534, Gid: 65534}}
		c.Dir = "/"
		if err := (&exec.Cmd{Path: c.Path, Args: []string{c.Path, "-test.run=^$"}, Dir: c.Dir, SysProcAttr: c.SysProcAttr}).Run(); err != nil {
			t.Skip("another user cannot run a program here: ", err)
		}
	}
	return c
}

// open755 is a temporary folder that others may look into.
func open755(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	for _, d := range []string{dir, filepath.Dir(dir)} {
		if err := os.Chmod(d, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func TestWhatMayNotBeWrittenIsReadWithoutATrace(t *testing.T) {
	sequential(t)
	read := func(v, write string) string {
		return fmt.Sprintf("read: %s <nil>\nread: %[1]s <nil>\nwrite: %s\nclose: <nil>\n", v, write)
	}
	const refused = "file cannot be written"
	for _, tc := range []struct {
		name         string
		during       string
		suffixes     []string
		file, folder os.FileMode
		want         string
	}{
		{"a 0444 file in a 0555 folder", ``, nil, 0o444, 0o555, read("old", refused)},
		{"a 0444 file in a folder that may be written", ``, nil, 0o444, 0o777, read("old", refused)},
		{"a file that may be written in a 0555 folder", ``, nil, 0o666, 0o555, read("old", refused)},
		{"a WAL with its index", toWAL + `UPDATE brain_meta SET value = 'new'`, []string{"-wal", "-shm"}, 0o444, 0o555, read("new", refused)},
		{"a WAL with its index, in a folder that may be written", toWAL + `UPDATE brain_meta SET value = 'new'`, []string{"-wal", "-shm"}, 0o444, 0o777, read("new", refused)},
		{"a WAL without its index", toWAL + `UPDATE brain_meta SET value = 'new'`, []string{"-wal"}, 0o444, 0o555, "open: file cannot be read\n"},
		{"a WAL without its index, in a folder that may be written", toWAL + `UPDATE brain_meta SET value = 'new'`, []string{"-wal"}, 0o444, 0o777, "open: file cannot be read\n"},
		{"another program's WAL", toWAL + `DROP TABLE brain_meta; PRAGMA application_id = 7`, []string{"-wal"}, 0o444, 0o777, "open: not a brain file\n"},
		{"a hot journal", `PRAGMA journal_mode = delete; CREATE TABLE filler(x); ` + fill + spill + `UPDATE filler SET x = 1`, []string{"-journal"}, 0o444, 0o555, "open: file cannot be read\n"},
		{"no right to read", ``, nil, 0o000, 0o555, "open: file cannot be read\n"},
		{"no right to enter the folder", ``, nil, 0o666, 0o000, "open: file cannot be read\n"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			d := fresh(t)
			write(t, d, func(tx *db.Tx) error { return tx.SetMeta("k", "old") })
			d.Close()
			made := liveFrom(t, d.Path(), tc.during, tc.suffixes...)
			dir := open755(t)
			path := filepath.Join(dir, "brain.db")
			for _, suffix := range append([]string{""}, tc.suffixes...) {
				if err := os.Rename(made+suffix, path+suffix); err != nil {
					t.Fatal(err)
				}
			}
			before := everything(t, dir)
			rights := func(file, folder os.FileMode) {
				if err := os.Chmod(dir, 0o700); err != nil {
					t.Fatal(err)
				}
				for _, suffix := range append([]string{""}, tc.suffixes...) {
					if err := os.Chmod(path+suffix, file); err != nil {
						t.Error(err)
					}
				}
				if err := os.Chmod(dir, folder); err != nil {
					t.Fatal(err)
				}
			}
			rights(tc.file, tc.folder)
			defer os.Chmod(dir, 0o755)
			got, err := stranger(t, "read", path).Output()
			rights(0o600, 0o755)
			if err != nil {
				t.Error(err)
			}
			if diff := cmp.Diff(tc.want, string(got)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(before, everything(t, dir)); diff != "" {
				t.Errorf("reading changed the folder (-before +after):\n%.2000s", diff)
			}
		})
	}
}

func TestAFileInUseTakesSmallWritesWhateverTheRightsOfItsFolder(t *testing.T) {
	path := filepath.Join(open755(t), "brain.db")
	d := open(t, path, db.Options{Create: true})
	write(t, d, func(tx *db.Tx) error { return tx.SetMeta("k", "old") })
	for _, suffix := range []string{"", "-wal", "-shm"} {
		if err := os.Chmod(path+suffix, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	c := stranger(t, "small", path)
	if err := os.Chmod(filepath.Dir(path), 0o555); err != nil {
		t.Fatal(err)
	}
	defer os.Chmod(filepath.Dir(path), 0o755)
	if got, err := c.Output(); err != nil || string(got) != "<nil> <nil>\n" {
		t.Errorf("it says %q, %v", got, err)
	}
	if got := meta(t, d, "k"); got != "new" {
		t.Errorf("the file has %q", got)
	}
}

func TestAnOpenReaderOfAFileThatItMayNotWriteSeesLaterWrites(t *testing.T) {
	d := fresh(t)
	write(t, d, func(tx *db.Tx) error { return tx.SetMeta("k", "old") })
	d.Close()
	path := filepath.Join(open755(t), "brain.db")
	if err := os.Rename(d.Path(), path); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(path, 0o444); err != nil {
		t.Fatal(err)
	}
	c := stranger(t, "twice", path)
	stdin, err := c.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	stdout, err := c.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewReader(stdout)
	if line, _ := lines.ReadString('\n'); line != "old <nil>\n" {
		t.Errorf("first: %q", line)
	}
	if err := os.Chmod(path, 0o644); err != nil {
		t.Fatal(err)
	}
	writer := open(t, path, db.Options{})
	write(t, writer, func(tx *db.Tx) error { return tx.SetMeta("k", "new") })
	io.WriteString(stdin, "go\n")
	if line, _ := lines.ReadString('\n'); line != "new <nil>\n" {
		t.Errorf("then: %q", line)
	}
	stdin.Close()
	if err := c.Wait(); err != nil {
		t.Error(err)
	}
}

func TestAFullDiskDoesNotKeepFromReading(t *testing.T) {
	d := fresh(t)
	write(t, d, func(tx *db.Tx) error { return tx.SetMeta("k", "old") })
	d.Close()
	out, err := child(t, "no room", d.Path()).Output()
	if want := "read: old <nil>\nread: old <nil>\nwrite: disk is full\nclose: <nil>\n"; err != nil || string(out) != want {
		t.Errorf("%s (%v)", out, err)
	}
	again := open(t, d.Path(), db.Options{})
	write(t, again, func(tx *db.Tx) error { return tx.SetMeta("k", "new") })
	again.Close()
	if list, _ := filepath.Glob(d.Path() + "-*"); len(list) > 0 {
		t.Errorf("left %v", list)
	}
}

func TestAWriteThatTheSystemRefusesIsNoDamage(t *testing.T) {
	d := fresh(t)
	d.Close()
	out, err := child(t, "limit", d.Path()).Output()
	if err != nil || string(out) != "write: reading or writing the disk failed\n" {
		t.Errorf("%s (%v)", out, err)
	}
	write(t, open(t, d.Path(), db.Options{}), func(tx *db.Tx) error { return tx.SetMeta("k", "v") })
}
