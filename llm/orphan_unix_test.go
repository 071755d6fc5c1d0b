//go:build unix

package llm_test

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"brain/llm"
)

func TestKillNineLeavesNoCommandBehind(t *testing.T) {
	if model := os.Getenv("BRAIN_LLM_TEST_MODEL"); model != "" { // the process that is killed
		_, err := llm.Command{model}.Ask(context.Background(), llm.Request{Prompt: "x"})
		t.Fatal("the model answered: ", err)
	}
	dir := t.TempDir()
	file := filepath.Join(dir, "pids")
	asks := exec.Command(os.Args[0], "-test.run=^"+t.Name()+"$")
	asks.Env = append(os.Environ(), "BRAIN_LLM_TEST_MODEL="+script(t, dir, "model", forever(file)))
	if err := asks.Start(); err != nil {
		t.Fatal(err)
	}
	left := pids(t, file, 2)
	if err := asks.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = asks.Wait()
	gone(t, left)
}
