// Command memory measures what one brain process costs on files of 1,000, 10,000 and 100,000 memories: CPU time (user and
// system), the median of several cold processes.
//
//	go run ./bench/memory -sizes 1000,10000,100000
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"brain/bench"
)

func main() {
	sizes := flag.String("sizes", "1000,10000,100000", "how many memories")
	runs := flag.Int("runs", 9, "processes of each kind")
	program := flag.String("brain", "", "the program; built from this module if not named")
	keep := flag.String("keep", "", "the folder of the files, used again if they are there; a temporary one if not named")
	only := flag.Int("fill", 0, "make the file of that many memories in the folder, measure nothing")
	flag.Parse()
	if *only > 0 {
		if err := fill(context.Background(), fileOf(*keep, *only), *only); err != nil {
			fmt.Fprintln(os.Stderr, "bench:", err)
			os.Exit(1)
		}
		return
	}
	if err := measure(context.Background(), *program, *keep, *sizes, *runs); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

func measure(ctx context.Context, program, dir, sizes string, runs int) error {
	tmp, err := os.MkdirTemp("", "brain-bench-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(tmp)
	if program == "" {
		if program, err = bench.Program(ctx, tmp); err != nil {
			return err
		}
	}
	if dir == "" {
		dir = tmp
	}
	for _, size := range strings.Split(sizes, ",") {
		n, err := strconv.Atoi(size)
		if err != nil {
			return err
		}
		// By a process of its own: what this one held would count as held by those that it starts.
		if out, err := exec.CommandContext(ctx, os.Args[0], "-fill", size, "-keep", dir).CombinedOutput(); err != nil {
			return fmt.Errorf("fill: %w: %s", err, out)
		}
		file := fileOf(dir, n)
		uids, err := stored(ctx, file)
		if err != nil {
			return err
		}
		fmt.Printf("\n%d memories\n", n)
		for _, c := range calls(uids) {
			cpu, rss, err := c.measure(program, file, runs)
			if err != nil {
				return err
			}
			fmt.Printf("%-34s %6.1f ms CPU %6.0f MB\n", c.name, cpu.Seconds()*1000, rss)
		}
	}
	return nil
}

func fileOf(dir string, n int) string { return filepath.Join(dir, fmt.Sprintf("memories-%d.db", n)) }

// call is one kind of process. Each run has arguments of its own, so that a new question is a new one.
type call struct {
	name string
	args func(run int) []string
	env  []string
}

func calls(uids []string) []call {
	none := []string{"BRAIN_EMBEDDER=none"}
	stamp := time.Now().UnixNano()
	return []call{
		{"get", func(i int) []string { return []string{"get", uids[i*len(uids)/100]} }, nil},
		{"stats", func(int) []string { return []string{"stats"} }, nil},
		{"recent", func(int) []string { return []string{"recent"} }, nil},
		{"save --no-embed", func(i int) []string { return saveArgs(stamp, i, "--no-embed") }, nil},
		{"save, 60 tokens embedded", func(i int) []string { return saveArgs(stamp, 1000+i) }, nil},
		{"search, words alone", func(int) []string { return []string{"search", question} }, none},
		{"search, question known", func(int) []string { return []string{"search", question} }, nil},
		{"search, new question embedded", func(i int) []string {
			return []string{"search", question + " " + strconv.FormatInt(stamp+int64(i), 36)}
		}, nil},
		{"search --project, question known", func(int) []string { return []string{"search", question, "--project", "project3"} }, nil},
		{"context, question known", func(int) []string { return []string{"context", question} }, nil},
		{"context, new question embedded", func(i int) []string {
			return []string{"context", question + " " + strconv.FormatInt(stamp+100+int64(i), 36)}
		}, nil},
		{"reconcile, embedded", func(i int) []string {
			return []string{"reconcile", "--title", "A new finding " + strconv.FormatInt(stamp+int64(i), 36), "--content", sixty}
		}, nil},
	}
}

// question has words of all frequencies: among its matches are about a third of all memories.
const question = "why does the deploy of w3 fail when w25 waits for w140"

// sixty is a text of about sixty tokens.
const sixty = "The nightly job failed because the connection pool kept sockets that the server had closed after ten minutes without traffic. " +
	"Setting the keepalive below that time and testing each connection when it is taken from the pool ended it. The same holds for the " +
	"report service, which uses another pool with the same default."

func saveArgs(stamp int64, i int, more ...string) []string {
	return append([]string{"save", "--type", "learning", "--title", "Pool keeps dead sockets " + strconv.FormatInt(stamp+int64(i), 36), "--content", sixty, "--tags", "pool,network"}, more...)
}

// measure gives the medians of CPU time and of the most memory held. The first run warms the system's cache and is not counted.
func (c call) measure(program, file string, runs int) (time.Duration, float64, error) {
	var times []time.Duration
	var sizes []float64
	for i := range runs + 1 {
		p := exec.Command(program, c.args(i)...)
		p.Env = append(append(os.Environ(), "BRAIN_DB="+file), c.env...)
		if out, err := p.CombinedOutput(); err != nil {
			return 0, 0, fmt.Errorf("%s: %w: %s", c.name, err, out)
		}
		if i > 0 {
			times = append(times, p.ProcessState.UserTime()+p.ProcessState.SystemTime())
			sizes = append(sizes, bench.MaxRSS(p.ProcessState))
		}
	}
	slices.Sort(times)
	slices.Sort(sizes)
	return times[len(times)/2], sizes[len(sizes)/2], nil
}
