package mcp

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"brain/engine"
)

// hello is how every client begins.
const hello = `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"t","version":"0"}}}
{"jsonrpc":"2.0","method":"notifications/initialized"}
`

func TestStandardOutputCarriesTheProtocolAlone(t *testing.T) {
	here(t)
	var asked strings.Builder
	asked.WriteString(hello)
	for i := range 40 {
		fmt.Fprintf(&asked, `{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{"name":"save","arguments":{"type":"note","title":"n %d"}}}`+"\n", i+2, i)
	}
	c := program(t, "serve", `{"timeout":600}`)
	c.Env = append(c.Env, "NOISE=1")
	var noise bytes.Buffer
	c.Stderr = &noise
	in, err := c.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := c.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	if _, err := io.WriteString(in, asked.String()); err != nil {
		t.Fatal(err)
	}
	var lines []string
	for scanner := bufio.NewScanner(out); scanner.Scan(); {
		if lines = append(lines, scanner.Text()); len(lines) == 41 {
			in.Close() // all is answered
		}
	}
	if err := c.Wait(); err != nil {
		t.Fatalf("at the end of its input: %v", err)
	}
	if len(lines) != 41 || !strings.Contains(noise.String(), "noise") {
		t.Errorf("%d answers, %d bytes of noise on standard error", len(lines), noise.Len())
	}
	for _, l := range lines {
		var msg struct {
			Version string `json:"jsonrpc"`
			ID      int
			Result  map[string]any
		}
		if err := json.Unmarshal([]byte(l), &msg); err != nil || msg.Version != "2.0" || msg.ID == 0 || msg.Result == nil || msg.Result["isError"] != nil {
			t.Errorf("%v: %s", err, l)
		}
	}
}

func TestAServerEndsWellBySignalAndAtTheEndOfItsInput(t *testing.T) {
	here(t)
	const work = `{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"sql","arguments":{"statement":"` + endless + `"}}}` + "\n"
	if _, err := engine.New(engine.Config{}).Init(t.Context(), engine.InitInput{}); err != nil {
		t.Fatal(err)
	}
	for _, signal := range []bool{false, true} {
		for _, asked := range []string{"", hello, hello + work} {
			c := program(t, "serve", `{"surface":"full"}`)
			in, err := c.StdinPipe()
			if err != nil {
				t.Fatal(err)
			}
			out, err := c.StdoutPipe()
			if err != nil {
				t.Fatal(err)
			}
			if err := c.Start(); err != nil {
				t.Fatal(err)
			}
			if _, err := io.WriteString(in, asked); err != nil {
				t.Fatal(err)
			}
			if asked != "" {
				if _, err := bufio.NewReader(out).ReadString('\n'); err != nil { // it is up
					t.Fatal(err)
				}
			}
			if signal && asked != "" {
				err = c.Process.Signal(syscall.SIGTERM)
			} else {
				err = in.Close()
			}
			if err != nil {
				t.Fatal(err)
			}
			if err := c.Wait(); err != nil {
				t.Errorf("signal %v after %.80q: %v", signal, asked, err)
			}
		}
	}
}

func TestAnyFileIsGreeted(t *testing.T) {
	path := here(t)
	e := engine.New(engine.Config{})
	if _, err := e.Save(t.Context(), engine.SaveInput{AddInput: engine.AddInput{Type: "note", Title: "kept"}}); err != nil {
		t.Fatal(err)
	}
	if err := e.Close(); err != nil {
		t.Fatal(err)
	}
	sound, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	damaged := append(bytes.Clone(sound[:200]), bytes.Repeat([]byte("x"), len(sound)-200)...)
	newer := bytes.Clone(sound)
	newer[63] = 99 // PRAGMA user_version
	for name, tc := range map[string]struct {
		data []byte
		code string
	}{
		"missing":     {nil, "no_brain"},
		"empty":       {[]byte{}, "empty"},
		"no database": {bytes.Repeat([]byte("text "), 1000), "not_a_brain"},
		"cut off":     {sound[:5000], "damaged"},
		"damaged":     {damaged, "damaged"},
		"newer":       {newer, "newer"},
		"sound":       {sound, ""},
	} {
		for _, end := range []string{"", "-wal", "-shm"} {
			os.Remove(path + end)
		}
		if tc.data != nil {
			if err := os.WriteFile(path, tc.data, 0o600); err != nil {
				t.Fatal(err)
			}
		}
		_, client := connect(t, Options{}, nil)
		if client.InitializeResult().ServerInfo.Name != "brain" || client.InitializeResult().Instructions == "" {
			t.Errorf("%s: %+v", name, client.InitializeResult())
		}
		if tc.code == "" {
			given(t, client, "search", map[string]any{"query": "kept"})
			continue
		}
		if e := failed(t, client, "search", map[string]any{"query": "kept"}); e["code"] != tc.code || e["fix"] == "" {
			t.Errorf("%s: %v, want %s", name, e, tc.code)
		}
		client.Close()
	}
}

// TestManyServersShareAFile: six servers and programs beside them write and read; one of the servers is killed meanwhile.
func TestManyServersShareAFile(t *testing.T) {
	here(t)
	const servers, each = 6, 8
	var wg sync.WaitGroup
	for i := range servers {
		_, client := started(t, `{}`)
		wg.Go(func() {
			for j := range each {
				args := map[string]any{"type": "note", "title": fmt.Sprintf("server %d fact %d", i, j)}
				if res, err := client.CallTool(t.Context(), callParams("save", args)); err != nil || res.IsError {
					t.Errorf("save: %v, %+v", err, res)
				}
				if res, err := client.CallTool(t.Context(), callParams("search", map[string]any{"query": "fact"})); err != nil || res.IsError {
					t.Errorf("search: %v, %+v", err, res)
				}
			}
		})
	}
	victim, client := started(t, `{}`)
	wg.Go(func() {
		for j := range each {
			if j == each/2 {
				time.AfterFunc(time.Millisecond, func() { victim.Process.Kill() })
			}
			client.CallTool(t.Context(), callParams("save", map[string]any{"type": "note", "title": fmt.Sprintf("victim %d", j)}))
		}
	})
	wg.Go(func() {
		for j := range 3 {
			c := program(t, "run", "save", fmt.Sprintf(`{"type":"note","title":"command %d"}`, j))
			if out, err := c.CombinedOutput(); err != nil {
				t.Errorf("beside the servers: %v, %s", err, out)
			}
		}
	})
	wg.Wait()
	e := engine.New(engine.Config{})
	defer e.Close()
	r, err := e.SQL(t.Context(), engine.SQLInput{Statement: `SELECT (SELECT count(*) FROM memories WHERE title NOT LIKE 'victim%'), (SELECT group_concat(integrity_check) FROM pragma_integrity_check)`})
	if err != nil || fmt.Sprint(r.Rows[0]...) != fmt.Sprint(servers*each+3, "ok") {
		t.Errorf("%v, %v", err, r)
	}
}
