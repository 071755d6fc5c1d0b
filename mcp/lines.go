package mcp

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// lines is a transport of a message a line, as the SDK's own for standard input and output, but for two things: a line that is no
// message is answered by an error and the next one is read, where the SDK's ends the session; and when the input ends, what was
// asked before is still answered.
type lines struct {
	in  io.ReadCloser
	out io.Writer
}

// Connect begins to read.
func (l *lines) Connect(context.Context) (sdk.Connection, error) {
	c := &connection{in: l.in, out: l.out, read: make(chan line), closed: make(chan struct{}), calls: map[any]state{}, idle: make(chan struct{}, 1)}
	go c.readLines()
	return c, nil
}

// connection is what lines connects. Its methods may be called from many goroutines, but for Read.
type connection struct {
	in   io.ReadCloser
	out  io.Writer
	read chan line
	more []json.RawMessage // of a batch

	once   sync.Once
	closed chan struct{}

	writing sync.Mutex

	mu    sync.Mutex
	calls map[any]state // the ids of requests that were not answered yet
	idle  chan struct{} // hears when there is none left
}

// state says of a request that is not answered yet whether its client still waits for that.
type state int

const (
	wanted   state = iota
	unwanted       // it was cancelled
)

// line is a line that was read, or why there is none.
type line struct {
	text []byte
	err  error
}

// maxLine is how long a message may be: longer ones are read over.
const maxLine = 64 << 20

// errLong says that a line was longer.
var errLong = fmt.Errorf("a message may have %d MB", maxLine>>20)

func (c *connection) readLines() {
	r := bufio.NewReaderSize(c.in, 1<<16)
	for {
		text, err := readLine(r)
		if len(text) > 0 || err != nil {
			select {
			case c.read <- line{text, err}:
			case <-c.closed:
				return
			}
		}
		if err != nil && !errors.Is(err, errLong) {
			return
		}
	}
}

// readLine gives the next line. The last one need not end.
func readLine(r *bufio.Reader) (text []byte, err error) {
	long := false
	for {
		part, err := r.ReadSlice('\n')
		if long = long || len(text)+len(part) > maxLine; long {
			text = nil
		} else {
			text = append(text, part...)
		}
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
		case err != nil && len(text) > 0:
			return text, nil // the end comes next time
		case err != nil:
			return nil, err
		case long:
			return nil, errLong
		default:
			return text, nil
		}
	}
}

// Read gives the next message. Before the end of the input is told, what was asked is answered, if that takes no longer than
// lastWords: the SDK takes the end for a client that is gone, and ends all calls.
func (c *connection) Read(ctx context.Context) (jsonrpc.Message, error) {
	for {
		if len(c.more) > 0 {
			text := c.more[0]
			c.more = c.more[1:]
			if msg := c.message(text); msg != nil {
				return msg, nil
			}
			continue
		}
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-c.closed:
			return nil, io.EOF
		case l := <-c.read:
			switch {
			case errors.Is(l.err, errLong):
				c.refuse(nil, jsonrpc.CodeInvalidRequest, l.err.Error())
			case l.err != nil:
				c.rest(ctx)
				return nil, io.EOF // an input that breaks off is at its end
			default:
				c.more = c.parts(l.text)
			}
		}
	}
}

// rest waits until all is answered, but not for long.
func (c *connection) rest(ctx context.Context) {
	timer := time.NewTimer(lastWords)
	defer timer.Stop()
	for {
		c.mu.Lock()
		n := len(c.calls)
		c.mu.Unlock()
		if n == 0 {
			return
		}
		select {
		case <-c.idle:
		case <-timer.C:
			return
		case <-ctx.Done():
			return
		case <-c.closed:
			return
		}
	}
}

// Write writes a message.
func (c *connection) Write(_ context.Context, msg jsonrpc.Message) error {
	r, answers := msg.(*jsonrpc.Response)
	if answers && c.state(r.ID.Raw()) == unwanted {
		c.answered(r.ID.Raw())
		return nil
	}
	if answers && r.Error != nil {
		msg = &jsonrpc.Response{ID: r.ID, Error: told(r.Error), Extra: r.Extra}
	}
	text, err := jsonrpc.EncodeMessage(msg)
	if err != nil && answers {
		// One answer that is no JSON must not end the session, as the SDK would have it.
		text, err = jsonrpc.EncodeMessage(&jsonrpc.Response{ID: r.ID, Error: &jsonrpc.Error{Code: jsonrpc.CodeInternalError, Message: "the answer cannot be written: " + err.Error()}})
	}
	if err == nil {
		err = c.write(text)
	}
	if answers {
		c.answered(r.ID.Raw())
	}
	return err
}

func (c *connection) write(text []byte) error {
	c.writing.Lock()
	defer c.writing.Unlock()
	_, err := c.out.Write(append(text, '\n'))
	return err
}

func (c *connection) state(id any) state {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.calls[id]
}

func (c *connection) answered(id any) {
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.calls, id)
	if len(c.calls) == 0 {
		select {
		case c.idle <- struct{}{}:
		default:
		}
	}
}

// Close ends Read. The input is closed too, which ends a read of a pipe.
func (c *connection) Close() error {
	c.once.Do(func() {
		close(c.closed)
		c.in.Close() // nothing is lost with what is not read
	})
	return nil
}

// SessionID is "": there is one client.
func (c *connection) SessionID() string { return "" }
