package main

import (
	"bytes"
	"os"
	"strings"
	"testing"
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

func TestCommandsThatFillMemoryAreTold(t *testing.T) {
	for command, fill := range map[string]bool{"extract .": true, "graph export": true, "graph": false, "graph page": false, "get": false, "": false} {
		if fills(strings.Fields(command)) != fill {
			t.Errorf("%q: %v", command, !fill)
		}
	}
}
