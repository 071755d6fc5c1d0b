package mcp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"runtime/debug"
	"strings"
	"sync"
	"unicode"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"brain/engine"
)

// handler runs an operation for each call of its tool. All that is wrong with a call is a result that says so.
func (s *Server) handler(op *engine.Operation) sdk.ToolHandler {
	return func(ctx context.Context, req *sdk.CallToolRequest) (res *sdk.CallToolResult, _ error) {
		ctx, cancel := s.bound(ctx)
		defer cancel()
		heard := &notices{}
		result, err := s.call(ctx, op, req, heard)
		if err == nil {
			res, err = s.answer(op, result, heard.list())
		}
		if err != nil {
			return s.failure(op, err), nil
		}
		s.afterwards(result)
		return res, nil
	}
}

// afterwards has written, once the answer is out, what it leaves to be written, such as that a memory was read. That ends by itself
// after a moment.
func (s *Server) afterwards(result any) {
	if later, ok := result.(engine.Afterwards); ok {
		s.after.Go(func() {
			defer func() { logPanic(recover()) }()
			later.Afterwards(context.Background())
		})
	}
}

// settle gives the file back once what the call owes to it is written, such as the vector of a question. No answer waits for that, and
// it ends by itself after a moment.
func (s *Server) settle(e *engine.Engine, release func()) {
	if !e.Owes() {
		release()
		return
	}
	s.after.Go(func() {
		defer release()
		defer func() { logPanic(recover()) }()
		e.Settle(context.Background())
	})
}

// call runs the operation on the file as it is now. A panic becomes an error: the other calls go on.
func (s *Server) call(ctx context.Context, op *engine.Operation, req *sdk.CallToolRequest, heard *notices) (result any, err error) {
	defer func() {
		if p := logPanic(recover()); p != nil {
			result, err = nil, &engine.Error{Problem: "brain met a fault of its own", Cause: fmt.Sprint(p), Fix: "its standard error says where; nothing of this call was written"}
		}
	}()
	params := req.Params.Arguments
	if string(params) == "null" {
		params = nil // some clients say so that there are none
	}
	if err := forPrograms(op, params); err != nil {
		return nil, err
	}
	select {
	case s.slots <- struct{}{}:
		defer func() { <-s.slots }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	e, release, err := s.file.open()
	if err != nil {
		return nil, err
	}
	defer func() { s.settle(e, release) }()
	e = e.Hearing(progress(ctx, req), heard.add)
	result, err = op.Run(engine.WithoutInput(ctx), e, params)
	if stream, ok := result.(engine.Stream); ok && err == nil {
		// It reads the file, which must stay open for it.
		result, err = streamed(stream, op.Lines)
	}
	if err != nil && ctx.Err() != nil && !errors.Is(err, ctx.Err()) {
		// What fails because the call was ended says so.
		err = fmt.Errorf("%w: %w", ctx.Err(), err)
	}
	return result, err
}

// forPrograms refuses parameters that are of use on a terminal only, such as one to go on until somebody stops it, and words that are
// blank.
func forPrograms(op *engine.Operation, params json.RawMessage) error {
	var given map[string]json.RawMessage
	if json.Unmarshal(params, &given) != nil {
		return nil // the operation says what is wrong with it
	}
	for name, raw := range given {
		for _, p := range op.Params {
			if p.Name != strings.ReplaceAll(name, "_", "-") {
				continue
			}
			var word string
			if p.Word && json.Unmarshal(raw, &word) == nil && strings.TrimFunc(word, blank) == "" {
				return &engine.Error{Problem: fmt.Sprintf("%s needs %s", op.Name, p.Label()), Cause: "it is blank", Fix: "see `brain help " + op.Name + "`", Kind: engine.ErrUsage}
			}
			if p.Terminal && string(raw) != "null" && string(raw) != "false" {
				return &engine.Error{Problem: fmt.Sprintf("%s: %s is for a terminal", op.Name, p.Label()), Fix: "leave it out, and call again when there is something new", Kind: engine.ErrUsage}
			}
		}
	}
	return nil
}

func blank(r rune) bool { return unicode.IsSpace(r) || unicode.IsControl(r) }

// logPanic tells of a panic on standard error, and gives it on.
func logPanic(p any) any {
	if p != nil {
		fmt.Fprintf(os.Stderr, "brain: panic: %v\n%s", p, debug.Stack())
	}
	return p
}

// notices gathers what a call says on the side.
type notices struct {
	mu   sync.Mutex
	said []string
}

func (n *notices) add(text string) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.said = append(n.said, text)
}

func (n *notices) list() []string {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.said
}
