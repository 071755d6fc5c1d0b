package agent

import (
	"bytes"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"
	"unicode/utf8"
)

// Query is a line of the log of questions: what brain-merge's router writes, and what is known of the answer. What is not known
// is null.
type Query struct {
	Time         string         `json:"ts"` // 2006-01-02T15:04:05.000Z
	Session      string         `json:"session"`
	Query        *string        `json:"query"` // at most maxQuery characters
	Stores       []string       `json:"stores"`
	Unified      bool           `json:"unified"`
	Command      string         `json:"command_preview"` // at most maxPreview characters
	ExitCode     *int           `json:"exit_code"`
	Results      *int           `json:"results"`
	Distribution map[string]int `json:"distribution"` // citations in the answer by store
	LatencyMS    *float64       `json:"latency_ms"`
}

// How much of a question and of its command the log keeps, as brain-merge's does.
const (
	maxQuery   = 200
	maxPreview = 120
	maxSession = 200
)

// LogPath is where the questions are logged: the place that brain-merge's router uses.
func LogPath(home string) string {
	return filepath.Join(home, ".claude", "brain-merge", "query-log.jsonl")
}

// unifiedStores are what a question is put to that names no store.
var unifiedStores = []string{"gbrain", "graphify", "memory"}

// Queries are the lines for a tool call; none where it asked brain nothing. Of a command that asks several questions the
// answers cannot be told apart.
func Queries(call ToolCall, flags Flags, now time.Time) []Query {
	asked := Questions(call.Command, flags)
	var out []Query
	for _, q := range asked {
		text := cutRunes(strings.TrimSpace(q.Text), maxQuery)
		line := Query{Time: now.UTC().Format("2006-01-02T15:04:05.000Z"), Session: cutRunes(call.Session, maxSession), Query: &text, Stores: q.Stores,
			Unified: q.Unified, Command: cutRunes(call.Command, maxPreview), ExitCode: call.ExitCode}
		if line.Session == "" {
			line.Session = "unknown"
		}
		if text == "" {
			line.Query = nil
		}
		if len(line.Stores) == 0 {
			line.Stores = unifiedStores
			if !q.Unified {
				line.Stores = unifiedStores[:1]
			}
		}
		if len(asked) == 1 {
			line.Results, line.Distribution = answered(call.Output)
			line.LatencyMS = call.LatencyMS
		}
		out = append(out, line)
	}
	return out
}

// answered reads from what brain printed how many results there were, and of which stores. Of an output that is no answer
// of brain's, such as one that went through another program, nothing is known.
func answered(output string) (results *int, stores map[string]int) {
	var answer struct {
		Results []struct {
			Source string `json:"source"`
		} `json:"results"`
	}
	if json.Unmarshal([]byte(output), &answer) == nil && answer.Results != nil {
		n := len(answer.Results)
		stores = map[string]int{}
		for _, r := range answer.Results {
			if r.Source != "" {
				stores[cutRunes(r.Source, maxSource)]++
			}
		}
		return &n, stores
	}
	n, none := 0, false
	stores = map[string]int{}
	for line := range strings.Lines(output) {
		cited, ok := strings.CutPrefix(strings.TrimPrefix(line, "  ↳ "), "[BM:")
		store, _, whole := strings.Cut(cited, ":")
		switch {
		case ok && whole && len(store) <= maxSource:
			stores[store]++
			if line[0] == '[' {
				n++
			}
		case strings.HasPrefix(line, "No results for: "):
			none = true
		}
	}
	if n == 0 && !none {
		return nil, nil
	}
	return &n, stores
}

const maxSource = 20

// Append writes lines at the end of a log, in one write: programs that append at the same time do not mix their lines. What
// another left without a line break, on a full disk, stays a line of its own.
func Append(path string, lines []Query) error {
	var b bytes.Buffer
	for _, q := range lines {
		line, err := jsonLine(q)
		if err != nil {
			return err
		}
		b.Write(line)
	}
	f, err := os.OpenFile(path, os.O_CREATE|os.O_APPEND|os.O_RDWR, 0o600)
	if errors.Is(err, fs.ErrNotExist) {
		// The folder is made once; looking for it at each call would cost one more look at the disk.
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			return err
		}
		f, err = os.OpenFile(path, os.O_CREATE|os.O_APPEND|os.O_RDWR, 0o600)
	}
	if err != nil {
		return err
	}
	defer f.Close()
	if unfinished(f) {
		_, err = f.Write(append([]byte{'\n'}, b.Bytes()...))
		return err
	}
	_, err = f.Write(b.Bytes())
	return err
}

// unfinished says whether the last line of a file has no end. One that is being written right now will have one.
func unfinished(f *os.File) bool {
	size := int64(-1)
	for {
		info, err := f.Stat()
		if err != nil || !info.Mode().IsRegular() || info.Size() == 0 {
			return false
		}
		var last [1]byte
		if n, _ := f.ReadAt(last[:], info.Size()-1); n == 0 || last[0] == '\n' {
			return false
		}
		if size >= 0 {
			return size == info.Size()
		}
		size = info.Size()
		time.Sleep(2 * time.Millisecond)
	}
}

// cutRunes is the start of a text, as valid UTF-8.
func cutRunes(s string, most int) string {
	if len(s) > most*utf8.UTFMax {
		s = s[:most*utf8.UTFMax]
	}
	s = strings.ToValidUTF8(s, "\uFFFD")
	n := 0
	for i := range s {
		if n == most {
			return s[:i]
		}
		n++
	}
	return s
}
