package mcp

import (
	"bytes"
	"encoding/json"
	"errors"
	"strings"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"brain/engine"
)

// metaExit is where a result says the exit code that the command line would end with; it is left out where that is 0.
const metaExit = "brain/exit"

// answer makes a result of what an operation gave: its JSON as structured content, and as text for clients that read no other. An
// answer that is no success at once, such as the uid of a memory that was there already, is no error; its verdict stands beside it.
func (s *Server) answer(op *engine.Operation, result any, notices []string) (*sdk.CallToolResult, error) {
	plain, err := encode(result)
	if err != nil {
		return nil, err
	}
	plain, cut := fit(op, result, plain)
	if cut != "" {
		notices = append(notices, cut)
	}
	res := &sdk.CallToolResult{StructuredContent: structured(plain), Content: []sdk.Content{&sdk.TextContent{Text: text(result, plain)}}}
	var verdict error
	if v, ok := result.(engine.Verdict); ok {
		verdict = v.Verdict()
	}
	if p, ok := result.(engine.Partial); ok && verdict == nil && len(p.Left()) > 0 {
		verdict = engine.ErrPartial
		for _, s := range p.Left() {
			notices = append(notices, "skipped "+s.Path+": "+s.Reason)
		}
	}
	if verdict != nil {
		res.Meta = sdk.Meta{metaExit: engine.ExitCode(verdict)}
		if !errors.Is(verdict, engine.ErrAnswered) && !errors.Is(verdict, engine.ErrPartial) {
			said, err := encode(s.spoken(op, verdict))
			if err != nil {
				return nil, err
			}
			res.Content = append(res.Content, &sdk.TextContent{Text: string(said)})
		}
	}
	if len(notices) > 0 {
		res.Content = append(res.Content, &sdk.TextContent{Text: "note: " + strings.Join(notices, "\nnote: ")})
	}
	return res, nil
}

// failure makes a result of an error: what --json prints for it on the command line, in the names of tools.
func (s *Server) failure(op *engine.Operation, err error) *sdk.CallToolResult {
	said, broken := encode(s.spoken(op, err))
	if broken != nil {
		said = json.RawMessage(`{"error":{"code":"error"}}`)
	}
	return &sdk.CallToolResult{IsError: true, StructuredContent: said, Content: []sdk.Content{&sdk.TextContent{Text: string(said)}}}
}

// text is the form for reading: that of the operation, where it has one, else its JSON.
func text(result any, plain json.RawMessage) string {
	if t, ok := result.(engine.Texted); ok && t.Text() != "" {
		return t.Text()
	}
	return string(plain)
}

// structured is a result as an object: clients of older versions of the protocol take nothing else. What is none stands under
// "result", as other servers have it.
func structured(plain json.RawMessage) json.RawMessage {
	if len(plain) > 0 && plain[0] == '{' {
		return plain
	}
	return json.RawMessage(`{"result":` + string(plain) + `}`)
}

// encode is JSON on one line, every character as it is but for those that JSON must escape.
func encode(v any) (json.RawMessage, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	err := enc.Encode(v)
	return bytes.TrimRight(b.Bytes(), "\n"), err
}

// maxStream is how long a stream may be that is given as one answer.
const maxStream = 64 << 20

// streamed makes one value of a stream: an array of its lines, or the document that it is.
func streamed(stream engine.Stream, lines bool) (json.RawMessage, error) {
	var b limited
	if err := stream(&b); err != nil {
		return nil, err
	}
	text := bytes.TrimSpace(b.Bytes())
	if lines {
		list := bytes.ReplaceAll(text, []byte("\n"), []byte(","))
		return append(append(json.RawMessage{'['}, list...), ']'), nil
	}
	var out bytes.Buffer
	err := json.Compact(&out, text)
	return out.Bytes(), err
}

// limited is a buffer that refuses what is too much for one answer.
type limited struct{ bytes.Buffer }

func (l *limited) Write(p []byte) (int, error) {
	if l.Len()+len(p) > maxStream {
		return 0, &engine.Error{Problem: "the answer is too long for one message", Fix: "run the same command on a command line"}
	}
	return l.Buffer.Write(p)
}
