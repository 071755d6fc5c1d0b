//go:build linux

// Command bench is the Go half of compare.py, which measures the built-in model against ONNX Runtime: it embeds what it is
// told to and tells the processor time that it took.
//
// Each line of standard input is a JSON object {"texts": […], "times": n}. For each, one line is answered: the seconds of
// processor time and of wall time for one of n calls, and the first vector. The first line of the answers is what it took
// until the model was ready.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"time"

	"brain/embed"

	"golang.org/x/sys/unix"
)

type request struct {
	Texts []string `json:"texts"`
	Times int      `json:"times"`
}

type answer struct {
	CPU    float64   `json:"cpu"`
	Wall   float64   `json:"wall"`
	Vector []float32 `json:"vector,omitempty"`
	Peak   int64     `json:"peak"` // resident memory so far, in KiB
}

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

func run() error {
	out := json.NewEncoder(os.Stdout)
	var model *embed.Model
	a, err := measure(1, func() (err error) {
		model, err = embed.Builtin()
		return err
	})
	if err != nil {
		return err
	}
	if err := out.Encode(a); err != nil {
		return err
	}
	in := json.NewDecoder(os.Stdin)
	for in.More() {
		var r request
		if err := in.Decode(&r); err != nil {
			return fmt.Errorf("read request: %w", err)
		}
		var vectors [][]float32
		a, err := measure(r.Times, func() (err error) {
			vectors, err = model.Embed(context.Background(), r.Texts)
			return err
		})
		if err != nil {
			return err
		}
		a.Vector = vectors[0]
		if err := out.Encode(a); err != nil {
			return err
		}
	}
	return nil
}

// measure tells what one of n calls of f takes.
func measure(n int, f func() error) (answer, error) {
	start, cpu := time.Now(), processorTime()
	for range n {
		if err := f(); err != nil {
			return answer{}, err
		}
	}
	a := answer{CPU: (processorTime() - cpu).Seconds() / float64(n), Wall: time.Since(start).Seconds() / float64(n)}
	var usage unix.Rusage
	if err := unix.Getrusage(unix.RUSAGE_SELF, &usage); err != nil {
		return answer{}, err
	}
	a.Peak = usage.Maxrss
	return a, nil
}

// processorTime is what all threads of the process have used so far.
func processorTime() time.Duration {
	var t unix.Timespec
	if err := unix.ClockGettime(unix.CLOCK_PROCESS_CPUTIME_ID, &t); err != nil {
		panic(err) // it takes no argument that could be wrong
	}
	return time.Duration(t.Nano())
}
