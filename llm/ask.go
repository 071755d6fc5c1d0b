package llm

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"strings"
	"time"

	"brain/monitor"
)

const (
	// DefaultTimeout is how long a request waits that names no time of its own (brain-cli 3.4.0's).
	DefaultTimeout = 240 * time.Second
	// MaxAnswer is the longest answer, in bytes.
	MaxAnswer = 4 << 20
	// maxStderr is how much of a command's complaint is kept.
	maxStderr = 2000
	// grace is how long the pipes of a dead command stay open for a child of it that left its session.
	grace = 2 * time.Second
)

// Request is one question.
type Request struct {
	Prompt  string
	Model   string        // "" for the command's own
	Timeout time.Duration // 0 for DefaultTimeout
}

// Ask runs the command once and returns what it printed, invalid UTF-8 replaced by U+FFFD.
//
// It runs in the folder for temporary files, so that no project's settings apply, and never sees the terminal. When Ask
// returns, the command and all processes of its group are gone, and on Unix also when this process is killed. Errors wrap
// ErrNotFound, ErrTimeout, ErrTooLong or the context's cause, or are an *ExitError.
func (c Command) Ask(ctx context.Context, r Request) (string, error) {
	if len(c) == 0 {
		return "", ErrNotFound
	}
	if r.Timeout <= 0 {
		r.Timeout = DefaultTimeout
	}
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	ctx, cancel := context.WithTimeoutCause(ctx, r.Timeout, fmt.Errorf("%w: %s", ErrTimeout, r.Timeout))
	defer cancel()

	args, stdin := c.call(r)
	out := &answer{full: func() { stop(fmt.Errorf("%w: over %d bytes", ErrTooLong, MaxAnswer)) }}
	complaint := &tail{}
	cmd := exec.CommandContext(ctx, c[0], args...)
	cmd.Dir = os.TempDir()
	cmd.Env = environment()
	cmd.Stdout, cmd.Stderr = out, complaint
	cmd.WaitDelay = grace
	if stdin != "" {
		cmd.Stdin = strings.NewReader(stdin)
	}
	ownGroup(cmd)
	cmd.Cancel = func() error { return killGroup(cmd) }
	started, end := leaveNone(cmd)
	defer end()
	err := monitor.Unslackened(cmd.Start)
	started()
	if err != nil {
		switch {
		case ctx.Err() != nil:
			return "", fmt.Errorf("ask %s: %w", c[0], context.Cause(ctx))
		case errors.Is(err, exec.ErrNotFound), errors.Is(err, fs.ErrNotExist), errors.Is(err, fs.ErrPermission):
			return "", fmt.Errorf("%w: %w", ErrNotFound, err)
		}
		return "", fmt.Errorf("start the model command: %w", err)
	}
	err = cmd.Wait()
	// Helpers that the command started and did not stop would stay for ever.
	_ = killGroup(cmd)
	switch exit := (*exec.ExitError)(nil); {
	case err == nil, errors.Is(err, exec.ErrWaitDelay) && ctx.Err() == nil:
		// ErrWaitDelay: the command ended well, a child of it kept the pipe open.
		return strings.ToValidUTF8(out.buf.String(), "\uFFFD"), nil
	case ctx.Err() != nil:
		return "", fmt.Errorf("ask %s: %w", c[0], context.Cause(ctx))
	case errors.As(err, &exit):
		return "", &ExitError{Program: c[0], Code: exit.ExitCode(), State: exit.String(), Stderr: clean(string(complaint.buf))}
	}
	return "", fmt.Errorf("ask %s: %w", c[0], err)
}

// environment is ours with the guard. Claude Code refuses to start where it sees that it runs inside of itself, as it
// does from its own hooks; the variables that tell it so are left out.
func environment() []string {
	var env []string
	for _, v := range os.Environ() {
		if name, _, _ := strings.Cut(v, "="); name != Guard && name != "CLAUDECODE" && name != "CLAUDE_CODE_ENTRYPOINT" {
			env = append(env, v)
		}
	}
	return append(env, Guard+"=1")
}

// answer keeps up to MaxAnswer bytes and tells when there are more.
type answer struct {
	buf  bytes.Buffer
	full func()
}

func (a *answer) Write(p []byte) (int, error) {
	if a.buf.Len()+len(p) > MaxAnswer {
		a.full()
		return 0, ErrTooLong
	}
	return a.buf.Write(p)
}

// tail keeps the last maxStderr bytes.
type tail struct{ buf []byte }

func (t *tail) Write(p []byte) (int, error) {
	t.buf = append(t.buf, p...)
	if over := len(t.buf) - maxStderr; over > 0 {
		t.buf = append(t.buf[:0], t.buf[over:]...)
	}
	return len(p), nil
}
