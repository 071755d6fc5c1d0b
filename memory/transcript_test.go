package memory_test

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"unicode/utf8"

	"brain/memory"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// goldens reads a table that was recorded from brain-cli 3.4.0.
func goldens[T any](t *testing.T, name string) []T {
	t.Helper()
	text, err := os.ReadFile("../testdata/brain-cli/unit_tables.json")
	if err != nil {
		t.Fatal(err)
	}
	var tables map[string]json.RawMessage
	if err := json.Unmarshal(text, &tables); err != nil {
		t.Fatal(err)
	}
	var rows []T
	if err := json.Unmarshal(tables[name], &rows); err != nil {
		t.Fatal(err)
	}
	if len(rows) == 0 {
		t.Fatalf("%s is empty", name)
	}
	return rows
}

func delta(t testing.TB, text string, mark memory.Watermark) memory.Delta {
	t.Helper()
	d, err := memory.ReadDelta(strings.NewReader(text), int64(len(text)), mark)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func TestTranscriptsAreReadAsBrainCLIReadsThem(t *testing.T) {
	for _, row := range goldens[struct {
		Name      string
		Raw       string `json:"raw_utf8"`
		Hex       string `json:"raw_hex"`
		Offset    int64
		Text      string
		NewOffset int64 `json:"new_offset"`
	}](t, "transcript_delta") {
		if row.Hex != "" {
			raw, err := hex.DecodeString(row.Hex)
			if err != nil {
				t.Fatal(err)
			}
			row.Raw = string(raw)
		}
		if row.Offset > int64(len(row.Raw)) {
			// brain-cli never reads such a file again: a defect, and the one difference.
			d := delta(t, row.Raw, memory.Watermark{Offset: row.Offset})
			if whole := delta(t, row.Raw, memory.Watermark{}); !d.Restarted || d.Text != whole.Text || d.Text == "" {
				t.Errorf("%s: %+v", row.Name, d)
			}
			continue
		}
		d := delta(t, row.Raw, memory.Watermark{Offset: row.Offset})
		if diff := cmp.Diff(row.Text, d.Text); diff != "" || d.Next.Offset != row.NewOffset || d.Restarted {
			t.Errorf("%s: %+v (-want +got):\n%s", row.Name, d, diff)
		}
	}
}

func TestProjectHintsAreBrainCLIs(t *testing.T) {
	for _, row := range goldens[struct{ Path, Project string }](t, "harvest_project_hint") {
		if got := memory.ProjectHint(row.Path); got != row.Project {
			t.Errorf("%s: %q, want %q", row.Path, got, row.Project)
		}
	}
}

const codex = `{"timestamp":"2026-09-02T20:53:25.675Z","type":"session_meta","payload":{"id":"01a0","cwd":"/home/x/src/larkspur","originator":"codex_cli_rs","cli_version":"0.150.0"}}
{"timestamp":"2026-09-02T20:53:25.700Z","type":"response_item","payload":{"type":"message","role":"developer","content":[{"type":"input_text","text":"be brief"}]}}
{"timestamp":"2026-09-02T20:53:25.700Z","type":"response_item","payload":{"type":"message","role":"user","content":[{"type":"input_text","text":"# AGENTS.md instructions for /home/x/src/larkspur\n\nrules"},{"type":"input_text","text":"<environment_context>\n<cwd>/home/x</cwd>\n</environment_context>"}]}}
{"timestamp":"2026-09-02T20:53:26.000Z","type":"response_item","payload":{"type":"message","role":"user","content":[{"type":"input_text","text":"why is the export late?"}]}}
{"timestamp":"2026-09-02T20:53:26.000Z","type":"event_msg","payload":{"type":"user_message","message":"why is the export late?"}}
{"timestamp":"2026-09-02T20:53:27.000Z","type":"response_item","payload":{"type":"reasoning","encrypted_content":"x"}}
{"timestamp":"2026-09-02T20:53:28.000Z","type":"response_item","payload":{"type":"function_call","name":"shell","arguments":"{}","call_id":"c"}}
{"timestamp":"2026-09-02T20:53:29.000Z","type":"response_item","payload":{"type":"function_call_output","call_id":"c","output":"noise"}}
{"timestamp":"2026-09-02T20:53:30.000Z","type":"response_item","payload":{"type":"message","role":"assistant","content":[{"type":"output_text","text":"The cron job waits for the lock."}]}}
{"timestamp":"2026-09-02T20:53:31.000Z","type":"compacted","payload":{"message":"summary"}}
`

func TestFormatsAreToldByTheirContent(t *testing.T) {
	for _, tt := range []struct {
		name, raw, want string
		format          memory.Format
	}{
		{"Codex", codex, "USER: why is the export late?\n\nASSISTANT: The cron job waits for the lock.", memory.Codex},
		{"older Codex", `{"id":"01","timestamp":"2025-08-01T00:00:00Z","instructions":null}
{"record_type":"state"}
{"type":"message","role":"user","content":[{"type":"input_text","text":"hi"}]}
{"type":"message","role":"assistant","content":[{"type":"output_text","text":"hello"}]}
{"type":"function_call","name":"shell","arguments":"{}","call_id":"c"}
`, "USER: hi\n\nASSISTANT: hello", memory.Codex},
		{"Claude Code", `{"type":"user","isMeta":true,"message":{"role":"user","content":"Caveat: local commands"}}
{"type":"user","message":{"role":"user","content":[{"type":"text","text":"<system-reminder>x</system-reminder>"},{"type":"text","text":"real"},{"type":"image","source":{}}]}}
{"type":"system","content":"x"}
`, "USER: real", memory.ClaudeCode},
		{"plain text", "User: hi\n\nAgent: { \"type\": \"user\" }\n  indented\n", "User: hi\n\nAgent: { \"type\": \"user\" }\n  indented", memory.PlainText},
		{"text with JSON in it", "so we saw\nthis line:\n{\"type\":\"user\",\"message\":{\"content\":\"x\"}}\n", "so we saw\nthis line:\n{\"type\":\"user\",\"message\":{\"content\":\"x\"}}", memory.PlainText},
		{"JSON of some other program", "[1]\n[2]\n", "[1]\n[2]", memory.PlainText},
		{"empty", "", "", memory.PlainText},
		{"control characters", "{\"type\":\"user\",\"message\":{\"content\":\"a\\u0000\\u001b[31mb\\r\\nc\"}}\n", "USER: a  [31mb\nc", memory.ClaudeCode},
		{"wrong types", "{\"type\":\"user\",\"message\":3}\n{\"type\":1,\"message\":{\"content\":\"x\"}}\n{\"type\":\"user\",\"message\":{\"content\":[1,null,{\"type\":\"text\",\"text\":2},{\"type\":\"text\",\"text\":\"ok\"}]}}\n", "USER: ok", memory.ClaudeCode},
	} {
		d := delta(t, tt.raw, memory.Watermark{})
		if diff := cmp.Diff(tt.want, d.Text); diff != "" || d.Format != tt.format {
			t.Errorf("%s: %s (-want +got):\n%s", tt.name, d.Format, diff)
		}
		if d.Chars != utf8.RuneCountInString(d.Text) {
			t.Errorf("%s: %d characters of %q", tt.name, d.Chars, d.Text)
		}
	}
}

func TestACodexSessionNamesItsFolder(t *testing.T) {
	file := "/home/x/.codex/sessions/2026/09/02/rollout-1.jsonl"
	if got := delta(t, codex, memory.Watermark{}).Project(file); got != "larkspur" {
		t.Errorf("got %q", got)
	}
	d := delta(t, said("user", "x"), memory.Watermark{})
	if got := d.Project("/home/x/.claude/projects/-home-x-src-larkspur/0a.jsonl"); got != "larkspur" {
		t.Errorf("got %q", got)
	}
}

// said is a line of Claude Code's.
func said(who, text string) string {
	content, err := json.Marshal(text)
	if err != nil {
		panic(err)
	}
	return fmt.Sprintf("{\"type\":%q,\"message\":{\"content\":%s}}\n", who, content)
}

func TestTheEndOfALongTalkIsKept(t *testing.T) {
	wide := strings.Repeat("😀", 30_000)
	raw := said("user", "first") + said("assistant", wide) + said("user", "second") + said("assistant", wide)
	whole := "USER: first\n\nASSISTANT: " + wide + "\n\nUSER: second\n\nASSISTANT: " + wide
	runes := []rune(whole)
	d := delta(t, raw, memory.Watermark{})
	if want := string(runes[len(runes)-memory.MaxTalk:]); d.Text != want || d.Chars != len(runes) {
		t.Errorf("%d of %d characters, begins %.40q", utf8.RuneCountInString(d.Text), d.Chars, d.Text)
	}
	text := strings.Repeat("é line\n", 800_000)
	d = delta(t, text, memory.Watermark{})
	if n := utf8.RuneCountInString(text) - 1; d.Chars != n || d.Text != string([]rune(text)[n-memory.MaxTalk:n]) {
		t.Errorf("plain text: %d characters, begins %.40q", d.Chars, d.Text)
	}
}

func TestEchoesAndSecretsAreTakenOutBeforeTheCut(t *testing.T) {
	token := "ghp" + "_" + fill(36)
	raw := said("user", echoes["context"]+"\n\nwhat is the token?") + said("assistant", echoes["compact"]) +
		said("assistant", "It is "+token) + said("user", strings.Repeat("x", memory.MaxTalk-len(token)/2-len("USER: \n\n")))
	d := delta(t, raw, memory.Watermark{})
	if strings.Contains(d.Text, fill(36)[18:]) {
		t.Error("half a token is left")
	}
	if diff := cmp.Diff([]memory.Finding{{Kind: "github token", Count: 1}}, d.Secrets); diff != "" || d.Echoes != 7 {
		t.Errorf("%d echoes (-want +got):\n%s", d.Echoes, diff)
	}
	d = delta(t, "look:\n"+echoes["search"]+"\n"+token+"\n", memory.Watermark{})
	if want := "look:\n\n\n[redacted: github token]"; d.Text != want || len(d.Secrets) != 1 {
		t.Errorf("%q, %v", d.Text, d.Secrets)
	}
	if d := delta(t, said("user", echoes["compact"]), memory.Watermark{}); d.Text != "" || d.Chars != 0 || d.Echoes != 2 {
		t.Errorf("nothing but echoes: %+v", d)
	}
}

func TestAFileThatIsNoneIsAnError(t *testing.T) {
	dir := t.TempDir()
	for _, file := range []string{dir, filepath.Join(dir, "none")} {
		if _, err := memory.OpenDelta(file, memory.Watermark{}); err == nil {
			t.Errorf("%s was read", file)
		}
	}
}

// lines is a file of one endless line, then short ones.
type lines struct{ long int64 }

func (l lines) ReadAt(p []byte, at int64) (int, error) {
	tail := "\n" + said("user", "the end")
	for i := range p {
		switch pos := at + int64(i) - l.long; {
		case pos < 0:
			p[i] = '{'
		case pos < int64(len(tail)):
			p[i] = tail[pos]
		default:
			return i, io.EOF
		}
	}
	return len(p), nil
}

func TestAHugeLineIsNamedAndNotHeld(t *testing.T) {
	size := int64(200 << 20)
	if testing.Short() {
		size = 40 << 20
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	d, err := memory.ReadDelta(lines{size}, size+1+int64(len(said("user", "the end"))), memory.Watermark{})
	if err != nil {
		t.Fatal(err)
	}
	runtime.ReadMemStats(&after)
	if diff := cmp.Diff([]memory.Skip{{Offset: 0, Bytes: size + 1}}, d.Skipped); diff != "" || d.Text != "USER: the end" {
		t.Errorf("%q (-want +got):\n%s", d.Text, diff)
	}
	if used := after.TotalAlloc - before.TotalAlloc; used > 100<<20 {
		t.Errorf("%d MB were allocated", used>>20)
	}
}

func TestReadingInStepsIsReadingAtOnce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var raw bytes.Buffer
		var steps []string
		mark := memory.Watermark{}
		for range rapid.IntRange(1, 6).Draw(t, "steps") {
			for range rapid.IntRange(0, 3).Draw(t, "lines") {
				raw.WriteString(said(rapid.SampledFrom([]string{"user", "assistant"}).Draw(t, "who"), "w"+rapid.StringMatching(`[a-zé😀 ]{0,12}`).Draw(t, "text")))
			}
			if raw.Len() == 0 {
				continue
			}
			// The writer may be in the middle of a line.
			size := raw.Len() - rapid.IntRange(0, min(20, raw.Len()-1)).Draw(t, "unwritten")
			if int64(size) < mark.Offset {
				size = raw.Len()
			}
			d, err := memory.ReadDelta(bytes.NewReader(raw.Bytes()[:size]), int64(size), mark)
			if err != nil || d.Restarted {
				t.Fatalf("%+v, %v", d, err)
			}
			if d.Next.Offset+d.Pending != int64(size) {
				t.Fatalf("%+v of %d bytes", d, size)
			}
			if mark = d.Next; d.Text != "" {
				steps = append(steps, d.Text)
			}
		}
		d, err := memory.ReadDelta(bytes.NewReader(raw.Bytes()), int64(raw.Len()), mark)
		if err != nil {
			t.Fatal(err)
		}
		if d.Text != "" {
			steps = append(steps, d.Text)
		}
		whole, err := memory.ReadDelta(bytes.NewReader(raw.Bytes()), int64(raw.Len()), memory.Watermark{})
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(whole.Text, strings.Join(steps, "\n\n")); diff != "" {
			t.Fatalf("(-whole +steps):\n%s", diff)
		}
	})
}

