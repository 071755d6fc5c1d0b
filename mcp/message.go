package mcp

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"

	"brain/engine"
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
		c.refuse(numberID(e.ID), jsonrpc.CodeInvalidRequest, fmt.Sprintf("the id is neither a text nor a whole number up to %d", int64(exact)))
		return nil
	}
	msg, err := jsonrpc.DecodeMessage(text)
	if err != nil {
		c.refuse(e.ID, jsonrpc.CodeInvalidRequest, err.Error())
		return nil
	}
	r, ok := msg.(*jsonrpc.Request)
	if !ok {
		return msg
	}
	if !r.IsCall() {
		c.heedCancel(r)
		return msg
	}
	c.mu.Lock()
	_, twice := c.calls[r.ID.Raw()]
	if !twice {
		c.calls[r.ID.Raw()] = wanted
	}
	c.mu.Unlock()
	if twice {
		// The SDK would answer neither of the two.
		c.refuse(nil, jsonrpc.CodeInvalidRequest, "the id is that of a request that is not answered yet")
		return nil
	}
	return msg
}

// heedCancel notes that the client waits for no answer to a request any more: the protocol wants none then.
func (c *connection) heedCancel(r *jsonrpc.Request) {
	var p struct {
		ID any `json:"requestId"`
	}
	if r.Method != "notifications/cancelled" || json.Unmarshal(r.Params, &p) != nil {
		return
	}
	id, err := jsonrpc.MakeID(p.ID)
	if err != nil || !id.IsValid() {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if _, asked := c.calls[id.Raw()]; asked {
		c.calls[id.Raw()] = unwanted
	}
}

// numberID is an id that is a number, to be answered as it was sent; what is neither that nor a text is no id.
func numberID(id json.RawMessage) json.RawMessage {
	var n json.Number
	if id[0] == '"' || json.Unmarshal(id, &n) != nil || len(id) > 100 {
		return nil
	}
	return id
}

// exact is the greatest number up to which a float holds all whole ones and no other is rounded to one of them.
const exact = 1<<53 - 1

// soundID says whether an id comes back as it was sent: a text, or a whole number that a float can hold.
func soundID(id json.RawMessage) bool {
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

// maxMessage is how many characters of an error are told: it may repeat what was sent, which may be of any length.
const maxMessage = 500

// told is an error of the protocol as it is answered. The SDK gives no code to what is asked out of turn, and repeats a name of any
// length.
func told(err error) error {
	out := jsonrpc.Error{Code: jsonrpc.CodeInternalError, Message: err.Error()}
	var coded *jsonrpc.Error
	if errors.As(err, &coded) {
		out.Code, out.Data = coded.Code, coded.Data
	}
	if out.Code == 0 || coded == nil && outOfTurn(err.Error()) {
		out.Code = jsonrpc.CodeInvalidRequest
	}
	out.Message = engine.Cut(out.Message, maxMessage)
	return &out
}

// outOfTurn knows the SDK's errors for a call before initialize, and for a second one.
func outOfTurn(message string) bool {
	return strings.HasSuffix(message, "is invalid during session initialization") || message == `duplicate "initialize" received`
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
	}{"2.0", id, jsonrpc.Error{Code: code, Message: engine.Cut(why, maxMessage)}})
	if err == nil {
		_ = c.write(text) // an output that is gone shows with the next answer
	}
}
