//go:build cgo

package monitor_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	_ "brain/monitor"
)

const millisecond = "1000000"

func TestTheMonitorSleepsForAMillisecondAndTheMainThreadAsItDid(t *testing.T) {
	threads, err := filepath.Glob("/proc/self/task/*")
	if err != nil || len(threads) == 0 {
		t.Fatalf("no threads: %v", err)
	}
	slow := 0
	for _, path := range threads {
		id := filepath.Base(path)
		slack, err := os.ReadFile(filepath.Join("/proc", id, "timerslack_ns"))
		switch {
		case errors.Is(err, fs.ErrPermission):
			t.Skip("a thread may not see another's slack: ", err)
		case errors.Is(err, fs.ErrNotExist):
			continue // it has ended
		case err != nil:
			t.Fatal(err)
		}
		if strings.TrimSpace(string(slack)) != millisecond {
			continue
		}
		slow++
		if id == strconv.Itoa(os.Getpid()) {
			t.Error("the main thread's timers, and those of the programs that it starts, are a millisecond late")
		}
	}
	if slow == 0 {
		t.Error("no thread's timers have a slack of a millisecond")
	}
}
