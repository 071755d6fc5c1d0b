package mcp

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"brain/engine"
)

// patient is an input that ends when all that is waited for is in the output.
type patient struct {
	io.Reader
	mu    sync.Mutex
	out   bytes.Buffer
	waits []string
}

func (p *patient) Close() error { return nil }

func (p *patient) Write(b []byte) (int, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.out.Write(b)
}

func (p *patient) Read(b []byte) (int, error) {
	n, err := p.Reader.Read(b)
	for range 30_000 { // minutes: a slow machine needs many seconds for the largest texts
		p.mu.Lock()
		missing := slices.ContainsFunc(p.waits, func(w string) bool { return !strings.Contains(p.out.String(), w) })
		p.mu.Unlock()
		if n > 0 || !missing {
			break
		}
		time.Sleep(10 * time.Millisecond)
	}
	return n, err
}

// spoken gives the answers of a server to lines, by id, and the codes of those that have none. The lines end when the output holds
// all of waits.
func spoken(t testing.TB, o Options, lines string, waits ...string) (byID map[string]json.RawMessage, refused []string) {
	t.Helper()
	p := &patient{Reader: strings.NewReader(lines), waits: waits}
	if err := New(o).Run(t.Context(), p, p); err != nil {
		t.Fatalf("%v after %q", err, lines)
	}
	byID = map[string]json.RawMessage{}
	for line := range bytes.Lines(p.out.Bytes()) {
		var msg struct {
			Version string          `json:"jsonrpc"`
			ID      json.RawMessage `json:"id"`
			Result  json.RawMessage
			Error   *struct {
				Code    int
				Message string
			}
			Method string
		}
		if err := json.Unmarshal(line, &msg); err != nil || msg.Version != "2.0" || msg.Result == nil && msg.Error == nil && msg.Method == "" {
			t.Fatalf("%v: %s", err, line)
		}
		switch {
		case msg.Error != nil && (string(msg.ID) == "null" || msg.ID == nil):
			refused = append(refused, fmt.Sprint(msg.Error.Code))
		case msg.Error != nil:
			byID[string(msg.ID)] = fmt.Appendf(nil, "%d %s", msg.Error.Code, msg.Error.Message)
		default:
			byID[string(msg.ID)] = msg.Result
		}
	}
	return byID, refused
}

func TestWhatIsNoMessageIsRefusedAndTheNextIsRead(t *testing.T) {
	here(t)
	const last = `{"jsonrpc":"2.0","id":"last","method":"ping"}` + "\n"
	for line, want := range map[string]string{
		`{bad`: "-32700",
		`{"jsonrpc":"2.0","id":1,"method":"x"} x`: "-32700",
		"\xff\xfe": "-32700",
		`{"jsonrpc":"2.0","id":"` + "\xff" + `","method":"ping"}`: "-32700",
		`"text"`:                         "-32600",
		`7`:                              "-32600",
		`null`:                           "-32600",
		`[]`:                             "-32600",
		`[1,{"a":2}]`:                    "-32600 -32600",
		`[{]`:                            "-32700",
		`{}`:                             "-32600",
		`{"jsonrpc":"1.0","method":"x"}`: "-32600",
		`{"jsonrpc":"2.0","method":7}`:   "-32600",
		`{"jsonrpc":"2.0","id":{},"method":"ping"}`:           "-32600",
		strings.Repeat("[", 5000):                             "-32700",
		strings.Repeat("[", 5000) + strings.Repeat("]", 5000): "-32600",
		"\x00": "-32700",
		"":     "",
		"\r":   "",
	} {
		byID, refused := spoken(t, Options{}, hello+line+"\n"+last)
		if got := strings.Join(refused, " "); got != want || byID[`"last"`] == nil || byID["1"] == nil {
			t.Errorf("%.60q: refused %s, want %s; %v", line, got, want, byID)
		}
	}
}

