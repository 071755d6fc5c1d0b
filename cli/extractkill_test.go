//go:build unix

package cli_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"
)

// A run of extract that is killed leaves the graph of the run before, or has made its own; the next run makes what a fresh one would.
func TestAKilledExtractLeavesTheGraphBefore(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "tree")
	write := func(edit int) {
		for i := range 60 {
			text := fmt.Sprintf("package p%d\n\n// F%d does what edit %d says.\nfunc F%d() { G%d() }\n\nfunc G%d() {}\n", i, i, edit, edit, edit, edit)
			p := filepath.Join(dir, fmt.Sprintf("p%d", i), "f.go")
			if err := os.MkdirAll(filepath.Dir(p), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(p, []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
	home := t.TempDir()
	run := func(file string, args ...string) []byte {
		c := program(t, args...)
		c.Env = append(os.Environ(), "BRAIN_DB="+filepath.Join(home, file), "HOME="+home, "BRAIN_EMBEDDER=none")
		out, err := c.Output()
		if err != nil {
			t.Fatalf("%v: %v: %s", args, err, out)
		}
		return out
	}
	export := func(file string) []byte { return run(file, "graph", "export", "--format", "json") }
	write(0)
	if err := os.WriteFile(filepath.Join(dir, "go.mod"), []byte("module example.com/m\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	run("brain.db", "extract", dir)
	before := export("brain.db")
	rounds := 8
	if testing.Short() {
		rounds = 3
	}
	left := 0
	for round := 1; round <= rounds; round++ {
		write(round)
		fresh := fmt.Sprintf("fresh%d.db", round)
		run(fresh, "extract", dir)
		after := export(fresh)
		c := program(t, "extract", dir, "--update")
		c.Env = append(os.Environ(), "BRAIN_DB="+filepath.Join(home, "brain.db"), "HOME="+home, "BRAIN_EMBEDDER=none")
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Duration(round) * 15 * time.Millisecond)
		c.Process.Kill() // SIGKILL: nothing is flushed or closed
		c.Wait()
		switch got := export("brain.db"); {
		case bytes.Equal(got, before):
			left++
		case !bytes.Equal(got, after):
			t.Fatalf("round %d: a graph that is neither the one before nor the one after", round)
		}
		run("brain.db", "extract", dir, "--update")
		if before = export("brain.db"); !bytes.Equal(before, after) {
			t.Fatalf("round %d: the next run gives another graph than a fresh one", round)
		}
		if out := run("brain.db", "doctor"); bytes.Contains(out, []byte("✗")) {
			t.Errorf("round %d: %s", round, out)
		}
	}
	t.Logf("%d of %d runs were stopped before they wrote", left, rounds)
}
