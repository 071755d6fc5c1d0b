package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// served measures searches of pages in one server, which has the model and the vectors in memory after the first. Each question is
// another, so no vector of one is known.
func (b *measurement) served(ctx context.Context) error {
	c := exec.Command(b.program, "serve")
	c.Env = append(os.Environ(), "BRAIN_DB="+b.file)
	session, err := sdk.NewClient(&sdk.Implementation{Name: "bench", Version: "1"}, nil).Connect(ctx, &sdk.CommandTransport{Command: c}, nil)
	if err != nil {
		return err
	}
	defer session.Close()
	var cpu []time.Duration
	for i := range b.runs + 2 {
		before, ok := used(c.Process.Pid)
		if !ok {
			return nil // the system does not tell
		}
		res, err := session.CallTool(ctx, &sdk.CallToolParams{Name: "search", Arguments: map[string]any{"query": b.fresh(), "in": []string{"gbrain"}}})
		if err != nil {
			return err
		}
		if res.IsError {
			text, _ := json.Marshal(res.Content)
			return fmt.Errorf("search: %s", text)
		}
		after, _ := used(c.Process.Pid)
		if i >= 2 {
			cpu = append(cpu, after-before)
		}
	}
	slices.Sort(cpu)
	fmt.Printf("%-44s %6.1f ms CPU\n", "search --in gbrain, a new question, served", cpu[len(cpu)/2].Seconds()*1000)
	return nil
}

// fresh is a question that has not been asked.
func (b *measurement) fresh() string {
	b.asked++
	return fmt.Sprintf("%s %d", question, b.asked)
}

// used is the CPU time of the threads of a running process, where Linux tells.
func used(pid int) (sum time.Duration, ok bool) {
	tasks, err := os.ReadDir(fmt.Sprintf("/proc/%d/task", pid))
	for _, task := range tasks {
		stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/task/%s/schedstat", pid, task.Name()))
		if err != nil {
			continue // it has ended
		}
		var ns int64
		if _, err := fmt.Sscan(strings.TrimSpace(string(stat)), &ns); err == nil {
			sum, ok = sum+time.Duration(ns), true
		}
	}
	return sum, ok && err == nil
}
