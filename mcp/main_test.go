package mcp

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"brain/engine"
)

// TestMain is the program too: with asProgram it serves as `brain serve` does, or runs one operation.
func TestMain(m *testing.M) {
	switch os.Getenv(asProgram) {
	case "serve":
		ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
		defer stop()
		if os.Getenv("NOISE") != "" {
			go noise()
		}
		if err := Serve(ctx, engine.Config{}, json.RawMessage(os.Args[1])); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	case "run":
		e := engine.New(engine.Config{})
		_, err := engine.Find(os.Args[1]).Run(context.Background(), e, json.RawMessage(os.Args[2]))
		if e.Close(); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	lastWords = time.Hour // what a server in this process leaves behind would write where the next test removes
	os.Exit(m.Run())
}

// asProgram is the variable that makes a program of the test.
const asProgram = "BRAIN_TEST_PROGRAM"

// noise is what libraries could do: it writes to standard output by all ways there are, from when the protocol has taken it. Before
// that it is the program's own, as it was when brain started.
func noise() {
	for !claimed() {
		time.Sleep(50 * time.Microsecond)
	}
	for {
		fmt.Println("noise")
		os.Stdout.WriteString("noise\n")
		syscall.Write(1, []byte("noise\n"))
		c := exec.Command("echo", "noise")
		c.Stdout = os.Stdout
		c.Run()
	}
}

// claimed says whether standard output leads where standard error leads.
func claimed() bool {
	one, err := os.Stdout.Stat()
	if err != nil {
		return false
	}
	two, err := os.Stderr.Stat()
	return err == nil && os.SameFile(one, two)
}

// program is the test as another program.
func program(t *testing.T, what string, args ...string) *exec.Cmd {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	c := exec.Command(self, args...)
	c.Env = append(os.Environ(), asProgram+"="+what)
	return c
}

// here gives the test a brain of its own, without a model.
func here(t *testing.T) (path string) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "brain.db")
	t.Setenv("BRAIN_DB", path)
	t.Setenv("BRAIN_EMBEDDER", "fnv384")
	t.Setenv("BRAIN_LLM", "")
	return path
}

// connect starts a server in this process and gives its client.
func connect(t *testing.T, o Options, c *sdk.ClientOptions) (*Server, *sdk.ClientSession) {
	t.Helper()
	s := New(o)
	t.Cleanup(func() { s.Close() })
	near, far := sdk.NewInMemoryTransports()
	if _, err := s.Connect(t.Context(), far); err != nil {
		t.Fatal(err)
	}
	session, err := sdk.NewClient(&sdk.Implementation{Name: "test", Version: "1"}, c).Connect(t.Context(), near, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { session.Close() })
	return s, session
}

// started starts a server as a process and gives its client.
func started(t *testing.T, params string) (*exec.Cmd, *sdk.ClientSession) {
	t.Helper()
	c := program(t, "serve", params)
	c.Stderr = os.Stderr
	session, err := sdk.NewClient(&sdk.Implementation{Name: "test", Version: "1"}, nil).Connect(t.Context(), &sdk.CommandTransport{Command: c}, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { session.Close() })
	return c, session
}

// given is the structured content of a call that must do.
func given(t *testing.T, session *sdk.ClientSession, tool string, args map[string]any) map[string]any {
	t.Helper()
	res := called(t, session, tool, args)
	if res.IsError {
		t.Fatalf("%s %v: %v", tool, args, res.StructuredContent)
	}
	return res.StructuredContent.(map[string]any)
}

func called(t *testing.T, session *sdk.ClientSession, tool string, args map[string]any) *sdk.CallToolResult {
	t.Helper()
	res, err := session.CallTool(t.Context(), &sdk.CallToolParams{Name: tool, Arguments: args})
	if err != nil {
		t.Fatalf("%s %v: %v", tool, args, err)
	}
	return res
}

// failed is the error of a call that must fail.
func failed(t *testing.T, session *sdk.ClientSession, tool string, args map[string]any) map[string]any {
	t.Helper()
	res := called(t, session, tool, args)
	if !res.IsError {
		t.Fatalf("%s %v does: %v", tool, args, res.StructuredContent)
	}
	return res.StructuredContent.(map[string]any)["error"].(map[string]any)
}
