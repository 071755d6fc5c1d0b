//go:build cgo

package monitor_test

import (
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"testing"

	"brain/monitor"
)

const millisecond = "1000000"

func TestTheMonitorSleepsForAMillisecondAndTheMainThreadAsItDid(t *testing.T) {
	if _, err := os.Stat("/proc/self/timerslack_ns"); err != nil {
		t.Skip("timers have no slack here: ", err)
	}
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

func TestProgramsThatAreStartedUnslackenedHaveTheUsualSlack(t *testing.T) {
	var all, begun sync.WaitGroup
	for range 8 { // on threads of their own: that of the test may be any
		begun.Add(1)
		all.Go(func() {
			runtime.LockOSThread()
			defer runtime.UnlockOSThread()
			begun.Done()
			begun.Wait()
			var slack []byte
			err := monitor.Unslackened(func() (err error) {
				slack, err = exec.Command("cat", "/proc/self/timerslack_ns").Output()
				return err
			})
			switch {
			case err != nil:
				t.Log("a program cannot see its slack: ", err)
			case strings.TrimSpace(string(slack)) == millisecond:
				t.Error("a program's timers are a millisecond late")
			}
		})
	}
	all.Wait()
}
