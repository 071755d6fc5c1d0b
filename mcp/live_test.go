package mcp

import (
	"context"
	"errors"
	"fmt"
	"os"
	"sync"
	"testing"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"brain/engine"
)

type sdkTool = sdk.Tool

func callParams(name string, args any) *sdk.CallToolParams {
	return &sdk.CallToolParams{Name: name, Arguments: args}
}

func textOf(r *sdk.CallToolResult, n int) string {
	if n >= len(r.Content) {
		return ""
	}
	return r.Content[n].(*sdk.TextContent).Text
}

// endless is SQL that never ends by itself.
const endless = `WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT count(*) FROM c`

// idle waits until no call runs any more.
func idle(t *testing.T, s *Server) {
	t.Helper()
	for range 30_000 {
		if len(s.slots) == 0 {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Fatal("a call goes on")
}

func TestACallEndsWithItsRequest(t *testing.T) {
	here(t)
	s, client := connect(t, Options{Surface: Full}, nil)
	given(t, client, "init", nil)
	ctx, cancel := context.WithCancel(t.Context())
	go func() {
		for len(s.slots) == 0 {
			time.Sleep(time.Millisecond)
		}
		cancel()
	}()
	if _, err := client.CallTool(ctx, callParams("sql", map[string]any{"statement": endless})); !errors.Is(err, context.Canceled) {
		t.Errorf("a call that was cancelled: %v", err)
	}
	idle(t, s)
	given(t, client, "stats", nil)
}

func TestACallEndsWhenItsTimeIsUp(t *testing.T) {
	here(t)
	s, client := connect(t, Options{Surface: Full}, nil)
	given(t, client, "init", nil)
	s.timeout = 200 * time.Millisecond
	if e := failed(t, client, "sql", map[string]any{"statement": endless}); e["code"] != "timeout" || e["fix"] == "" {
		t.Errorf("%v", e)
	}
	idle(t, s)
}

func TestManyCallsRunAtATime(t *testing.T) {
	here(t)
	_, client := connect(t, Options{}, nil)
	var wg sync.WaitGroup
	for i := range 60 {
		wg.Go(func() {
			title := fmt.Sprintf("fact number %d", i)
			res, err := client.CallTool(t.Context(), callParams("save", map[string]any{"type": "note", "title": title}))
			if err != nil || res.IsError {
				t.Errorf("save: %v, %+v", err, res)
			}
			res, err = client.CallTool(t.Context(), callParams("search", map[string]any{"query": title}))
			if err != nil || res.IsError {
				t.Errorf("search: %v, %+v", err, res)
			}
		})
	}
	wg.Wait()
	if found := given(t, client, "search", map[string]any{"query": "", "limit": 100}); len(found["result"].([]any)) != 60 {
		t.Errorf("%d of 60 memories", len(found["result"].([]any)))
	}
}

func TestAServerSeesWhatOthersWrite(t *testing.T) {
	path := here(t)
	_, client := connect(t, Options{}, nil)
	if e := failed(t, client, "search", map[string]any{"query": "x"}); e["code"] != "no_brain" {
		t.Errorf("%v", e)
	}
	other := engine.New(engine.Config{})
	for i := range 5 {
		title := fmt.Sprintf("cobalt %d", i)
		if _, err := other.Save(t.Context(), engine.SaveInput{AddInput: engine.AddInput{Type: "note", Title: title}}); err != nil {
			t.Fatal(err)
		}
		// From the third question on the vectors are in memory.
		if found := given(t, client, "search", map[string]any{"query": "cobalt"})["result"].([]any); len(found) != i+1 {
			t.Errorf("%d memories, not %d", len(found), i+1)
		}
	}
	if err := other.Close(); err != nil {
		t.Fatal(err)
	}
	// Another file comes to the path.
	for _, name := range []string{path, path + "-wal", path + "-shm"} {
		if err := os.Remove(name); err != nil && !errors.Is(err, os.ErrNotExist) {
			t.Fatal(err)
		}
	}
	if e := failed(t, client, "search", map[string]any{"query": "x"}); e["code"] != "no_brain" {
		t.Errorf("of a file that was removed: %v", e)
	}
	given(t, client, "save", map[string]any{"type": "note", "title": "cobalt anew"})
	if found := given(t, client, "search", map[string]any{"query": "cobalt"})["result"].([]any); len(found) != 1 {
		t.Errorf("in the new file: %v", found)
	}
}

// A file that a server made by itself is watched as one that it found.
func TestNothingIsSavedIntoAFileThatIsGone(t *testing.T) {
	for _, test := range []struct {
		tool string
		args func(name string) map[string]any
	}{
		{"save", func(name string) map[string]any { return map[string]any{"type": "note", "title": "about " + name} }},
		{"put", func(name string) map[string]any { return map[string]any{"slug": name, "content": "about " + name} }},
	} {
		for _, replaced := range []bool{false, true} {
			path := here(t)
			_, client := connect(t, Options{}, nil)
			write := func(name string) {
				t.Helper()
				given(t, client, test.tool, test.args(name))
			}
			there := func() (n int) {
				t.Helper()
				other := engine.New(engine.Config{Path: path})
				defer other.Close()
				r, err := other.Query(t.Context(), engine.QueryInput{Text: "about", Unified: true, Limit: 10})
				if err != nil {
					t.Fatal(err)
				}
				return r.Total
			}
			elsewhere := path + ".other"
			if replaced {
				other := engine.New(engine.Config{Path: elsewhere})
				_, err := other.Save(t.Context(), engine.SaveInput{AddInput: engine.AddInput{Type: "note", Title: "about another file"}})
				if err := errors.Join(err, other.Close()); err != nil {
					t.Fatal(err)
				}
			}
			write("one")
			want := 0
			if replaced {
				// What lies beside the old one stays there.
				if err := os.Rename(elsewhere, path); err != nil {
					t.Fatal(err)
				}
				want = 1
			} else if err := os.Remove(path); err != nil {
				t.Fatal(err)
			}
			for _, name := range []string{"two", "three"} {
				write(name)
				if want++; there() != want {
					t.Errorf("%s, replaced %v: %d of %d are in the file at the path", test.tool, replaced, there(), want)
				}
			}
		}
	}
}

func TestProgressIsToldToWhoAsksForIt(t *testing.T) {
	here(t)
	var mu sync.Mutex
	var heard []float64
	_, client := connect(t, Options{Surface: Full}, &sdk.ClientOptions{ProgressNotificationHandler: func(_ context.Context, r *sdk.ProgressNotificationClientRequest) {
		mu.Lock()
		defer mu.Unlock()
		heard = append(heard, r.Params.Progress)
		if r.Params.ProgressToken != "token" || r.Params.Message == "" {
			t.Errorf("%+v", r.Params)
		}
	}})
	dir := t.TempDir()
	for i := range 20 {
		if err := os.WriteFile(fmt.Sprintf("%s/%d.md", dir, i), fmt.Appendf(nil, "# Page %d\n\nIts text is %d.\n", i, i), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	given(t, client, "import", map[string]any{"dir": dir, "no-embed": true})
	if len(heard) > 0 {
		t.Errorf("nobody asked: %v", heard)
	}
	p := callParams("embed", map[string]any{})
	p.SetProgressToken("token")
	if res, err := client.CallTool(t.Context(), p); err != nil || res.IsError {
		t.Fatalf("%v, %+v", err, res)
	}
	// The client hands notifications on beside answers, so the last may come after the answer.
	for deadline := time.Now().Add(2 * time.Minute); time.Now().Before(deadline); time.Sleep(5 * time.Millisecond) {
		mu.Lock()
		n := len(heard)
		mu.Unlock()
		if n > 0 {
			break
		}
	}
	mu.Lock()
	defer mu.Unlock()
	for i := range heard {
		if i > 0 && heard[i] <= heard[i-1] {
			t.Errorf("progress does not grow: %v", heard)
		}
	}
	if len(heard) == 0 {
		t.Error("no progress")
	}
}

func TestWhatIsForATerminalIsRefused(t *testing.T) {
	here(t)
	_, client := connect(t, Options{Surface: Full}, nil)
	dir := t.TempDir()
	if err := os.WriteFile(dir+"/a.md", []byte("# A\n\nText.\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if e := failed(t, client, "import", map[string]any{"dir": dir, "watch": true}); e["code"] != "usage" || e["message"] != "import: watch is for a terminal" {
		t.Errorf("%v", e)
	}
	given(t, client, "import", map[string]any{"dir": dir, "watch": false})
}

// A server lives for hours and may be killed: the vector of a question is in the file soon after its answer, not when the server ends.
func TestTheVectorOfAQuestionIsKeptWhileTheServerRuns(t *testing.T) {
	path := here(t)
	t.Setenv("BRAIN_EMBEDDER", "") // vectors of what stands in for a model are not kept
	s, client := connect(t, Options{}, nil)
	kept := func() any {
		t.Helper()
		e := engine.New(engine.Config{Path: path})
		defer e.Close()
		r, err := e.SQL(t.Context(), engine.SQLInput{Statement: `SELECT count(*) FROM query_vectors`})
		if err != nil {
			t.Fatal(err)
		}
		return r.Rows[0][0]
	}
	given(t, client, "save", map[string]any{"type": "note", "title": "Ledger", "content": "It balances at night."})
	if n := kept(); n != int64(0) {
		t.Fatalf("%v before any question", n)
	}
	for i, question := range []string{"when does the ledger balance", "what runs at night"} {
		given(t, client, "search", map[string]any{"query": question})
		s.after.Wait()
		if n := kept(); n != int64(i+1) {
			t.Errorf("%v of %d questions are kept", n, i+1)
		}
	}
}
