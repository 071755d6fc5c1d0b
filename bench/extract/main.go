// Command extract measures what a code graph costs, here and by Graphify, in one run: CPU time (user and system, of all processes that
// take part) and the most memory that one held, from a tree to its graph.json, once more where nothing changed, and after an edit.
//
//	go run ./bench/extract -graphify VENV/bin/graphify DIR...
//
// Without DIR the folders in BRAIN_REPOS are measured, which are separated as those in PATH are. Each is copied first: Graphify writes
// into the tree.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"time"

	"brain/bench"
)

func main() {
	program := flag.String("brain", "", "the program; built from this module if not named")
	graphify := flag.String("graphify", "", "Graphify's program; brain alone is measured if not named")
	edit := flag.String("edit", "", "a file, below each DIR that has it, which gets an empty line in front")
	cluster := flag.Bool("cluster", false, "let Graphify find clusters when it is cold, as it does unless it is told not to; brain finds none")
	flag.Parse()
	dirs := flag.Args()
	if len(dirs) == 0 {
		dirs = filepath.SplitList(os.Getenv("BRAIN_REPOS"))
	}
	if len(dirs) == 0 {
		fmt.Fprintln(os.Stderr, "bench: name a tree, or several in BRAIN_REPOS")
		os.Exit(2)
	}
	if err := measure(*program, *graphify, *edit, *cluster, dirs); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

func measure(program, graphify, edit string, cluster bool, dirs []string) error {
	tmp, err := os.MkdirTemp("", "brain-bench-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(tmp)
	if program == "" {
		if program, err = bench.Program(context.Background(), tmp); err != nil {
			return err
		}
	}
	for _, dir := range dirs {
		b := &subject{program: program, graphify: graphify, edit: edit, cluster: cluster, home: filepath.Join(tmp, "home"), tree: filepath.Join(tmp, filepath.Base(dir))}
		if err := errors.Join(os.MkdirAll(b.home, 0o755), os.CopyFS(b.tree, os.DirFS(dir))); err != nil {
			return err
		}
		fmt.Printf("\n%s\n", filepath.Base(dir))
		if err := b.measure(); err != nil {
			return fmt.Errorf("%s: %w", dir, err)
		}
		if err := errors.Join(os.RemoveAll(b.home), os.RemoveAll(b.tree)); err != nil {
			return err
		}
	}
	return nil
}

// subject is one tree under measure.
type subject struct {
	program, graphify, edit, home, tree string

	cluster bool
}

// cost is what processes took.
type cost struct {
	cpu time.Duration
	rss float64
}

func (c cost) and(d cost) cost { return cost{c.cpu + d.cpu, max(c.rss, d.rss)} }

// run runs a program and what it starts.
func (b *subject) run(file, program string, args ...string) (cost, error) {
	p := exec.Command(program, args...)
	p.Dir = b.tree
	p.Env = append(os.Environ(), "BRAIN_DB="+filepath.Join(b.home, file), "BRAIN_EMBEDDER=none")
	out, err := p.CombinedOutput()
	const partial = 5 // files that could be taken in part only, which the trees of others have
	if err != nil && p.ProcessState.ExitCode() != partial {
		return cost{}, fmt.Errorf("%s %v: %w: %s", filepath.Base(program), args, err, out)
	}
	return cost{p.ProcessState.UserTime() + p.ProcessState.SystemTime(), bench.MaxRSS(p.ProcessState)}, nil
}

// step is something to measure: commands of ours and of Graphify.
type step struct {
	name     string
	file     string // the brain
	brain    [][]string
	graphify []string
	before   func() error
}

func (b *subject) measure() error {
	export := []string{"graph", "export"}
	cold := []string{"extract", ".", "--code-only", "--max-workers", "1"}
	if !b.cluster {
		cold = append(cold, "--no-cluster")
	}
	again := []string{"update", ".", "--no-cluster"}
	steps := []step{
		{name: "cold, to graph.json", file: "bare.db", brain: [][]string{{"extract", ".", "--no-entries"}, export}, graphify: cold},
		{name: "cold, with entries", file: "brain.db", brain: [][]string{{"extract", "."}, export}},
		// Graphify's first update brings the graph into the form that the next one takes for its own.
		{name: "nothing changed", file: "brain.db", brain: [][]string{{"extract", "--update", "."}}, graphify: again, before: b.settle(again)},
	}
	if _, err := os.Stat(filepath.Join(b.tree, b.edit)); b.edit != "" && err == nil {
		steps = append(steps, step{name: "one line in " + b.edit, file: "brain.db", brain: [][]string{{"extract", "--update", "."}}, graphify: again, before: b.change})
	}
	var other cost // of the last step that Graphify took part in
	for _, s := range steps {
		if s.before != nil {
			if err := s.before(); err != nil {
				return err
			}
		}
		var ours cost
		for _, args := range s.brain {
			c, err := b.run(s.file, b.program, args...)
			if err != nil {
				return err
			}
			ours = ours.and(c)
		}
		fmt.Printf("%-28s brain %8.3f s %5.0f MB", s.name, ours.cpu.Seconds(), ours.rss)
		if b.graphify != "" {
			if s.graphify != nil {
				var err error
				if other, err = b.run("", b.graphify, s.graphify...); err != nil {
					return err
				}
			}
			fmt.Printf("   graphify %8.3f s %5.0f MB   %6.1f × less", other.cpu.Seconds(), other.rss, other.cpu.Seconds()/ours.cpu.Seconds())
		}
		fmt.Println()
	}
	return nil
}

// settle waits until the system can tell files that were written after the last run from those before, and lets Graphify run once more.
func (b *subject) settle(again []string) func() error {
	return func() error {
		time.Sleep(2100 * time.Millisecond)
		if b.graphify == "" {
			return nil
		}
		_, err := b.run("", b.graphify, again...)
		return err
	}
}

// change puts an empty line in front of the file that is to be edited.
func (b *subject) change() error {
	name := filepath.Join(b.tree, b.edit)
	text, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	return os.WriteFile(name, append([]byte("\n"), text...), 0o644)
}
