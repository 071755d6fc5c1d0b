//go:build unix

package llm_test

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"brain/llm"
)

func ask(t *testing.T, text string, r llm.Request) (string, error) {
	t.Helper()
	return llm.Command{script(t, t.TempDir(), "model", text)}.Ask(context.Background(), r)
}

// pids waits until the fake model has written n process ids.
func pids(t *testing.T, file string, n int) []string {
	t.Helper()
	for range 12_000 { // two minutes
		text, _ := os.ReadFile(file)
		if ids := strings.Fields(string(text)); len(ids) == n && strings.HasSuffix(string(text), "\n") {
			return ids
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Fatal("the fake model did not start")
	return nil
}

// gone waits until none of the processes runs. An orphan whose new parent does not reap stays as a zombie, which is not ours.
func gone(t *testing.T, ids []string) {
	t.Helper()
	var left string
	for range 12_000 {
		left = ""
		for _, id := range ids {
			out, err := exec.Command("ps", "-o", "stat=", "-p", id).Output()
			if stat := strings.TrimSpace(string(out)); err == nil && stat != "" && !strings.HasPrefix(stat, "Z") {
				left += " " + id
			}
		}
		if left == "" {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Errorf("still running:%s", left)
}

// forever sleeps with a child of its own, both deaf to polite signals.
func forever(file string) string {
	return "trap '' TERM INT HUP\nsleep 3600 &\necho $! $$ > '" + file + "'\nwait\nsleep 3600\n"
}

func TestATimeoutKillsTheCommandAndItsChildren(t *testing.T) {
	file := filepath.Join(t.TempDir(), "pids")
	for timeout := time.Second; ; timeout *= 4 {
		_, err := ask(t, forever(file), llm.Request{Prompt: "x", Timeout: timeout})
		if !errors.Is(err, llm.ErrTimeout) || !strings.Contains(err.Error(), timeout.String()) {
			t.Fatalf("got %v", err)
		}
		// On a slow machine the command may have been killed before it had a child.
		if text, err := os.ReadFile(file); err == nil && strings.HasSuffix(string(text), "\n") {
			break
		}
		if timeout > time.Minute {
			t.Fatal("the fake model did not start")
		}
	}
	gone(t, pids(t, file, 2))
}

func TestACancelledContextKillsTheCommandAndItsChildren(t *testing.T) {
	file := filepath.Join(t.TempDir(), "pids")
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	c := llm.Command{script(t, t.TempDir(), "model", forever(file))}
	done := make(chan error, 1)
	go func() {
		_, err := c.Ask(ctx, llm.Request{Prompt: "x"})
		done <- err
	}()
	ids := pids(t, file, 2)
	cancel()
	if err := <-done; !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
	gone(t, ids)
	if _, err := c.Ask(ctx, llm.Request{Prompt: "x"}); !errors.Is(err, context.Canceled) {
		t.Errorf("a context that had ended: %v", err)
	}
}

func TestAHelperThatOutlivesTheCommandIsKilled(t *testing.T) {
	file := filepath.Join(t.TempDir(), "pids")
	got, err := ask(t, "sleep 3600 &\necho $! > '"+file+"'\necho '[]'\n", llm.Request{Prompt: "x"})
	if err != nil || got != "[]\n" {
		t.Errorf("%q, %v", got, err)
	}
	gone(t, pids(t, file, 1))
}

func TestNoChildIsLeftUnreaped(t *testing.T) {
	file := filepath.Join(t.TempDir(), "pids")
	if _, err := ask(t, "echo $$ > '"+file+"'\n", llm.Request{Prompt: "x"}); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command("ps", "-o", "stat=", "-p", pids(t, file, 1)[0]).Output(); err == nil {
		t.Errorf("the command is still there: %s", out)
	}
}

func TestAFailureSaysHowAndWhy(t *testing.T) {
	_, err := ask(t, "echo '[]'\nprintf 'no \\033[31mcredit\\n' >&2\nexit 3\n", llm.Request{Prompt: "x"})
	exit := (*llm.ExitError)(nil)
	if !errors.As(err, &exit) || exit.Code != 3 || exit.Stderr != "no [31mcredit" || !strings.Contains(err.Error(), "exit status 3: no") {
		t.Errorf("got %v", err)
	}
	_, err = ask(t, "kill -9 $$\n", llm.Request{Prompt: "x"})
	if !errors.As(err, &exit) || exit.Code != -1 || !strings.Contains(err.Error(), "killed") {
		t.Errorf("got %v", err)
	}
	_, err = ask(t, "i=0; while [ $i -lt 500 ]; do echo 'a long complaint' >&2; i=$((i+1)); done; echo end >&2; exit 1\n", llm.Request{Prompt: "x"})
	if !errors.As(err, &exit) || len(exit.Stderr) > 2000 || !strings.HasSuffix(exit.Stderr, "complaint end") {
		t.Errorf("got %v", err)
	}
}

func TestAnEndlessAnswerIsCutOff(t *testing.T) {
	file := filepath.Join(t.TempDir(), "pids")
	_, err := ask(t, "echo $$ > '"+file+"'\nexec yes\n", llm.Request{Prompt: "x"})
	if !errors.Is(err, llm.ErrTooLong) {
		t.Errorf("got %v", err)
	}
	gone(t, pids(t, file, 1))
}

func TestWhatTheCommandSees(t *testing.T) {
	t.Setenv("CLAUDECODE", "1")
	t.Setenv("CLAUDE_CODE_ENTRYPOINT", "cli")
	t.Setenv("TMPDIR", t.TempDir())
	got, err := ask(t, `[ -t 0 ] || [ -t 1 ] || (: </dev/tty) 2>/dev/null && echo terminal
echo "$BRAIN_HARVEST|$CLAUDECODE|$CLAUDE_CODE_ENTRYPOINT|$(pwd -P)|$(cat)"`, llm.Request{})
	dir, _ := filepath.EvalSymlinks(os.TempDir())
	if want := "1|||" + dir + "|\n"; err != nil || got != want {
		t.Errorf("got %q, want %q, %v", got, want, err)
	}
	if llm.Guarded() {
		t.Error("this process was not started by a model command")
	}
	t.Setenv(llm.Guard, "1")
	if !llm.Guarded() {
		t.Error("the guard is not seen")
	}
}

func TestAnAnswerIsUTF8(t *testing.T) {
	if got, err := ask(t, `printf 'a\377b'`, llm.Request{Prompt: "x"}); err != nil || got != "a\uFFFDb" {
		t.Errorf("%q, %v", got, err)
	}
}

func TestACommandThatReadsNothingIsNoError(t *testing.T) {
	if got, err := ask(t, "echo '[]'", llm.Request{Prompt: strings.Repeat("x", 1<<20)}); err != nil || got != "[]\n" {
		t.Errorf("%q, %v", got, err)
	}
}

func TestTheCommandsTimersAreAsThisProgramWasGivenThem(t *testing.T) {
	const file = "/proc/self/timerslack_ns"
	if _, err := os.Stat(file); err != nil {
		t.Skip("timers have no slack here: ", err)
	}
	c := llm.Command{script(t, t.TempDir(), "model", "cat > /dev/null\ncat "+file+"\n")}
	var all, begun sync.WaitGroup
	for range 8 { // on threads of their own: that of the test may be any
		begun.Add(1)
		all.Go(func() {
			runtime.LockOSThread()
			defer runtime.UnlockOSThread()
			begun.Done()
			begun.Wait()
			if got, err := c.Ask(context.Background(), llm.Request{Prompt: "x"}); err != nil || strings.TrimSpace(got) == "1000000" {
				t.Errorf("a slack of %q ns, %v", got, err)
			}
		})
	}
	all.Wait()
}