func TestRequestsThatCannotBeDoneAreAnswered(t *testing.T) {
	here(t)
	size := 2 << 20
	if testing.Short() {
		size = 1 << 15 // the race detector takes minutes for ten megabytes
	}
	big := strings.Repeat("word ", size)
	for call, want := range map[string]string{
		`"method":"no/such"`:                             "-32601",
		`"method":""`:                                    "-32601",
		`"method":"tools/call"`:                          "-32600",
		`"method":"tools/call","params":[]`:              "-3",
		`"method":"tools/call","params":{"name":"nope"}`: "-32602",
		`"method":"tools/call","params":{"name":"search","arguments":[]}`:                                                "no JSON object",
		`"method":"tools/call","params":{"name":"search","arguments":"x"}`:                                               "no JSON object",
		`"method":"tools/call","params":{"name":"search"}`:                                                               "search needs query",
		`"method":"tools/call","params":{"name":"save","arguments":{"type":"note","title":"a\u0000b"}}`:                  `"uid"`,
		`"method":"tools/call","params":{"name":"save","arguments":{"type":"note","title":"\ud800"}}`:                    `"uid"`,
		`"method":"tools/call","params":{"name":"save","arguments":{"type":"note","title":"x","content":"` + big + `"}}`: `"uid"`,
		`"method":"tools/call","params":{"name":"search","arguments":{"query":"` + big + `"}}`:                           "{",
		`"method":"tools/call","params":{"name":"` + strings.Repeat("x", 1<<20) + `"}`:                                   "-32602",
		`"method":"resources/read","params":{"uri":"brain://page/\u0000"}`:                                               "-3",
		`"method":"resources/read","params":{"uri":"x\u0000"}`:                                                           "-32602",
		`"method":"completion/complete","params":{}`:                                                                     "-3",
		`"method":"logging/setLevel","params":{"level":"loud"}`:                                                          "",
	} {
		t.Setenv("BRAIN_DB", t.TempDir()+"/brain.db")
		byID, refused := spoken(t, Options{}, hello+`{"jsonrpc":"2.0","id":7,`+call+"}\n"+`{"jsonrpc":"2.0","id":8,"method":"ping"}`+"\n", `"id":7,`, `"id":8,`)
		if len(refused) > 0 || byID["7"] == nil || !strings.Contains(string(byID["7"]), want) || byID["8"] == nil {
			t.Errorf("%.90s: %.300s, refused %v", call, byID["7"], refused)
		}
	}
}

func TestAnIdIsAnsweredOnce(t *testing.T) {
	here(t)
	call := `{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"save","arguments":{"type":"note","title":"once"}}}` + "\n"
	byID, refused := spoken(t, Options{}, hello+call+call, `"id":2,`)
	if byID["2"] == nil || len(refused) > 1 {
		t.Errorf("%v, refused %v", byID, refused)
	}
}

func TestAMessageThatIsTooLongIsReadOver(t *testing.T) {
	here(t)
	byID, refused := spoken(t, Options{}, hello+strings.Repeat("x", maxLine+1)+"\n"+`{"jsonrpc":"2.0","id":3,"method":"ping"}`)
	if byID["3"] == nil || len(refused) != 1 {
		t.Errorf("%v, refused %v", byID, refused)
	}
}

func FuzzLines(f *testing.F) {
	f.Setenv("BRAIN_DB", f.TempDir()+"/brain.db")
	f.Setenv("BRAIN_EMBEDDER", "none")
	for _, line := range []string{`{"jsonrpc":"2.0","id":2,"method":"tools/list"}`, `{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"search","arguments":{"query":"x","limit":3}}}`,
		`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":2}}`, `[{"jsonrpc":"2.0","id":3,"method":"ping"}]`, `{"jsonrpc":"2.0","id":4,"result":{}}`,
		`{"jsonrpc":"2.0","id":2,"method":"resources/read","params":{"uri":"brain://cite/BM:x:y:z"}}`} {
		f.Add(line)
	}
	f.Fuzz(func(t *testing.T, line string) {
		spoken(t, Options{Engine: engine.Config{}}, hello+line+"\n")
	})
}
