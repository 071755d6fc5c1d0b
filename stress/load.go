package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"time"
)

// load says how hard the file is worked on.
type load struct {
	length    time.Duration
	least     int // calls that each process makes, however long they take
	processes int
	kills     float64
	patience  time.Duration // the longest that a process may take while all others are at work; 0 is any time
}

// shared is how many titles all processes save alike: each must be there once.
const shared = 40

// run is one load on one file.
type run struct {
	load
	program, file string

	mu     sync.Mutex
	report report
	uids   []string          // acknowledged
	titles map[string]string // acknowledged title → uid
}

// report is what was seen.
type report struct {
	Calls  map[string]int    // by what was asked and the exit code
	Times  map[string]*times // by what was asked
	Killed int
	Kept   int // acknowledged memories, all found again
	Faults []string
}

// times are the longest that calls of one kind took: from start to end of the process, and of that to wait for its turn to write and
// to write while others waited. The rest is the machine's: 32 processes share its cores.
type times struct{ call, wait, write time.Duration }

func (t *times) add(o *output) {
	t.call = max(t.call, o.took)
	t.wait = max(t.wait, o.stage("wait for the write lock"))
	t.write = max(t.write, o.stage("write"))
}

func (r *report) print(w io.Writer) {
	var names []string
	for n := range r.Calls {
		names = append(names, n)
	}
	slices.Sort(names)
	for _, n := range names {
		fmt.Fprintf(w, "%-24s %6d\n", n, r.Calls[n])
	}
	names = names[:0]
	for n := range r.Times {
		names = append(names, n)
	}
	slices.Sort(names)
	for _, n := range names {
		t := r.Times[n]
		fmt.Fprintf(w, "longest %-16s %6d ms, wait for the write lock %6d ms, write %6d ms\n", n, t.call.Milliseconds(), t.wait.Milliseconds(), t.write.Milliseconds())
	}
	fmt.Fprintf(w, "killed %d, kept %d\n", r.Killed, r.Kept)
	for _, f := range r.Faults {
		fmt.Fprintln(w, "fault:", f)
	}
}

// work runs the processes until the time is over and each has made the least number of calls.
func (r *run) work(ctx context.Context) error {
	r.titles = map[string]string{}
	if out, err := r.call(ctx, "init"); err != nil {
		return fmt.Errorf("init: %w: %s", err, out.all())
	}
	ctx, cancel := context.WithTimeout(ctx, r.length)
	defer cancel()
	var wg sync.WaitGroup
	for n := range r.processes {
		wg.Go(func() {
			rng := rand.New(rand.NewPCG(uint64(n), 7))
			for i := 0; i < r.least || ctx.Err() == nil; i++ {
				r.step(rng, fmt.Sprintf("w%d-%d", n, i))
			}
		})
	}
	wg.Wait()
	return nil
}

// step is one process: what it is asked, and whether its answer is a right one.
func (r *run) step(rng *rand.Rand, name string) {
	switch n := rng.IntN(10); {
	case n < 3:
		title := "Own finding " + name
		r.save(rng, title, "what "+name+" has learned about "+word(rng)+" and "+word(rng))
	case n < 4:
		k := rng.IntN(shared)
		r.save(rng, fmt.Sprintf("Shared finding %d", k), fmt.Sprintf("the same text for all, %d", k))
	case n < 6:
		r.expect("search", r.timed(rng, "search", word(rng), "--compact"), 0)
	case n < 8:
		if uid := r.pick(rng); uid != "" {
			r.expect("get", r.timed(rng, "get", uid), 0)
		}
	case n < 9:
		r.expect("context", r.timed(rng, "context", word(rng)+" finding"), 0)
	default:
		r.expect("reconcile", r.timed(rng, "reconcile", "--title", "Own finding "+name, "--content", "about "+word(rng)), 0)
	}
}

var words = strings.Fields("ledger tide harbour compiler cache deploy invoice timezone vacuum index socket kernel lantern orchard meadow granite copper")

func word(rng *rand.Rand) string { return words[rng.IntN(len(words))] }

func (r *run) pick(rng *rand.Rand) string {
	r.mu.Lock()
	defer r.mu.Unlock()
	if len(r.uids) == 0 {
		return ""
	}
	return r.uids[rng.IntN(len(r.uids))]
}

// save saves a memory; if the process says so, it must be found ever after.
func (r *run) save(rng *rand.Rand, title, content string) {
	out := r.timed(rng, "save", "--type", "learning", "--title", title, "--content", content)
	r.expect("save", out, 0, 2)
	if out.killed || out.code != 0 && out.code != 2 {
		return
	}
	uid := strings.TrimSpace(out.stdout.String())
	r.mu.Lock()
	defer r.mu.Unlock()
	if other, ok := r.titles[title]; ok && other != uid {
		r.report.Faults = append(r.report.Faults, fmt.Sprintf("%q is %s and %s", title, other, uid))
	} else if !ok {
		r.titles[title] = uid
		r.uids = append(r.uids, uid)
	}
}

func (r *run) expect(what string, out *output, codes ...int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if out.killed {
		r.report.Killed++
		return
	}
	r.report.Calls[fmt.Sprintf("%s → %d", what, out.code)]++
	if r.report.Times[what] == nil {
		r.report.Times[what] = &times{}
	}
	r.report.Times[what].add(out)
	if !slices.Contains(codes, out.code) {
		r.report.Faults = append(r.report.Faults, fmt.Sprintf("%s ended with %d: %s", what, out.code, out.all()))
	}
	if r.patience > 0 && out.took > r.patience {
		r.report.Faults = append(r.report.Faults, fmt.Sprintf("%s took %v, of that %v to wait for the write lock", what, out.took, out.stage("wait for the write lock")))
	}
}

// output is how a process ended.
type output struct {
	stdout, stderr bytes.Buffer
	code           int
	took           time.Duration
	killed         bool
}

func (o *output) all() string { return o.stdout.String() + o.stderr.String() }

// stage is how long the process says that a stage took, all times together.
func (o *output) stage(name string) (sum time.Duration) {
	for line := range strings.Lines(o.stderr.String()) {
		text, ok := strings.CutPrefix(strings.TrimSpace(line), "⏱ "+name+": ")
		if took, err := time.ParseDuration(text); ok && err == nil {
			sum += took
		}
	}
	return sum
}

// timed runs a process to its end, or kills it on the way. The end of the load ends no process: what it says counts.
func (r *run) timed(rng *rand.Rand, args ...string) *output {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	if rng.Float64() < r.kills {
		// Go's exec kills by SIGKILL when the context ends.
		time.AfterFunc(time.Duration(rng.IntN(60))*time.Millisecond, cancel)
	}
	out, err := r.call(ctx, args...)
	if err != nil && ctx.Err() != nil {
		out.killed = true
	}
	return out
}

func (r *run) call(ctx context.Context, args ...string) (*output, error) {
	out := &output{}
	c := exec.CommandContext(ctx, r.program, args...)
	c.Env = append(os.Environ(), "BRAIN_DB="+r.file, "BRAIN_DEBUG=2")
	c.Stdout, c.Stderr = &out.stdout, &out.stderr
	begin := time.Now()
	err := c.Run()
	out.took = time.Since(begin)
	out.code = c.ProcessState.ExitCode()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		fmt.Fprintln(&out.stderr, err)
	}
	return out, err
}
