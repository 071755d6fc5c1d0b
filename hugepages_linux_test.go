package main

import (
	"bytes"
	"os"
	"runtime"
	"strings"
	"testing"

	"golang.org/x/sys/unix"
)

func TestMostOfTheRoomLiesInWidePages(t *testing.T) {
	mode, err := os.ReadFile("/sys/kernel/mm/transparent_hugepage/enabled")
	if err != nil || !bytes.Contains(mode, []byte("[madvise]")) {
		t.Skip("the system gives wide pages unasked, or never")
	}
	advised := func() (kb int) {
		maps, err := os.ReadFile("/proc/self/smaps")
		if err != nil {
			t.Fatal(err)
		}
		size := 0
		for line := range bytes.Lines(maps) {
			fields := bytes.Fields(line)
			switch string(fields[0]) {
			case "Size:":
				size = 0
				for _, c := range fields[1] {
					size = 10*size + int(c-'0')
				}
			case "VmFlags:":
				for _, flag := range fields[1:] {
					if string(flag) == "hg" {
						kb += size
					}
				}
			}
		}
		return kb
	}
	before := advised()
	widenPages()
	if more := advised() - before; more < (room-2*widePage)>>10 {
		t.Errorf("%d KB are to lie in wide pages, of a room of %d KB", more, room>>10)
	}
}

func TestNoRoomIsTakenWhereAddressesAreLimited(t *testing.T) {
	var usual unix.Rlimit
	if err := unix.Getrlimit(unix.RLIMIT_AS, &usual); err != nil {
		t.Fatal(err)
	}
	few := unix.Rlimit{Cur: min(usual.Max, 1<<46), Max: usual.Max}
	if err := unix.Setrlimit(unix.RLIMIT_AS, &few); err != nil {
		t.Fatal(err)
	}
	defer unix.Setrlimit(unix.RLIMIT_AS, &usual)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	widenPages()
	runtime.ReadMemStats(&after)
	if taken := after.TotalAlloc - before.TotalAlloc; taken >= room {
		t.Errorf("%d bytes are taken", taken)
	}
}

func TestCommandsThatFillMemoryAreTold(t *testing.T) {
	for command, fill := range map[string]bool{"extract .": true, "graph export": true, "graph": false, "graph page": false, "get": false, "": false} {
		if fills(strings.Fields(command)) != fill {
			t.Errorf("%q: %v", command, !fill)
		}
	}
}
