// Command mcp measures `brain serve` as an agent meets it: how long the handshake and the list of tools take in a new process, how
// long a search and a unified query take in one that has been asked before, and what memory it holds then.
package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"brain/bench"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

func main() {
	entries := flag.Int("entries", 10_000, "how many memories, and how many entries with vectors beside them")
	runs := flag.Int("runs", 20, "processes that are greeted")
	questions := flag.Int("questions", 200, "questions of each kind")
	keep := flag.String("keep", "", "the folder of the file, used again if it is there; a temporary one if not named")
	program := flag.String("brain", "", "the program; built from this module if not named")
	flag.Parse()
	if err := measure(context.Background(), *keep, *program, *entries, *runs, *questions); err != nil {
		fmt.Fprintln(os.Stderr, "bench/mcp:", err)
		os.Exit(1)
	}
}

func measure(ctx context.Context, dir, program string, entries, runs, questions int) error {
	temp, err := os.MkdirTemp("", "bench-mcp-*")
	if err != nil {
		return err
	}
	defer os.RemoveAll(temp)
	if dir == "" {
		dir = temp
	}
	if program == "" {
		if program, err = bench.Program(ctx, temp); err != nil {
			return err
		}
	}
	if err := run("go", "run", "./bench/memory", "-fill", strconv.Itoa(entries), "-keep", dir); err != nil {
		return err
	}
	if err := os.Setenv("BRAIN_DB", filepath.Join(dir, fmt.Sprintf("memories-%d.db", entries))); err != nil {
		return err
	}
	if err := addEntries(program, filepath.Join(temp, "entries.jsonl"), entries); err != nil {
		return err
	}
	var greeted, listed []time.Duration
	for range runs {
		g, l, err := greet(ctx, program)
		if err != nil {
			return err
		}
		greeted, listed = append(greeted, g), append(listed, l)
	}
	report("start to initialize", greeted)
	report("tools/list", listed)
	return ask(ctx, program, questions)
}

// run runs a program to its end.
func run(name string, args ...string) error {
	c := exec.Command(name, args...)
	c.Stdout, c.Stderr = os.Stderr, os.Stderr
	return c.Run()
}

// open starts a server.
func open(ctx context.Context, program string) (*exec.Cmd, *sdk.ClientSession, error) {
	c := exec.Command(program, "serve")
	c.Stderr = os.Stderr
	session, err := sdk.NewClient(&sdk.Implementation{Name: "bench", Version: "1"}, nil).Connect(ctx, &sdk.CommandTransport{Command: c}, nil)
	return c, session, err
}

func greet(ctx context.Context, program string) (greeted, listed time.Duration, err error) {
	begin := time.Now()
	_, session, err := open(ctx, program)
	if err != nil {
		return 0, 0, err
	}
	defer session.Close()
	greeted = time.Since(begin)
	begin = time.Now()
	list, err := session.ListTools(ctx, nil)
	listed = time.Since(begin)
	if err == nil && len(list.Tools) == 0 {
		err = fmt.Errorf("the server has no tools")
	}
	return greeted, listed, err
}

// ask measures questions in one server. Each has other words, so that nothing is answered from what was kept of it.
func ask(ctx context.Context, program string, questions int) error {
	c, session, err := open(ctx, program)
	if err != nil {
		return err
	}
	defer session.Close()
	for _, kind := range []struct {
		name, tool string
		args       func(text string) map[string]any
	}{
		{"search", "search", func(text string) map[string]any { return map[string]any{"query": text} }},
		{"unified query", "query", func(text string) map[string]any { return map[string]any{"text": text, "unified": true} }},
	} {
		var took []time.Duration
		for i := range questions + 5 {
			text := fmt.Sprintf("w%d w%d w%d", i%40, 3+i%70, 11+i)
			begin := time.Now()
			res, err := session.CallTool(ctx, &sdk.CallToolParams{Name: kind.tool, Arguments: kind.args(text)})
			if err != nil {
				return err
			}
			if res.IsError {
				text, _ := json.Marshal(res.StructuredContent)
				return fmt.Errorf("%s: %s", kind.tool, text)
			}
			if i >= 5 { // the first load the model and the vectors
				took = append(took, time.Since(begin))
			}
		}
		report("warm "+kind.name, took)
	}
	rss, err := resident(c.Process.Pid)
	fmt.Printf("%-22s %s\n", "resident", rss)
	return err
}

func report(what string, took []time.Duration) {
	slices.Sort(took)
	at := func(share float64) time.Duration {
		return took[min(int(share*float64(len(took))), len(took)-1)].Round(10 * time.Microsecond)
	}
	fmt.Printf("%-22s p50 %-10v p95 %-10v n=%d\n", what, at(0.5), at(0.95), len(took))
}

// resident is the memory that a process holds, where the system has /proc.
func resident(pid int) (string, error) {
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		return "not known here", nil
	}
	for line := range strings.Lines(string(status)) {
		if rest, ok := strings.CutPrefix(line, "VmRSS:"); ok {
			return strings.TrimSpace(rest), nil
		}
	}
	return "not known", nil
}
