// Command stress runs many brain processes on one file at once, kills some of them, and then looks whether anything that was
// acknowledged is lost, anything is there twice, or anybody had to wait for long.
//
//	go run ./stress -for 30s -processes 32
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"time"

	"brain/bench"
)

func main() {
	length := flag.Duration("for", 30*time.Second, "how long to go on")
	processes := flag.Int("processes", 32, "how many processes run at once")
	kills := flag.Float64("kill", 0.05, "which part of the processes is killed (SIGKILL) while it works")
	patience := flag.Duration("patience", 5*time.Second, "the longest that one process may take")
	program := flag.String("brain", "", "the program; built from this module if not named")
	file := flag.String("db", "", "the file; a new one if not named")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	report, err := stress(ctx, *program, *file, load{length: *length, processes: *processes, kills: *kills, patience: *patience})
	if err != nil {
		fmt.Fprintln(os.Stderr, "stress:", err)
		os.Exit(1)
	}
	report.print(os.Stdout)
	if len(report.Faults) > 0 {
		os.Exit(1)
	}
}

// stress builds what is not named, runs the load and checks the file after it.
func stress(ctx context.Context, program, file string, l load) (*report, error) {
	dir, err := os.MkdirTemp("", "brain-stress-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	if program == "" {
		if program, err = bench.Program(ctx, dir); err != nil {
			return nil, err
		}
	}
	if file == "" {
		file = filepath.Join(dir, "brain.db")
	}
	r := &run{load: l, program: program, file: file, report: report{Calls: map[string]int{}, Times: map[string]*times{}}}
	if err := r.work(ctx); err != nil {
		return nil, err
	}
	return &r.report, r.check(ctx)
}
