package mcp

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"
)

func TestAnIdComesBackAsItWasSent(t *testing.T) {
	here(t)
	for id, want := range map[string]string{
		`0`:                    "{}",
		`-7`:                   "{}",
		`"a\u0000b"`:           "{}",
		`9007199254740991`:     "{}",
		`9007199254740993`:     "-32600 ",
		`-9007199254740993`:    "-32600 ",
		`99999999999999999999`: "-32600 ",
		`1.5`:                  "-32600 ",
		`1e400`:                "-32600 ",
	} {
		byID, refused := spoken(t, Options{}, hello+`{"jsonrpc":"2.0","id":`+id+`,"method":"ping"}`+"\n")
		if got := byID[id]; !strings.HasPrefix(string(got), want) || len(refused) > 0 {
			t.Errorf("%s: %s, refused %v, of %v", id, got, refused, byID)
		}
	}
}

func TestWhatIsAskedOutOfTurnIsAnInvalidRequest(t *testing.T) {
	here(t)
	byID, _ := spoken(t, Options{}, `{"jsonrpc":"2.0","id":7,"method":"tools/list"}`+"\n"+hello+`{"jsonrpc":"2.0","id":8,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}`+"\n", `"id":8`)
	for _, id := range []string{"7", "8"} {
		if !strings.HasPrefix(string(byID[id]), "-32600 ") {
			t.Errorf("%s: %s", id, byID[id])
		}
	}
}

func TestAnErrorRepeatsLittleOfWhatWasSent(t *testing.T) {
	here(t)
	long := strings.Repeat("x", 100_000)
	for _, call := range []string{
		`"id":7,"method":"tools/call","params":{"name":"` + long + `"}`,
		`"id":7,"method":"` + long + `"`,
		`"id":7,"method":"resources/read","params":{"uri":"` + long + `"}`,
	} {
		p := &patient{Reader: strings.NewReader(hello + `{"jsonrpc":"2.0",` + call + "}\n"), waits: []string{`"id":7`}}
		if err := New(Options{}).Run(t.Context(), p, p); err != nil {
			t.Fatal(err)
		}
		if n := p.out.Len(); n > 10_000 {
			t.Errorf("%.80s: %d bytes are answered", call, n)
		}
	}
}

// The client of a request that it has cancelled hears nothing of it any more, and the session goes on.
func TestACancelledRequestHasNoAnswer(t *testing.T) {
	here(t)
	in, to := io.Pipe()
	s := New(Options{Surface: Full})
	p := &patient{Reader: in, waits: []string{`"id":8`}}
	ended := make(chan error, 1)
	go func() { ended <- s.Run(t.Context(), p, p) }()
	say := func(line string) {
		if _, err := to.Write([]byte(line)); err != nil {
			t.Error(err)
		}
	}
	call := func(id int, tool, args string) {
		say(fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{"name":%q,"arguments":%s}}`+"\n", id, tool, args))
	}
	say(hello)
	call(6, "init", `{}`)
	made := func() bool {
		p.mu.Lock()
		defer p.mu.Unlock()
		return strings.Contains(p.out.String(), `"id":6`)
	}
	for !made() {
		time.Sleep(time.Millisecond)
	}
	statement, err := json.Marshal(map[string]string{"statement": endless})
	if err != nil {
		t.Fatal(err)
	}
	call(7, "sql", string(statement))
	for len(s.slots) == 0 {
		time.Sleep(time.Millisecond)
	}
	say(`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":7}}` + "\n")
	idle(t, s)
	call(8, "stats", `{}`)
	to.Close()
	if err := <-ended; err != nil {
		t.Fatal(err)
	}
	if out := p.out.String(); strings.Contains(out, `"id":7`) || !strings.Contains(out, `"id":8`) {
		t.Errorf("answered: %s", out)
	}
}

// What is wrong with a call alone is told as that, whatever it is that is wrong.
func TestFaultsOfACallAreUsage(t *testing.T) {
	here(t)
	_, client := connect(t, Options{}, nil)
	given(t, client, "put", map[string]any{"slug": "a", "content": "# A"})
	long := strings.Repeat("a", 5000)
	for _, test := range []struct {
		tool string
		args map[string]any
	}{
		{"put", map[string]any{"slug": "..", "content": "x"}},
		{"put", map[string]any{"slug": long, "content": "x"}},
		{"put", map[string]any{"slug": "a", "content": ""}},
		{"timeline_add", map[string]any{"ref": "a", "date": "yesterday", "text": "x"}},
		{"timeline_add", map[string]any{"ref": "a", "date": "2026-13-45", "text": "x"}},
		{"timeline_add", map[string]any{"ref": "a", "date": "2026-01-01", "text": "  "}},
		{"save", map[string]any{"type": "note", "title": " "}},
		{"save", map[string]any{"type": "", "title": "x"}},
		{"save", map[string]any{"type": "\u0000", "title": "x"}},
		{"reconcile", map[string]any{"title": "\u0000"}},
		{"update", map[string]any{"uid": "x"}},
		{"context", map[string]any{"query": " "}},
		{"query", map[string]any{"text": " "}},
		{"cite", map[string]any{"citation": "x"}},
	} {
		if e := failed(t, client, test.tool, test.args); e["code"] != "usage" {
			t.Errorf("%s %.80v: %v", test.tool, test.args, e)
		}
	}
}
