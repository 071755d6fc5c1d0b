//go:build unix

package llm_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"brain/llm"

	"github.com/google/go-cmp/cmp"
)

// script writes a program into dir.
func script(t *testing.T, dir, name, text string) string {
	t.Helper()
	path := filepath.Join(dir, name)
	if err := os.WriteFile(path, []byte("#!/bin/sh\n"+text), 0o755); err != nil {
		t.Fatal(err)
	}
	return path
}

// show prints how a program was called.
const show = `for a in "$@"; do printf '<%s>' "$a"; done; printf 'stdin<%s>' "$(cat)"`

func TestClaudeOnThePathIsTheDefault(t *testing.T) {
	dir := t.TempDir()
	script(t, dir, "claude", show)
	t.Setenv("PATH", dir+":/usr/bin:/bin")
	t.Setenv(llm.Env, "  ")
	c, err := llm.FromEnv()
	if err != nil {
		t.Fatal(err)
	}
	got, err := c.Ask(context.Background(), llm.Request{Prompt: "what $now?\nsay", Model: "haiku"})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff("<-p><what $now?\nsay><--model><haiku><--disallowedTools><*>stdin<>", got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestHowTheCommandIsCalled(t *testing.T) {
	dir := t.TempDir()
	claude, other := script(t, dir, "claude", show), script(t, dir, "my model", show)
	for _, tt := range []struct {
		name, line, prompt, model, want string
		takes                           bool
	}{
		{"claude with its own model keeps it", claude + " --model opus -p", "hi", "haiku", "<--model><opus><-p><hi><--disallowedTools><*>stdin<>", false},
		{"claude without -p at the end reads stdin", claude + " -p --verbose", "hi", "haiku", "<-p><--verbose><--model><haiku><--disallowedTools><*>stdin<hi>", true},
		{"no model asked for", claude + " -p", "hi", "", "<-p><hi><--disallowedTools><*>stdin<>", true},
		{"claude with tools of its own keeps them", claude + " --allowed-tools=Read -p", "hi", "haiku", "<--allowed-tools=Read><-p><hi><--model><haiku>stdin<>", true},
		{"another program reads stdin", "'" + other + "'", "hi", "haiku", "stdin<hi>", false},
		{"another program with -p", "'" + other + "' -p", "hi", "haiku", "<-p><hi>stdin<>", false},
		{"the model's place", "'" + other + "' run {model}", "hi", "qwen", "<run><qwen>stdin<hi>", true},
		{"a prompt like an option goes to stdin", claude + " -p", "--help", "", "<-p><--disallowedTools><*>stdin<--help>", true},
	} {
		t.Setenv(llm.Env, tt.line)
		c, err := llm.FromEnv()
		if err != nil {
			t.Fatal(err)
		}
		got, err := c.Ask(context.Background(), llm.Request{Prompt: tt.prompt, Model: tt.model})
		if err != nil {
			t.Fatalf("%s: %v", tt.name, err)
		}
		if diff := cmp.Diff(tt.want, got); diff != "" || c.TakesModel() != tt.takes {
			t.Errorf("%s: takes a model: %v (-want +got):\n%s", tt.name, c.TakesModel(), diff)
		}
	}
}

func TestALongPromptArrivesWhole(t *testing.T) {
	// Without a prompt there the second word is --disallowedTools.
	claude := script(t, t.TempDir(), "claude", `printf '%s+' "${#2}"; wc -c`)
	for size, want := range map[int]string{100_000: "100000+0", 100_001: "17+100001", 600_000: "17+600000"} {
		got, err := llm.Command{claude, "-p"}.Ask(context.Background(), llm.Request{Prompt: strings.Repeat("x", size)})
		if err != nil {
			t.Fatal(err)
		}
		if got = strings.Join(strings.Fields(got), ""); got != want {
			t.Errorf("%d bytes: got %s, want %s", size, got, want)
		}
	}
}

func TestARelativeProgramIsFoundFromTheTempFolderToo(t *testing.T) {
	dir := t.TempDir()
	script(t, dir, "model", "echo yes")
	t.Chdir(dir)
	t.Setenv(llm.Env, "./model")
	c, err := llm.FromEnv()
	if err != nil {
		t.Fatal(err)
	}
	if got, err := c.Ask(context.Background(), llm.Request{Prompt: "x"}); err != nil || got != "yes\n" {
		t.Errorf("%q, %v", got, err)
	}
}

func TestNoProgramIsErrNotFound(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("PATH", dir)
	for _, line := range []string{"", "no-such-model -p", "/no/such/model", "''"} {
		t.Setenv(llm.Env, line)
		if _, err := llm.FromEnv(); !errors.Is(err, llm.ErrNotFound) {
			t.Errorf("%q: %v", line, err)
		}
	}
	t.Setenv(llm.Env, "'open")
	if _, err := llm.FromEnv(); err == nil || errors.Is(err, llm.ErrNotFound) || !strings.Contains(err.Error(), llm.Env) {
		t.Errorf("an open quote: %v", err)
	}
	gone := filepath.Join(dir, "gone")
	for _, c := range []llm.Command{nil, {gone}} {
		if _, err := c.Ask(context.Background(), llm.Request{Prompt: "x"}); !errors.Is(err, llm.ErrNotFound) {
			t.Errorf("%q: %v", c, err)
		}
	}
}
