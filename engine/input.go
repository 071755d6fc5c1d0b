package engine

import (
	"bufio"
	"context"
	"errors"
	"io"
	"os"
)

// input is a file that is read from, or standard input. A read ends with the context's error when the context is done: a
// pipe may have nothing to say for ever.
type input struct {
	ctx     context.Context
	file    *os.File
	info    os.FileInfo
	pending []byte // what a read of a pipe may still write to when it is no longer waited for
}

// noInput is the key of WithoutInput.
type noInput struct{}

// WithoutInput is a context in which no operation reads standard input: where "-" names it there is an error. It is for callers
// whose standard input has another use.
func WithoutInput(ctx context.Context) context.Context {
	return context.WithValue(ctx, noInput{}, true)
}

func hasNoInput(ctx context.Context) bool { return ctx.Value(noInput{}) != nil }

// noText says that a text was not given, or only where it stands on standard input.
func noText(flag string, dash bool) error {
	if dash {
		return usage("give the text itself", "--%s: - is standard input, and there is none", flag)
	}
	return usage("give the text itself", "--%s is missing", flag)
}

// openInput opens a file, or standard input where the name is "-". To open a pipe that nobody writes to waits too, and ends
// with the context's error when the context is done. A folder is refused.
func openInput(ctx context.Context, name string) (*input, error) {
	f := os.Stdin
	if name == "-" && hasNoInput(ctx) {
		return nil, usage("give the text itself, or name a file", "there is no standard input to read it from")
	}
	if name != "-" {
		var err error
		if f, err = openFile(ctx, name); err != nil {
			return nil, err
		}
	}
	in := &input{ctx: ctx, file: f}
	info, err := f.Stat()
	if err == nil && info.IsDir() {
		err = usage("name the file inside it", "%s is a folder", name)
	}
	if err != nil {
		in.Close()
		return nil, err
	}
	in.info = info
	return in, nil
}

func openFile(ctx context.Context, name string) (*os.File, error) {
	type opened struct {
		file *os.File
		err  error
	}
	done := make(chan opened, 1)
	go func() {
		f, err := os.Open(name)
		done <- opened{f, err}
	}()
	select {
	case o := <-done:
		return o.file, o.err
	case <-ctx.Done():
		go func() {
			if o := <-done; o.err == nil {
				o.file.Close()
			}
		}()
		return nil, ctx.Err()
	}
}

// regular says whether the input can be read once more from where it stands.
func (in *input) regular() bool { return in.info.Mode().IsRegular() }

// Read reads from the file; nothing may be read after an error.
func (in *input) Read(p []byte) (int, error) {
	if err := in.ctx.Err(); err != nil {
		return 0, err
	}
	if in.regular() {
		return in.file.Read(p)
	}
	if len(in.pending) < len(p) {
		in.pending = make([]byte, len(p))
	}
	type read struct {
		n   int
		err error
	}
	buf := in.pending[:len(p)]
	done := make(chan read, 1)
	go func() {
		n, err := in.file.Read(buf)
		done <- read{n, err}
	}()
	select {
	case r := <-done:
		return copy(p, buf[:r.n]), r.err
	case <-in.ctx.Done():
		return 0, in.ctx.Err()
	}
}

// Close closes the file; standard input stays open.
func (in *input) Close() error {
	if in.file == os.Stdin {
		return nil
	}
	return in.file.Close()
}

// maxLine is the length from which a line is no row any more: it is read over, never held.
const maxLine = 64 << 20

// eachLine reads lines; blank ones are passed over. Of one longer than maxLine only the begin is given, and whole is false.
// A byte order mark at the start of the file is no part of the first.
func eachLine(r io.Reader, line func(number int, text []byte, whole bool) error) error {
	br := bufio.NewReaderSize(r, 1<<20)
	if head, err := br.Peek(len(byteOrderMark)); err == nil && string(head) == byteOrderMark {
		br.Discard(len(byteOrderMark))
	}
	for number := 1; ; number++ {
		text, whole, end := readLine(br)
		if end != nil && !errors.Is(end, io.EOF) {
			return end
		}
		if !blank(text) {
			if err := line(number, text, whole); err != nil {
				return err
			}
		}
		if end != nil {
			return nil
		}
	}
}

const byteOrderMark = "\xEF\xBB\xBF"

// readLine gives the next line, which is valid until the next call.
func readLine(br *bufio.Reader) (text []byte, whole bool, err error) {
	whole = true
	text, err = br.ReadSlice('\n')
	if !errors.Is(err, bufio.ErrBufferFull) {
		return text, whole, err
	}
	long := append([]byte{}, text...)
	for errors.Is(err, bufio.ErrBufferFull) {
		text, err = br.ReadSlice('\n')
		if whole = whole && len(long)+len(text) <= maxLine; whole {
			long = append(long, text...)
		}
	}
	return long, whole, err
}

func blank(b []byte) bool {
	for _, c := range b {
		if c != ' ' && c != '\t' && c != '\r' && c != '\n' {
			return false
		}
	}
	return true
}
