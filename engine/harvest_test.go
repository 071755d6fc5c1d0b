package engine_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"brain/engine"
)

// model puts a command in BRAIN_LLM that keeps the prompt it reads and answers with the text.
func model(t *testing.T, answer string) (prompt func() string) {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("the command is a shell script")
	}
	dir := t.TempDir()
	script := filepath.Join(dir, "model.sh")
	text := "#!/bin/sh\ncat > '" + dir + "/prompt'\ncat '" + dir + "/answer'\n"
	for name, content := range map[string]string{script: text, filepath.Join(dir, "answer"): answer} {
		if err := os.WriteFile(name, []byte(content), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	t.Setenv("BRAIN_LLM", "'"+script+"'")
	return func() string {
		data, err := os.ReadFile(filepath.Join(dir, "prompt"))
		if err != nil {
			return ""
		}
		return string(data)
	}
}

// transcript writes a session of these sayings of a user.
func transcript(t *testing.T, says ...string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "session.jsonl")
	for _, s := range says {
		line, err := json.Marshal(map[string]any{"type": "user", "message": map[string]any{"content": s}})
		if err != nil {
			t.Fatal(err)
		}
		f, err := os.OpenFile(path, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o644)
		if err == nil {
			_, err = f.Write(append(line, '\n'))
			err = errors.Join(err, f.Close())
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return path
}

const jitter = `[{"type":"learning","title":"Jittered TTL stops the cache stampede","content":"All keys expired together.","project":"core","tags":"cache,ttl"}]`

func harvest(t *testing.T, e *engine.Engine, in engine.HarvestInput) *engine.HarvestResult {
	t.Helper()
	return must[*engine.HarvestResult](t)(e.Harvest(ctx, in))
}

func TestHarvestKeepsWhatIsNewOnce(t *testing.T) {
	e := counted(t)
	model(t, jitter)
	path := transcript(t, "why does the ledger cache stampede?")
	if r := harvest(t, e, engine.HarvestInput{Path: path, MinDelta: 2000}); r.Waiting == "" || len(r.Added) != 0 {
		t.Errorf("too little: %s", toJSON(t, r))
	}
	if r := harvest(t, e, engine.HarvestInput{Path: path}); len(r.Added) != 1 || r.Candidates != 1 {
		t.Errorf("first: %s", toJSON(t, r))
	}
	if r := harvest(t, e, engine.HarvestInput{Path: path, Force: true}); len(r.Added) != 0 || r.Noop != 1 {
		t.Errorf("again: %s", toJSON(t, r))
	}
	if got := column(t, e, `SELECT title || '|' || project || '|' || tags || '|' || source_file FROM memories`); !cmp.Equal(got, []string{"Jittered TTL stops the cache stampede|core|cache,ttl|harvest:session.jsonl"}) {
		t.Errorf("%v", got)
	}
	if got := column(t, e, `SELECT count(*) FROM memory_chunks`); got[0] != "1" {
		t.Errorf("vectors: %v", got)
	}
}

func TestHarvestAsksForWhatWasSaidAndForNoSecrets(t *testing.T) {
	e := counted(t)
	prompt := model(t, `[{"title":"The token is ghp_0123456789abcdefghijABCDEFGHIJ012345","content":"x"}]`)
	path := transcript(t, "the key is ghp_0123456789abcdefghijABCDEFGHIJ012345, keep it",
		"## Relevant memories (brain) — ledger\n- [note] Ledger — runs at night (abcdefghijkl, 2026-01-02)\n(full detail: `brain get <uid>`)\nso it says")
	r := harvest(t, e, engine.HarvestInput{Path: path})
	if p := prompt(); strings.Contains(p, "ghp_") || strings.Contains(p, "abcdefghijkl") || !strings.Contains(p, "so it says") {
		t.Errorf("the model read %s", p)
	}
	if got := column(t, e, `SELECT title FROM memories`); len(got) != 1 || strings.Contains(got[0], "ghp_") || r.Echoes != 3 || len(r.Secrets) == 0 {
		t.Errorf("%v: %s", got, toJSON(t, r))
	}
}

func TestHarvestThatFailsIsDoneOnceMore(t *testing.T) {
	e := counted(t)
	path := transcript(t, "something happened")
	model(t, "[ {broken ]")
	if _, err := e.Harvest(ctx, engine.HarvestInput{Path: path}); engine.ExitCode(err) != 1 {
		t.Errorf("a broken answer: %v", err)
	}
	t.Setenv("BRAIN_LLM", "false")
	if _, err := e.Harvest(ctx, engine.HarvestInput{Path: path}); engine.ExitCode(err) != 1 || engine.Explain(err).Fix == "" {
		t.Errorf("a command that fails: %v", err)
	}
	t.Setenv("BRAIN_LLM", "'"+filepath.Join(t.TempDir(), "nowhere")+"'")
	if _, err := e.Harvest(ctx, engine.HarvestInput{Path: path}); engine.ExitCode(err) != 1 {
		t.Errorf("no command: %v", err)
	}
	// The answer is there and what is left to decide cannot be written: as if the process were killed before it was done.
	model(t, jitter[:len(jitter)-1]+`,{"type":"note","title":"Ledger owner changed","content":"now the data team","project":""}]`)
	t.Setenv("BRAIN_EMBEDDER", "none")
	words := onFile(t, e.Path)
	save(t, words, "Ledger owner is the batch team", "ask them")
	home, err := os.UserHomeDir()
	if err != nil {
		t.Fatal(err)
	}
	queue := filepath.Join(home, ".config", "brain", "harvest-review.jsonl")
	if err := os.MkdirAll(queue, 0o755); err != nil {
		t.Fatal(err)
	}
	if _, err := words.Harvest(ctx, engine.HarvestInput{Path: path}); err == nil {
		t.Error("a queue that cannot be written is no error")
	}
	if got := column(t, words, `SELECT (SELECT count(*) FROM memories) || ' ' || (SELECT count(*) FROM harvest_state)`); got[0] != "1 0" {
		t.Errorf("after the failure: memories and marks %v", got)
	}
	if err := os.Remove(queue); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		harvest(t, words, engine.HarvestInput{Path: path, Force: true})
	}
	lines, err := os.ReadFile(queue)
	if err != nil || strings.Count(string(lines), "\n") != 1 || !strings.HasPrefix(string(lines), `{"candidate": {"type": "note", "title": "Ledger owner changed", "content": "now the data team", "project": "`) {
		t.Errorf("the queue: %s, %v", lines, err)
	}
	if got := column(t, words, `SELECT (SELECT count(*) FROM memories) || ' ' || (SELECT count(*) FROM harvest_state)`); got[0] != "2 1" {
		t.Errorf("at last: memories and marks %v", got)
	}
}

func TestHarvestTakesTurns(t *testing.T) {
	e := counted(t)
	model(t, jitter)
	path := transcript(t, "something happened")
	must[*engine.InitResult](t)(e.Init(ctx, engine.InitInput{}))
	var wg sync.WaitGroup
	for range 4 {
		other := onFile(t, e.Path)
		wg.Go(func() {
			if _, err := other.Harvest(ctx, engine.HarvestInput{Path: path}); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	if got := column(t, e, `SELECT count(*) FROM memories`); got[0] != "1" {
		t.Errorf("memories: %v", got)
	}
	if r := harvest(t, e, engine.HarvestInput{Path: path, MinInterval: 600}); !strings.Contains(r.Waiting, "600 seconds") {
		t.Errorf("a moment later: %s", toJSON(t, r))
	}
	later := engine.New(engine.Config{Path: e.Path, Now: func() time.Time { return time.Now().Add(time.Hour) }})
	defer later.Close()
	if r := harvest(t, later, engine.HarvestInput{Path: path, MinInterval: 600}); r.Waiting != "" {
		t.Errorf("an hour later: %s", toJSON(t, r))
	}
}

func TestHarvestDoesNothingInsideOfItsModel(t *testing.T) {
	e := counted(t)
	t.Setenv("BRAIN_HARVEST", "1")
	if r := harvest(t, e, engine.HarvestInput{Path: "nowhere"}); !r.Guarded {
		t.Errorf("%+v", r)
	}
	if _, err := os.Stat(e.Path); err == nil {
		t.Error("a file was made")
	}
}

func TestHarvestReadsAReplacedTranscriptAnew(t *testing.T) {
	e := counted(t)
	path := transcript(t, "a first session", "of two sayings")
	model(t, "[]")
	harvest(t, e, engine.HarvestInput{Path: path})
	if err := os.WriteFile(path, []byte(`{"type":"user","message":{"content":"another session"}}`+"\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	r := harvest(t, e, engine.HarvestInput{Path: path, DryRun: true})
	if !strings.Contains(r.Prompt, "another session") || r.Chars == 0 {
		t.Errorf("%s", toJSON(t, r))
	}
	if got := column(t, e, `SELECT byte_offset FROM harvest_state`); got[0] == fmt.Sprint(len("another session")) {
		t.Errorf("a rehearsal moved the mark to %v", got)
	}
}
