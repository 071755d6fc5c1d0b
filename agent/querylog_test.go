package agent_test

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"brain/agent"
)

// A process that is told so appends to a log, beside others of its kind.
func TestMain(m *testing.M) {
	if root := os.Getenv(killedWorld); root != "" {
		setUpToBeKilled(root)
		os.Exit(0)
	}
	if log := os.Getenv("TEST_APPEND_TO"); log != "" {
		for i := range 200 {
			q := fmt.Sprintf("%s %d %s", os.Getenv("TEST_APPEND_AS"), i, strings.Repeat("x", i))
			if err := agent.Append(log, []agent.Query{{Time: "2026-11-30T00:00:00.000Z", Query: &q}}); err != nil {
				fmt.Fprintln(os.Stderr, err)
				os.Exit(1)
			}
		}
		os.Exit(0)
	}
	// In a hook of git these name the repository of the commit.
	for _, v := range os.Environ() {
		if name, _, _ := strings.Cut(v, "="); strings.HasPrefix(name, "GIT_") {
			os.Unsetenv(name)
		}
	}
	// Nor counts anybody's own configuration, which may sign commits or know hooks.
	os.Setenv("GIT_CONFIG_GLOBAL", os.DevNull)
	os.Setenv("GIT_CONFIG_NOSYSTEM", "1")
	if os.Getenv("HOME") == "" {
		os.Setenv("HOME", os.TempDir())
	}
	// Paths are compared as set-ups write them: without links, and as they are where nothing has to be quoted.
	dir, err := filepath.EvalSymlinks(os.TempDir())
	if err == nil && strings.ContainsAny(dir, " '\"#:,") {
		dir, err = filepath.EvalSymlinks("/tmp")
	}
	if err == nil {
		os.Setenv("TMPDIR", dir)
	}
	os.Exit(m.Run())
}

var at = time.Date(2026, 11, 30, 3, 4, 5, 678_900_000, time.UTC)

func event(t *testing.T, text string) agent.ToolCall {
	t.Helper()
	e, ok := agent.ParseEvent([]byte(text))
	if !ok {
		t.Fatalf("no event: %s", text)
	}
	call, _ := e.Bash()
	return call
}

