//go:build unix

package cli_test

import (
	"bufio"
	"bytes"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// Nothing here may depend on how fast a machine is: a test waits for what it needs to see, and longAgo is when that is given up.
const longAgo = 3 * time.Minute

// program is the program in a process of its own, which TestMain makes of the test's.
func program(t *testing.T, args ...string) *exec.Cmd {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	c := exec.Command(self)
	c.Args = append([]string{"brain"}, args...)
	c.Env = append(os.Environ(), "BRAIN_DB="+filepath.Join(dir, "brain.db"), "HOME="+dir)
	// A test that fails must not leave a process behind.
	t.Cleanup(func() {
		if c.Process != nil && c.ProcessState == nil {
			c.Process.Kill()
			c.Wait()
		}
	})
	return c
}

func TestTheKeyboardStopsWhatWaitsForInput(t *testing.T) {
	c := program(t, "entries", "import", "-", "--json")
	var errs bytes.Buffer
	c.Stderr = &errs
	in, err := c.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	// More than a pipe holds: once it is written, the program is reading.
	if _, err := io.WriteString(in, strings.Repeat("\n", 1<<20)); err != nil {
		t.Fatal(err)
	}
	interrupt(t, c)
	var told struct {
		Error struct {
			Problem string
			Exit    int
		}
	}
	if err := json.Unmarshal(errs.Bytes(), &told); err != nil || c.ProcessState.ExitCode() != 130 || told.Error.Exit != 130 || told.Error.Problem != "stopped" {
		t.Errorf("%v, %v: %s", c.ProcessState, err, errs.String())
	}
}

func TestTheKeyboardStopsSQL(t *testing.T) {
	c := program(t, "init")
	if out, err := c.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	db := c.Env
	c = program(t, "sql", `WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c) SELECT count(*) FROM c`)
	c.Env = db
	var errs bytes.Buffer
	c.Stderr = &errs
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	awaitOpen(t, fileOf(c))
	interrupt(t, c)
	if got := errs.String(); c.ProcessState.ExitCode() != 130 || !strings.HasPrefix(got, "✗ stopped\n") {
		t.Errorf("%v: %s", c.ProcessState, got)
	}
}

// TestATerminalThatClosesEndsTheModelToo: the model's command has no terminal that could tell it.
func TestATerminalThatClosesEndsTheModelToo(t *testing.T) {
	if signal.Ignored(syscall.SIGHUP) {
		t.Skip("hangups are ignored, as under nohup, and brain goes on ignoring them")
	}
	dir := t.TempDir()
	talk, pid := filepath.Join(dir, "talk.jsonl"), filepath.Join(dir, "pid")
	if err := os.WriteFile(talk, []byte(`{"type":"user","message":{"content":"We have moved the ledger."}}`+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	c := program(t, "harvest", talk, "--force")
	c.Env = append(c.Env, "BRAIN_EMBEDDER=none", "PID_FILE="+pid, `BRAIN_LLM=sh -c 'echo $$ > "$PID_FILE"; echo > "$PID_FILE.there"; exec sleep 600'`)
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	await(t, "the model is asked", func() bool {
		_, err := os.Stat(pid + ".there")
		return err == nil
	})
	if err := c.Process.Signal(syscall.SIGHUP); err != nil {
		t.Fatal(err)
	}
	_ = c.Wait()
	text, err := os.ReadFile(pid)
	if err != nil {
		t.Fatal(err)
	}
	model, err := strconv.Atoi(strings.TrimSpace(string(text)))
	if err != nil {
		t.Fatal(err)
	}
	defer syscall.Kill(-model, syscall.SIGKILL)
	await(t, "the model is gone", func() bool { return syscall.Kill(-model, 0) == syscall.ESRCH })
	if c.ProcessState.ExitCode() != 130 {
		t.Errorf("%v", c.ProcessState)
	}
}

// await waits for what another process is about to do.
func await(t *testing.T, what string, done func() bool) {
	t.Helper()
	for deadline := time.Now().Add(longAgo); !done(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("it is waited in vain until %s", what)
		}
	}
}

// fileOf is the file that a program works on.
func fileOf(c *exec.Cmd) (path string) {
	for _, v := range c.Env {
		if value, ok := strings.CutPrefix(v, "BRAIN_DB="); ok {
			path = value // the last one counts
		}
	}
	return path
}

// awaitOpen waits until another process has the file open: in WAL mode each connection holds one of SQLite's locks all the time.
func awaitOpen(t *testing.T, path string) {
	t.Helper()
	const lockBytes, lockCount = 0x40000000, 512 // PENDING_BYTE of SQLite's os.h, and what follows it
	await(t, "the file is open", func() bool {
		f, err := os.Open(path)
		if err != nil {
			return false
		}
		defer f.Close()
		lock := syscall.Flock_t{Type: syscall.F_WRLCK, Start: lockBytes, Len: lockCount}
		if err := syscall.FcntlFlock(f.Fd(), syscall.F_GETLK, &lock); err != nil {
			t.Fatal(err)
		}
		return lock.Type != syscall.F_UNLCK
	})
}

// TestTheKeyboardEndsAWatch: a watch that waits has done what was asked; one that is stopped amid its work has not, and the next
// import goes on from there.
func TestTheKeyboardEndsAWatch(t *testing.T) {
	t.Setenv("BRAIN_EMBEDDER", "none")
	notes := t.TempDir()
	const few = 3
	have := 0
	write := func(n int) {
		t.Helper()
		for ; have < n; have++ {
			text := fmt.Appendf(nil, "# Note %d\n\nwords of %[1]d, see [[note %d]]", have, have/2)
			if err := os.WriteFile(filepath.Join(notes, fmt.Sprintf("note %d.md", have)), text, 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
	write(few)
	c := program(t, "import", notes, "--watch", "--interval", "1")
	var out bytes.Buffer
	c.Stdout = &out
	awaitLine(t, c, "watching ")
	interrupt(t, c)
	if c.ProcessState.ExitCode() != 0 || !strings.Contains(out.String(), "3 files in") || !strings.Contains(out.String(), "3 added") {
		t.Errorf("while it waits: %v: %s", c.ProcessState, out.String())
	}

	db := c.Env
	write(4000)
	c = program(t, "import", notes, "--watch", "--interval", "1")
	c.Env = db
	var errs bytes.Buffer
	c.Stderr = &errs
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	release := holdAmid(t, fileOf(c), few, func() int { return have }, func() { write(have + 4000) })
	time.AfterFunc(time.Second, release) // SQLite's wait for a lock, of ten seconds, hears nothing; a signal is heard by then
	interrupt(t, c)
	// Before it the watch may have told of a round that ended.
	if c.ProcessState.ExitCode() != 130 || !strings.Contains("\n"+errs.String(), "\n✗ stopped\n") {
		t.Errorf("amid the work: %v: %s", c.ProcessState, errs.String())
	}
	var told struct{ Added, Unchanged int }
	c = program(t, "import", notes, "--json")
	c.Env = db
	answer, err := c.Output()
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(answer, &told); err != nil || told.Added+told.Unchanged != have || told.Added == 0 || told.Unchanged < few {
		t.Errorf("the next import: %+v, %v", told, err)
	}
}

// holdAmid takes the lock of writers once some of the pages are in the file that are to come, but not all, so that whoever imports them
// cannot end. Where that is not seen in time, because all are in, more makes some to come.
func holdAmid(t *testing.T, path string, before int, all func() int, more func()) (release func()) {
	t.Helper()
	q, err := sql.Open("sqlite", path+"?_pragma=busy_timeout(180000)&_txlock=immediate")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { q.Close() })
	for {
		tx, err := q.Begin()
		if err != nil {
			t.Fatal(err)
		}
		n := 0
		if err := tx.QueryRow(`SELECT count(*) FROM pages`).Scan(&n); err != nil {
			t.Fatal(err)
		}
		if n > before && n < all() {
			return func() { tx.Rollback() }
		}
		tx.Rollback()
		if n == all() {
			before = n
			more()
		}
		time.Sleep(time.Millisecond)
	}
}

// awaitLine starts the program and waits until it says something on stderr.
func awaitLine(t *testing.T, c *exec.Cmd, what string) {
	t.Helper()
	errs, err := c.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(errs)
	for lines.Scan() {
		if strings.Contains(lines.Text(), what) {
			go io.Copy(io.Discard, errs)
			return
		}
	}
	t.Fatalf("the program never says %q", what)
}

// TestASecondSignalEndsTheProgram has the program where no context reaches: it writes to a pipe that nobody empties.
func TestASecondSignalEndsTheProgram(t *testing.T) {
	if signal.Ignored(os.Interrupt) {
		t.Skip("interrupts are ignored, as in a shell's background, and so they are again after the first")
	}
	c := program(t, "init")
	if out, err := c.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	db := c.Env
	c = program(t, "sql", `SELECT printf('%.*c', 1000000, 'x') AS x`)
	c.Env = db
	out, err := c.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	if _, err := out.Read(make([]byte, 1)); err != nil {
		t.Fatal(err)
	}
	ended := waited(c)
	for deadline := time.After(longAgo); ; {
		if err := c.Process.Signal(os.Interrupt); err != nil && !errors.Is(err, os.ErrProcessDone) {
			t.Fatal(err)
		}
		select {
		case <-ended:
		case <-deadline:
			t.Fatal("the program goes on")
		case <-time.After(100 * time.Millisecond):
			continue
		}
		break
	}
	if s, ok := c.ProcessState.Sys().(syscall.WaitStatus); !ok || !s.Signaled() || s.Signal() != syscall.SIGINT {
		t.Errorf("%v", c.ProcessState)
	}
}

// interrupt presses Ctrl-C once, as a second time would end the program on the spot, and waits for its end.
func interrupt(t *testing.T, c *exec.Cmd) {
	t.Helper()
	ended := waited(c)
	if err := c.Process.Signal(os.Interrupt); err != nil && !errors.Is(err, os.ErrProcessDone) {
		t.Fatal(err)
	}
	select {
	case <-ended:
	case <-time.After(longAgo):
		t.Fatal("the program goes on")
	}
}

// waited is closed when the program has ended.
func waited(c *exec.Cmd) <-chan struct{} {
	ended := make(chan struct{})
	go func() {
		c.Wait()
		close(ended)
	}()
	return ended
}
