package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"slices"
	"strconv"
	"strings"
	"time"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	code := run(ctx, os.Args[1:], os.Stdout, os.Stderr)
	stop()
	os.Exit(code)
}

// options are the command line.
type options struct {
	n     int
	seed  uint64
	only  string
	bench bool
	sizes string
}

func run(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	var o options
	flags := flag.NewFlagSet("diffpg", flag.ContinueOnError)
	flags.SetOutput(stderr)
	flags.IntVar(&o.n, "n", 20_000, "inputs of each kind; of merge, which is a batch of rows and questions, a hundredth of it")
	flags.Uint64Var(&o.seed, "seed", 0, "seed of the random inputs; 0 takes the clock")
	flags.StringVar(&o.only, "only", "", "kinds to compare, comma-separated: "+kindNames())
	flags.BoolVar(&o.bench, "bench", false, "measure instead of compare")
	flags.StringVar(&o.sizes, "sizes", "1000,10000", "rows to measure with, comma-separated")
	if err := flags.Parse(args); err != nil {
		return 2
	}
	chosen, err := chooseKinds(o.only)
	sizes, sizeErr := readSizes(o.sizes)
	if err := errors.Join(err, sizeErr); err != nil {
		fmt.Fprintln(stderr, err)
		return 2
	}
	if o.seed == 0 {
		o.seed = uint64(time.Now().UnixNano())
	}

	s, err := startServer(ctx)
	if errors.Is(err, errNoServer) {
		fmt.Fprintln(stdout, "nothing compared:", err)
		return 0
	}
	if err != nil {
		fmt.Fprintln(stderr, err)
		return 1
	}
	defer s.stop()
	if o.bench {
		err = bench(ctx, stdout, s, sizes)
	} else {
		err = compare(ctx, stdout, s, chosen, o)
	}
	if err != nil {
		fmt.Fprintln(stderr, err)
		return 1
	}
	return 0
}

// compare runs the chosen kinds one after the other.
func compare(ctx context.Context, w io.Writer, s *server, chosen []*kind, o options) error {
	c, err := s.connect(ctx)
	if err != nil {
		return err
	}
	defer c.close()
	corpus, err := readCorpus()
	if err != nil {
		return err
	}
	fmt.Fprintf(w, "%s, seed %d\n", s.version, o.seed)
	for _, k := range chosen {
		n := o.n
		if k.share > 1 {
			n = max(1, n/k.share)
		}
		start := time.Now()
		known, err := (&checker{kind: k, conn: c}).run(ctx, newGenerator(o.seed, k.name, corpus), n)
		if err != nil {
			return err
		}
		fmt.Fprintf(w, "%-8s %7d inputs agree (%.1f s)", k.name, n, time.Since(start).Seconds())
		for _, r := range rules {
			if known[r.name] > 0 {
				fmt.Fprintf(w, "; known: %d × %s", known[r.name], r.name)
			}
		}
		fmt.Fprintln(w)
	}
	return nil
}

func kindNames() string {
	var names []string
	for _, k := range kinds() {
		names = append(names, k.name)
	}
	return strings.Join(names, ",")
}

func chooseKinds(only string) ([]*kind, error) {
	all := kinds()
	if only == "" {
		return all, nil
	}
	var chosen []*kind
	for name := range strings.SplitSeq(only, ",") {
		i := slices.IndexFunc(all, func(k *kind) bool { return k.name == strings.TrimSpace(name) })
		if i < 0 {
			return nil, fmt.Errorf("-only: there is no kind %q, only %s", name, kindNames())
		}
		chosen = append(chosen, all[i])
	}
	return chosen, nil
}

func readSizes(s string) ([]int, error) {
	var sizes []int
	for field := range strings.SplitSeq(s, ",") {
		n, err := strconv.Atoi(strings.TrimSpace(field))
		if err != nil || n < 1 {
			return nil, fmt.Errorf("-sizes: %q is no number of rows", field)
		}
		sizes = append(sizes, n)
	}
	return sizes, nil
}
