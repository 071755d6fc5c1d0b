package cli

import (
	"bufio"
	"errors"
	"io"
	"sync"
	"syscall"

	"brain/engine"
)

// output gathers what goes to stdout and remembers the first error, so that no command has to look at each of its writes:
// what could not be written decides the exit code at the end.
type output struct {
	mu  sync.Mutex
	buf *bufio.Writer // keeps its error and writes nothing after it
}

func newOutput(w io.Writer) *output { return &output{buf: bufio.NewWriterSize(w, 1<<16)} }

func (o *output) Write(p []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.buf.Write(p)
}

// flush writes what was gathered. The error is nil only if all of stdout was written.
func (o *output) flush() error {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.buf.Flush()
}

// aside is a writer beside the output, for stderr: what was printed before stands before.
type aside struct {
	w   io.Writer
	out *output
}

func (a aside) Write(p []byte) (int, error) {
	a.out.flush()
	return a.w.Write(p)
}

// flush writes what was printed, if it is kept back.
func (t *Terminal) flush() error {
	if out, ok := t.Out.(*output); ok {
		return out.flush()
	}
	return nil
}

// exitPipe is the exit code of a program whose reader went away, as shells have it (128 + SIGPIPE). On the process's own
// stdout the system ends the program so by itself.
const exitPipe = 141

// errPipe is told to nobody: whoever reads the output wanted no more of it.
var errPipe = errors.New("the reader of the output is gone")

// outputError says that the answer could not be written, though the work is done.
func outputError(err error) error {
	if errors.Is(err, syscall.EPIPE) {
		return errPipe
	}
	cause := err
	for inner := errors.Unwrap(cause); inner != nil; inner = errors.Unwrap(cause) {
		cause = inner
	}
	return &engine.Error{Problem: "cannot write the output", Cause: cause.Error(),
		Fix: "write it elsewhere, or make room; what the command was to change is done", Err: err}
}
