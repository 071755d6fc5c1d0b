package main

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"time"

	"brain/bench"
)

// spent is what a process took: CPU time and the most memory held, in MB.
type spent struct {
	cpu time.Duration
	rss float64
}

// add sums up the time of two processes; memory is that of the larger one.
func (s spent) add(t spent) spent { return spent{s.cpu + t.cpu, max(s.rss, t.rss)} }

// process runs brain once.
func (b *measurement) process(args ...string) (spent, error) { return b.once(nil, args) }

func (b *measurement) once(env, args []string) (spent, error) {
	p := exec.Command(b.program, args...)
	p.Env = append(append(os.Environ(), "BRAIN_DB="+b.file), env...)
	out, err := p.CombinedOutput()
	// Files that no text is in are skipped and named: the rest is in.
	if err != nil && p.ProcessState.ExitCode() != 5 {
		return spent{}, fmt.Errorf("%v: %w: %s", args, err, out)
	}
	return spent{p.ProcessState.UserTime() + p.ProcessState.SystemTime(), bench.MaxRSS(p.ProcessState)}, nil
}

// median is of several cold processes. The first warms the system's cache and is not counted.
func (b *measurement) median(env []string, args func() []string) (spent, error) {
	var times []time.Duration
	var sizes []float64
	for i := range b.runs + 1 {
		s, err := b.once(env, args())
		if err != nil {
			return s, err
		}
		if i > 0 {
			times, sizes = append(times, s.cpu), append(sizes, s.rss)
		}
	}
	slices.Sort(times)
	slices.Sort(sizes)
	return spent{times[len(times)/2], sizes[len(sizes)/2]}, nil
}

// busiest is the slug of the page that most links lead to.
func (b *measurement) busiest() (string, error) {
	p := exec.Command(b.program, "sql", "--json", `SELECT p.slug FROM links l JOIN pages p ON p.id = l.other_id AND p.deleted_at IS NULL GROUP BY p.id ORDER BY count(*) DESC, p.id LIMIT 1`)
	p.Env = append(os.Environ(), "BRAIN_DB="+b.file)
	out, err := p.Output()
	if err != nil {
		return "", err
	}
	var rows []struct{ Slug string }
	if err := json.Unmarshal(out, &rows); err != nil || len(rows) == 0 {
		return "", fmt.Errorf("no page has a link: %v", err)
	}
	return rows[0].Slug, nil
}
