package mcp

import (
	"bytes"
	"encoding/json"
	"fmt"
	"unicode/utf8"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
)

// parts are the messages of a line: one, or those of a batch, which an older version of the protocol has. Each is answered by itself.
func (c *connection) parts(text []byte) []json.RawMessage {
	text = bytes.TrimSpace(text)
	switch {
	case len(text) == 0:
		return nil
	case !utf8.Valid(text):
		c.refuse(nil, jsonrpc.CodeParseError, "the message is no UTF-8")
		return nil
	case text[0] != '[':
		return []json.RawMessage{text}
	}
	var batch []json.RawMessage
	if err := json.Unmarshal(text, &batch); err != nil {
		c.refuse(nil, jsonrpc.CodeParseError, "the message is no JSON: "+err.Error())
		return nil
	}
	if len(batch) == 0 {
		c.refuse(nil, jsonrpc.CodeInvalidRequest, "the batch is empty")
	}
	return batch
}

// envelope is what all messages have, read with care: what the SDK makes of a message goes on only if it is sound.
type envelope struct {
	Version json.RawMessage `json:"jsonrpc"`
	ID      json.RawMessage `json:"id"`
	Method  json.RawMessage `json:"method"`
}

// message reads a message; nil where it is none and was refused.
func (c *connection) message(text json.RawMessage) jsonrpc.Message {
	if !json.Valid(text) {
		var v any
		c.refuse(nil, jsonrpc.CodeParseError, fmt.Sprintf("the message is no JSON: %v", json.Unmarshal(text, &v)))
		return nil
	}
	var e envelope
	if err := json.Unmarshal(text, &e); err != nil {
		c.refuse(nil, jsonrpc.CodeInvalidRequest, "the message is no object")
		return nil
	}
	if len(e.ID) > 0 && string(e.ID) != "null" && !soundID(e.ID) {
		c.refuse(nil, jsonrpc.CodeInvalidRequest, "the id is neither a text nor a whole number")
		return nil
	}
	msg, err := jsonrpc.DecodeMessage(text)
	if err != nil {
		c.refuse(e.ID, jsonrpc.CodeInvalidRequest, err.Error())
		return nil
	}
	r, ok := msg.(*jsonrpc.Request)
	if !ok || !r.IsCall() {
		return msg
	}
	c.mu.Lock()
	twice := c.calls[r.ID.Raw()]
	c.calls[r.ID.Raw()] = true
	c.mu.Unlock()
	if twice {
		// The SDK would answer neither of the two.
		c.refuse(nil, jsonrpc.CodeInvalidRequest, "the id is that of a request that is not answered yet")
		return nil
	}
	return msg
}

// soundID says whether an id comes back as it was sent: a text, or a whole number that a float can hold.
func soundID(id json.RawMessage) bool {
	const exact = 1 << 53
	var v any
	if json.Unmarshal(id, &v) != nil {
		return false
	}
	switch v := v.(type) {
	case string:
		return true
	case float64:
		return v == float64(int64(v)) && v <= exact && v >= -exact
	}
	return false
}

// refuse answers what is no message; its id is null where it is not known.
func (c *connection) refuse(id json.RawMessage, code int64, why string) {
	if len(id) == 0 {
		id = json.RawMessage("null")
	}
	text, err := encode(struct {
		Version string          `json:"jsonrpc"`
		ID      json.RawMessage `json:"id"`
		Error   jsonrpc.Error   `json:"error"`
	}{"2.0", id, jsonrpc.Error{Code: code, Message: why}})
	if err == nil {
		_ = c.write(text) // an output that is gone shows with the next answer
	}
}