func TestALineOfTheLog(t *testing.T) {
	const lead = `[BM:gbrain:a:2026-05-23T14:00:00Z]\n**A** — x\n\n  ↳ [BM:graphify:b:2026-05-23T14:00:00Z]\n     Graphify node: b\n\n[BM:memory:c:2026-05-23T14:00:00Z]\n`
	for _, tc := range []struct{ name, event, want string }{
		{"an answer for people", `{"session_id":"s1","tool_name":"Bash","tool_input":{"command":"brain query --unified 'a & b'"},"tool_response":{"stdout":"` + lead + `","stderr":""},"duration_ms":41.5}`,
			`{"ts":"2026-11-30T03:04:05.678Z","session":"s1","query":"a & b","stores":["gbrain","graphify","memory"],"unified":true,"command_preview":"brain query --unified 'a & b'","exit_code":null,"results":2,"distribution":{"gbrain":1,"graphify":1,"memory":1},"latency_ms":41.5}`},
		{"an answer in JSON", `{"tool_name":"Bash","tool_input":{"command":"brain query --unified x --json --store gbrain"},"tool_response":{"stdout":"{\"query\":\"x\",\"results\":[{\"source\":\"gbrain\"},{\"source\":\"gbrain\"}]}","exit_code":0}}`,
			`{"ts":"2026-11-30T03:04:05.678Z","session":"unknown","query":"x","stores":["gbrain"],"unified":true,"command_preview":"brain query --unified x --json --store gbrain","exit_code":0,"results":2,"distribution":{"gbrain":2},"latency_ms":null}`},
		{"no results", `{"tool_name":"Bash","tool_input":{"command":"brain query x"},"tool_response":{"stdout":"No results for: x\n"}}`,
			`{"ts":"2026-11-30T03:04:05.678Z","session":"unknown","query":"x","stores":["gbrain"],"unified":false,"command_preview":"brain query x","exit_code":null,"results":0,"distribution":{},"latency_ms":null}`},
		{"an answer that nobody sees", `{"tool_name":"Bash","tool_input":{"command":"brain query --unified"},"tool_response":{"stdout":""}}`,
			`{"ts":"2026-11-30T03:04:05.678Z","session":"unknown","query":null,"stores":["gbrain","graphify","memory"],"unified":true,"command_preview":"brain query --unified","exit_code":null,"results":null,"distribution":null,"latency_ms":null}`},
		{"two questions", `{"tool_name":"Bash","tool_input":{"command":"brain query a; brain query b"},"tool_response":"No results for: a\n","duration_ms":3}`,
			`{"ts":"2026-11-30T03:04:05.678Z","session":"unknown","query":"a","stores":["gbrain"],"unified":false,"command_preview":"brain query a; brain query b","exit_code":null,"results":null,"distribution":null,"latency_ms":null}
{"ts":"2026-11-30T03:04:05.678Z","session":"unknown","query":"b","stores":["gbrain"],"unified":false,"command_preview":"brain query a; brain query b","exit_code":null,"results":null,"distribution":null,"latency_ms":null}`},
		{"an output alone", `{"tool_name":"Bash","tool_input":{"command":"brain query a"},"tool_response":"No results for: a\n"}`,
			`{"ts":"2026-11-30T03:04:05.678Z","session":"unknown","query":"a","stores":["gbrain"],"unified":false,"command_preview":"brain query a","exit_code":null,"results":0,"distribution":{},"latency_ms":null}`},
	} {
		t.Run(tc.name, func(t *testing.T) {
			log := filepath.Join(t.TempDir(), "a", "b", "log.jsonl")
			if err := agent.Append(log, agent.Queries(event(t, tc.event), flags, at)); err != nil {
				t.Fatal(err)
			}
			got, err := os.ReadFile(log)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tc.want+"\n", string(got)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestTheLogKeepsLittleOfLongTexts(t *testing.T) {
	long := strings.Repeat("ü", 5000)
	q := agent.Queries(agent.ToolCall{Command: "brain query " + long, Session: long}, flags, at)
	if len(q) != 1 || *q[0].Query != strings.Repeat("ü", 200) || q[0].Command != "brain query "+strings.Repeat("ü", 108) || len(q[0].Session) != 400 {
		t.Errorf("%+v", q)
	}
	q = agent.Queries(agent.ToolCall{Command: "brain query a\xff\x00b"}, flags, at)
	if *q[0].Query != "a\uFFFDb" { // shells drop NUL
		t.Errorf("%q", *q[0].Query)
	}
}

func TestOtherToolsAskNothing(t *testing.T) {
	for _, text := range []string{
		`{"tool_name":"Write","tool_input":{"command":"brain query x"}}`, `{"tool_name":"Bash"}`, `{"tool_name":"Bash","tool_input":"brain query x"}`,
		`{"tool_name":"Bash","tool_input":{"command":7}}`, `{}`,
	} {
		if q := agent.Queries(event(t, text), flags, at); len(q) > 0 {
			t.Errorf("%s: %+v", text, q)
		}
	}
	for _, text := range []string{"", "[]", "null", "x", `{"tool_name":7}`, "\x00", `{"a":`} {
		if e, ok := agent.ParseEvent([]byte(text)); ok {
			t.Errorf("%q is taken for an event: %+v", text, e)
		}
	}
}

func TestWritersBesideEachOtherLoseNoLine(t *testing.T) {
	log := filepath.Join(t.TempDir(), "new", "log.jsonl")
	var writers []*exec.Cmd
	for i := range 8 {
		c := exec.Command(os.Args[0])
		c.Env = append(os.Environ(), "TEST_APPEND_TO="+log, fmt.Sprintf("TEST_APPEND_AS=w%d", i))
		c.Stderr = os.Stderr
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		writers = append(writers, c)
	}
	for _, c := range writers {
		if err := c.Wait(); err != nil {
			t.Error(err)
		}
	}
	f, err := os.Open(log)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	seen := map[string]bool{}
	for s := bufio.NewScanner(f); s.Scan(); {
		if len(s.Bytes()) == 0 {
			continue // one writer took another that was stopped amid its line for one that had left it unfinished
		}
		var q agent.Query
		if err := json.Unmarshal(s.Bytes(), &q); err != nil {
			t.Fatalf("damaged: %q: %v", s.Text(), err)
		}
		seen[*q.Query] = true
	}
	if len(seen) != 8*200 {
		t.Errorf("%d different lines, want 1600", len(seen))
	}
}

func TestALineThatWasCutOffStaysByItself(t *testing.T) {
	log := filepath.Join(t.TempDir(), "log.jsonl")
	if err := os.WriteFile(log, []byte(`{"ts":"2026`), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := agent.Append(log, agent.Queries(agent.ToolCall{Command: "brain query x"}, flags, at)); err != nil {
		t.Fatal(err)
	}
	text, _ := os.ReadFile(log)
	if first, second, ok := strings.Cut(string(text), "\n"); !ok || first != `{"ts":"2026` || !json.Valid([]byte(second)) {
		t.Errorf("%s", text)
	}
}

func TestALogThatCannotBeWrittenIsAnError(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "file"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	lines := agent.Queries(agent.ToolCall{Command: "brain query x"}, flags, at)
	for _, log := range []string{filepath.Join(dir, "file", "log"), dir} {
		if err := agent.Append(log, lines); err == nil {
			t.Errorf("%s: no error", log)
		}
	}
	if _, err := os.Stat("/dev/full"); err == nil {
		if err := agent.Append("/dev/full", lines); err == nil {
			t.Error("a full disk: no error")
		}
	}
}

func TestStartOutput(t *testing.T) {
	for _, tc := range []struct{ event, text, want string }{
		{`{"hook_event_name":"SessionStart"}`, "a <b>\nc", `{"hookSpecificOutput":{"hookEventName":"SessionStart","additionalContext":"a <b>\nc"}}` + "\n"},
		{`{"hook_event_name":"sessionStart"}`, "a", `{"additional_context":"a"}` + "\n"},
		{``, "a\nb", "a\nb\n"},
		{`{}`, "", ""},
	} {
		e, told := agent.ParseEvent([]byte(tc.event))
		got, err := agent.StartOutput(e, told, tc.text)
		if err != nil || string(got) != tc.want {
			t.Errorf("%s: %q, %v, want %q", tc.event, got, err, tc.want)
		}
	}
}

func FuzzParseEvent(f *testing.F) {
	f.Add([]byte(`{"tool_name":"Bash","tool_input":{"command":"brain query x"},"tool_response":{"stdout":"[BM:gbrain:a:b]"}}`))
	f.Add([]byte(`{"tool_name":"Bash","tool_input":{"command":"brain query x"},"tool_response":"[BM:"}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		e, _ := agent.ParseEvent(text)
		call, _ := e.Bash()
		for _, q := range agent.Queries(call, flags, at) {
			line, err := json.Marshal(q)
			if err != nil || len(line) > 8192 {
				t.Errorf("%d bytes, %v", len(line), err)
			}
		}
	})
}
