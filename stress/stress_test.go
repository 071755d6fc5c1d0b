package main

import (
	"context"
	"testing"
	"time"
)

func TestManyProcessesOnOneFileLoseAndDoubleNothing(t *testing.T) {
	l := load{length: 6 * time.Second, least: 20, processes: 8, kills: 0.1}
	if testing.Short() {
		l.length = 2 * time.Second
	}
	r, err := stress(context.Background(), "", "", l)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range r.Faults {
		t.Error(f)
	}
	if r.Kept == 0 || r.Killed == 0 {
		t.Errorf("kept %d, killed %d: the load did not do its work", r.Kept, r.Killed)
	}
}
