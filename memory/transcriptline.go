package memory

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
)

const (
	// maxLine is the longest line that is read, in bytes. Pictures and files stand in transcripts as base64.
	maxLine = 16 << 20
	// sniffed is how much of a file's start decides its format.
	sniffed = 256 << 10
)

// eachLine calls use with each whole line from start on, line feed included, or with nil for one that is too long. It
// returns the offset behind the last whole line. line is valid only during the call.
func eachLine(r io.ReaderAt, start, size int64, use func(offset int64, line []byte, length int64)) (int64, error) {
	in := bufio.NewReaderSize(io.NewSectionReader(r, start, size-start), 64<<10)
	end := start
	var long []byte
	var length int64
	for {
		part, err := in.ReadSlice('\n')
		length += int64(len(part))
		if length <= maxLine {
			long = append(long, part...)
		}
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
			continue
		case errors.Is(err, io.EOF):
			return end, nil
		case err != nil:
			return 0, fmt.Errorf("read transcript: %w", err)
		}
		line := long
		if length > maxLine {
			line = nil
		}
		use(end, line, length)
		end += length
		long, length = long[:0], 0
		if cap(long) > 1<<20 {
			long = nil
		}
	}
}

// sniff tells the format of a transcript by its first lines: JSON objects for the most part, or text. It also returns the
// folder that a Codex session ran in.
func sniff(r io.ReaderAt, size int64) (Format, string, error) {
	head := make([]byte, min(size, sniffed))
	n, err := r.ReadAt(head, 0)
	if n < len(head) && err != nil && !errors.Is(err, io.EOF) {
		return "", "", fmt.Errorf("read transcript: %w", err)
	}
	head = head[:n]
	objects, others, codex, folder := 0, 0, false, ""
	for line := range bytes.Lines(head) {
		line = bytes.TrimSpace(line)
		if len(line) == 0 {
			continue
		}
		fields := map[string]json.RawMessage{}
		switch {
		case json.Unmarshal(line, &fields) == nil:
			objects++
			switch jsonString(fields["type"]) {
			case "session_meta":
				var meta struct{ Cwd string }
				codex = true
				if json.Unmarshal(fields["payload"], &meta) == nil && folder == "" {
					folder = cleanFolder(meta.Cwd)
				}
			case "response_item", "message":
				codex = true
			}
		case line[0] == '{':
			// A line that the window cut, or a damaged one: nothing else in it is asked.
			objects++
		default:
			others++
		}
	}
	switch {
	case others > objects || objects == 0:
		return PlainText, "", nil
	case codex:
		return Codex, folder, nil
	}
	return ClaudeCode, "", nil
}

// cleanFolder is a path of any system with slashes, "" if it has no name to speak of.
func cleanFolder(dir string) string {
	dir = strings.TrimRight(strings.ReplaceAll(cleanLine(dir), `\`, "/"), "/")
	if strings.HasSuffix(dir, ":") {
		return ""
	}
	return dir
}

// spokenLine is what a line of a transcript says and who says it, USER or ASSISTANT; "" if nobody says anything: calls and
// results of tools, summaries, notes of the program to itself, lines that are damaged.
func spokenLine(line []byte) (who, text string) {
	var fields map[string]json.RawMessage
	if json.Unmarshal(line, &fields) != nil {
		return "", ""
	}
	role := ""
	switch kind := jsonString(fields["type"]); kind {
	case "user", "assistant":
		var m map[string]json.RawMessage
		if string(fields["isMeta"]) == "true" || json.Unmarshal(fields["message"], &m) != nil {
			return "", "" // isMeta: put there by Claude Code in the user's name
		}
		role, text = kind, said(m["content"], "text")
	case "response_item", "message", "":
		m := fields
		if kind == "response_item" {
			m = nil
			if json.Unmarshal(fields["payload"], &m) != nil || jsonString(m["type"]) != "message" {
				return "", ""
			}
		}
		role, text = jsonString(m["role"]), said(m["content"], "text", "input_text", "output_text")
	}
	switch {
	case text == "":
		return "", ""
	case role == "user":
		return "USER", text
	case role == "assistant":
		return "ASSISTANT", text
	}
	return "", "" // system and developer: instructions
}

// said are the texts of a message's content, which is a string or a list of items, joined by line feeds.
func said(content json.RawMessage, kinds ...string) string {
	if len(content) > 0 && content[0] == '"' {
		return spoken(jsonString(content))
	}
	var items []json.RawMessage
	if json.Unmarshal(content, &items) != nil {
		return ""
	}
	var texts []string
	for _, item := range items {
		var fields map[string]json.RawMessage
		if json.Unmarshal(item, &fields) != nil {
			continue
		}
		for _, kind := range kinds {
			if jsonString(fields["type"]) == kind {
				if text := spoken(jsonString(fields["text"])); text != "" {
					texts = append(texts, text)
				}
			}
		}
	}
	return strings.Join(texts, "\n")
}

// injected begin texts that a program put into the user's mouth: Claude Code's reminders, and what Codex tells the model
// about the folder, the rules and the state of a session.
var injected = []string{"<system-reminder", "<environment_context>", "<user_instructions>", "# AGENTS.md instructions for ", "<INSTRUCTIONS>",
	"<turn_aborted>", "<recommended_plugins>", "<permissions instructions>", "<skills_instructions>", "<collaboration_mode>"}

// spoken is a text cleaned, "" if it is blank or nobody spoke it.
func spoken(text string) string {
	text = cleanText(text)
	for _, prefix := range injected {
		if strings.HasPrefix(text, prefix) {
			return ""
		}
	}
	return text
}

// jsonString is a JSON string, "" for anything else.
func jsonString(raw json.RawMessage) string {
	var s string
	if json.Unmarshal(raw, &s) != nil {
		return ""
	}
	return s
}