func FuzzReadDelta(f *testing.F) {
	f.Add(codex, int64(0), "")
	f.Add(said("user", echoes["context"])+"oops\n{\"type\":", int64(3), "00")
	f.Add("plain\n<private>x\n\xff\x00", int64(6), "")
	f.Fuzz(func(t *testing.T, raw string, offset int64, mark string) {
		d, err := memory.ReadDelta(strings.NewReader(raw), int64(len(raw)), memory.Watermark{Offset: offset, Mark: mark})
		if err != nil {
			t.Fatal(err)
		}
		if !utf8.ValidString(d.Text) || strings.ContainsAny(d.Text, "\x00\x1b") || utf8.RuneCountInString(d.Text) > memory.MaxTalk {
			t.Fatalf("%q", d.Text)
		}
		if end := d.Next.Offset; end+d.Pending != int64(len(raw)) || end > 0 && raw[end-1] != '\n' {
			t.Fatalf("%+v", d)
		}
		if again := delta(t, raw, d.Next); again.Text != "" || again.Restarted || again.Next != d.Next {
			t.Fatalf("again: %+v", again)
		}
	})
}

// The transcript of the recorded scenario, with calls and results of tools, and what brain-cli would have sent of it.
func TestTheRecordedSessionIsReadAlike(t *testing.T) {
	text, err := os.ReadFile("../testdata/brain-cli/08_harvest.json")
	if err != nil {
		t.Fatal(err)
	}
	var scenario struct {
		Steps []struct {
			File, Text, Stdout string
			Argv               []string
		}
	}
	if err := json.Unmarshal(text, &scenario); err != nil {
		t.Fatal(err)
	}
	raw := ""
	for _, s := range scenario.Steps {
		if strings.HasSuffix(s.File, "/session.jsonl") {
			raw += s.Text
		}
		_, sent, ok := strings.Cut(s.Stdout, "project=larkspur\n")
		if !ok {
			continue
		}
		d := delta(t, raw, memory.Watermark{})
		want := fmt.Sprintf("%s\n\n[dry-run] %d chars would be sent to model 'haiku'\n", d.Text, d.Chars)
		if diff := cmp.Diff(sent, want); diff != "" || d.Project("/h/proj-larkspur/session.jsonl") != "larkspur" {
			t.Errorf("(-want +got):\n%s", diff)
		}
		return
	}
	t.Error("the scenario has no dry run")
}
