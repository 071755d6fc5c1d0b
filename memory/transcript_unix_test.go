//go:build unix

package memory_test

import (
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"brain/memory"
)

// TestANamedPipeIsNoTranscript: to wait until somebody writes into it would be for ever.
func TestANamedPipeIsNoTranscript(t *testing.T) {
	pipe := filepath.Join(t.TempDir(), "pipe")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	done := make(chan error, 1)
	go func() {
		_, err := memory.OpenDelta(pipe, memory.Watermark{})
		done <- err
	}()
	select {
	case err := <-done:
		if err == nil || !strings.Contains(err.Error(), "not a regular file") {
			t.Error(err)
		}
	case <-time.After(2 * time.Minute):
		t.Error("it is waited for")
	}
}
