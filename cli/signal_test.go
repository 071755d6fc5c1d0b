//go:build unix

package cli_test

import (
	"bufio"
	"bytes"
	"encoding/json"
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
	time.Sleep(300 * time.Millisecond)
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
	c.Env = append(c.Env, "BRAIN_EMBEDDER=none", fmt.Sprintf(`BRAIN_LLM=sh -c 'echo $$ > %s; echo > %[1]s.there; sleep 60'`, pid))
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	for deadline := time.Now().Add(20 * time.Second); ; time.Sleep(10 * time.Millisecond) {
		if _, err := os.Stat(pid + ".there"); err == nil {
			break
		} else if time.Now().After(deadline) {
			t.Fatal("the model was not asked")
		}
	}
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
	gone := false
	for range 200 {
		if gone = syscall.Kill(-model, 0) == syscall.ESRCH; gone {
			break
		}
		time.Sleep(10 * time.Millisecond) // until the system has taken it away
	}
	if !gone || c.ProcessState.ExitCode() != 130 {
		t.Errorf("%v, and the model is gone: %v", c.ProcessState, gone)
	}
}

// TestTheKeyboardEndsAWatch: a watch that waits has done what was asked; one that is stopped amid its work has not, and the next
// import goes on from there.
func TestTheKeyboardEndsAWatch(t *testing.T) {
	t.Setenv("BRAIN_EMBEDDER", "none")
	notes := t.TempDir()
	few := 3
	for i := range few {
		if err := os.WriteFile(filepath.Join(notes, fmt.Sprintf("note %d.md", i)), fmt.Appendf(nil, "# Note %d\n\nwords", i), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	c := program(t, "import", notes, "--watch", "--interval", "1")
	var out bytes.Buffer
	c.Stdout = &out
	awaitLine(t, c, "watching ")
	interrupt(t, c)
	if c.ProcessState.ExitCode() != 0 || !strings.Contains(out.String(), "3 files in") || !strings.Contains(out.String(), "3 added") {
		t.Errorf("while it waits: %v: %s", c.ProcessState, out.String())
	}

	db := c.Env
	const many = 4000
	for i := few; i < many; i++ {
		if err := os.WriteFile(filepath.Join(notes, fmt.Sprintf("note %d.md", i)), fmt.Appendf(nil, "# Note %d\n\nwords of %d, see [[note %d]]", i, i, i/2), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	c = program(t, "import", notes, "--watch")
	c.Env = db
	var errs bytes.Buffer
	c.Stderr = &errs
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	time.Sleep(400 * time.Millisecond)
	interrupt(t, c)
	if c.ProcessState.ExitCode() != 130 || !strings.HasPrefix(errs.String(), "✗ stopped\n") {
		t.Errorf("amid the work: %v: %s", c.ProcessState, errs.String())
	}
	var told struct{ Added, Unchanged int }
	c = program(t, "import", notes, "--json")
	c.Env = db
	answer, err := c.Output()
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(answer, &told); err != nil || told.Added+told.Unchanged != many || told.Added == 0 || told.Unchanged < few {
		t.Errorf("the next import: %+v, %v", told, err)
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
	interrupt(t, c)
	if s, ok := c.ProcessState.Sys().(syscall.WaitStatus); !ok || !s.Signaled() || s.Signal() != syscall.SIGINT {
		t.Errorf("%v", c.ProcessState)
	}
}

// interrupt presses Ctrl-C until the program has ended.
func interrupt(t *testing.T, c *exec.Cmd) {
	t.Helper()
	done := make(chan error, 1)
	go func() { done <- c.Wait() }()
	for deadline := time.After(20 * time.Second); ; {
		if err := c.Process.Signal(os.Interrupt); err != nil {
			<-done
			return
		}
		select {
		case <-done:
			return
		case <-deadline:
			t.Fatal("the program goes on")
		case <-time.After(500 * time.Millisecond):
		}
	}
}
