package agent

import (
	"bytes"
	"encoding/json"
)

// Event is what a client tells a hook on standard input. Claude Code, Gemini CLI, Codex and Continue use these names.
type Event struct {
	Name           string          `json:"hook_event_name"`
	Session        string          `json:"session_id"`
	Transcript     string          `json:"transcript_path"`
	Folder         string          `json:"cwd"`
	Source         string          `json:"source"`           // of a session's start: startup, resume, clear, compact
	StopHookActive bool            `json:"stop_hook_active"` // the stop that is told of came from a hook
	Tool           string          `json:"tool_name"`
	Input          json.RawMessage `json:"tool_input"`
	Response       json.RawMessage `json:"tool_response"`
	DurationMS     *float64        `json:"duration_ms"` // of the tool's run
}

// ParseEvent reads an event. ok is false where the input is none.
func ParseEvent(input []byte) (e Event, ok bool) {
	input = bytes.TrimPrefix(input, []byte("\xEF\xBB\xBF"))
	if err := json.Unmarshal(input, &e); err != nil {
		return Event{}, false
	}
	return e, len(bytes.TrimSpace(input)) > 0 && bytes.TrimSpace(input)[0] == '{'
}

// ToolCall is a shell command that an agent ran, and what came of it.
type ToolCall struct {
	Command   string
	Session   string
	Output    string
	ExitCode  *int
	LatencyMS *float64
}

// Bash gives the shell command of an event; ok is false where the tool was another.
func (e Event) Bash() (call ToolCall, ok bool) {
	var input struct {
		Command string `json:"command"`
	}
	if e.Tool != "Bash" || json.Unmarshal(e.Input, &input) != nil || input.Command == "" {
		return ToolCall{}, false
	}
	call = ToolCall{Command: input.Command, Session: e.Session}
	if isLatency(e.DurationMS) {
		call.LatencyMS = e.DurationMS
	}
	var response struct {
		Stdout   string `json:"stdout"`
		ExitCode *int   `json:"exit_code"`
	}
	if json.Unmarshal(e.Response, &response) == nil {
		call.Output, call.ExitCode = response.Stdout, response.ExitCode
	} else {
		json.Unmarshal(e.Response, &call.Output) // some clients give the output alone; what is neither says nothing
	}
	return call, true
}

// StartOutput is what a client reads from a session-start hook to put a text into the session. Cursor has a form of its own;
// who told no event is a person.
func StartOutput(e Event, told bool, text string) ([]byte, error) {
	switch {
	case text == "":
		return nil, nil
	case !told:
		return []byte(text + "\n"), nil
	case e.Name == "sessionStart":
		return jsonLine(map[string]string{"additional_context": text})
	}
	return jsonLine(map[string]any{"hookSpecificOutput": struct {
		Event string `json:"hookEventName"`
		Text  string `json:"additionalContext"`
	}{"SessionStart", text}})
}

func jsonLine(v any) ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	err := enc.Encode(v)
	return b.Bytes(), err
}
